// The values of expressions in Python: paths by `os.path`, `pathlib`, the script's own path and the environment.
import { concatenated, map, of, open, union, type Values } from "../Values.ts"
import { dottedOf } from "./Bindings.ts"
import { Evaluator } from "./Evaluator.ts"
import type { Call, Expression } from "./Expression.ts"

/** Functions and methods that return the path that they are given, as far as its file is concerned. */
const same = /^(?:str|bytes|os\.fspath|os\.fsdecode|os\.fsencode|os\.path\.normcase)$/
const classes = /^(?:pathlib\.)?(?:Pure)?(?:Posix|Windows)?Path$/

export class PythonValues extends Evaluator {
  protected unbound(name: string): Values {
    if (name === "__file__") return of(...this.surroundings.paths)
    return open
  }

  protected member(object: Expression, name: string): Values {
    const dotted = dottedOf({ _tag: "Member", of: object, name }, this.bindings)
    if (dotted === "os.sep" || dotted === "os.path.sep") return of("/")
    if (dotted === "os.pardir") return of("..")
    if (dotted === "os.curdir") return of(".")
    if (dotted === "sys.executable") return of("python3")
    if (name === "parent") return this.up(this.of(object))
    if (name === "name") return this.names(this.of(object))
    return open
  }

  protected index(object: Expression, index: Expression): Values {
    if (object._tag === "Member" && object.name === "parents" && index._tag === "Number")
      return this.up(this.absolute(this.of(object.of)), index.value + 1)
    const dotted = dottedOf(object, this.bindings)
    if (dotted === "os.environ") return this.variable(index, undefined)
    if (dotted === "sys.argv" && index._tag === "Number" && index.value === 0) return of(...this.surroundings.paths)
    const item = index._tag === "Number" ? this.items(object)?.[index.value] : undefined
    return item === undefined ? open : this.of(item)
  }

  protected override binary(operator: string, left: Expression, right: Expression): Values {
    if (operator === "/") return this.joined([this.of(left), this.of(right)])
    if (operator === "%" && left._tag === "Text" && /^[^%]*%s[^%]*$/.test(left.value)) {
      const [before = "", after = ""] = left.value.split("%s")
      const given = this.items(right)
      const value = given === undefined ? this.of(right) : given.length === 1 && given[0] ? this.of(given[0]) : open
      return concatenated([of(before), value, of(after)])
    }
    return super.binary(operator, left, right)
  }

  protected call({ given, of: callee }: Call): Values {
    const [first, second] = given
    const path = first === undefined ? open : this.of(first)
    const dotted = dottedOf(callee, this.bindings)
    if (dotted !== undefined) {
      if (classes.test(dotted)) return given.length === 0 ? of(".") : this.joined(given.map((one) => this.of(one)))
      if (same.test(dotted)) return path
      switch (dotted) {
        case "os.path.normpath":
          return this.collapsed(path)
        case "os.path.abspath":
          return this.collapsed(this.absolute(path))
        case "os.path.realpath":
          return this.#real(path)
        case "os.path.join":
          return this.joined(given.map((one) => this.of(one)))
        case "os.path.dirname":
          return this.up(path)
        case "os.path.basename":
          return this.names(path)
        case "os.getcwd":
        case "os.getcwdb":
        case "Path.cwd":
        case "pathlib.Path.cwd":
          return this.surroundings.folders()
        case "Path.home":
        case "pathlib.Path.home":
          return this.surroundings.variable("HOME") ?? open
        case "os.environ.get":
        case "os.getenv":
          return this.variable(first, second)
        case "os.path.expanduser":
          return this.#expanded(path)
      }
    }
    if (callee._tag === "Name") {
      const returned = this.bindings.of(callee.name) === undefined ? this.bindings.returned.get(callee.name) : undefined
      return returned === undefined ? open : union(returned.map((one) => this.of(one)))
    }
    return callee._tag === "Member" ? this.#method(callee.of, callee.name, given) : open
  }

  /** Returns real paths. A step back that no link precedes is resolved by the text alone. */
  #real(path: Values): Values {
    const absolute = this.absolute(path)
    return union([absolute, this.collapsed(absolute)])
  }

  #expanded(path: Values): Values {
    const home = this.surroundings.variable("HOME") ?? open
    const isHome = path.all.some((one) => one.startsWith("~"))
    const all = path.all.flatMap((one) =>
      one === "~" || one.startsWith("~/") ? home.all.map((folder) => folder + one.slice(1)) : [one]
    )
    return { all, isOpen: path.isOpen || (isHome && home.isOpen) }
  }

  #method(object: Expression, name: string, given: ReadonlyArray<Expression>): Values {
    const [first] = given
    switch (name) {
      case "resolve":
        return this.#real(this.of(object))
      case "absolute":
        return this.absolute(this.of(object))
      case "expanduser":
        return this.#expanded(this.of(object))
      case "as_posix":
      case "__str__":
      case "__fspath__":
        return this.of(object)
      case "strip":
      case "rstrip":
        return given.length === 0 ? map(this.of(object), (text) => text.trim()) : open
      case "joinpath":
        return this.joined([object, ...given].map((one) => this.of(one)))
      case "with_name":
        return this.joined([this.up(this.of(object)), first === undefined ? open : this.of(first)])
      case "join": {
        const items = first === undefined ? undefined : this.items(first)
        if (items === undefined) return open
        const separator = this.of(object)
        return concatenated(items.flatMap((item, at) => (at === 0 ? [this.of(item)] : [separator, this.of(item)])))
      }
      case "format": {
        const parts = object._tag === "Text" ? object.value.split("{}") : []
        if (parts.length !== given.length + 1 || parts.some((part) => /[{}]/.test(part))) return open
        const text = (at: number): ReadonlyArray<Values> => {
          const value = given[at]
          return value === undefined ? [] : [this.of(value)]
        }
        return concatenated(parts.flatMap((part, at) => [of(part), ...text(at)]))
      }
    }
    return open
  }
}
