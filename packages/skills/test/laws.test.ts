// Any sequence of openings and closings, in any interleaving, leaves exactly the hooks of the skills that are open.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { Skills } from "@hookline/skills/Skills"
import { TestPipeline, TestSkills } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { bash, front, planned } from "./fixtures.ts"

const names = ["a", "b", "c"] as const
const sessions = ["one", "other"] as const

/** How a skill is closed must make no difference. */
const Ways = Schema.Literals(["success", "failure", "interruption"])

const Step = Schema.Union([
  Schema.TaggedStruct("Open", {
    skill: Schema.Literals(names),
    session: Schema.Union([Schema.Literals(sessions), Schema.Undefined])
  }),
  /** The opening of this number, counted from the oldest that is still there. */
  Schema.TaggedStruct("Close", { which: Schema.Natural, how: Ways }),
  Schema.TaggedStruct("Told", { skill: Schema.Literals(names), session: Schema.Literals(sessions) }),
  Schema.TaggedStruct("Untold", { skill: Schema.Literals(names), session: Schema.Literals(sessions) }),
  Schema.TaggedStruct("End", { session: Schema.Literals(sessions) })
])
type Step = typeof Step.Type

interface Opening {
  readonly skill: string
  readonly session: string | undefined
  readonly close: (how: typeof Ways.Type) => Effect.Effect<unknown>
}

const files = Object.fromEntries(
  names.flatMap((name) => [[`/project/.amplifier/skills/${name}/SKILL.md`, front([`guard of ${name}`])]])
)

/** Opens a skill in a fiber of its own, which ends as it is told. */
const opened = Effect.fnUntraced(function* (skill: string, session: string | undefined) {
  const skills = yield* Skills
  const scope = yield* Scope.make()
  yield* Scope.provide(skills.activate(skill, session === undefined ? {} : { session }), scope)
  const holding = yield* Effect.forkDetach(
    Effect.onExit(Effect.never, (exit) => Scope.close(scope, exit)),
    { startImmediately: true }
  )
  const close = (how: typeof Ways.Type): Effect.Effect<unknown> => {
    if (how === "interruption") return Fiber.interrupt(holding)
    return Scope.close(scope, how === "success" ? Exit.void : Exit.fail("no"))
  }
  return { skill, session, close } satisfies Opening
})

const wanted = (openings: ReadonlyArray<Pick<Opening, "skill" | "session">>, session: string | undefined) =>
  names.filter((name) =>
    openings.some((one) => one.skill === name && (one.session === undefined || one.session === session))
  )

const skillsOf = (ids: ReadonlyArray<string>) => ids.map((id) => /^skill:(\w)\//.exec(id)?.[1] ?? id)

const play = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const { run, wants } = yield* Pipeline
  const tell = (event: string, session_id: string, skill_name?: string) =>
    run({ event, data: { session_id, ...(skill_name !== undefined && { skill_name }) } })
  let openings: ReadonlyArray<Opening> = []
  let told: ReadonlyArray<Pick<Opening, "skill" | "session">> = []
  for (const step of steps) {
    switch (step._tag) {
      case "Open":
        openings = openings.concat(yield* opened(step.skill, step.session))
        break
      case "Close": {
        const place = openings.length === 0 ? -1 : step.which % openings.length
        const opening = openings[place]
        if (opening !== undefined) yield* opening.close(step.how)
        openings = openings.filter((one) => one !== opening)
        break
      }
      case "Told":
        yield* tell("skill:loaded", step.session, step.skill)
        told = told.concat(step)
        break
      case "Untold": {
        yield* tell("skill:unloaded", step.session, step.skill)
        const place = told.findLastIndex(({ session, skill }) => session === step.session && skill === step.skill)
        told = told.filter((_, index) => index !== place)
        break
      }
      case "End":
        yield* tell("session:end", step.session)
        openings = openings.filter(({ session }) => session !== step.session)
        told = told.filter(({ session }) => session !== step.session)
        break
    }
    for (const session of [...sessions, undefined]) {
      const expected = wanted([...openings, ...told], session)
      assert.strictEqual(wants(bash(session)), expected.length > 0)
      assert.deepStrictEqual(skillsOf(yield* planned(session)), expected)
    }
  }
  yield* Effect.forEach(openings, ({ close }) => close("success"))
})

describe("skills", () => {
  it.effect.prop(
    "leave exactly the hooks of those that are open, whatever came and went",
    [Schema.Array(Step).check(Schema.isMaxLength(30))],
    ([steps]) =>
      Effect.provide(play(steps), TestSkills.layer(TestPipeline.project, { files: TestSkills.memory(files) }))
  )
})
