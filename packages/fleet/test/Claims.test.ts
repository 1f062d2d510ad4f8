// Any interleaving of claims, settles and ends of leases by several machines equals a sequence in which a hook is done at
// most once and is not skipped undone. Calls are sent again at random, as after a reply that did not arrive.
import { assert, it } from "@effect/vitest"
import { Store } from "@hookline/fleet/Store"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { onDatabases } from "./databases.ts"

const machine = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const isAgain = Schema.Boolean

const Step = Schema.TaggedUnion({
  Claim: { machine, isAgain },
  Settle: { machine, isDone: Schema.Boolean, isAgain },
  LeaseEnd: {}
})

const steps = Arbitrary.schema(Schema.Array(Step).check(Schema.isMinLength(1), Schema.isMaxLength(24)))

let count = 0

/** Plays the steps, and compares each result with the model of a mark. */
const play = Effect.fnUntraced(function* (sequence: ReadonlyArray<typeof Step.Type>) {
  const store = yield* Store
  const sql = yield* SqlClient
  const at = { organisation: "acme", session: `claims-${count++}` }
  let holder: string | undefined
  let isOver = false
  let isDone = false
  let doneInTime = 0
  // Each machine claims with a new token after it settled, as for another event.
  const events = [0, 0, 0, 0]
  const tokenOf = (machine: number) => `m${machine}-${events[machine]}`
  for (const step of sequence) {
    if (step._tag === "LeaseEnd") {
      yield* sql`UPDATE fleet_marks SET until = 1 WHERE session = ${at.session} AND until IS NOT NULL`
      isOver = holder !== undefined
      continue
    }
    const token = tokenOf(step.machine)
    if (step._tag === "Claim") {
      const isFree = holder === undefined || isOver || holder === token
      const expected = isDone ? "Done" : isFree ? "Granted" : "Taken"
      const times = step.isAgain ? 2 : 1
      for (let time = 0; time < times; time++) {
        assert.strictEqual(yield* store.claim(at, "once", token, 3_600_000), expected)
      }
      if (expected === "Granted") {
        holder = token
        isOver = false
      }
      continue
    }
    const isHolder = holder === token
    const isRowThere = holder !== undefined
    const result = yield* store.settle(at, "once", token, step.isDone)
    if (step.isDone) {
      assert.strictEqual(result, isHolder)
      if (isHolder && !isDone) doneInTime += 1
      if (isRowThere) isDone = true
      if (step.isAgain) assert.strictEqual(yield* store.settle(at, "once", token, true), result)
    } else {
      assert.strictEqual(result, isHolder && !isDone)
      if (result) holder = undefined
      if (step.isAgain) assert.isFalse(yield* store.settle(at, "once", token, false))
    }
    assert.strictEqual(yield* store.has(at, "once"), isDone)
    assert.isAtMost(doneInTime, 1)
    events[step.machine] = (events[step.machine] ?? 0) + 1
  }
})

/** Machines at the same time: of those that are granted one, each runs the hook, and fails or is done. */
const race = Effect.fnUntraced(function* (fails: ReadonlyArray<boolean>) {
  const store = yield* Store
  const at = { organisation: "acme", session: `claims-${count++}` }
  let running = 0
  let done = 0
  const run = Effect.fnUntraced(function* (willFail: boolean, index: number) {
    const token = `m${index}`
    for (;;) {
      const claimed = yield* store.claim(at, "once", token, 3_600_000)
      if (claimed === "Done") {
        assert.strictEqual(done, 1)
        return
      }
      if (claimed === "Granted") {
        running += 1
        assert.strictEqual(running, 1)
        yield* Effect.yieldNow
        if (!willFail) done += 1
        running -= 1
        assert.isTrue(yield* store.settle(at, "once", token, !willFail))
        return
      }
      yield* Effect.sleep("5 millis")
    }
  })
  yield* Effect.forEach(fails, run, { concurrency: "unbounded", discard: true })
  assert.strictEqual(done, fails.every((one) => one) ? 0 : 1)
})

onDatabases("Claims", ({ name, store }) => {
  const runs = name === "SQLite" ? 300 : 40
  it.live(`equal a sequence in which a hook is done once`, () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Store | SqlClient>()
      const checked = yield* Arbitrary.checkEffect(
        steps,
        (one) => Effect.as(Effect.provideContext(play(one), context), true),
        { runs }
      )
      assert.strictEqual(checked._tag, "Passed", Arbitrary.formatCheckFailure(checked))
    }).pipe(Effect.provide(store))
  )

  it.live("of machines at the same time run a hook one after the other, until it is done", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 5; round++) {
        yield* race(Array.from({ length: 8 }, (_, index) => (index * 7 + round) % 3 === 0))
      }
      yield* race([true, true, true])
    }).pipe(Effect.provide(store))
  )
})
