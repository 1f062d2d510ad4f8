// Machines, persons and publishers of two organisations call a gate over real sockets.
import { assert, it } from "@effect/vitest"
import * as Alone from "@hookline/fleet/Alone"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as Gate from "@hookline/fleet/Gate"
import type { Failure, Role } from "@hookline/fleet/Protocol"
import { Store } from "@hookline/fleet/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { question } from "./question.ts"

const tagOf = <A, R>(effect: Effect.Effect<A, Failure, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "no failure" })

/** A gate in this process, and clients of it by organisation, role and name. */
const fleet = Effect.gen(function* () {
  const context = yield* Layer.build(
    Gate.layer({ port: 0, tokenMillis: 0 }).pipe(Layer.provideMerge(Alone.layer({ file: ":memory:" })))
  )
  const { address } = Context.get(context, HttpServer)
  const port = "port" in address ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const store = Context.get(context, Store)
  const withToken = (token: string, layer: typeof FleetClient.layer = FleetClient.layer) =>
    Effect.map(Layer.build(layer({ url, token, limitMillis: 10_000 })), (client) => Context.get(client, FleetClient))
  const client = (organisation: string, role: Role, name: string, layer?: typeof FleetClient.layer) =>
    Effect.flatMap(store.addToken(organisation, role, name), (token) => withToken(token, layer))
  return { client, store, url, withToken }
})

const live = <E>(title: string, test: Effect.Effect<void, E>) => it.live(title, () => test)

live(
  "a gate shares the state of a session between machines of one organisation, and with no other",
  Effect.scoped(
    Effect.gen(function* () {
      const { client } = yield* fleet
      const one = yield* client("acme", "machine", "m1")
      const two = yield* client("acme", "machine", "m2", FleetClient.layerHttp)
      const other = yield* client("other", "machine", "m1")
      assert.strictEqual(yield* one.claim("s", "setup", "t1", 60_000), "Granted")
      assert.strictEqual(yield* two.claim("s", "setup", "t2", 60_000), "Taken")
      assert.isTrue(yield* one.settle("s", "setup", "t1", true))
      assert.strictEqual(yield* two.claim("s", "setup", "t2", 60_000), "Done")
      yield* one.skill("s", "t3", { name: "review", body: "{}" }, true)
      const attached = { marks: ["setup"], skills: [{ name: "review", body: "{}" }], policyVersion: 0 }
      assert.deepStrictEqual(yield* two.attach("s"), attached)
      assert.deepStrictEqual(yield* other.attach("s"), { marks: [], skills: [], policyVersion: 0 })
      assert.strictEqual(yield* other.claim("s", "setup", "t2", 60_000), "Granted")
      yield* other.end("s")
      assert.deepStrictEqual(yield* one.attach("s"), attached)
    })
  )
)

live(
  "a question of a machine is answered by a person of its organisation, and by no machine",
  Effect.scoped(
    Effect.gen(function* () {
      const { client } = yield* fleet
      const machine = yield* client("acme", "machine", "m1")
      const person = yield* client("acme", "person", "ann")
      const stranger = yield* client("other", "person", "eve")
      const asking = yield* Effect.forkChild(machine.ask(question("q"), "t1"), { startImmediately: true })
      const open = yield* person.questions.pipe(
        Stream.filter((questions) => questions.length > 0),
        Stream.take(1),
        Stream.runCollect
      )
      assert.deepStrictEqual(
        open.flat().map(({ id, machine }) => ({ id, machine })),
        [{ id: "q", machine: "m1" }]
      )
      assert.strictEqual(yield* tagOf(machine.answer("q", "Allow once")), "Refused")
      assert.strictEqual(yield* tagOf(Stream.runDrain(machine.questions)), "Refused")
      assert.strictEqual(yield* tagOf(stranger.answer("q", "Allow once")), "Refused")
      assert.deepStrictEqual([...(yield* Stream.runCollect(Stream.take(stranger.questions, 1)))].flat(), [])
      const answered = yield* person.answer("q", "Allow once")
      assert.deepInclude(answered, { answer: "Allow once", by: "ann", isDefault: false })
      assert.deepStrictEqual(yield* Fiber.join(asking), answered)
      assert.deepStrictEqual(yield* person.answer("q", "Deny"), answered)
      const late = yield* machine.ask(question("unanswered", 200), "t2")
      assert.deepInclude(late, { answer: "deny", isDefault: true })
      // Each role does what is its own.
      assert.strictEqual(yield* tagOf(person.attach("s")), "Refused")
      assert.strictEqual(yield* tagOf(person.ask(question("own"), "t3")), "Refused")
      assert.strictEqual(yield* tagOf(machine.publish({ version: 1, body: "", signature: "" })), "Refused")
    })
  )
)

live(
  "a policy reaches listeners of its organisation once it is published, and a joining machine",
  Effect.scoped(
    Effect.gen(function* () {
      const { client } = yield* fleet
      const machine = yield* client("acme", "machine", "m1")
      const publisher = yield* client("acme", "publisher", "ci")
      const signed = (version: number) => ({ version, body: `{"v":${version}}`, signature: "s" })
      const listening = yield* Effect.forkChild(Stream.runCollect(Stream.take(machine.policies(1), 2)), {
        startImmediately: true
      })
      yield* publisher.publish(signed(1))
      yield* publisher.publish(signed(2))
      const first = yield* Stream.runCollect(Stream.take(machine.policies(1), 1))
      assert.deepStrictEqual([...first], [signed(2)])
      yield* Effect.sleep("2500 millis")
      yield* publisher.publish(signed(3))
      assert.deepStrictEqual([...(yield* Fiber.join(listening))], [signed(2), signed(3)])
      assert.strictEqual(yield* tagOf(publisher.publish(signed(2))), "Refused")
      assert.strictEqual((yield* machine.status).policyVersion, 3)
    })
  )
)

live(
  "a call without a valid token, beyond the limits or without a gate is a tagged failure",
  Effect.scoped(
    Effect.gen(function* () {
      const { client, store, withToken } = yield* fleet
      for (const layer of [FleetClient.layer, FleetClient.layerHttp]) {
        const unknown = yield* withToken("hookline_machine_unknown", layer)
        assert.strictEqual(yield* tagOf(unknown.attach("s")), "Refused")
      }
      const machine = yield* client("acme", "machine", "m1")
      for (const session of ["", "x".repeat(513), "a\0b", "\uD800"]) {
        assert.strictEqual(yield* tagOf(machine.attach(session)), "Refused")
      }
      assert.strictEqual(yield* tagOf(machine.attach("s")), "no failure")
      yield* store.revokeToken("acme", "m1")
      assert.strictEqual(yield* tagOf(machine.attach("s")), "Refused")
      // Nothing listens on port 1.
      for (const layer of [FleetClient.layer, FleetClient.layerHttp]) {
        const client = yield* Layer.build(layer({ url: "http://127.0.0.1:1", token: "t", limitMillis: 500 }))
        assert.strictEqual(yield* tagOf(Context.get(client, FleetClient).attach("s")), "Unreached")
      }
    })
  )
)

live(
  "streams and questions of a token end after it was revoked, and those of others go on",
  Effect.scoped(
    Effect.gen(function* () {
      const { client, store } = yield* fleet
      const machine = yield* client("acme", "machine", "m1")
      const other = yield* client("acme", "machine", "m2")
      const person = yield* client("acme", "person", "ann")
      const ends = yield* Effect.forEach(
        [
          Stream.runDrain(machine.policies(0)),
          Stream.runDrain(person.questions),
          Stream.runDrain(other.policies(0)),
          machine.ask(question("q1"), "t1"),
          other.ask(question("q2"), "t2")
        ],
        (stream) => Effect.forkChild(tagOf(stream), { startImmediately: true })
      )
      yield* Effect.sleep("500 millis")
      yield* store.revokeToken("acme", "m1")
      yield* store.revokeToken("acme", "ann")
      const [first, second, third, fourth, fifth] = ends
      assert.isDefined(first)
      assert.isDefined(second)
      assert.isDefined(fourth)
      for (const end of [first, second, fourth]) assert.strictEqual(yield* Fiber.join(end), "Refused")
      for (const end of [third, fifth]) assert.isUndefined(end?.pollUnsafe())
    })
  )
)
