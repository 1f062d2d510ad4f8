// Derived faults: what each operator changes, and by which symbols the mutants are addressed.
import { assert, describe, it } from "@effect/vitest"
import { derive, sample } from "../mutate/derive.ts"
import { applied } from "../mutate/Edit.ts"
import { isFault } from "../mutate/Mutant.ts"
import type { OperatorName } from "../mutate/operators.ts"
import { make, readAll } from "../mutate/Source.ts"

const sourceOf = (text: string) => make("packages/sample/src/Sample.ts", text, "sample")

const derived: ReadonlyArray<readonly [operator: OperatorName, text: string, mutated: ReadonlyArray<string>]> = [
  ["negate", "if (!a) b()", ["if (a) b()"]],
  ["drop-left", "x = a && (b || c)", ["x = (b || c)", "x = a && (c)"]],
  ["drop-right", "x = a ?? {}", ["x = a"]],
  ["flip-equality", "x = (a) === b", ["x = (a) !== b"]],
  ["shift-bound", "x = a < b", ["x = a <= b"]],
  ["remove-call", "if (a) void b(); else await c()", ["if (a) ; else await c()", "if (a) void b(); else ;"]],
  ["remove-yield", "function* f() { yield* check }", ["function* f() { ; }"]],
  ["remove-assignment", "a = b", [";"]],
  ["remove-guard", "for (const a of b) { if (a) continue; c() }", ["for (const a of b) { ; c() }"]],
  ["return-early", "const f = (): boolean => a", ["const f = (): boolean => true", "const f = (): boolean => false"]],
  ["return-early", "function f(): void { a() }", ["function f(): void { return undefined; a() }"]],
  ["drop-handler", "x = Effect.ensuring(a, b)", ["x = a"]],
  ["drop-handler", "x = a.pipe(b, Effect.catch(c), d)", ["x = a.pipe(b, d)"]],
  ["drop-handler", "try { a() } catch { b() }", ["{ a() }"]],
  ["empty", "x = [a, {}]", ["x = []"]],
  ["drop-entry", "x = { ...a, b }", ["x = { b }"]],
  ["drop-entry", "x = [a, ...b]", ["x = [...b]", "x = [a]"]],
  [
    "swap-word",
    'x = { _tag: "Found", when: "onDeny" }',
    ['x = { _tag: "NotFound", when: "onDeny" }', 'x = { _tag: "Found", when: "never" }']
  ],
  ["flip-boolean", "x = true", ["x = false"]],
  ["off-by-one", "x = 0o17", ["x = 16"]]
]

describe("the operators", () => {
  for (const [operator, text, mutated] of derived) {
    it(`${operator} changes ${text}`, () => {
      const found = derive([sourceOf(text)]).filter(({ id }) => id.split("/").at(-2) === operator)
      assert.deepStrictEqual(found.map(({ edit }) => applied(text, edit)).toSorted(), mutated.toSorted())
    })
  }

  it("leave types and imports alone", () => {
    const text =
      'import { a } from "Deny"\nexport type A = { readonly _tag: "Deny"; readonly n: 1 }\nexport * from "Ask"'
    assert.deepStrictEqual(derive([sourceOf(text)]), [])
  })

  it("address a mutant by its symbol, also when it moves to another folder and line", () => {
    const text = "export const f = () => {\n  const isDenied = a === b\n  return isDenied && a === c\n}\n"
    const moved = make("packages/sample/src/internal/Sample.ts", `// Moved.\n\n${text}`, "sample")
    const ids = derive([sourceOf(text)]).map(({ id }) => id)
    assert.include(ids, "sample/Sample.f.isDenied/flip-equality/1")
    assert.include(ids, "sample/Sample.f/flip-equality/1")
    assert.deepStrictEqual(
      derive([moved]).map(({ id }) => id),
      ids
    )
  })

  it("derive from the sources what parses and differs, always the same", () => {
    const mutants = derive(readAll(["schema"]))
    const chosen = sample(mutants, 200, "seed")
    assert.strictEqual(chosen.length, 200)
    assert.strictEqual(new Set(mutants.map(({ id }) => id)).size, mutants.length)
    assert.deepStrictEqual(
      chosen.filter((mutant) => !isFault(mutant)),
      []
    )
    assert.deepStrictEqual(sample(mutants.toReversed(), 200, "seed"), chosen)
  })
})
