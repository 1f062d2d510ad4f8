// Shells that wait: two sandboxes never share one, whatever is asked of them and in whatever order.
import { assert, describe, it } from "@effect/vitest"
import type { Confinement } from "@hookline/core/Runner"
import { confined } from "@hookline/core/Sandbox"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { CommandRunner } from "@hookline/core/Runners"
import { Leftovers, Requirement, TestProject, TestWork } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mkdirSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import path from "node:path"
import { keyOf } from "../../src/internal/process/WarmShells.ts"
import { runIn, runnersIn, sandboxes, works } from "../support/confining.ts"

const launch = () => {
  throw new Error("nothing is started")
}

describe("the key of a shell that waits", () => {
  const Key = Schema.Struct({ key: Schema.String, called: Schema.Literals(["sh", "bash"]), isConfined: Schema.Boolean })
  const env = {}
  const keyBy = ({ called, isConfined, key }: typeof Key.Type) =>
    keyOf({ called, file: "/bin/sh", cwd: "/", env, ...(isConfined && { inside: { key: `inside ${key}`, launch } }) })

  it.prop("differs where the sandbox does", [Arbitrary.schema(Key), Arbitrary.schema(Key)], ([one, other]) => {
    const isSame =
      one.called === other.called && one.isConfined === other.isConfined && (!one.isConfined || one.key === other.key)
    assert.strictEqual(keyBy(one) === keyBy(other), isSame)
  })
})

const confinements: ReadonlyArray<Confinement | undefined> = [
  undefined,
  ...[...confined, "open" as const].map((profile): Confinement => ({ profile, env: [] })),
  { profile: "guard", env: "untrusted" }
]

/** Prints what a hook could do: to write the project, and to create a socket. */
const command = `w=no; s=no; echo x >w 2>/dev/null && w=yes; /usr/bin/perl -e 'socket(S,2,1,0) or exit 1' && s=yes; echo $w $s $EXTRA`

const expected = (confinement: Confinement | undefined): string => {
  const profile = confinement?.profile ?? "open"
  const writes = profile !== "guard" && profile !== "notify" ? "yes" : "no"
  return `${writes} ${profile === "net" || profile === "open" ? "yes" : "no"} ${confinement?.env === "untrusted" ? "" : "extra"}`.trim()
}

describe("shells that wait in sandboxes", () => {
  // proves: docs/security.md
  Requirement.live(works("landlock"))("run each hook in its own profile, in any order, while all of them wait", () =>
    Effect.gen(function* () {
      // Not in a folder for temporary files, which may be written.
      const { project } = yield* TestProject.make({})
      const runner = yield* CommandRunner
      const { counts, settled } = yield* ProcessCommandRunner.Warm
      const works = confinements.map((confinement) =>
        TestWork.make({ _tag: "Command", command }, { project, confinement })
      )
      const taken: Array<number> = []
      for (let round = 0; round < 6; round++) {
        for (const { confinement, hook, session, settings } of works)
          yield* runner.prewarm?.({ hooks: [hook], session, settings, confinementOf: () => confinement }) ?? Effect.void
        yield* settled
        const before = counts().taken
        const order = works.toSorted(
          (one, other) => ((works.indexOf(one) * 5 + round) % 7) - ((works.indexOf(other) * 5 + round) % 7)
        )
        for (const work of order) {
          const reply = yield* runner.run(work)
          assert.strictEqual(reply._tag === "Exit" ? reply.stdout.trim() : "", expected(work.confinement))
        }
        // The profile that permits everything has variables of its own.
        taken.push(counts().taken - before)
      }
      // Other tests may change a folder around the home folder, after which no shell that waits is used.
      assert.include(taken, works.length)
    }).pipe(
      Effect.provide(
        runnersIn(sandboxes.landlock, { env: { PATH: process.env["PATH"], HOME: "/root", EXTRA: "extra" } })
      ),
      Effect.scoped,
      Leftovers.none
    )
  )

  // proves: docs/security.md
  Requirement.live(works("landlock"))("never wait with a secret that came later, nor without a file that did", () =>
    Effect.gen(function* () {
      const { home, project } = yield* TestProject.make({ "~/.ssh/id": "secret" })
      const env = { PATH: process.env["PATH"], HOME: home }
      yield* Effect.gen(function* () {
        const show = (file: string) =>
          runIn(
            TestWork.make(
              { _tag: "Command", command: `cat "$HOME/${file}" 2>/dev/null || echo refused` },
              { project, confinement: { profile: "guard", env: [] } }
            ),
            true
          )
        const said = (text: string) => ({ _tag: "Exit", code: 0, stdout: `${text}\n`, stderr: "" }) as const
        assert.deepStrictEqual(yield* show(".ssh/id"), said("refused"))
        writeFileSync(path.join(home, ".netrc"), "secret\n")
        assert.deepStrictEqual(yield* show(".netrc"), said("refused"))
        mkdirSync(path.join(home, "later"))
        writeFileSync(path.join(home, "later/file"), "found\n")
        assert.deepStrictEqual(yield* show("later/file"), said("found"))
      }).pipe(Effect.provide(runnersIn(sandboxes.landlock, { env })), Effect.scoped)
    }).pipe(Effect.scoped, Leftovers.none)
  )

  Requirement.live(works("landlock"))("are at most so many that none is left behind by forty kinds at once", () =>
    Effect.gen(function* () {
      const runner = yield* CommandRunner
      const { counts, settled } = yield* ProcessCommandRunner.Warm
      for (let count = 0; count < 40; count++) {
        const { project } = yield* TestProject.make({})
        const confinement = { profile: count % 2 === 0 ? "guard" : "work", env: [] } as const
        const { hook, session, settings } = TestWork.make(
          { _tag: "Command", command: "true" },
          { project, confinement }
        )
        yield* runner.prewarm?.({ hooks: [hook], session, settings, confinementOf: () => confinement }) ?? Effect.void
        if (count % 10 === 0) yield* settled
      }
      yield* settled
      assert.isAtMost(counts().waiting.length, 8)
    }).pipe(
      Effect.provide(runnersIn(sandboxes.landlock, { env: { ...process.env, HOME: homedir() } })),
      Effect.scoped,
      Leftovers.none
    )
  )
})
