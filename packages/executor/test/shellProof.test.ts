// Programs in the place of a shell: one that is none must not let a guard pass as if it had run.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import { TestProject, TestWork } from "@hookline/testing"
import type { Settings } from "@hookline/schema/Settings"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { around, guardedBy, over, call, runners, seen } from "./support/answering.ts"

const script = (file: string, text: string): void => {
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}

const real = 'exec /bin/sh "$@"'

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("the shell of a %s hook", (kind) => {
  const layer = Layer.provide(runners[kind], around)

  const inProject = <A, E>(use: (project: string) => Effect.Effect<A, E, CommandRunner>) =>
    Effect.scoped(Effect.flatMap(TestProject.make({}), ({ project }) => use(project))).pipe(Effect.provide(layer))

  const endOf = Effect.fnUntraced(function* (
    project: string,
    shell: string,
    { command = "exit 2", settings = {} }: { readonly command?: string; readonly settings?: Settings } = {}
  ) {
    const runner = yield* CommandRunner
    const own = settings.shell === undefined && { shell }
    const work = TestWork.make({ _tag: "Command", command, ...own }, { project, settings })
    yield* runner.prewarm?.({ hooks: [work.hook], settings, session: work.session }) ?? Effect.void
    return yield* Effect.match(runner.run(work), {
      onSuccess: (reply) => (reply._tag === "Exit" ? String(reply.code) : reply._tag),
      onFailure: ({ reason }) => reason.message
    })
  })

  it.live("is one where it runs the command, under any name", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        symlinkSync("/bin/sh", path.join(project, "linked"))
        script(path.join(project, "wrapped"), real)
        for (const shell of ["sh", "bash", "/bin/sh", path.join(project, "linked"), path.join(project, "wrapped")]) {
          assert.strictEqual(yield* endOf(project, shell), "2", shell)
        }
      })
    )
  )

  it.live("is none where another program stands for it, by the hook or by the settings", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        for (const shell of ["true", "false", "echo", "cat", "env", "/bin/true", "ls", "python3"]) {
          assert.match(yield* endOf(project, shell), /its own `shell` is .*, which is no shell/, shell)
          assert.match(
            yield* endOf(project, "", { settings: { shell } }),
            /could not be started: the setting `shell` is .*, which is no shell/,
            shell
          )
        }
      })
    )
  )

  it.live("is none where it ends in any other way than the command", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const Ends = Schema.Union([
          Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })),
          Schema.Literals(["TERM", "KILL", "HUP"])
        ])
        const ends = yield* Arbitrary.sampleEffect(Arbitrary.schema(Ends), { count: 20, seed: "shell", size: 255 })
        for (const [at, end] of ends.entries()) {
          if (end === 7) continue
          const file = path.join(project, `fake${at}`)
          script(file, typeof end === "number" ? `echo '{"decision": "approve"}'; exit ${end}` : `kill -${end} $$`)
          assert.match(yield* endOf(project, file, { command: "exit 0" }), /is no shell/, String(end))
        }
      })
    )
  )

  it.live("is tried once, as long as its file stays the same, and again when that has changed", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const file = path.join(project, "changing")
        const counted = `[ "$2" = "exit 7" ] && echo x >>'${project}/tried'\n${real}`
        script(file, counted)
        for (let round = 0; round < 3; round++) assert.strictEqual(yield* endOf(project, file), "2")
        const tried = () => readFileSync(path.join(project, "tried"), "utf8").trim().split("\n").length
        assert.strictEqual(tried(), 1)
        script(file, "exit 0")
        assert.match(yield* endOf(project, file), /is no shell/)
        script(file, `${counted} `)
        assert.strictEqual(yield* endOf(project, file), "2")
        assert.strictEqual(tried(), 2)
      })
    )
  )

  it.live("is none where it never ends, and missing where it is not there", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const file = path.join(project, "endless")
        script(file, "exec sleep 600")
        assert.match(yield* endOf(project, file), /is no shell: .* by SIGTERM/)
        assert.match(yield* endOf(project, "no-such-shell"), /no-such-shell is not there, in no folder of PATH/)
      })
    )
  )

  // proves: docs/failure-policy.md
  it.live("that is none denies under closed, and is told under open", () =>
    Effect.gen(function* () {
      for (const [policy, verdict] of [
        ["closed", "Deny"],
        ["open", "Pass"]
      ] as const) {
        yield* over(guardedBy({ command: "exit 2", shell: "true" }), kind, policy, ({ answer }) =>
          Effect.map(answer(call), (report) => {
            assert.strictEqual(seen(report).verdict, verdict)
            assert.match(seen(report).text, /its own `shell` is true, which is no shell/)
          })
        )
      }
    })
  )
})
