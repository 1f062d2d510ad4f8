// `hookline fleet` as its users have it: real processes, real sockets, real files.
import { assert, describe } from "@effect/vitest"
import * as chain from "@hookline/coordinator/kit/audit/internal/chain"
import { makeKeys } from "@hookline/fleet/PolicySignature"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { bin, commandEnv, hooklineIn } from "../commands/hookline.ts"
import { clientOf, fleet, live, type Place, serve, tokenFile } from "./server.ts"

const database = ({ home }: Place): string => path.join(home, ".local/state/hookline/fleet/fleet.sqlite")

const settings = ({ home }: Place): string => path.join(home, ".hookline/settings.json")

const question = (id: string) => ({
  id,
  session: "s",
  by: "guard",
  prompt: "Push?",
  options: ["Allow once", "Allow always", "Deny"],
  leftMillis: 60_000,
  default: "deny" as const
})

describe("hookline fleet serve", () => {
  // proves: docs/fleet.md
  live("serves alone on a file of its user, and ends by SIGTERM without a failure", (place) =>
    Effect.gen(function* () {
      const { child, ended, started, stderr, url } = yield* serve(place)
      assert.deepStrictEqual(started, { version: 1, url, database: "sqlite", at: database(place) })
      assert.strictEqual(statSync(database(place)).mode & 0o777, 0o600)
      const { token } = yield* tokenFile(place, "m1")
      const machine = yield* clientOf(url, token)
      assert.strictEqual(yield* machine.claim("s", "setup", "t", 60_000), "Granted")
      const before = Date.now()
      child.kill("SIGTERM")
      assert.strictEqual(yield* Effect.promise(() => ended), 0)
      assert.isBelow(Date.now() - before, 5000)
      assert.strictEqual(stderr(), "")
      const again = yield* serve(place)
      const later = yield* clientOf(again.url, token)
      assert.strictEqual(yield* later.claim("s", "setup", "other", 60_000), "Taken")
    })
  )

  // proves: docs/fleet.md
  live("ends with a failure once the file of its rows is another one, or gone", (place) =>
    Effect.gen(function* () {
      for (const replace of [
        (database: string) => renameSync(`${database}.copy`, database),
        (database: string) => renameSync(database, `${database}.away`)
      ]) {
        const server = yield* serve(place)
        const database = String(server.started["at"])
        cpSync(database, `${database}.copy`)
        // Longer than one look: what stays the same ends nothing.
        yield* Effect.sleep("1500 millis")
        assert.isNull(server.child.exitCode)
        replace(database)
        assert.strictEqual(yield* Effect.promise(() => server.ended), 1)
        assert.match(server.stderr(), /was replaced or removed/)
      }
    })
  )

  // proves: docs/fleet.md
  live("refuses what can't be served, in a sentence, without a password", (place) =>
    Effect.gen(function* () {
      const secret = "s3cret-word"
      const url = `postgres://u:${secret}@127.0.0.1:1/none?password=${secret}`
      const cases: ReadonlyArray<readonly [args: ReadonlyArray<string>, why: RegExp]> = [
        [["--database", url], /needs --address HOST:PORT/],
        [["--database", url, "--address", "127.0.0.1:7421"], /127\.0\.0\.1:1\/none/],
        [["--database", `mysql://u:${secret}@h/d`], /is no address of a database/],
        [["--database", url, "--file", "x"], /name different databases/],
        [["--address", "127.0.0.1:7421"], /give --database, too/],
        [["--gate", "7420"], /--gate is a host and a port/],
        [["--tls-cert", "gate.crt"], /belong together/],
        [["--tls-cert", "gate.crt", "--tls-key", "gate.key"], /gate\.crt/]
      ]
      for (const [args, why] of cases) {
        const { exit, stderr, stdout } = yield* hooklineIn(place, ["fleet", "serve", ...args])
        assert.strictEqual(exit, 1, args.join(" "))
        assert.match(stderr, why)
        assert.strictEqual(stdout, "")
        assert.notInclude(stderr, secret)
      }
      const { stderr } = yield* hooklineIn(place, ["fleet", "serve"], { env: { HOOKLINE_FLEET_DATABASE: url } })
      assert.match(stderr, /needs --address/)
      writeFileSync(path.join(place.home, "url"), `${url}\n`)
      const migrated = yield* hooklineIn(place, ["fleet", "migrate", "--database-file", path.join(place.home, "url")])
      assert.strictEqual(migrated.exit, 1)
      assert.notInclude(migrated.stderr, secret)
    })
  )

  live("names the package that Postgres needs, where it is not installed", (place) =>
    Effect.sync(() => {
      const copy = path.join(place.home, "installed")
      for (const part of ["bin", "bundle"]) {
        cpSync(path.join(bin, "../..", part), path.join(copy, part), { recursive: true })
      }
      const args = ["fleet", "migrate", "--database", "postgres://u@127.0.0.1:1/none"]
      const { status, stderr } = spawnSync(process.execPath, [path.join(copy, "bin/hookline.js"), ...args], {
        env: commandEnv(place.home),
        encoding: "utf8"
      })
      assert.strictEqual(status, 1)
      assert.match(stderr, /needs the package pg, which is not installed/)
    })
  )

  // proves: docs/fleet.md
  live("serves with a certificate, which clients verify", (place) =>
    Effect.gen(function* () {
      const [cert, key] = ["gate.crt", "gate.key"].map((name) => path.join(place.home, name))
      assert.isDefined(cert)
      assert.isDefined(key)
      const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
      const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
      execFileSync("openssl", [...made, "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" })
      const { url } = yield* serve(place, ["--tls-cert", cert, "--tls-key", key])
      assert.match(url, /^https:/)
      const { file } = yield* tokenFile(place, "m1")
      const status = ["status", "--url", url, "--token-file", file]
      const unknown = yield* fleet(place, status)
      assert.strictEqual(unknown.exit, 1)
      assert.match(unknown.stderr, /did not reach the fleet/)
      const known = yield* fleet(place, status, { env: { NODE_EXTRA_CA_CERTS: cert } })
      assert.strictEqual(known.exit, 0, known.stderr)
      assert.deepInclude(known.data, { name: "m1", role: "machine", organisation: "default" })
    })
  )
})

describe("hookline fleet join", () => {
  // proves: docs/fleet.md
  live("writes the user's settings once the gate has answered, and leave takes them away", (place) =>
    Effect.gen(function* () {
      const { url } = yield* serve(place)
      const machine = yield* tokenFile(place, "m1")
      const person = yield* tokenFile(place, "ann", "person")
      const refused = (args: ReadonlyArray<string>, why: RegExp, env = {}) =>
        Effect.map(fleet(place, ["join", ...args], { env }), ({ exit, stderr }) => {
          assert.strictEqual(exit, 1)
          assert.match(stderr, why)
          assert.notInclude(stderr, machine.token)
          assert.isFalse(existsSync(settings(place)))
        })
      yield* refused(["http://127.0.0.1:1", "--token-file", machine.file], /did not reach the fleet/)
      yield* refused([url, "--token-file", person.file], /is for a person/)
      yield* refused([url, "--token-file", path.join(place.home, "none")], /there is no such file/)
      yield* refused(["fleet.example", "--token-file", machine.file], /is written https:/)
      yield* refused([url, "--token-file", machine.file], /started below/, { CLAUDECODE: "1" })
      chmodSync(machine.file, 0o644)
      yield* refused([url, "--token-file", machine.file], /others may read it/)
      chmodSync(machine.file, 0o600)
      // A key that is none would leave each event without the policy, and a private one would lie in the settings.
      const { privateKey, publicKey } = makeKeys()
      for (const key of ["", "c2hvcnQ=", privateKey, `${publicKey}x`]) {
        const args = [url, "--token-file", machine.file, `--organisation-key=${publicKey}`, `--organisation-key=${key}`]
        yield* refused(args, /key of the organisation can't be used/)
      }
      writeFileSync(path.join(place.home, "wrong"), "hookline_machine_unknown\n", { mode: 0o600 })
      yield* refused([url, "--token-file", path.join(place.home, "wrong")], /token/)

      const joined = yield* fleet(place, ["join", url, "--token-file", machine.file, "--project", "acme/shop"])
      assert.strictEqual(joined.exit, 0, joined.stderr)
      const expected = { version: 1, url, organisation: "default", name: "m1", file: settings(place), written: true }
      assert.deepStrictEqual(joined.data, expected)
      assert.deepStrictEqual(JSON.parse(readFileSync(settings(place), "utf8")), {
        fleet: { url, tokenFile: machine.file, project: "acme/shop" }
      })
      const { data } = yield* fleet(place, ["status"])
      assert.deepInclude(data, { url, name: "m1", role: "machine", openQuestions: 0, policyVersion: 0 })

      const left = yield* fleet(place, ["leave"])
      assert.deepStrictEqual(left.data, { version: 1, file: settings(place), written: true })
      assert.isFalse(existsSync(settings(place)))
      assert.deepInclude((yield* fleet(place, ["leave"])).data, { written: false })
      const none = yield* fleet(place, ["status"])
      assert.match(none.stderr, /has joined no fleet/)
    })
  )

  live("leaves all else in the user's settings as it was", (place) =>
    Effect.gen(function* () {
      const { url } = yield* serve(place)
      const { file } = yield* tokenFile(place, "m1")
      const before = `{\n  // Mine.\n  "failure_policy": "closed"\n}\n`
      mkdirSync(path.dirname(settings(place)), { recursive: true })
      writeFileSync(settings(place), before)
      yield* fleet(place, ["join", url, "--token-file", file])
      yield* fleet(place, ["join", url, "--token-file", file, "--project", "p"])
      const text = readFileSync(settings(place), "utf8")
      assert.include(text, "// Mine.")
      assert.strictEqual(text.split('"fleet"').length, 2)
      yield* fleet(place, ["leave"])
      assert.strictEqual(readFileSync(settings(place), "utf8"), before)
    })
  )

  // proves: docs/fleet.md
  live("is nothing that a project's settings can do", (place) =>
    Effect.gen(function* () {
      const fleetSetting = { url: "http://127.0.0.1:1", tokenFile: "/token" }
      for (const name of ["settings.json", "settings.local.json"]) {
        writeFileSync(path.join(place.project, ".hookline", name), JSON.stringify({ fleet: fleetSetting }))
      }
      const { stdout } = yield* hooklineIn(place, ["check", "--json"])
      // The cast holds because the shape of `check --json` has tests of its own.
      const { diagnostics } = JSON.parse(stdout) as {
        readonly diagnostics: ReadonlyArray<{ code: string; text: string }>
      }
      assert.deepStrictEqual(
        diagnostics.map(({ code, text }) => [code, text]),
        Array.from({ length: 2 }, () => [
          "setting-refused",
          "A project can't join or leave a fleet; this does not count."
        ])
      )
      assert.match((yield* fleet(place, ["status"])).stderr, /has joined no fleet/)
    })
  )
})

describe("hookline fleet answer", () => {
  // proves: docs/fleet.md
  live("answers a machine's question with a person's token, and with no other", (place) =>
    Effect.gen(function* () {
      const { url } = yield* serve(place)
      const machine = yield* tokenFile(place, "m1")
      const person = yield* tokenFile(place, "ann", "person")
      const asking = yield* Effect.forkChild(
        Effect.flatMap(clientOf(url, machine.token), (client) => client.ask(question("q-1"), "t1")),
        { startImmediately: true }
      )
      const as = (file: string) => ["--url", url, "--token-file", file]
      let open: unknown = []
      while (!Array.isArray(open) || open.length === 0) {
        open = (yield* fleet(place, ["questions", ...as(person.file)])).data["questions"]
      }
      // The cast holds because the elements are compared below.
      const [first] = open as ReadonlyArray<Readonly<Record<string, unknown>>>
      assert.deepInclude(first, { id: "q-1", machine: "m1", by: "guard", prompt: "Push?", default: "deny" })
      const own = yield* fleet(place, ["answer", "q-1", "allow", ...as(machine.file)])
      assert.strictEqual(own.exit, 1)
      const below = yield* fleet(place, ["answer", "q-1", "allow", ...as(person.file)], { env: { CLAUDECODE: "1" } })
      assert.strictEqual(below.exit, 1)
      assert.match(below.stderr, /started below/)
      const other = yield* fleet(place, ["answer", "q-1", "maybe", ...as(person.file)])
      assert.match(other.stderr, /Its answers: Allow once, Allow always, Deny/)
      const { data } = yield* fleet(place, ["answer", "q-", "allow", ...as(person.file)])
      assert.deepInclude(data, { version: 1, id: "q-1", given: "Allow once", answer: "Allow once", by: "ann" })
      assert.deepInclude(yield* Fiber.join(asking), { answer: "Allow once", by: "ann", isDefault: false })
      const late = yield* hooklineIn(place, ["fleet", "answer", "q-1", "deny", ...as(person.file)])
      assert.match(late.stdout, /Allow once counts: ann had answered before/)
    })
  )
})

describe("hookline fleet tokens", () => {
  // proves: docs/fleet.md
  live("shows a token once, and revokes it", (place) =>
    Effect.gen(function* () {
      const absent = yield* fleet(place, ["tokens", "list"])
      assert.match(absent.stderr, /there is no database/)
      assert.deepInclude((yield* fleet(place, ["migrate"])).data, { done: ["1_fleet"] })
      assert.deepInclude((yield* fleet(place, ["migrate"])).data, { done: [] })
      const { token } = yield* tokenFile(place, "m1")
      assert.match(token, /^hookline_machine_/)
      const again = yield* fleet(place, ["tokens", "add", "m1"])
      assert.match(again.stderr, /m1 has a token/)
      const listed = yield* hooklineIn(place, ["fleet", "tokens", "list"])
      assert.notInclude(listed.stdout, token)
      assert.match(listed.stdout, /default +machine +m1/)
      const narrow = yield* hooklineIn(place, ["fleet", "tokens", "list"], { env: { COLUMNS: "40" } })
      for (const line of narrow.stdout.split("\n")) assert.isAtMost(line.length, 40)
      assert.deepInclude((yield* fleet(place, ["tokens", "revoke", "m1"])).data, { revoked: true })
      assert.match((yield* fleet(place, ["tokens", "revoke", "m1"])).stderr, /has no token/)
    })
  )
})

describe("hookline fleet log and verify", () => {
  // proves: docs/fleet.md
  live("show the kept audit, and the record that was changed", (place) =>
    Effect.gen(function* () {
      const { url } = yield* serve(place)
      const { token } = yield* tokenFile(place, "m1")
      const machine = yield* clientOf(url, token)
      let link = chain.genesis("log-1")
      const lines = ["s1", "s2", "s1"].map((session, index) => {
        const entry = { _tag: "Event", event: "PreToolUse", session, verdict: "Deny" }
        const next = chain.append(link, `"at":${1000 + index},"entry":${JSON.stringify(entry)}`)
        link = next.link
        return next.line
      })
      assert.strictEqual(yield* machine.record("log-1", lines), 3)
      const { data } = yield* fleet(place, ["log", "--session", "s1"])
      // The cast holds because the elements are compared below.
      const records = data["records"] as ReadonlyArray<Readonly<Record<string, unknown>>>
      assert.deepStrictEqual(
        records.map(({ at, machine: by, n }) => ({ at, by, n })),
        [
          { at: 1000, by: "m1", n: 1 },
          { at: 1002, by: "m1", n: 3 }
        ]
      )
      assert.deepStrictEqual((yield* fleet(place, ["verify"])).data, {
        version: 1,
        organisation: "default",
        sound: true,
        records: 3,
        logs: [{ machine: "m1", writer: "log-1", records: 3 }]
      })
      const rows = new DatabaseSync(database(place))
      rows.exec("PRAGMA busy_timeout = 5000; DELETE FROM fleet_audit WHERE n = 3")
      const shorter = yield* fleet(place, ["verify"])
      assert.strictEqual(shorter.exit, 1)
      assert.match(shorter.stderr, /knows of 3 records, and it ends with record 2/)
      rows.exec("UPDATE fleet_audit SET line = replace(line, 'Deny', 'Pass') WHERE n = 2")
      rows.close()
      const changed = yield* fleet(place, ["verify"])
      assert.strictEqual(changed.exit, 1)
      assert.match(changed.stderr, /m1, log log-1: record 2: This is not what was written/)
    })
  )
})
