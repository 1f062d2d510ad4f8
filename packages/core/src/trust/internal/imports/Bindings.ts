// The names of a script: what each may be, in whatever order the script runs.
import type { Expression } from "./Expression.ts"

export class Bindings {
  /** For each name the expressions that it is bound to. A name that is also bound in a way that is not read has `undefined`. */
  readonly #values = new Map<string, Set<Expression | undefined>>()
  /** Names of modules and of what is in them, as the script imports them. */
  readonly #modules = new Map<string, Set<string>>()
  /** The expressions that functions return. */
  readonly returned = new Map<string, ReadonlyArray<Expression>>()

  /** Binds a name to an expression, or to what is not known. */
  bind(name: string, expression: Expression | undefined): void {
    const values = this.#values.get(name)
    if (values === undefined) this.#values.set(name, new Set([expression]))
    else values.add(expression)
  }

  /** Binds a name to a module, or to what a module exports. */
  import(name: string, module: string): void {
    const modules = this.#modules.get(name)
    if (modules === undefined) this.#modules.set(name, new Set([module]))
    else modules.add(module)
  }

  /** Returns the expressions of a name, or `undefined` if the script binds it to none. */
  of(name: string): ReadonlySet<Expression | undefined> | undefined {
    return this.#values.get(name)
  }

  /** Returns what the script imports by a name, or `undefined` if that is not one thing. */
  moduleOf(name: string): string | undefined {
    const modules = this.#modules.get(name)
    return modules?.size === 1 ? [...modules][0] : undefined
  }

  /** Returns all that the script imports by a name. */
  modulesOf(name: string): ReadonlyArray<string> {
    return [...(this.#modules.get(name) ?? [])]
  }

  /** Returns the names that are bound to what a test accepts. */
  namesOf(test: (module: string) => boolean): ReadonlyArray<string> {
    return [...this.#modules].filter(([, modules]) => [...modules].some(test)).map(([name]) => name)
  }

  /** Returns the names that the script binds, with their expressions. */
  get bound(): ReadonlyMap<string, ReadonlySet<Expression | undefined>> {
    return this.#values
  }

  isImported(name: string): boolean {
    return this.#modules.has(name)
  }
}

/** Returns the name of a chain of members, such as `os.path.join`, with what the script calls its modules. */
export const dottedOf = (expression: Expression, bindings: Bindings): string | undefined => {
  if (expression._tag === "Member") {
    const of = dottedOf(expression.of, bindings)
    return of === undefined ? undefined : `${of}.${expression.name}`
  }
  if (expression._tag !== "Name") return undefined
  if (bindings.of(expression.name) !== undefined) return undefined
  return bindings.isImported(expression.name) ? bindings.moduleOf(expression.name) : expression.name
}
