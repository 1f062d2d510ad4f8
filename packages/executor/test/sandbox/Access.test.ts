// The paths of a profile: everything but secrets may be read, and nothing that appears later is missed.
import { assert, describe, it } from "@effect/vitest"
import { confined, type Place } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"
import { TestProject } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import path from "node:path"
import { accessOf } from "../../src/internal/sandbox/Access.ts"
import { secrets } from "../../src/internal/sandbox/places.ts"

const isBelow = (file: string, folders: ReadonlyArray<string>): boolean =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`))

const write = (file: string, text = "x") => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const made = TestProject.make({ "guard.sh": "exit 2", "~/notes/one": "a note", "~/.profile": "" })

/** Like `made`, but in no folder for temporary files, in which other programs make and remove files. */
const apart = Effect.acquireRelease(
  Effect.sync(() => {
    const root = mkdtempSync(path.join(homedir(), ".hookline-test-"))
    const place = { project: path.join(root, "project"), home: path.join(root, "home") }
    write(path.join(place.project, "guard.sh"))
    for (const name of ["notes/one", ".profile", ".ssh/id", ".config/one"]) write(path.join(place.home, name))
    return { root, place }
  }),
  ({ root }) => Effect.sync(() => rmSync(root, { recursive: true, force: true }))
).pipe(Effect.map(({ place }) => place))

const Chosen = Arbitrary.schema(Schema.Array(Schema.Literals(secrets)).check(Schema.isMaxLength(6)))

describe("the paths of a profile", () => {
  const law = ([names]: readonly [ReadonlyArray<string>]) =>
    Effect.gen(function* () {
      const { home, project } = yield* made
      for (const name of names) write(path.join(home, name, "token"))
      for (const profile of confined) {
        const { readable } = accessOf(profile, { home, project })()
        for (const name of names) assert.isFalse(isBelow(path.join(home, name, "token"), readable), name)
        for (const file of [
          `${home}/notes/one`,
          `${home}/.profile`,
          `${project}/guard.sh`,
          "/etc/hosts",
          "/usr/bin/env"
        ])
          assert.isTrue(isBelow(file, readable), file)
        assert.isFalse(isBelow("/dev/sda", readable))
      }
    })
  it.effect.prop("leave no secret readable, and everything else", [Chosen], law, { arbitrary: { runs: 20 } })

  it.live("leave a secret unreadable behind a link, from whichever side", () =>
    Effect.gen(function* () {
      const { home, project } = yield* made
      write(path.join(home, "keys/ssh/id"))
      symlinkSync(path.join(home, "keys/ssh"), path.join(home, ".ssh"))
      write(path.join(home, ".aws/credentials"))
      symlinkSync(path.join(home, ".aws"), path.join(home, "way"))
      const { readable } = accessOf("guard", { home, project })()
      for (const file of ["keys/ssh/id", ".ssh", ".aws/credentials", "way"])
        assert.isFalse(isBelow(path.join(home, file), readable), file)
    })
  )

  it.live("are writable by the profile alone, and never around the home folder", () =>
    Effect.gen(function* () {
      const { home, project } = yield* made
      write(path.join(project, ".claude/settings.json"))
      mkdirSync(path.join(home, ".cache"))
      for (const profile of confined) {
        const { configuring, writable } = accessOf(profile, { home, project })()
        assert.strictEqual(writable.includes(project), rights[profile].writes)
        assert.strictEqual(writable.includes(path.join(home, ".cache")), rights[profile].writes)
        assert.strictEqual(configuring.includes(path.join(project, ".claude/settings.json")), rights[profile].writes)
        assert.notInclude(writable, home)
        assert.notInclude(accessOf(profile, { home, project: home })().writable, home)
        assert.notInclude(accessOf(profile, { home, project: path.dirname(home) })().writable, path.dirname(home))
      }
    })
  )

  const changes: Readonly<Record<string, (place: Place) => void>> = {
    "a secret that is new": ({ home }) => write(path.join(home, ".netrc")),
    "a secret in a folder that was there": ({ home }) => write(path.join(home, ".config/gh/hosts.yml")),
    "a file that was replaced": ({ home }) => {
      write(path.join(home, ".profile.new"))
      renameSync(path.join(home, ".profile.new"), path.join(home, ".profile"))
    },
    "a folder that is new": ({ home }) => mkdirSync(path.join(home, "later")),
    "a folder that is gone": ({ home }) => rmSync(path.join(home, "notes"), { recursive: true })
  }
  for (const [what, change] of Object.entries(changes)) {
    it.live(`have another key after ${what}`, () =>
      Effect.gen(function* () {
        // It has a secret: without one, what is below a folder is open as a whole.
        const place = yield* apart
        const access = accessOf("guard", place)
        const before = access()
        assert.strictEqual(access().key, before.key)
        change(place)
        assert.notStrictEqual(access().key, before.key)
      })
    )
  }

  it.live("have another key for each profile", () =>
    Effect.gen(function* () {
      const place = yield* made
      const keys = confined.map((profile) => accessOf(profile, place)().key)
      assert.strictEqual(new Set(keys).size, keys.length)
    })
  )

  it.live("need no home folder, and a project", () =>
    Effect.gen(function* () {
      const { project } = yield* made
      assert.include(accessOf("work", { home: "/nonexistent/home", project })().writable, project)
      assert.throws(() => accessOf("work", { home: "/", project: "/nonexistent" }))
    })
  )
})
