// The policy of an organisation on its machines: only what it signed, never an older version, and none lost silently.
import { assert, describe, it } from "@effect/vitest"
import type { Managing } from "@hookline/core/ManagedPolicy"
import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
import { type Calls, FleetClient } from "@hookline/fleet/FleetClient"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import { TestProject } from "@hookline/testing"
import { makeKeys, sign } from "@hookline/fleet/PolicySignature"
import { type Signed, Unreached } from "@hookline/fleet/Protocol"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clientOf, newOrganisation, onGates } from "./gates.ts"

const keys = makeKeys()
const others = makeKeys()

const bodyOf = (name: string) => JSON.stringify({ hooks: [{ dialect: "claude", name, text: "{}" }] })
const signedBy = (
  privateKey: string,
  organisation: string,
  version: number,
  body = bodyOf(`v${version}.json`)
): Signed => Result.getOrThrow(sign(privateKey, { organisation, version, body }))
const signed = (version: number, body?: string): Signed => signedBy(keys.privateKey, "acme", version, body)

const folderIn = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "hookline-policies-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)
const optionsIn = (folder: string, organisation = "acme"): FleetPolicies.Options => ({
  organisation,
  publicKeys: [others.publicKey, keys.publicKey],
  folder
})

/** A fleet that sends what the test puts into it, or is away. */
const fleet = Effect.gen(function* () {
  const queue = yield* Queue.unbounded<Signed>()
  const away: Pick<Calls, "policies"> = {
    policies: () => Stream.fail(new Unreached({ reason: "The fleet is away." }))
  }
  return { queue, calls: { policies: () => Stream.fromQueue(queue) } satisfies Pick<Calls, "policies">, away }
})

const versionOf = (managing: Managing) =>
  Effect.match(managing.current, {
    onSuccess: (policies) => policies.map(({ version }) => version).join(),
    onFailure: ({ message }) => message
  })
const problemsOf = ({ problems }: Managing) => (problems === undefined ? [] : [...problems()])
const settle = Effect.gen(function* () {
  for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
})

const filesIn = (folder: string) => fs.readdirSync(join(folder, "policy")).toSorted()
const versionFile = (version: number) => `policy-${String(version).padStart(10, "0")}`
const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.scoped(effect)

describe("FleetPolicies", () => {
  it.effect("a version is in force as soon as it arrives, and its listeners are called", () =>
    scoped(
      Effect.gen(function* () {
        const folder = yield* folderIn
        const { calls, queue } = yield* fleet
        const managing = yield* FleetPolicies.make(calls, optionsIn(folder))
        let changes = 0
        yield* managing.watch?.(() => void (changes += 1)) ?? Effect.void
        yield* Queue.offer(queue, signed(1))
        yield* settle
        const [policy] = yield* managing.current
        assert.deepStrictEqual(policy, {
          organisation: "acme",
          version: "1",
          hooks: [{ dialect: "claude", name: "v1.json", text: "{}" }]
        })
        yield* Queue.offerAll(queue, [signed(2), signed(2), signed(5)])
        yield* settle
        assert.strictEqual(yield* versionOf(managing), "5")
        assert.deepStrictEqual([changes, problemsOf(managing)], [3, []])
        // Only the newest is kept, and only its user reads it.
        assert.deepStrictEqual(filesIn(folder), [versionFile(5), "seen-0000000005"])
        for (const name of filesIn(folder))
          assert.strictEqual(fs.statSync(join(folder, "policy", name)).mode & 0o777, 0o600)
        assert.strictEqual(fs.statSync(join(folder, "policy")).mode & 0o777, 0o700)
      })
    )
  )

  const refusals: ReadonlyArray<readonly [string, Signed, RegExp]> = [
    ["an older version", signed(6), /older than version 7/],
    ["another policy of the same version", signed(7, bodyOf("other.json")), /another policy/],
    ["a version of another organisation", signedBy(keys.privateKey, "other", 9), /signature is not valid/],
    ["a version by another key", signedBy(makeKeys().privateKey, "acme", 9), /signature is not valid/],
    ["a version without a signature", { version: 9, body: bodyOf("v"), signature: "" }, /signature is not valid/],
    ["a changed body", { ...signed(9), body: `{"hooks":[]}` }, /signature is not valid/],
    ["a raised version", { ...signed(6), version: 9 }, /signature is not valid/],
    ["a body that is no JSON", signed(9, "{"), /is no policy/],
    ["a body without hooks", signed(9, "{}"), /is no policy[\s\S]*hooks/],
    ["a body with an unknown field", signed(9, `{"hooks":[],"guards":[]}`), /is no policy[\s\S]*guards/]
  ]
  for (const [what, wrong, why] of refusals) {
    it.effect(`${what} is refused and reported once, and the last valid version stays`, () =>
      scoped(
        Effect.gen(function* () {
          const folder = yield* folderIn
          const { away, calls, queue } = yield* fleet
          const scope = yield* Scope.make()
          const managing = yield* Scope.provide(FleetPolicies.make(calls, optionsIn(folder)), scope)
          yield* Queue.offer(queue, signed(7))
          yield* settle
          yield* Queue.offerAll(queue, [wrong, wrong])
          yield* settle
          assert.strictEqual(yield* versionOf(managing), "7")
          const problems = problemsOf(managing)
          assert.lengthOf(problems, 1)
          assert.match(problems[0] ?? "", why)
          assert.match(problems[0] ?? "", /Version 7 stays in force/)
          yield* Queue.offer(queue, signed(10))
          yield* settle
          assert.deepStrictEqual([yield* versionOf(managing), problemsOf(managing)], ["10", []])
          yield* Scope.close(scope, Exit.void)
          // After a restart, too: from a gate that has not seen the newer one, and from none.
          const later = yield* FleetPolicies.make(calls, optionsIn(folder))
          yield* Queue.offer(queue, wrong)
          yield* settle
          assert.strictEqual(yield* versionOf(later), "10")
          assert.strictEqual(yield* versionOf(yield* FleetPolicies.make(away, optionsIn(folder))), "10")
        })
      )
    )
  }

  it.effect(
    "the file does not count where it was changed, is older than the highest version, or is another user's to write",
    () =>
      scoped(
        Effect.gen(function* () {
          const folder = yield* folderIn
          const { away, calls, queue } = yield* fleet
          const write = (version: number, text: string) =>
            fs.writeFileSync(join(folder, "policy", versionFile(version)), text, { mode: 0o600 })
          const restarted = Effect.gen(function* () {
            const managing = yield* FleetPolicies.make(away, optionsIn(folder))
            return [yield* versionOf(managing), problemsOf(managing).join(" ")] as const
          })
          yield* FleetPolicies.make(calls, optionsIn(folder))
          yield* Queue.offer(queue, signed(7))
          yield* settle
          const whole = fs.readFileSync(join(folder, "policy", versionFile(7)), "utf8")
          assert.deepStrictEqual(yield* restarted, ["7", ""])
          // An older file is put back.
          fs.rmSync(join(folder, "policy", versionFile(7)))
          write(6, JSON.stringify(signed(6)))
          const [older, aboutOlder] = yield* restarted
          assert.match(older, /no valid version/)
          assert.match(aboutOlder, /older than version 7/)
          fs.rmSync(join(folder, "policy", versionFile(6)))
          for (const text of [
            whole.replace("v7.json", "v8.json"),
            JSON.stringify(signed(6)),
            JSON.stringify(signedBy(keys.privateKey, "other", 7)),
            whole.slice(0, 40),
            ""
          ]) {
            write(7, text)
            const [version, problems] = yield* restarted
            assert.match(version, /no valid version/, text)
            assert.match(problems, /does not count/, text)
          }
          write(7, whole)
          fs.chmodSync(join(folder, "policy", versionFile(7)), 0o666)
          assert.match((yield* restarted)[0], /no valid version/)
          fs.chmodSync(join(folder, "policy", versionFile(7)), 0o600)
          // A file of a higher version that nobody signed hides no valid one.
          write(99, whole)
          assert.deepStrictEqual((yield* restarted)[0], "7")
          const another = yield* FleetPolicies.make(away, { ...optionsIn(folder), publicKeys: [others.publicKey] })
          assert.match(yield* versionOf(another), /no valid version/)
        })
      )
  )

  it.effect("a version that was removed from the folder comes back from the fleet, and no older one", () =>
    scoped(
      Effect.gen(function* () {
        const folder = yield* folderIn
        const { calls, queue } = yield* fleet
        const first = yield* FleetPolicies.make(calls, optionsIn(folder))
        yield* Queue.offer(queue, signed(7))
        yield* settle
        assert.strictEqual(yield* versionOf(first), "7")
        fs.rmSync(join(folder, "policy", versionFile(7)))
        const other = yield* fleet
        const second = yield* FleetPolicies.make(other.calls, optionsIn(folder))
        yield* Queue.offer(other.queue, signed(6))
        yield* settle
        assert.match(yield* versionOf(second), /no valid version[\s\S]*older than version 7/)
        yield* Queue.offer(other.queue, signed(7))
        yield* settle
        assert.strictEqual(yield* versionOf(second), "7")
      })
    )
  )

  it.effect("without any version the policy is missing, and an absence of the fleet is reported after its time", () =>
    scoped(
      Effect.gen(function* () {
        const folder = yield* folderIn
        const { away, calls, queue } = yield* fleet
        const never = yield* FleetPolicies.make(away, optionsIn(folder))
        yield* settle
        assert.match(yield* versionOf(never), /no valid version of the policy of acme[\s\S]*The fleet is away/)
        const scope = yield* Scope.make()
        yield* Scope.provide(FleetPolicies.make(calls, optionsIn(folder)), scope)
        yield* Queue.offer(queue, signed(3))
        yield* settle
        yield* Scope.close(scope, Exit.void)
        const offline = yield* FleetPolicies.make(away, optionsIn(folder))
        yield* TestClock.adjust("9 minutes")
        assert.deepStrictEqual(problemsOf(offline), [])
        yield* TestClock.adjust("60 minutes")
        const problems = problemsOf(offline)
        assert.lengthOf(problems, 1)
        assert.match(problems[0] ?? "", /not confirmed by the fleet for 10 minutes: The fleet is away. Version 3 stays/)
        assert.strictEqual(yield* versionOf(offline), "3")
      })
    )
  )
})

describe("FleetPolicies without a policy", () => {
  it.effect("the first event waits for the first look, and no later event does", () =>
    scoped(
      Effect.gen(function* () {
        const folder = yield* folderIn
        const { calls } = yield* fleet
        const managing = yield* FleetPolicies.make(calls, optionsIn(folder))
        const first = yield* Effect.forkChild(versionOf(managing), { startImmediately: true })
        yield* settle
        assert.isUndefined(first.pollUnsafe())
        yield* TestClock.adjust("1600 millis")
        assert.match(yield* Fiber.join(first), /no valid version/)
        const second = yield* Effect.forkChild(versionOf(managing), { startImmediately: true })
        yield* settle
        assert.isDefined(second.pollUnsafe())
      })
    )
  )

  it.effect("a process for one event reports an absence of the fleet once in its time", () =>
    scoped(
      Effect.gen(function* () {
        const options = optionsIn(yield* folderIn)
        const { away, calls, queue } = yield* fleet
        // Of the calls, only that one is made.
        const looking = (by: Pick<Calls, "policies">) =>
          Effect.provideService(FleetPolicies.refresh(options), FleetClient, by as unknown as Calls)
        yield* TestClock.adjust("1 minute")
        yield* Queue.offer(queue, signed(3))
        assert.deepStrictEqual(yield* looking(calls), { isNew: true, isRefused: false, problem: undefined })
        const texts: Array<string> = []
        for (let event = 0; event < 30; event++) {
          yield* TestClock.adjust("1 minute")
          if (FleetPolicies.isDue(options, Date.now())) {
            assert.match((yield* looking(away)).problem ?? "", /The fleet is away/)
          }
          const kept = FleetPolicies.makeKept(options)
          assert.strictEqual(yield* versionOf(kept), "3")
          texts.push(...problemsOf(kept))
        }
        assert.lengthOf(texts, 3)
        assert.match(texts[0] ?? "", /not confirmed by the fleet for 10 minutes/)
      })
    )
  )
})

/** Asks once. Of the calls, only that one is made. */
const lookBy = (options: FleetPolicies.Options, by: Pick<Calls, "policies">) =>
  Effect.provideService(FleetPolicies.refresh(options), FleetClient, by as unknown as Calls)

describe("FleetPolicies for processes that end", () => {
  it.effect("a version that can't be kept is in force for who asked, and its older one for no other process", () =>
    scoped(
      Effect.gen(function* () {
        const options = optionsIn(yield* folderIn)
        const { calls, queue } = yield* fleet
        yield* TestClock.setTime(Date.now())
        yield* Queue.offer(queue, signed(3))
        yield* lookBy(options, calls)
        assert.isFalse(FleetPolicies.isDue(options, Date.now()))
        // No file replaces a folder.
        fs.mkdirSync(join(options.folder, "policy", versionFile(4)))
        yield* Queue.offer(queue, signed(4))
        const { isRefused, problem, unkept } = yield* lookBy(options, calls)
        assert.deepStrictEqual([isRefused, unkept?.version], [false, "4"])
        assert.match(problem ?? "", /could not be kept/)
        assert.isTrue(FleetPolicies.isDue(options, Date.now()))
        assert.match(yield* keptVersion(options), /no valid version/)
        assert.deepStrictEqual(
          filesIn(options.folder).filter((name) => name.endsWith(".new")),
          []
        )
        fs.rmdirSync(join(options.folder, "policy", versionFile(4)))
        assert.match(yield* keptVersion(options), /older than version 4/)
        yield* Queue.offer(queue, signed(4))
        assert.isTrue((yield* lookBy(options, calls)).isNew)
        assert.strictEqual(yield* keptVersion(options), "4")
      })
    )
  )

  const later = `${Date.now() + 1e12}`
  for (const [what, text] of [
    ["is absent", undefined],
    ["is empty", ""],
    ["is half written", "17"],
    ["is no list of times", "x y z"],
    ["is from a clock that was ahead", `${later} ${later} 0`]
  ] as const) {
    it.effect(`an absence of the fleet is reported where the note of the last look ${what}`, () =>
      scoped(
        Effect.gen(function* () {
          const options = optionsIn(yield* folderIn)
          const { calls, queue } = yield* fleet
          yield* Queue.offer(queue, signed(3))
          yield* TestClock.setTime(Date.now())
          yield* lookBy(options, calls)
          const note = join(options.folder, "looked")
          if (text === undefined) fs.rmSync(note)
          else fs.writeFileSync(note, text)
          yield* TestClock.adjust("11 minutes")
          const kept = FleetPolicies.makeKept(options)
          assert.strictEqual(yield* versionOf(kept), "3")
          assert.match(problemsOf(kept).join(), /not confirmed by the fleet for \d+ minutes/)
          assert.strictEqual(yield* versionOf(kept), "3")
          assert.deepStrictEqual(problemsOf(kept), [])
        })
      )
    )
  }
})

const keptVersion = (options: FleetPolicies.Options) => versionOf(FleetPolicies.makeKept(options))

it.live("a guard of the kept policy denies, for a process that makes no call", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* folderIn
      const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo acme says no >&2; exit 2" }] }] }
      const body = JSON.stringify({
        hooks: [{ dialect: "claude", name: "guards.json", text: JSON.stringify({ hooks }) }]
      })
      const { calls, queue } = yield* fleet
      yield* Queue.offer(queue, signed(4, body))
      const refreshed = FleetPolicies.refresh(optionsIn(folder))
      // Of the calls, only that one is made.
      yield* Effect.provideService(refreshed, FleetClient, calls as unknown as Calls)
      const project = yield* TestProject.make({}, { trusted: false })
      const { outcome } = yield* Hookline.use(({ emit }) =>
        emit(cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } }))
      ).pipe(
        Effect.provide(
          Hookline.layer({ project, host: ClaudeCode, provide: [FleetPolicies.layerKept(optionsIn(folder))] })
        )
      )
      assert.strictEqual(outcome.verdict._tag, "Deny")
      assert.match(JSON.stringify(outcome.verdict), /acme says no/)
    })
  )
)

onGates("FleetPolicies", (atGate) => {
  it.live("a published version reaches machines at once, and a process for one event by a look at the gate", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const at = yield* atGate
        const organisation = newOrganisation()
        const publisher = yield* clientOf(at, organisation, { role: "publisher" })
        const machine = yield* clientOf(at, organisation)
        const http = yield* clientOf(at, organisation, { isHttp: true })
        const own = optionsIn(yield* folderIn, organisation)
        const once = optionsIn(yield* folderIn, organisation)
        const look = Effect.provideService(FleetPolicies.refresh(once), FleetClient, http)
        const managing = yield* FleetPolicies.make(machine, own)
        assert.match(yield* versionOf(managing), /no valid version/)
        for (const version of [1, 2]) {
          yield* publisher.publish(signedBy(keys.privateKey, organisation, version))
          const isThere = Effect.map(versionOf(managing), (found) => found === String(version))
          for (let tries = 0; tries < 100 && !(yield* isThere); tries++) yield* Effect.sleep("50 millis")
          assert.strictEqual(yield* versionOf(managing), String(version))
          assert.deepStrictEqual(yield* look, { isNew: true, isRefused: false, problem: undefined })
          assert.strictEqual(yield* keptVersion(once), String(version))
        }
        assert.deepStrictEqual(yield* look, { isNew: false, isRefused: false, problem: undefined })
        assert.isFalse(FleetPolicies.isDue(once, Date.now()))
        assert.isTrue(FleetPolicies.isDue(once, Date.now() + 61_000))
        // The gate has what nobody signed: the last valid version stays.
        yield* publisher.publish({ ...signedBy(others.privateKey, "another", 3) })
        yield* Effect.sleep("1500 millis")
        assert.match((yield* look).problem ?? "", /signature is not valid/)
        assert.deepStrictEqual([yield* versionOf(managing), yield* keptVersion(once)], ["2", "2"])
        assert.match(problemsOf(managing).join(), /signature is not valid/)
      })
    )
  )
})
