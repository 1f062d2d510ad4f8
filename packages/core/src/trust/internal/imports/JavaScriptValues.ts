// The values of expressions in JavaScript: paths by `node:path`, the script's own path or address, and the environment.
import { concatenated, join, map, of, open, union, type Values } from "../Values.ts"
import { dottedOf } from "./Bindings.ts"
import { Evaluator } from "./Evaluator.ts"
import type { Call, Expression } from "./Expression.ts"

/** Returns the name of a module or of a part of it without the scheme and the variant of the platform. */
export const plainModule = (dotted: string): string =>
  dotted
    .replace(/^node:/, "")
    .replace(/\.default(?=\.|$)/, "")
    .replace(/^path(?:\/posix|\.posix)/, "path")

const filePath = (address: string): string => {
  if (!address.startsWith("file://")) return address
  try {
    return decodeURIComponent(address.slice(7).replace(/[?#].*$/, ""))
  } catch {
    return address
  }
}

export class JavaScriptValues extends Evaluator {
  /** Returns the paths that values name, which may be addresses of files. */
  paths(values: Values): Values {
    return map(values, filePath)
  }

  /** Returns the name of a member of a module, whether it is imported or required in place. */
  moduleOf(expression: Expression): string | undefined {
    if (expression._tag === "Member") {
      const module = this.moduleOf(expression.of)
      return module === undefined ? undefined : plainModule(`${module}.${expression.name}`)
    }
    if (expression._tag === "Call" && expression.of._tag === "Name" && expression.of.name === "require") {
      const [name] = expression.given
      return name?._tag === "Text" ? plainModule(name.value) : undefined
    }
    if (expression._tag === "Name") {
      const bound = this.bindings.of(expression.name)
      const [only] = bound?.size === 1 && !this.bindings.isImported(expression.name) ? [...bound] : []
      if (only?._tag === "Call" && only.of._tag === "Name" && only.of.name === "require") return this.moduleOf(only)
    }
    const dotted = dottedOf(expression, this.bindings)
    return dotted === undefined ? undefined : plainModule(dotted)
  }

  protected unbound(name: string): Values {
    const { paths } = this.surroundings
    if (name === "__filename") return of(...paths)
    if (name === "__dirname") return this.up(of(...paths))
    return open
  }

  protected member(object: Expression, name: string): Values {
    const { paths } = this.surroundings
    const dotted = this.moduleOf({ _tag: "Member", of: object, name }) ?? ""
    switch (dotted) {
      case "import.meta.dirname":
      case "import.meta.dir":
      case "module.path":
      case "require.main.path":
        return this.up(of(...paths))
      case "import.meta.filename":
      case "import.meta.path":
      case "module.filename":
      case "require.main.filename":
        return of(...paths)
      case "import.meta.url":
        return of(...paths.map((path) => `file://${path}`))
      case "path.sep":
        return of("/")
      case "process.execPath":
        return of("node")
    }
    if (dotted.startsWith("process.env.")) return this.variable({ _tag: "Text", value: name }, undefined)
    if (name === "href" || name === "pathname") {
      const values = this.of(object)
      return name === "href" ? values : map(values, filePath)
    }
    return open
  }

  protected index(object: Expression, index: Expression): Values {
    const dotted = this.moduleOf(object)
    if (dotted === "process.env") return this.variable(index, undefined)
    if (dotted === "process.argv" && index._tag === "Number" && index.value === 1) return of(...this.surroundings.paths)
    const item = index._tag === "Number" ? this.items(object)?.[index.value] : undefined
    return item === undefined ? open : this.of(item)
  }

  protected call(call: Call): Values {
    const { given, of: callee } = call
    const [first, second] = given
    const value = first === undefined ? open : this.of(first)
    const all = (): ReadonlyArray<Values> => given.map((one) => this.of(one))
    switch (this.moduleOf(callee) ?? "") {
      case "path.join":
        // An absolute part of `join` is none.
        return this.collapsed(this.#within(all()))
      case "path.resolve":
        return this.collapsed(this.absolute(this.joined(all())))
      case "path.dirname":
        return this.up(value)
      case "path.basename":
        return second === undefined ? this.names(value) : open
      case "path.normalize":
        return this.collapsed(value)
      case "String":
        return value
      case "fs.realpathSync":
        return this.absolute(this.paths(value))
      case "process.cwd":
        return this.surroundings.folders()
      case "os.homedir":
        return this.surroundings.variable("HOME") ?? open
      case "fileURLToPath":
      case "url.fileURLToPath":
        return map(value, filePath)
      case "pathToFileURL":
      case "url.pathToFileURL":
        return map(this.absolute(value), (path) => `file://${path}`)
      case "URL":
      case "url.URL":
        return second === undefined ? value : this.#address(value, this.of(second))
      case "import.meta.resolve":
      case "require.resolve":
        return this.#resolved(value)
    }
    if (callee._tag !== "Member") return open
    const { name, of: object } = callee
    if (name === "toString" && given.length === 0) return this.of(object)
    if (name === "trim" && given.length === 0) return map(this.of(object), (text) => text.trim())
    if (name === "concat" && object._tag !== "List") return concatenated([this.of(object), ...all()])
    const items = name === "join" ? this.items(object) : undefined
    if (items === undefined) return open
    return concatenated(items.flatMap((item, at) => (at === 0 ? [this.of(item)] : [value, this.of(item)])))
  }

  #within(parts: ReadonlyArray<Values>): Values {
    return this.joined(parts.map((part, at) => (at === 0 ? part : map(part, (path) => path.replace(/^\/+/, "")))))
  }

  /** Returns relative names as paths from the folder of the script. */
  #resolved(values: Values): Values {
    const folders = this.up(of(...this.surroundings.paths))
    const isPath = (name: string): boolean => /^(?:\.{0,2}\/|file:|\.\.?$)/.test(name)
    const all = values.all.filter(isPath).flatMap((name) => folders.all.map((folder) => join(folder, filePath(name))))
    return union([{ all, isOpen: values.isOpen || !values.all.every(isPath) }])
  }

  #address(values: Values, bases: Values): Values {
    const all = values.all.flatMap((name) =>
      name.startsWith("file://")
        ? [name]
        : bases.all.map((base) => `file://${join(this.up(of(filePath(base))).all[0] ?? "/", name)}`)
    )
    const isOther = [...values.all, ...bases.all].some((one) => /^(?!file:)[a-z]+:/i.test(one))
    return union([{ all, isOpen: values.isOpen || bases.isOpen || isOther }])
  }
}
