// Machines of a fleet, each with a home of its own, by the processes that hosts start.
import { assert, describe } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"
import { dataOf, join, live, type Place, serve, tokenFile } from "./server.ts"

const skill = (name: string, hook: string): TestProject.Files => ({
  [`.claude/skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: d\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n${hook}\n---\n`
})

const files = (ran: string): TestProject.Files => ({
  ...skill("deploy", "          command: echo deploying >&2; exit 2"),
  ...skill("setup", `          command: echo ran >>${ran}\n          once: true`)
})

const call = (session: string) =>
  JSON.stringify({ event: "tool:pre", data: { session_id: session, tool_name: "bash", tool_input: { command: "ls" } } })

const loaded = (skill: string, session = "s1") =>
  JSON.stringify({ event: "skill:loaded", data: { session_id: session, skill_name: skill } })

const unloaded = (skill: string, session = "s1") =>
  JSON.stringify({ event: "skill:unloaded", data: { session_id: session, skill_name: skill } })

const stateOf = ({ home }: Place): string => {
  const root = path.join(home, ".local/state/hookline/fleet")
  return path.join(root, readdirSync(root).find((one) => one.startsWith("machine-")) ?? "")
}

const dispatch = (place: Place, input: string) =>
  hooklineIn(place, ["dispatch", "--host", "amplifier", "--no-audit"], { input })

/** A project on some machines that have joined one fleet, and the file in which its hook notes that it ran. */
const machines = Effect.fnUntraced(function* (server: Place, url: string, count: number, extra: object = {}) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(path.join(tmpdir(), "hookline-fleet-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const ran = path.join(folder, "ran")
  const places = yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
    Effect.gen(function* () {
      const place = yield* TestProject.make(files(ran))
      const { file } = yield* tokenFile(server, `m${index}`)
      yield* join(place, url, file, ["--project", "acme/shop"], extra)
      return place
    })
  )
  return { places, runs: () => (existsSync(ran) ? readFileSync(ran, "utf8").split("\n").length - 1 : 0) }
})

describe("dispatch on machines of a fleet", () => {
  // proves: docs/fleet.md
  live("runs a hook once for a session on several machines, and knows its skills on each", (server) =>
    Effect.gen(function* () {
      const { child, url } = yield* serve(server)
      const { places, runs } = yield* machines(server, url, 3)
      const [first, second, third] = places
      assert.isDefined(first)
      assert.isDefined(second)
      assert.isDefined(third)
      yield* dispatch(first, loaded("setup"))
      yield* Effect.forEach([first, second, first, second], (place) => dispatch(place, call("s1")), {
        concurrency: "unbounded"
      })
      assert.strictEqual(runs(), 1)
      yield* dispatch(first, loaded("setup", "s2"))
      yield* dispatch(second, call("s2"))
      assert.strictEqual(runs(), 2)
      yield* dispatch(first, loaded("deploy"))
      const elsewhere = yield* dispatch(third, call("s1"))
      assert.include(elsewhere.stdout, "deploying")
      assert.strictEqual(runs(), 2)
      // What is known here needs no fleet, and no code of it: that would read the token first.
      child.kill("SIGKILL")
      const token = path.join(server.home, "m2.token")
      renameSync(token, `${token}.away`)
      const offline = yield* dispatch(third, call("s1"))
      assert.deepStrictEqual(offline, elsewhere)
      renameSync(`${token}.away`, token)
      // A session that is not known here is decided by the policy, on each event.
      for (let times = 0; times < 2; times++) {
        const { stderr, stdout } = yield* dispatch(third, call("s3"))
        assert.include(stdout + stderr, "state is not ready")
      }
      assert.strictEqual(runs(), 2)
    })
  )

  for (const [onAway, decision] of [
    ["closed", "deny"],
    ["ask", "ask_user"],
    ["open", "continue"]
  ] as const) {
    live(`decides by onAway ${onAway} where the fleet is away`, (server) =>
      Effect.gen(function* () {
        const { child, url } = yield* serve(server)
        const { places } = yield* machines(server, url, 1, { onAway })
        const [place] = places
        assert.isDefined(place)
        child.kill("SIGKILL")
        const { stderr, stdout } = yield* dispatch(place, call("s1"))
        assert.include(stdout + stderr, "state is not ready")
        assert.strictEqual(dataOf(stdout)["action"], decision)
      })
    )
  }

  // proves: docs/fleet.md
  live("sends a skill that was opened while the fleet was away by a later event, once", (server) =>
    Effect.gen(function* () {
      const first = yield* serve(server)
      const { places } = yield* machines(server, first.url, 3)
      const [one, two, three] = places
      assert.isDefined(one)
      assert.isDefined(two)
      assert.isDefined(three)
      yield* dispatch(one, call("s1"))
      first.child.kill("SIGKILL")
      yield* Effect.promise(() => first.ended)
      const opened = yield* dispatch(one, loaded("deploy"))
      assert.include(opened.stdout + opened.stderr, "It is sent again.")
      yield* serve(server, [], {}, new URL(first.url).host)
      const denied = yield* dispatch(one, call("s1"))
      assert.include(denied.stdout, "deploying")
      const unsent = () => readdirSync(stateOf(one)).filter((name) => name.startsWith("unsent-"))
      for (let turn = 0; turn < 300 && unsent().length > 0; turn++) yield* Effect.sleep(50)
      assert.deepStrictEqual(unsent(), [])
      assert.include((yield* dispatch(two, call("s1"))).stdout, "deploying")
      // Sent more than once it would stay open after it was closed.
      yield* dispatch(one, unloaded("deploy"))
      assert.notInclude((yield* dispatch(three, call("s1"))).stdout, "deploying")
    })
  )

  live("loses no guard in silence where the token or the setting can't be used", (server) =>
    Effect.gen(function* () {
      const { url } = yield* serve(server)
      const { places } = yield* machines(server, url, 1, { onAway: "closed" })
      const [place] = places
      assert.isDefined(place)
      rmSync(path.join(server.home, "m0.token"))
      const away = yield* dispatch(place, call("s1"))
      assert.include(away.stdout, "there is no such file")
      assert.strictEqual(dataOf(away.stdout)["action"], "deny")
      const settings = path.join(place.home, ".hookline/settings.json")
      writeFileSync(settings, JSON.stringify({ failure_policy: "closed", fleet: { url: 7 } }))
      const unknown = yield* dispatch(place, call("s1"))
      assert.include(unknown.stdout, "is not valid")
      assert.strictEqual(dataOf(unknown.stdout)["action"], "deny")
    })
  )

  live("is read by plan, and changed by no command that tries hooks", (server) =>
    Effect.gen(function* () {
      const { url } = yield* serve(server)
      const { places, runs } = yield* machines(server, url, 2)
      const [first, second] = places
      assert.isDefined(first)
      assert.isDefined(second)
      for (const name of ["setup", "deploy"]) yield* dispatch(first, loaded(name))
      const plan = yield* hooklineIn(second, ["plan", "PreToolUse", "--session", "s1"])
      assert.match(plan.stdout, /skill:deploy/)
      yield* hooklineIn(second, ["run", "PreToolUse", "--session", "s1"])
      assert.strictEqual(runs(), 1)
      yield* dispatch(first, call("s1"))
      assert.strictEqual(runs(), 2)
      yield* hooklineIn(second, ["run", "PreToolUse", "--session", "s1"])
      assert.strictEqual(runs(), 2)
    })
  )
})
