// The policy of an organisation and the audit of its machines, by the processes that hosts start.
import { assert, describe } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import path from "node:path"
import { bin, commandEnv, hooklineIn } from "../commands/hookline.ts"
import { dataOf, fleet, join, live, type Place, serve, tokenFile } from "./server.ts"

const event = (name: string, tool = "Bash") =>
  JSON.stringify({
    hook_event_name: name,
    session_id: "s1",
    cwd: "/",
    ...(name === "SessionStart" ? { source: "startup" } : { tool_name: tool, tool_input: { command: "ls" } })
  })

const dispatch = (place: Place, name = "PreToolUse", args: ReadonlyArray<string> = ["--no-audit"]) =>
  hooklineIn(place, ["dispatch", "--host", "claude", "--event", name, ...args], { input: event(name) })

/** Dispatches in a process that can create files, and write none. Returns its output. */
const onFullDisk = ({ home, project }: Place, name: string): Promise<string> =>
  new Promise((resolve) => {
    const words = [bin, "dispatch", "--host", "claude", "--event", name, "--no-audit"]
    const child = spawn("/bin/sh", ["-c", `ulimit -f 0; exec "$0" "$@"`, process.execPath, ...words], {
      cwd: project,
      env: commandEnv(home)
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.once("close", () => resolve(output))
    child.stdin.end(event(name))
  })

const policy = (text: string) =>
  JSON.stringify({
    hooks: [
      {
        dialect: "claude",
        name: "guards.json",
        text: JSON.stringify({
          hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `echo ${text} >&2; exit 2` }] }] }
        })
      }
    ]
  })

/** A publisher's keys, and the call that publishes a policy. */
const publisher = Effect.fnUntraced(function* (server: Place, url: string) {
  const { file } = yield* tokenFile(server, "acme", "publisher")
  const key = path.join(server.home, "acme.key")
  const made = yield* fleet(server, ["keys", "make", key])
  assert.strictEqual(made.exit, 0, made.stderr)
  assert.strictEqual(statSync(key).mode & 0o777, 0o600)
  const publish = (body: string, args: ReadonlyArray<string> = []) => {
    writeFileSync(path.join(server.home, "policy.json"), body)
    return fleet(server, [
      "publish",
      path.join(server.home, "policy.json"),
      "--key",
      key,
      "--url",
      url,
      "--token-file",
      file,
      ...args
    ])
  }
  return { publicKey: String(made.data["publicKey"]), publish, key }
})

/** A machine that has joined. */
const machine = Effect.fnUntraced(function* (
  server: Place,
  url: string,
  keys: ReadonlyArray<string>,
  extra: object = {}
) {
  const place = yield* TestProject.make({ ".hookline/.keep": "" })
  const { file } = yield* tokenFile(server, "m1")
  const given = keys.flatMap((key) => ["--organisation-key", key])
  yield* join(place, url, file, given, extra)
  return place
})

const stateOf = ({ home }: Place): string => {
  const root = path.join(home, ".local/state/hookline/fleet")
  return path.join(root, readdirSync(root).find((one) => one.startsWith("machine-")) ?? "")
}

/** Makes the last call to the fleet older than it is. */
const age = (place: Place, name: string): void => {
  const file = path.join(stateOf(place), name)
  const before = Date.now() / 1000 - 300
  if (name === "looked") writeFileSync(file, `${before * 1000} ${before * 1000} 0`)
  utimesSync(file, before, before)
}

const until = (holds: () => boolean) =>
  Effect.gen(function* () {
    for (let turn = 0; turn < 300 && !holds(); turn++) yield* Effect.sleep(50)
    assert.isTrue(holds())
  })

describe("the policy of an organisation under dispatch", () => {
  // proves: docs/fleet.md
  live("denies by the managed guard as soon as a session begins, and goes on without the fleet", (server) =>
    Effect.gen(function* () {
      const { child, url } = yield* serve(server)
      const { publicKey, publish } = yield* publisher(server, url)
      const published = yield* publish(policy("first"))
      assert.deepStrictEqual(published.data, { version: 1, organisation: "default", published: 1 }, published.stderr)
      const place = yield* machine(server, url, [publicKey])
      yield* dispatch(place, "SessionStart")
      const denied = yield* dispatch(place)
      assert.include(denied.stderr + denied.stdout, "first")
      const plan = yield* hooklineIn(place, ["plan", "PreToolUse"])
      assert.include(plan.stdout, "echo first")
      const list = yield* hooklineIn(place, ["list"])
      assert.include(list.stdout, "default@1/guards.json")
      const ran = yield* hooklineIn(place, ["run", "PreToolUse", "--tool", "Bash"])
      assert.include(ran.stdout + ran.stderr, "first")
      yield* publish(policy("second"))
      child.kill("SIGKILL")
      const offline = yield* dispatch(place, "SessionStart")
      assert.notInclude(offline.stdout + offline.stderr, "not known")
      const kept = yield* dispatch(place)
      assert.include(kept.stderr + kept.stdout, "first")
    })
  )

  // proves: docs/fleet.md
  live("denies an event that was answered from the quiet memory before", (server) =>
    Effect.gen(function* () {
      const { url } = yield* serve(server)
      const { publicKey, publish } = yield* publisher(server, url)
      yield* publish(JSON.stringify({ hooks: [] }))
      const place = yield* machine(server, url, [publicKey])
      yield* dispatch(place, "SessionStart")
      // Files count once they have looked the same for a while.
      yield* Effect.sleep(3000)
      yield* dispatch(place)
      const quiet = path.join(place.home, ".local/state/hookline/quiet")
      assert.isAbove(readdirSync(quiet).length, 0)
      const known = yield* dispatch(place)
      assert.deepStrictEqual(known, { stdout: "", stderr: "", exit: 0 })
      yield* publish(policy("second"))
      // The event itself is answered by what is kept, and the fleet is asked after it.
      age(place, "asked")
      age(place, "looked")
      yield* dispatch(place)
      yield* until(() => existsSync(path.join(stateOf(place), "policy/policy-0000000002")))
      const denied = yield* dispatch(place)
      assert.include(denied.stderr + denied.stdout, "second")
    })
  )

  // proves: docs/fleet.md
  live("leaves each event to the failure policy while no version is valid", (server) =>
    Effect.gen(function* () {
      const { child, url } = yield* serve(server)
      const { publicKey } = yield* publisher(server, url)
      const place = yield* machine(server, url, [publicKey])
      const settings = path.join(place.home, ".hookline/settings.json")
      const before = dataOf(readFileSync(settings, "utf8"))
      child.kill("SIGKILL")
      for (const [policy, exit] of [
        ["closed", "deny"],
        ["ask", "ask"],
        ["open", ""]
      ] as const) {
        writeFileSync(settings, JSON.stringify({ ...before, failure_policy: policy }))
        for (let times = 0; times < 2; times++) {
          const { stderr, stdout } = yield* dispatch(place)
          assert.include(stdout + stderr, "policy", policy)
          if (exit !== "") assert.include(stdout, `"${exit}"`)
        }
      }
    })
  )

  // proves: docs/fleet.md
  live("refuses what another key has signed, and keys without an organisation", (server) =>
    Effect.gen(function* () {
      const { url } = yield* serve(server)
      const { publish } = yield* publisher(server, url)
      yield* publish(policy("first"))
      const other = path.join(server.home, "other.key")
      const made = yield* fleet(server, ["keys", "make", other])
      const again = yield* fleet(server, ["keys", "make", other])
      assert.strictEqual(again.exit, 1)
      const place = yield* machine(server, url, [String(made.data["publicKey"])])
      const settings = path.join(place.home, ".hookline/settings.json")
      const before = dataOf(readFileSync(settings, "utf8"))
      writeFileSync(settings, JSON.stringify({ ...before, failure_policy: "closed" }))
      const refused = yield* dispatch(place)
      assert.include(refused.stdout + refused.stderr, "signature is not valid")
      assert.include(refused.stdout, `"deny"`)
      const fleetOf = dataOf(JSON.stringify(before["fleet"]))
      const { organisation: _, ...without } = fleetOf
      writeFileSync(settings, JSON.stringify({ failure_policy: "closed", fleet: without }))
      const unknown = yield* dispatch(place)
      assert.include(unknown.stdout, "organisation")
      assert.include(unknown.stdout, `"deny"`)
    })
  )

  // proves: docs/fleet.md
  live("leaves each event to the failure policy while a newer version can't be kept", (server) =>
    Effect.gen(function* () {
      const { child, url } = yield* serve(server)
      const { publicKey, publish } = yield* publisher(server, url)
      yield* publish(JSON.stringify({ hooks: [] }))
      const place = yield* machine(server, url, [publicKey])
      const settings = path.join(place.home, ".hookline/settings.json")
      writeFileSync(settings, JSON.stringify({ ...dataOf(readFileSync(settings, "utf8")), failure_policy: "closed" }))
      yield* dispatch(place, "SessionStart")
      const passed = yield* dispatch(place)
      assert.strictEqual(passed.stdout, "", passed.stderr)
      yield* publish(policy("second"))
      // No file of this process may have a byte, as on a full disk. On a busy machine one may give up on the fleet before it
      // has answered, and the last version that was kept is in force.
      const full = Effect.promise(() => onFullDisk(place, "SessionStart"))
      const isTold = (output: string) =>
        /Version 2 of the policy of default is in force, but could not be kept/.test(output)
      assert.isTrue(isTold(yield* Effect.repeat(full, { until: isTold, times: 9 })))
      child.kill("SIGKILL")
      const { stderr, stdout } = yield* dispatch(place)
      assert.include(stdout, `"deny"`, stderr)
      assert.include(stdout, "older than version 2")
    })
  )

  live("publishes no policy that is none, and no older version", (server) =>
    Effect.gen(function* () {
      const { url } = yield* serve(server)
      const { publish } = yield* publisher(server, url)
      assert.match((yield* publish("{")).stderr, /is no policy/)
      assert.strictEqual((yield* publish(policy("first"), ["--policy-version", "7"])).data["published"], 7)
      assert.strictEqual((yield* publish(policy("first"), ["--policy-version", "6"])).exit, 1)
      assert.strictEqual((yield* publish(policy("second"))).data["published"], 8)
    })
  )
})

describe("the audit of a machine under dispatch", () => {
  // proves: docs/fleet.md
  live("is sent after an answer, and later where the fleet was away", (server) =>
    Effect.gen(function* () {
      const { child, url } = yield* serve(server)
      const { publicKey, publish } = yield* publisher(server, url)
      yield* publish(policy("first"))
      const place = yield* machine(server, url, [publicKey], { audit: true })
      yield* dispatch(place, "SessionStart", [])
      yield* dispatch(place, "PreToolUse", [])
      const sent = yield* fleet(place, ["sync"])
      assert.strictEqual(sent.exit, 0, sent.stderr)
      const verified = yield* fleet(server, ["verify"])
      assert.deepInclude(verified.data, { sound: true })
      assert.isAbove(Number(verified.data["records"]), 0)
      child.kill("SIGKILL")
      yield* dispatch(place, "PreToolUse", [])
      const away = yield* fleet(place, ["sync"])
      assert.strictEqual(away.exit, 1)
      for (let times = 0; times < 2; times++) yield* fleet(place, ["sync", "--background"])
      const noticed = yield* dispatch(place, "PreToolUse", [])
      assert.include(noticed.stdout + noticed.stderr, "sent later")
      yield* fleet(place, ["sync", "--background"])
      const once = yield* dispatch(place, "PreToolUse", [])
      assert.notInclude(once.stdout + once.stderr, "sent later")
      const back = yield* serve(server)
      const settings = path.join(place.home, ".hookline/settings.json")
      writeFileSync(settings, readFileSync(settings, "utf8").replace(url, back.url))
      const later = yield* fleet(place, ["sync"])
      assert.strictEqual(later.exit, 0, later.stderr)
      const whole = yield* fleet(server, ["verify"])
      assert.strictEqual(whole.data["sound"], true)
      assert.strictEqual(Number(whole.data["records"]), Number(verified.data["records"]) + 3)
    })
  )
})
