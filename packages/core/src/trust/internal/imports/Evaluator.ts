// Evaluates expressions to the paths that they may be. What is not surely known is open.
import {
  basename,
  collapsed,
  concatenated,
  dirname,
  join,
  map,
  nothing,
  of,
  open,
  union,
  type Values
} from "../Values.ts"
import type { Bindings } from "./Bindings.ts"
import type { Call, Expression } from "./Expression.ts"

/** The process in which a script runs. */
export interface Surroundings {
  /** The paths by which the script may be named. */
  readonly paths: ReadonlyArray<string>
  /** Returns the folders in which it may run. */
  readonly folders: () => Values
  /** Returns the values of a variable of its environment, or `undefined` if it is not set as far as is known. */
  readonly variable: (name: string) => Values | undefined
}

/** Limits expressions of names of expressions. */
const deepest = 40

/** Limits the expressions of one script that are evaluated, since a name may have several. */
const mostWork = 20_000

export abstract class Evaluator {
  protected readonly bindings: Bindings
  protected readonly surroundings: Surroundings
  readonly #active = new Set<string>()
  #depth = 0
  #work = 0

  constructor(bindings: Bindings, surroundings: Surroundings) {
    this.bindings = bindings
    this.surroundings = surroundings
  }

  /** Returns the values of a call. */
  protected abstract call(call: Call): Values
  /** Returns the values of a member that is no name of a module. */
  protected abstract member(of: Expression, name: string): Values
  protected abstract index(of: Expression, index: Expression): Values
  /** Returns the values of a name that the script binds to nothing. */
  protected abstract unbound(name: string): Values

  /** Returns the values of an expression. */
  of(expression: Expression): Values {
    if (this.#depth > deepest || ++this.#work > mostWork) return open
    this.#depth++
    const values = this.#evaluate(expression)
    this.#depth--
    return values
  }

  #evaluate(expression: Expression): Values {
    switch (expression._tag) {
      case "Text":
        return of(expression.value)
      case "Number":
        return of(String(expression.value))
      case "Name":
        return this.#name(expression.name)
      case "Member":
        return this.member(expression.of, expression.name)
      case "Index":
        return this.index(expression.of, expression.index)
      case "Call":
        return this.call(expression)
      case "Named":
        return this.of(expression.value)
      case "Joined":
        return concatenated(expression.parts.map((part) => this.of(part)))
      case "Choice":
        return union(expression.all.map((one) => this.of(one)))
      case "Binary":
        return this.binary(expression.operator, expression.left, expression.right)
      case "List":
      case "Other":
        return open
    }
  }

  protected binary(operator: string, left: Expression, right: Expression): Values {
    return operator === "+" ? concatenated([this.of(left), this.of(right)]) : open
  }

  #name(name: string): Values {
    const bound = this.bindings.of(name)
    if (bound === undefined) return this.unbound(name)
    // A name that is made of itself is another one each time.
    if (this.#active.has(name)) return open
    this.#active.add(name)
    const values = union([...bound].map((one) => (one === undefined ? open : this.of(one))))
    this.#active.delete(name)
    return values
  }

  /** Returns the items of a list, or `undefined` if the expression is none. */
  items(expression: Expression): ReadonlyArray<Expression> | undefined {
    if (expression._tag === "List") return expression.items
    if (expression._tag === "Binary" && expression.operator === "+") {
      const [left, right] = [this.items(expression.left), this.items(expression.right)]
      return left === undefined || right === undefined ? undefined : [...left, ...right]
    }
    if (expression._tag !== "Name") return undefined
    const bound = this.bindings.of(expression.name)
    if (bound?.size !== 1) return undefined
    const [only] = [...bound]
    return only === undefined || only._tag === "Name" ? undefined : this.items(only)
  }

  /** Joins paths, of which an absolute one begins anew. */
  protected joined(parts: ReadonlyArray<Values>): Values {
    return parts.reduce((before, part) => {
      const all = before.all.flatMap((one) => part.all.map((other) => (one === "" ? other : joinedPath(one, other))))
      return union([{ all, isOpen: before.isOpen || part.isOpen }])
    }, of(""))
  }

  /** Makes paths absolute by the folders in which the script may run. */
  absolute(values: Values): Values {
    const folders = this.surroundings.folders()
    const isRelative = values.all.some((path) => !path.startsWith("/"))
    const all = values.all.flatMap((path) =>
      path.startsWith("/") ? [path] : folders.all.map((folder) => join(folder, path))
    )
    return union([{ all, isOpen: values.isOpen || (isRelative && folders.isOpen) }])
  }

  /** Resolves steps back by the text, as functions for paths do that look at no file. */
  protected collapsed(values: Values): Values {
    return map(values, (path) => (path.startsWith("/") ? collapsed(path) : path))
  }

  protected up(values: Values, count = 1): Values {
    let now = values
    for (let at = 0; at < count; at++) now = map(now, parentOf)
    return now
  }

  protected names(values: Values): Values {
    return map(values, basename)
  }

  /** Returns the values of a variable of the environment, with the value that an expression gives where it is not set. */
  protected variable(name: Expression | undefined, otherwise: Expression | undefined): Values {
    const names = name === undefined ? open : this.of(name)
    const found = names.all.map((one) => this.surroundings.variable(one))
    const isSet = found.every((one) => one !== undefined)
    const fallback = isSet ? nothing : otherwise === undefined ? open : this.of(otherwise)
    return union([...found.flatMap((one) => one ?? []), fallback, { all: [], isOpen: names.isOpen }])
  }
}

/** Returns the path of a folder's file. A step back is resolved as the text shows it, since `dirname` does not look. */
const joinedPath = (folder: string, path: string): string =>
  path.startsWith("/") ? path : path === "" ? folder : `${folder.replace(/\/+$/, "")}/${path}`

const parentOf = (path: string): string => {
  const trimmed = path.replace(/(?:\/\.)+$/, "")
  return trimmed.endsWith("/..") || trimmed === ".." ? `${trimmed}/..` : dirname(trimmed)
}
