// An answer is decided when its effect runs: made before a change and run after it, it equals one made after it.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { cases } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import * as Verdict from "@hookline/schema/Verdict"
import { Skills } from "@hookline/skills/Skills"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

const event = cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "ls" } })

const guard = {
  event: "PreToolUse" as const,
  name: "guard",
  handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) })
}

const denying = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 2" }] }] } }

const release = [
  "---",
  "name: release",
  "hooks:",
  "  PreToolUse:",
  "    - matcher: Bash",
  "      hooks:",
  "        - type: command",
  '          command: "exit 2"',
  "---",
  "Releases.",
  ""
].join("\n")

const skill = { ".claude/skills/release/SKILL.md": release }

const inProject = <A, E>(
  files: TestProject.Files,
  test: (project: string) => Effect.Effect<A, E, Hookline | Pipeline | Skills | Scope.Scope>
) =>
  Effect.gen(function* () {
    const folders = yield* TestProject.make(files)
    return yield* Effect.scoped(Effect.provide(test(folders.project), Hookline.layer({ project: folders })))
  })

const outcomeOf = (answered: Effect.Effect<{ readonly outcome: Outcome }>) =>
  Effect.map(answered, ({ outcome }) => outcome.verdict._tag)

/** The verdict that a plan promises: each hook of these tests denies. */
const plannedBy = (planned: Effect.Effect<Plan>) =>
  Effect.map(planned, ({ groups }) => (groups.some(({ hooks }) => hooks.length > 0) ? "Deny" : "Pass"))

/** Every way to answer an event that a program holds. */
const doors = Effect.gen(function* () {
  const { emit, run } = yield* Hookline
  const pipeline = yield* Pipeline
  const payload = ClaudeCode.event.write(event)
  return {
    "Hookline.emit": outcomeOf(emit(event)),
    "Hookline.run": outcomeOf(Effect.orDie(run(payload))),
    "Pipeline.answer": outcomeOf(pipeline.answer(event)),
    "Pipeline.run": outcomeOf(Effect.orDie(pipeline.run(payload)))
  }
})

const verdicts = (made: Readonly<Record<string, Effect.Effect<string>>>) =>
  Effect.forEach(Object.entries(made), ([name, answered]) =>
    Effect.map(answered, (verdict) => [name, verdict] as const)
  )

describe("an answer that was made before", () => {
  it.live("a handler was registered is denied by it, and passes again without it", () =>
    inProject({}, () =>
      Effect.gen(function* () {
        const { emit, register } = yield* Hookline
        const one = emit(event)
        assert.strictEqual((yield* one).outcome.verdict._tag, "Pass")
        const during = yield* Effect.scoped(Effect.andThen(register(guard), one))
        assert.strictEqual(during.outcome.verdict._tag, "Deny")
        assert.strictEqual((yield* one).outcome.verdict._tag, "Pass")
        // The form in which programs are written: the argument is evaluated before the first effect runs.
        const inline = yield* Effect.scoped(Effect.andThen(register(guard), emit(event)))
        assert.strictEqual(inline.outcome.verdict._tag, "Deny")
      })
    )
  )

  it.live("a skill was opened is denied by its hooks", () =>
    inProject(skill, () =>
      Effect.gen(function* () {
        const { activate } = yield* Skills
        const made = yield* doors
        const before = yield* verdicts(made)
        assert.isTrue(
          before.every(([, verdict]) => verdict === "Pass"),
          JSON.stringify(before)
        )
        const during = yield* Effect.scoped(Effect.andThen(activate("release", { session: "s1" }), verdicts(made)))
        assert.isTrue(
          during.every(([, verdict]) => verdict === "Deny"),
          JSON.stringify(during)
        )
      })
    )
  )

  it.live("a file was written and read is denied by its hooks", () =>
    inProject({}, (project) =>
      Effect.gen(function* () {
        const { refresh } = yield* Hookline
        const made = yield* doors
        mkdirSync(path.join(project, ".claude"), { recursive: true })
        writeFileSync(path.join(project, ".claude/settings.json"), JSON.stringify(denying))
        yield* refresh
        const after = yield* verdicts(made)
        assert.isTrue(
          after.every(([, verdict]) => verdict === "Deny"),
          JSON.stringify(after)
        )
      })
    )
  )

  it.live.prop(
    "any registration came or went equals one that is made after it",
    [Schema.Array(Schema.Boolean).check(Schema.isMaxLength(12))],
    ([steps]) =>
      inProject({}, () =>
        Effect.gen(function* () {
          const { emit, register } = yield* Hookline
          const one = emit(event)
          const open: Array<Scope.Closeable> = []
          for (const adds of steps) {
            const scope = adds ? yield* Scope.make() : open.pop()
            if (scope === undefined) continue
            if (adds) open.push(scope)
            yield* adds ? Scope.provide(register(guard), scope) : Scope.close(scope, Exit.void)
            const [before, after] = [yield* one, yield* emit(event)]
            assert.strictEqual(before.outcome.verdict._tag, open.length > 0 ? "Deny" : "Pass")
            assert.deepStrictEqual(before.outcome, after.outcome)
          }
        })
      ),
    { arbitrary: { runs: 20 } }
  )

  // Each change toggles one source of a guard, so that the order of changes decides which guards exist.
  it.live.prop(
    "any change of a registration, a skill or a file equals one that is made after it, and so does a plan",
    [Schema.Array(Schema.Literals(["registration", "skill", "file"])).check(Schema.isMaxLength(8))],
    ([changes]) =>
      inProject(skill, (project) =>
        Effect.gen(function* () {
          const { plan, refresh, register } = yield* Hookline
          const { activate } = yield* Skills
          const made = { ...(yield* doors), "Hookline.plan": plannedBy(plan(event)) }
          const file = path.join(project, ".claude/settings.json")
          const open = new Map<string, Scope.Closeable>()
          const isOpen = (source: string) => open.has(source) || (source === "file" && existsSync(file))
          for (const change of changes) {
            if (change === "file") {
              if (existsSync(file)) rmSync(file)
              else writeFileSync(file, JSON.stringify(denying))
              yield* refresh
            } else {
              const known = open.get(change)
              const scope = known ?? (yield* Scope.make())
              if (known === undefined) open.set(change, scope)
              else open.delete(change)
              const adds = change === "skill" ? activate("release", { session: "s1" }) : register(guard)
              yield* known === undefined ? Scope.provide(adds, scope) : Scope.close(scope, Exit.void)
            }
            const expected = ["registration", "skill", "file"].some(isOpen) ? "Deny" : "Pass"
            const later = { ...(yield* doors), "Hookline.plan": plannedBy(plan(event)) }
            for (const [name, verdict] of [...(yield* verdicts(made)), ...(yield* verdicts(later))]) {
              assert.strictEqual(verdict, expected, `${name} after ${changes.join(", ")}`)
            }
          }
        })
      ),
    { arbitrary: { runs: 15 } }
  )
})
