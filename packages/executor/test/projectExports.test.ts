// The law of exports: whatever a project's hooks export, the user's hooks run as without it.
import { assert, describe, it } from "@effect/vitest"
import { nothing, SessionEnv } from "@hookline/core/SessionEnv"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { spawnSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { carried } from "../src/internal/process/carried.ts"
import { makeReceivers } from "../src/internal/env/receivers.ts"
import { around } from "./support/answering.ts"
import { assertBounded, type Line, names, type Setting } from "./support/projectExports.ts"

const session = { project: "/p", session: "one" }
const kinds: ReadonlyArray<Setting["kind"]> = ["cold", "warm"]

/** All names at once, so that no two of them keep each other from being seen. */
const all = names.map((name): Line => ({ name, value: "/evil" }))

describe("a project's exports", () => {
  // proves: docs/security.md
  it.live("are those of its file that a user's hook runs, too", () =>
    assertBounded(all, { kind: "warm", rule: "none", isWrapped: true, byUsersHook: true })
  )

  for (const kind of kinds) {
    // proves: docs/security.md
    it.live(`reach neither the user's hooks nor a wrapping program, by ${kind} hooks`, () =>
      Effect.forEach(
        [
          { kind, rule: "none", isWrapped: false },
          { kind, rule: "minimal", isWrapped: true }
        ] as const,
        (setting) => assertBounded(all, setting),
        { discard: true }
      )
    )
  }
})

describe("exports of both sides", () => {
  it("are the user's alone as long as the project exports none", () => {
    const received = makeReceivers()
    const users = { set: { A: "1" }, unset: ["B"] }
    for (const receiver of ["user", "project", "host"] as const) {
      assert.strictEqual(received(receiver, users, nothing), users)
    }
  })

  it("are one object until a change, so that waiting shells stay right", () => {
    const received = makeReceivers()
    const users = { set: { A: "1", C: "1" }, unset: ["B"] }
    const projects = { set: { B: "2", PATH: "/evil" }, unset: ["C", "LD_PRELOAD"] }
    const both = received("project", users, projects)
    assert.deepStrictEqual(both, { set: { A: "1", B: "2", PATH: "/evil" }, unset: ["C", "LD_PRELOAD"] })
    assert.strictEqual(received("project", users, projects), both)
    assert.deepStrictEqual(received("host", users, projects), { set: { A: "1", B: "2" }, unset: ["C"] })
    assert.strictEqual(received("user", users, projects), users)
  })

  it.live("are in two files, of which each hook is given its own", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      const [users, projects] = [yield* env.file(session, "user"), yield* env.file(session, "project")]
      assert.notStrictEqual(users, projects)
      writeFileSync(users ?? "", "A=1\n")
      writeFileSync(projects ?? "", 'B="$A$HOME"\nA=2\n')
      assert.deepStrictEqual(yield* env.refresh(session), [])
      assert.deepStrictEqual(env.exports(session, "user").set, { A: "1" })
      assert.deepStrictEqual(env.exports(session, "project").set, { A: "2", B: "1/me" })
      yield* env.end(session)
      assert.isFalse(existsSync(users ?? "") || existsSync(projects ?? ""))
    }).pipe(Effect.provide(Layer.provide(EnvFile.layerWith({ HOME: "/me" }), around)), Effect.scoped)
  )
})

describe("variables for the command inside a wrapping program", () => {
  const inside = (outer: Readonly<Record<string, string>>, inner: Readonly<Record<string, string>>, cut = false) => {
    const { variables, words } = carried(outer, inner)
    const [file, ...args] = [...words, "/usr/bin/env", "-0"] as const
    const { status, stdout } = spawnSync(file, args, {
      env: cut ? outer : { ...outer, ...variables },
      encoding: "utf8"
    })
    assert.strictEqual(status, 0)
    const lines = stdout.split("\0").filter((line) => line.includes("=") && !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
    )
  }

  it.prop(
    "are those that it would have without one, whatever they hold",
    { values: Schema.Record(Schema.Literals(names), Schema.String), gone: Schema.Array(Schema.Literals(names)) },
    ({ gone, values }) => {
      const inner = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value.replaceAll("\0", "").toWellFormed()])
      )
      // A library that is not there, or a locale, costs a complaint on standard error.
      assert.deepStrictEqual(
        inside({ ...Object.fromEntries(gone.map((name) => [name, "x"])), KEPT: "1" }, { ...inner, KEPT: "1" }),
        {
          ...inner,
          KEPT: "1"
        }
      )
    },
    { arbitrary: { runs: 30, size: 20 } }
  )

  it("stay out where the wrapping program cuts its variables", () => {
    assert.deepStrictEqual(inside({ A: "1" }, { A: "2", PATH: "/evil" }, true), { A: "1" })
  })

  it("are none that a shell owns, since those would end it", () => {
    assert.deepStrictEqual(inside({}, { OPTIND: "x", PPID: "x", UID: "x", SHELLOPTS: "x", B: "1" }), { B: "1" })
  })
})
