// The statements of a fleet have their effect once, on each database.
import { assert, it } from "@effect/vitest"
import * as chain from "@hookline/coordinator/kit/audit/internal/chain"
import type { Failure } from "@hookline/fleet/Protocol"
import { Store } from "@hookline/fleet/Store"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { onDatabases } from "./databases.ts"
import { question } from "./question.ts"

let count = 0
const fresh = (name: string): string => `${name}-${count++}`
const session = () => ({ organisation: "acme", session: fresh("session") })

/** The tag of a failure, where there has to be one. */
const failure = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "no failure" })

/** Lines of a log, as a machine writes them. */
const linesOf = (writer: string, count: number): ReadonlyArray<string> => {
  let link = chain.genesis(writer)
  return Array.from({ length: count }, (_, index) => {
    const entry = { _tag: "Event", event: "PreToolUse", session: "s1", verdict: index % 2 === 0 ? "Allow" : "Deny" }
    const next = chain.append(link, `"at":${1000 + index},"entry":${JSON.stringify(entry)}`)
    link = next.link
    return next.line
  })
}

onDatabases("Store", ({ store: layer }) => {
  const live = (title: string, test: Effect.Effect<void, Failure | SqlError, SqlClient | Store>) =>
    it.live(title, () => Effect.provide(test, layer))

  live(
    "grants a claim to one token, again to that token, and is done once it is settled",
    Effect.gen(function* () {
      const { claim, has, settle } = yield* Store
      const at = session()
      const claims = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) => claim(at, "setup", `t${index}`, 60_000)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(claims.filter((one) => one === "Granted").length, 1)
      const holder = `t${claims.indexOf("Granted")}`
      assert.strictEqual(yield* claim(at, "setup", holder, 60_000), "Granted")
      assert.isFalse(yield* has(at, "setup"))
      assert.isTrue(yield* settle(at, "setup", holder, true))
      assert.isTrue(yield* settle(at, "setup", holder, true))
      assert.strictEqual(yield* claim(at, "setup", holder, 60_000), "Done")
      assert.strictEqual(yield* claim({ ...at, organisation: "other" }, "setup", holder, 60_000), "Granted")
    })
  )

  live(
    "gives a claim whose lease is over to the next, and its late holder releases nothing",
    Effect.gen(function* () {
      const { claim, has, settle } = yield* Store
      const at = session()
      assert.strictEqual(yield* claim(at, "setup", "a", 0), "Granted")
      assert.strictEqual(yield* claim(at, "setup", "b", 60_000), "Granted")
      assert.isFalse(yield* settle(at, "setup", "a", false))
      assert.strictEqual(yield* claim(at, "setup", "c", 60_000), "Taken")
      assert.isFalse(yield* settle(at, "setup", "a", true))
      assert.isTrue(yield* has(at, "setup"))
      assert.isFalse(yield* settle(at, "setup", "b", false))
      assert.strictEqual(yield* claim(at, "setup", "c", 60_000), "Done")
    })
  )

  live(
    "lets the next one claim what failed",
    Effect.gen(function* () {
      const { claim, settle } = yield* Store
      const at = session()
      yield* claim(at, "setup", "a", 60_000)
      assert.isTrue(yield* settle(at, "setup", "a", false))
      assert.strictEqual(yield* claim(at, "setup", "b", 60_000), "Granted")
    })
  )

  live(
    "marks once, for the token that did, and forgets a session as a whole",
    Effect.gen(function* () {
      const { attach, end, has, mark, skill, unmark } = yield* Store
      const at = session()
      assert.isTrue(yield* mark(at, "a", "t1"))
      assert.isTrue(yield* mark(at, "a", "t1"))
      assert.isFalse(yield* mark(at, "a", "t2"))
      assert.isTrue(yield* unmark(at, "a"))
      assert.isFalse(yield* unmark(at, "a"))
      yield* mark(at, "b", "t3")
      const one = { name: "one", body: "{}" }
      yield* skill(at, "o1", one, true)
      yield* skill(at, "o1", one, true)
      yield* skill(at, "o2", { name: "two", body: "2" }, true)
      yield* skill(at, "o3", one, true)
      yield* skill(at, "c1", one, false)
      yield* skill(at, "c1", one, false)
      assert.deepStrictEqual(yield* attach(at), {
        marks: ["b"],
        skills: [one, { name: "two", body: "2" }],
        policyVersion: 0
      })
      assert.deepStrictEqual((yield* attach({ ...at, organisation: "other" })).marks, [])
      yield* end(at)
      assert.deepStrictEqual(yield* attach(at), { marks: [], skills: [], policyVersion: 0 })
      assert.isFalse(yield* has(at, "b"))
    })
  )

  live(
    "counts the first answer of a question, for all that ask it",
    Effect.gen(function* () {
      const { answer, ask, question: read, questions, received } = yield* Store
      const [organisation, id] = [fresh("org"), fresh("q")]
      const state = yield* ask(organisation, "m1", question(id, 60_000), "t1")
      assert.isUndefined(state.answered)
      assert.isAbove(state.leftMillis, 30_000)
      const joined = yield* ask(organisation, "m2", question(id, 600_000), "t2")
      assert.isAtMost(joined.leftMillis, 60_000)
      assert.deepStrictEqual(
        (yield* questions(organisation)).map(({ id, machine, options }) => ({ id, machine, options })),
        [{ id, machine: "m1", options: ["Allow once", "Deny"] }]
      )
      assert.deepStrictEqual(yield* questions("other"), [])
      const answers = yield* Effect.all(
        [answer(organisation, id, "Allow once", "ann"), answer(organisation, id, "Deny", "bob")],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers[0], answers[1])
      // The asking that died before it received the answer asks again.
      assert.deepStrictEqual((yield* ask(organisation, "m1", question(id, 60_000), "t3")).answered, answers[0])
      assert.deepStrictEqual((yield* read(organisation, id))?.answered, answers[0])
      yield* received(organisation, id, "t3")
      assert.deepStrictEqual((yield* ask(organisation, "m1", question(id, 60_000), "t3")).answered, answers[0])
      // An answer is for one asking: a grant that was received is none for the next one.
      assert.isUndefined((yield* ask(organisation, "m1", question(id, 60_000), "t4")).answered)
      assert.strictEqual(yield* failure(answer("other", id, "Allow once", "eve")), "Refused")
    })
  )

  const plantedFields = { session: "s2", by: "other", prompt: "Hello?", options: ["Allow"], default: "allow" as const }
  for (const field of ["session", "by", "prompt", "options", "default"] as const) {
    live(
      `gives the answer of a question to none with its id and another ${field}, whichever is asked first`,
      Effect.gen(function* () {
        const { answer, ask, question: read, received } = yield* Store
        const [organisation, id] = [fresh("org"), fresh("q")]
        const meant = question(id, 60_000)
        const planted = { ...meant, [field]: plantedFields[field] }
        // Planted before the question is asked, and answered by an approver who has read what was planted.
        yield* ask(organisation, "m2", planted, "t1")
        assert.strictEqual(yield* failure(ask(organisation, "m1", meant, "t2")), "Refused")
        yield* answer(organisation, id, "Allow once", "ann")
        assert.strictEqual(yield* failure(ask(organisation, "m1", meant, "t2")), "Refused")
        assert.strictEqual(yield* failure(read(organisation, id, meant)), "Refused")
        // Planted after the answer was received by another asking, while this one waits for it.
        yield* received(organisation, id, "t1")
        assert.isUndefined((yield* ask(organisation, "m1", meant, "t3")).answered)
        yield* answer(organisation, id, "Deny", "ann")
        yield* received(organisation, id, "t3")
        yield* ask(organisation, "m2", planted, "t4")
        yield* answer(organisation, id, "Allow once", "ann")
        assert.strictEqual(yield* failure(read(organisation, id, meant)), "Refused")
        assert.strictEqual((yield* read(organisation, id, planted))?.answered?.answer, "Allow once")
      })
    )
  }

  live(
    "answers with the default after the deadline, and no late answer changes that",
    Effect.gen(function* () {
      const { answer, ask, question: read, sweep } = yield* Store
      const [organisation, id, swept] = [fresh("org"), fresh("q"), fresh("q")]
      for (const one of [id, swept]) yield* ask(organisation, "m1", question(one, 60_000), "t1")
      const sql = yield* SqlClient
      yield* sql`UPDATE fleet_questions SET deadline = 1 WHERE org = ${organisation}`
      const late = yield* answer(organisation, id, "Allow once", "ann")
      assert.deepStrictEqual([late.answer, late.isDefault], ["deny", true])
      assert.deepStrictEqual((yield* ask(organisation, "m1", question(id, 1), "t1")).answered, late)
      const { overdue } = yield* sweep({ questionMillis: 1e14, sessionMillis: 60_000 })
      assert.deepInclude(overdue, { organisation, id: swept })
      assert.strictEqual((yield* read(organisation, swept))?.answered?.answer, "deny")
      // Asked by another asking it is a new question.
      assert.isUndefined((yield* ask(organisation, "m1", question(id, 60_000), "t2")).answered)
    })
  )

  live(
    "publishes versions that only rise",
    Effect.gen(function* () {
      const { attach, policy, publish } = yield* Store
      const organisation = fresh("org")
      const signed = (version: number, body = "{}") => ({ version, body, signature: "s" })
      yield* publish(organisation, signed(2), "ann")
      yield* publish(organisation, signed(2), "ann")
      for (const one of [signed(1), signed(2, "other")]) {
        assert.strictEqual(yield* failure(publish(organisation, one, "ann")), "Refused")
      }
      yield* publish(organisation, signed(10), "ann")
      assert.deepStrictEqual(yield* policy(organisation), signed(10))
      assert.deepStrictEqual(yield* policy(organisation, 2), signed(2))
      assert.isUndefined(yield* policy("other"))
      assert.strictEqual((yield* attach({ organisation, session: "s" })).policyVersion, 10)
    })
  )

  live(
    "keeps the lines of a log once and in order, and refuses those that break the chain",
    Effect.gen(function* () {
      const { audit, record, status, writers } = yield* Store
      const organisation = fresh("org")
      const lines = linesOf("log", 10)
      const send = (some: ReadonlyArray<string>, writer = "log") => record(organisation, "m1", writer, some)
      assert.strictEqual(yield* send([]), 0)
      assert.strictEqual(yield* send(lines.slice(2, 4)), 0)
      assert.strictEqual(yield* send(lines.slice(0, 4)), 4)
      assert.strictEqual(yield* send(lines.slice(0, 4)), 4)
      assert.strictEqual(yield* send(lines.slice(2, 7)), 7)
      const both = yield* Effect.all([send(lines.slice(7)), send(lines.slice(7))], { concurrency: "unbounded" })
      assert.deepStrictEqual(both, [10, 10])
      const other = linesOf("another", 12)
      const forged = lines.map((line) => line.replace("Deny", "Pass"))
      const broken = [other.slice(10), other.slice(0, 3), forged.slice(9), [lines[0] ?? "", lines[2] ?? ""]]
      for (const some of broken) assert.strictEqual(yield* failure(send(some)), "Refused")
      const kept = yield* audit(organisation)
      assert.deepStrictEqual(
        kept.map(({ line }) => line),
        lines
      )
      assert.deepInclude(kept[1], {
        machine: "m1",
        n: 2,
        at: 1001,
        session: "s1",
        event: "PreToolUse",
        verdict: "Deny"
      })
      const [page] = [yield* audit(organisation, { session: "s1", after: { machine: "m1", writer: "log", n: 8 } })]
      assert.deepStrictEqual(
        page.map(({ n }) => n),
        [9, 10]
      )
      assert.deepStrictEqual(
        (yield* writers(organisation)).map(({ n }) => n),
        [10]
      )
      assert.strictEqual((yield* status(organisation)).auditRecords, 10)
      const sql = yield* SqlClient
      const apart = yield* sql`SELECT reason FROM fleet_audit_refused WHERE org = ${organisation}`
      assert.strictEqual(apart.length, broken.length)
    })
  )

  live(
    "knows tokens by their hash, until they are revoked",
    Effect.gen(function* () {
      const { addToken, holder, revokeToken, tokens } = yield* Store
      const organisation = fresh("org")
      const token = yield* addToken(organisation, "machine", "m1")
      const info = yield* holder(token)
      assert.deepInclude(info, { organisation, role: "machine", name: "m1" })
      assert.strictEqual(yield* failure(addToken(organisation, "person", "m1")), "Refused")
      assert.strictEqual(yield* failure(addToken(organisation, "person", "a b")), "Refused")
      assert.isUndefined(yield* holder(`${token}x`))
      const sql = yield* SqlClient
      const rows = yield* sql`SELECT * FROM fleet_tokens WHERE org = ${organisation}`
      assert.notInclude(JSON.stringify(rows), token)
      assert.isTrue(yield* revokeToken(organisation, "m1"))
      assert.isFalse(yield* revokeToken(organisation, "m1"))
      assert.isUndefined(yield* holder(token))
      yield* addToken(organisation, "person", "m1")
      assert.deepStrictEqual(
        (yield* tokens(organisation)).map(({ revokedAt, role }) => ({ role, isRevoked: revokedAt !== undefined })),
        [
          { role: "machine", isRevoked: true },
          { role: "person", isRevoked: false }
        ]
      )
    })
  )

  live(
    "sweeps sessions as a whole, once all of them is old",
    Effect.gen(function* () {
      const { attach, mark, skill, sweep } = yield* Store
      const [old, half] = [session(), session()]
      for (const at of [old, half]) yield* mark(at, "a", "t")
      yield* Effect.sleep("1200 millis")
      yield* skill(half, "t", { name: "one", body: "" }, true)
      yield* sweep({ questionMillis: 60_000, sessionMillis: 1000 })
      assert.deepStrictEqual((yield* attach(old)).marks, [])
      assert.deepStrictEqual((yield* attach(half)).marks, ["a"])
    })
  )
})
