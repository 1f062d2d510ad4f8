// A skill's hooks are in force while it is open, and leave with it, however it closes.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { Pipeline } from "@hookline/core/Pipeline"
import { Skills } from "@hookline/skills/Skills"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { amplifierSkill, bash, front, inProject, planned, ran } from "./fixtures.ts"

const files = {
  ...amplifierSkill("deploy", "guard"),
  ".claude/skills/review/SKILL.md": front(["look"]),
  ".claude/agents/deploy.md": front(["agent's"]),
  ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "always" }] }] } } }
}
const script = { guard: {}, look: {}, always: {}, "agent's": {} }

const skillsOf = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.map((id) => id.replace(/\/PreToolUse\/.*$/, ""))

const active = (session?: string) => Effect.map(ran(session), skillsOf)

const open = (name: string, where?: Parameters<(typeof Skills)["Service"]["activate"]>[1]) =>
  Effect.flatMap(Skills, (skills) => skills.activate(name, where))

describe("a skill that is opened", () => {
  it.live("brings its hooks to the very next event, and takes them away", () =>
    inProject(
      files,
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* active(), ["claude"])
          yield* Effect.scoped(
            Effect.gen(function* () {
              const skill = yield* open("deploy")
              assert.strictEqual(skill.file.skill, "deploy")
              assert.deepStrictEqual(yield* active(), ["skill:deploy", "claude"])
              assert.deepStrictEqual(yield* active("a session"), ["skill:deploy", "claude"])
            })
          )
          assert.deepStrictEqual(yield* active(), ["claude"])
        }),
      { script }
    )
  )

  it.live("is closed by a failure, and by an interruption", () =>
    inProject(
      files,
      () =>
        Effect.gen(function* () {
          const failed = yield* Effect.exit(Effect.scoped(Effect.andThen(open("deploy"), Effect.fail("no"))))
          assert.isTrue(Exit.isFailure(failed))
          assert.deepStrictEqual(yield* active(), ["claude"])
          const died = yield* Effect.exit(Effect.scoped(Effect.andThen(open("deploy"), Effect.die("never"))))
          assert.isTrue(Exit.isFailure(died))
          assert.deepStrictEqual(yield* active(), ["claude"])
          const isOpen = yield* Deferred.make<void>()
          const work = Effect.scoped(
            Effect.gen(function* () {
              yield* open("deploy")
              yield* Deferred.succeed(isOpen, undefined)
              return yield* Effect.never
            })
          )
          const fiber = yield* Effect.forkChild(work)
          yield* Deferred.await(isOpen)
          assert.deepStrictEqual(yield* active(), ["skill:deploy", "claude"])
          yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(yield* active(), ["claude"])
        }),
      { script }
    )
  )

  it.live("twice is counted, and its hooks run once until both have closed it", () =>
    inProject(
      files,
      () =>
        Effect.gen(function* () {
          const [one, other] = [yield* Scope.make(), yield* Scope.make()]
          yield* Scope.provide(open("deploy"), one)
          yield* Scope.provide(open("deploy"), other)
          assert.deepStrictEqual(yield* active(), ["skill:deploy", "claude"])
          yield* Scope.close(one, Exit.void)
          assert.deepStrictEqual(yield* active(), ["skill:deploy", "claude"])
          yield* Scope.close(one, Exit.void)
          assert.deepStrictEqual(yield* active(), ["skill:deploy", "claude"])
          yield* Scope.close(other, Exit.void)
          assert.deepStrictEqual(yield* active(), ["claude"])
        }),
      { script }
    )
  )

  it.live("is seen by `wants`, and stands in plans and reports as the source of its hooks", () =>
    inProject(
      { ...amplifierSkill("deploy", "guard") },
      ({ project }) =>
        Effect.gen(function* () {
          const { answer, plan, wants } = yield* Pipeline
          assert.isFalse(wants(bash()))
          const before = yield* plan(bash())
          assert.deepStrictEqual(
            before.others.map(({ why }) => why),
            [{ _tag: "SkillClosed", skill: "deploy" }]
          )
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* open("deploy")
              assert.isTrue(wants(bash()))
              const during = yield* plan(bash())
              assert.deepStrictEqual(during.others, [])
              assert.deepStrictEqual(
                during.groups.flatMap(({ hooks }) => skillsOf(hooks)),
                ["skill:deploy"]
              )
              const { runs } = yield* answer(bash())
              assert.deepStrictEqual(
                runs.map(({ source }) => [source.skill, source.file, source.folder]),
                [["deploy", `${project}/.amplifier/skills/deploy/SKILL.md`, `${project}/.amplifier/skills/deploy`]]
              )
            })
          )
          assert.isFalse(wants(bash()))
        }),
      { script }
    )
  )

  it.live("as an agent is another than the skill of that name", () =>
    inProject(
      files,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* open("deploy", { kind: "agent" })
            assert.deepStrictEqual(yield* active(), ["claude", "agent:deploy"])
          })
        ),
      { script }
    )
  )

  it.live("in one session is not seen by another", () =>
    inProject(
      files,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* open("deploy", { session: "one" })
            yield* open("review", { session: "other" })
            for (let turn = 0; turn < 3; turn++) {
              assert.deepStrictEqual(yield* active("one"), ["skill:deploy", "claude"])
              assert.deepStrictEqual(yield* active("other"), ["claude", "skill:review"])
              assert.deepStrictEqual(yield* active("third"), ["claude"])
              assert.deepStrictEqual(yield* active(), ["claude"])
            }
          })
        ),
      { script }
    )
  )

  it.live("has the hooks that its file has then", () =>
    inProject(
      amplifierSkill("deploy", "guard"),
      ({ project }) =>
        Effect.scoped(
          Effect.gen(function* () {
            const file = join(project, ".amplifier/skills/deploy/SKILL.md")
            const { refresh } = yield* Pipeline
            yield* open("deploy")
            assert.strictEqual((yield* planned()).length, 1)
            writeFileSync(file, front(["guard", "look"]))
            yield* refresh
            assert.strictEqual((yield* planned()).length, 2)
            rmSync(file)
            yield* refresh
            assert.deepStrictEqual(yield* planned(), [])
            const { all } = yield* Skills
            assert.deepStrictEqual(yield* all, [])
          })
        ),
      { script }
    )
  )

  it.live("sees a change of its file by itself", () =>
    inProject(
      amplifierSkill("deploy", "guard"),
      ({ project }) =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* open("deploy")
            writeFileSync(join(project, ".amplifier/skills/deploy/SKILL.md"), front(["guard", "look"]))
            while ((yield* planned()).length !== 2) yield* Effect.sleep(1)
          })
        ),
      { script }
    )
  )

  it.live("misses what is broken in it, and only while it is open", () =>
    inProject(
      { ".claude/skills/bad/SKILL.md": "---\nhooks:\n  PreToolUse: [\n---\n" },
      () =>
        Effect.gen(function* () {
          const { answer } = yield* Pipeline
          const verdict = () => Effect.map(answer(bash()), ({ outcome }) => outcome.verdict._tag)
          assert.strictEqual(yield* verdict(), "Pass")
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* open("bad")
              assert.strictEqual(yield* verdict(), "Deny")
            })
          )
          assert.strictEqual(yield* verdict(), "Pass")
        }),
      { settings: { failurePolicy: "closed" } }
    )
  )
})

describe("a skill that is not there", () => {
  it.live("is a failure that names those that may have been meant", () =>
    inProject({ ...files, ...amplifierSkill("deploy-all", "guard") }, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const wrong = yield* Effect.flip(open("deplyo"))
          assert.strictEqual(wrong._tag, "SkillNotFound")
          assert.deepStrictEqual(wrong.near, ["deploy"])
          assert.strictEqual(wrong.message, `there is no skill called "deplyo"; did you mean deploy?`)
          assert.deepStrictEqual((yield* Effect.flip(open("deploy all"))).near, ["deploy-all", "deploy"])
          assert.strictEqual((yield* Effect.flip(open("weather"))).message, `there is no skill called "weather"`)
          assert.strictEqual(
            (yield* Effect.flip(open("deploy", { kind: "command" }))).message,
            `there is no command called "deploy"; none was found in the folders where commands lie`
          )
        })
      )
    )
  )
})

describe("a listing", () => {
  it.live("has the hooks of all skills, and of those that are open as hooks that run", () =>
    inProject(files, (project) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { discover } = yield* Discoverer
          yield* open("review")
          const { hooks } = yield* discover(project)
          assert.deepStrictEqual(
            hooks.map(({ off, source }) => [source.skill, off?._tag]),
            [
              [undefined, undefined],
              ["deploy", "SkillClosed"],
              ["review", undefined],
              ["deploy", "SkillClosed"]
            ]
          )
        })
      )
    )
  )
})
