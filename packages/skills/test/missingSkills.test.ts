// A skill with hooks that a program holds open, and whose file is not found any more.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Skills, type Where } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { bash, front, inProject } from "./fixtures.ts"

const closed = { settings: { failurePolicy: "closed" }, script: { guard: {}, other: {} } } as const
const file = ".claude/skills/rel/SKILL.md"
const files = { [file]: front(["guard"], { name: "rel" }) }
const session = "s1"

const activate = (name: string, where?: Where) => Effect.flatMap(Skills, (skills) => skills.activate(name, where))

const answered = (of = session) => Effect.flatMap(Pipeline, ({ answer }) => answer(bash(of)))

const verdict = (of?: string) => Effect.map(answered(of), ({ outcome }) => outcome.verdict._tag)

/** Answers until the project is found to have changed. */
const until = (wanted: string) =>
  Effect.gen(function* () {
    while ((yield* verdict()) !== wanted) yield* Effect.sleep(5)
  })

const write = ({ project }: Project, text: string, path = file): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

const changes: ReadonlyArray<readonly [change: string, apply: (project: Project) => void]> = [
  ["deleted", ({ project }) => rmSync(join(project, ".claude/skills/rel"), { recursive: true })],
  ["renamed in its front matter", (project) => write(project, front(["guard"], { name: "rel2" }))],
  [
    "replaced by one without hooks",
    (project) => {
      write(project, "---\nname: rel\n---\n", ".amplifier/skills/rel/SKILL.md")
      rmSync(join(project.project, ".claude/skills/rel"), { recursive: true })
    }
  ]
]

describe("a skill that a program holds open and that is not found any more", () => {
  for (const [change, apply] of [...changes, ["emptied", (project: Project) => write(project, "\n")] as const]) {
    // proves: docs/skills.md
    it.live(`denies under closed when it has gained its hooks while it was open, and is ${change}`, () =>
      inProject(
        { [file]: "---\nname: rel\n---\n" },
        (project) =>
          Effect.scoped(
            Effect.gen(function* () {
              yield* activate("rel", { session })
              yield* activate("rel")
              const { refresh } = yield* Pipeline
              const ran = Effect.map(answered(), ({ runs }) => runs.length)
              assert.strictEqual(yield* ran, 0)
              write(project, front(["guard"], { name: "rel" }))
              yield* refresh
              assert.strictEqual(yield* ran, 1)
              // Another change of the file, after which it has them still.
              write(project, `${front(["guard"], { name: "rel" })}\nOther text.\n`)
              yield* refresh
              assert.strictEqual(yield* verdict("other"), "Pass")
              apply(project)
              yield* refresh
              const { outcome } = yield* answered()
              assert.match(JSON.stringify(outcome.verdict), /The open skill .*rel.* is (not found any more|empty now)/)
              // It is open in all sessions, and had its hooks in them.
              assert.strictEqual(yield* verdict("other"), "Deny")
              write(project, front(["guard"], { name: "rel" }))
              yield* refresh
              if (change !== "replaced by one without hooks") assert.strictEqual(yield* verdict(), "Pass")
            })
          ),
        closed
      )
    )
  }

  it.live("denies under closed when its file is emptied", () =>
    inProject(
      files,
      (project) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* activate("rel", { session })
            write(project, "")
            const { refresh } = yield* Pipeline
            yield* refresh
            assert.match(JSON.stringify((yield* answered()).outcome.verdict), /The open skill .*rel.* is empty now/)
          })
        ),
      closed
    )
  )

  for (const [change, apply] of changes) {
    // proves: docs/skills.md
    it.live(`denies under closed when it is ${change}, until it is back`, () =>
      inProject(
        files,
        (project) =>
          Effect.scoped(
            Effect.gen(function* () {
              yield* activate("rel", { session })
              assert.strictEqual(yield* verdict(), "Pass")
              apply(project)
              yield* until("Deny")
              const { outcome } = yield* answered()
              assert.match(JSON.stringify(outcome.verdict), /The open skill .*rel.* is not found any more/)
              // It is open in no other session.
              assert.strictEqual(yield* verdict("other"), "Pass")
              rmSync(join(project.project, ".amplifier"), { recursive: true, force: true })
              write(project, front(["guard"], { name: "rel" }))
              yield* until("Pass")
              const { runs } = yield* answered()
              assert.deepStrictEqual(
                runs.map(({ id, status }) => [id.replace(/\/.*/, ""), status]),
                [["skill:rel", "ran"]]
              )
            })
          ),
        closed
      )
    )
  }

  it.live("is a notice once in a session under open, and none after its scope has closed", () =>
    inProject(files, (project) =>
      Effect.gen(function* () {
        const notices = (of?: string) => Effect.map(answered(of), ({ outcome }) => outcome.notices)
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* activate("rel")
            renameSync(join(project.project, ".claude/skills"), join(project.project, ".claude/gone"))
            const { refresh } = yield* Pipeline
            yield* refresh
            assert.match(JSON.stringify(yield* notices()), /not found any more/)
            assert.deepStrictEqual(yield* notices(), [])
            assert.match(JSON.stringify(yield* notices("other")), /not found any more/)
          })
        )
        assert.deepStrictEqual(yield* notices("third"), [])
      })
    )
  )

  it.live("is no loss where another file with hooks has its name, as after an update of a plugin", () =>
    inProject(
      files,
      (project) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* activate("rel", { session })
            write(project, front(["other"], { name: "rel" }), ".claude/skills/moved/SKILL.md")
            rmSync(join(project.project, ".claude/skills/rel"), { recursive: true })
            const { plan, refresh } = yield* Pipeline
            yield* refresh
            const { groups } = yield* plan(bash(session))
            assert.strictEqual(groups.flatMap(({ hooks }) => hooks).length, 1)
            assert.strictEqual(yield* verdict(), "Pass")
          })
        ),
      closed
    )
  )

  it.live("is a loss where a project's skill has the name of the user's that is gone", () =>
    inProject(
      files,
      (project) =>
        Effect.scoped(
          Effect.gen(function* () {
            const own = join(project.home, ".claude/skills/rel/SKILL.md")
            mkdirSync(dirname(own), { recursive: true })
            writeFileSync(own, front(["other"], { name: "rel" }))
            const { refresh } = yield* Pipeline
            yield* refresh
            yield* activate("rel", { session })
            assert.strictEqual(yield* verdict(), "Pass")
            rmSync(dirname(own), { recursive: true })
            yield* refresh
            assert.strictEqual(yield* verdict(), "Deny")
          })
        ),
      closed
    )
  )

  it.live("is no loss where it had no hooks, nor where its hooks are taken out of its own file", () =>
    inProject(
      { ...files, ".claude/skills/plain/SKILL.md": "---\nname: plain\n---\n" },
      (project) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* activate("plain", { session })
            yield* activate("rel", { session })
            rmSync(join(project.project, ".claude/skills/plain"), { recursive: true })
            write(project, "---\nname: rel\n---\n")
            const { refresh } = yield* Pipeline
            yield* refresh
            assert.strictEqual(yield* verdict(), "Pass")
          })
        ),
      closed
    )
  )

  it.live("is a loss of an agent and of a command, too", () =>
    inProject(
      { ".claude/agents/rev.md": front(["guard"]), ".claude/commands/git/go.md": front(["guard"]) },
      (project) =>
        Effect.gen(function* () {
          const { refresh } = yield* Pipeline
          for (const [name, kind, path] of [
            ["rev", "agent", ".claude/agents"],
            ["git:go", "command", ".claude/commands"]
          ] as const) {
            yield* Effect.scoped(
              Effect.gen(function* () {
                yield* activate(name, { kind, session })
                assert.strictEqual(yield* verdict(), "Pass")
                rmSync(join(project.project, path), { recursive: true })
                yield* refresh
                assert.match(
                  JSON.stringify((yield* answered()).outcome.verdict),
                  new RegExp(`The open ${kind} .*${name}`)
                )
              })
            )
          }
        }),
      closed
    )
  )
})
