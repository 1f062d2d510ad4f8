import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fitsOf } from "../../src/format/FastCheck.ts"
import { plansOf, readEvent } from "../../src/format/wire/readEvent.ts"
import { bare } from "./wire/reading.ts"

class Instance {
  readonly field = 1
}

/** One value of every kind, beside arbitrary ones. */
const kinds = [
  "",
  0,
  -0,
  1.5,
  Number.NaN,
  Infinity,
  1n,
  true,
  {},
  [],
  [1],
  null,
  undefined,
  Symbol(),
  () => 1,
  new Date(0),
  new Map(),
  new Instance(),
  Object.create(null)
]

const agree = (value: unknown) => {
  for (const name of HookEvent.names) {
    for (const [field, schema] of Object.entries<Schema.Constraint>(HookEvent.cases[name].fields)) {
      assert.strictEqual(fitsOf(schema)(value), Schema.is(schema)(value), `${name}.${field}`)
    }
  }
}

describe("FastCheck", () => {
  it("says of every kind of value what the schema says", () => {
    for (const value of kinds) agree(value)
  })

  it.prop("says of any value what the schema says", [Schema.Unknown], ([value]) => agree(value), {
    arbitrary: { runs: 40, size: 10 }
  })

  it("does not take a value for fitting that it can't judge", () => {
    assert.isFalse(fitsOf(Schema.NonEmptyString)(""))
    assert.isFalse(fitsOf(Schema.Record(Schema.String, Schema.Finite))({ a: "b" }))
    assert.isFalse(fitsOf(Schema.Number)("1"))
    assert.isFalse(fitsOf(Schema.Struct({ a: Schema.String }))({}))
    const openStruct = Schema.StructWithRest(Schema.Struct({ a: Schema.String }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ])
    assert.isFalse(fitsOf(openStruct)({}))
    assert.isTrue(fitsOf(openStruct)({ a: "", b: 1 }))
    assert.isFalse(fitsOf(Schema.Union([Schema.Finite, Schema.Literal("a")]))("b"))
  })

  /** Null says as little as nothing, in the calls of a batch too: the schema alone does not know that. */
  const said = (event: HookEvent.HookEvent): HookEvent.HookEvent =>
    event._tag === "PostToolBatch"
      ? {
          ...event,
          toolCalls: event.toolCalls.map(({ toolResponse, ...call }) =>
            toolResponse === null || toolResponse === undefined ? call : { ...call, toolResponse }
          )
        }
      : event

  it.prop(
    "lets an event pass just where its case decodes",
    [
      Schema.Literals(HookEvent.names),
      Arbitrary.schema(HookEvent.HookEvent),
      Schema.Record(Schema.String, Schema.Unknown)
    ],
    ([name, event, others]) => {
      const plan = plansOf({})(name)
      const fields: Readonly<Record<string, unknown>> = { ...others, ...said(event), _tag: name }
      const payload = Object.fromEntries(plan.table.fields.map(({ field }) => [field, fields[field]]))
      const gathered = Object.fromEntries(
        plan.table.fields.flatMap(({ field, preset }): ReadonlyArray<readonly [string, unknown]> => {
          const value = payload[field] ?? preset
          return value === undefined ? [] : [[field, value]]
        })
      )
      const read = readEvent(plan, payload, undefined)
      const decoded = plan.decode({ _tag: name, ...gathered })
      assert.strictEqual(read._tag, decoded._tag)
      if (Result.isSuccess(read) && Result.isSuccess(decoded)) {
        assert.deepStrictEqual(bare(read.success), bare(decoded.success))
      }
    }
  )
})
