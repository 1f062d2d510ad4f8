// The bundle evaluates constants when they are used first: a program does the same as if it evaluated them at once.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { runInThisContext } from "node:vm"
import { late, marked } from "../internal/lateConstants.ts"

const rewritten = (code: string): string => late("program.js", marked("program.js", code))

/** Runs a program, and returns what its function `answer` returns, in a form that says all of it. */
const ran = (code: string): string => {
  try {
    const value: unknown = runInThisContext(`(() => { "use strict"; ${code}\nreturn answer() })()`)
    return JSON.stringify(value) ?? "undefined"
  } catch (error) {
    return `it throws: ${String(error)}`
  }
}

const names = ["a", "b", "c"]

/** Writes programs by a list of choices, so that a shorter list is a simpler program. */
class Writer {
  #at = 0
  /** The names that may be used: those of the constants so far. */
  #known: ReadonlyArray<string> = []
  readonly #choices: ReadonlyArray<number>

  constructor(choices: ReadonlyArray<number>) {
    this.#choices = choices
  }

  #choose(count: number): number {
    const choice = this.#choices[this.#at++] ?? 0
    return choice % count
  }

  #name(): string {
    return this.#known[this.#choose(this.#known.length)] ?? "a"
  }

  /** Writes a pattern that binds one name, and a value for it. */
  #binding(): readonly [pattern: string, value: string] {
    const name = this.#name()
    switch (this.#choose(5)) {
      case 0:
        return [`{ ${name} }`, `{ ${name}: ${this.#choose(9)} }`]
      case 1:
        return [`{ x: ${name} }`, `{ x: ${this.#choose(9)} }`]
      case 2:
        return [`[${name} = ${this.#choose(9)}]`, "[]"]
      case 3:
        return [`{ x, ...${name} }`, `{ x: 1, y: ${this.#choose(9)} }`]
      default:
        return [name, `${this.#choose(9)}`]
    }
  }

  /** Writes an expression. */
  value(depth: number): string {
    const name = this.#name()
    if (depth <= 0) return this.#choose(2) === 0 ? name : `${this.#choose(9)}`
    const inner = (): string => this.value(depth - 1)
    switch (this.#choose(13)) {
      case 0:
        return `[${inner()}, ${inner()}]`
      case 1:
        return `({ ${name}, other: ${inner()} })`
      case 2:
        return `({ ${name}: ${inner()} }).${name}`
      case 3:
        return `({ [${name}]: ${inner()} })`
      case 4:
        return `((${name}) => [${name}, ${inner()}])(${inner()})`
      case 5:
        return `((${name} = ${inner()}) => ${inner()})()`
      case 6: {
        const [pattern, value] = this.#binding()
        return `((${pattern}) => ${inner()})(${value})`
      }
      case 7:
        return `(() => { ${this.block(depth - 1)} })()`
      case 8:
        return `(function ${name}() { return typeof ${name} === "function" ? 1 : ${inner()} })()`
      case 9:
        return `new (class ${name} { ${name}() { return typeof ${name} } value = ${inner()} })().value`
      case 10:
        return `\`\${JSON.stringify(${inner()})}\``
      case 11:
        return `(typeof ${name} === "object" && ${name} !== null ? { ...${name} } : ${inner()})`
      default:
        return name
    }
  }

  /** Writes statements that return a value. */
  block(depth: number): string {
    const inner = (): string => this.value(depth - 1)
    const name = this.#name()
    switch (this.#choose(9)) {
      case 0: {
        const [pattern, value] = this.#binding()
        return `const ${pattern} = ${value}; return ${inner()}`
      }
      case 1:
        return `{ let ${name} = 1; } return ${inner()}`
      case 2:
        return `if (${inner()} === 0) { var ${name} = 2; } return ${inner()}`
      case 3:
        return `for (const ${name} of [${inner()}]) { return [${name}, ${inner()}] }`
      case 4:
        return `for (let ${name} = 0; ${name} < 1; ${name}++) { return ${inner()} }`
      case 5:
        return `try { throw ${inner()} } catch (${name}) { return ${inner()} }`
      case 6:
        return `${name}: while (true) { if (${inner()} !== 1) break ${name}; break } return ${inner()}`
      case 7:
        return `function ${name}() { return 3 } return [${name}(), ${inner()}]`
      default:
        return `switch (1) { case 1: { const ${name} = 4; return ${inner()} } }`
    }
  }

  /** Writes a program whose constants use those before them. */
  program(): string {
    const constants = names.map((name, index) => {
      this.#known = names.slice(0, Math.max(1, index))
      const value = index === 0 ? `[${this.#choose(9)}]` : this.value(3)
      return this.#choose(4) === 0 ? `{ ${name}, ...rest${index} } = { ${name}: ${value}, z: 1 }` : `${name} = ${value}`
    })
    this.#known = names
    const declarations =
      this.#choose(3) === 0 ? `const ${constants.join(", ")};` : constants.map((one) => `const ${one};`).join("\n")
    return `${declarations}\nconst answer = () => [${this.value(4)}, a, b, c];`
  }
}

const choices = Arbitrary.schema(Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))))

describe("constants that are evaluated late", () => {
  it.effect("have the values that they have at once, whatever hides their names", () =>
    Effect.gen(function* () {
      let valid = 0
      const isSame = (tape: ReadonlyArray<number>): boolean => {
        const program = new Writer(tape).program()
        const expected = ran(program)
        // Such as one that takes a number apart.
        if (expected.startsWith("it throws")) return true
        valid++
        return ran(rewritten(program)) === expected
      }
      const found = yield* Arbitrary.checkEffect(choices, isSame, { seed: "late", runs: 1500, size: 60 })
      if (found._tag === "Falsified") {
        const program = new Writer(found.shrunkInput).program()
        assert.fail(`${program}\n\n${rewritten(program)}\n\n${ran(program)} and ${ran(rewritten(program))}`)
      }
      assert.strictEqual(found._tag, "Passed")
      assert.isAbove(valid, 500)
    })
  )

  it("are created once, and not unless they are used", () => {
    const code = `
      const made = [];
      const create = (name) => { made.push(name); return { name } };
      const one = create("one"), two = create("two");
      const { name: three } = create("three");
      const baseOf = (name) => { create(name); return Object };
      class Four extends baseOf("four") { self() { return new Four() instanceof Four } };
      const answer = () => [one === one, three === three, new Four().self(), made]
    `
    assert.strictEqual(ran(rewritten(code)), '[true,true,true,["one","three","four"]]')
  })

  it("of a class with something static are created at once, since it may name itself", () => {
    const code = `const base = () => Object; class One extends base() { static itself = One }; const answer = () => One.itself === One`
    assert.include(rewritten(code), "class One extends")
    assert.strictEqual(ran(rewritten(code)), "true")
  })

  it("cost no function where they cost nothing", () => {
    const code = 'const text = "a"; const add = (x) => x + 1; const id = function (x) { return x }; const plain = `b`;'
    assert.strictEqual(rewritten(code), code)
  })
})
