/** `hookline plan EVENT`: which hooks an event would run, and why every other would not. Nothing is run. */
import { Composition } from "@hookline/core/kit/stack"
import { compile } from "@hookline/core/Matcher"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import type { Flags } from "./command.ts"
import { eventOf } from "../eventFromFlags.ts"
import { openSkills } from "../openSkills.ts"
import * as SessionView from "../sessionView.ts"
import { dialectOf, foldersOf, movedOf, placed, print, withPipeline } from "../context.ts"
import { sentenceOf } from "@hookline/node/kit/output/whyNot"
import { showPlan } from "../../output/showPlan.ts"

const entryOf = ({ code, column, file, fix, line, text }: Diagnostic) => ({
  code,
  file,
  line,
  column,
  text,
  ...(fix !== undefined && { fix })
})

export const plan = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project, dialectOf(flags.host))
  const event = yield* eventOf(flags)
  const found = yield* withPipeline(
    folders,
    dialectOf(flags.host),
    (pipeline) =>
      Effect.andThen(
        openSkills(flags.skill, event.sessionId),
        Effect.all({
          plan: pipeline.plan(event),
          catalog: Effect.flatMap(pipeline.catalog(event.sessionId), placed),
          services: Composition
        })
      ),
    [SessionView.layer]
  )
  const { hooks } = found.catalog
  const compiled = compile(Dialects.all, dialectOf(flags.host))(found.catalog)
  const name = HookEvent.nameOf(event)
  const lost = compiled.lostOn(event)
  const doubtful = [
    ...compiled.doubts.filter(({ at, code }) => code === "event-unknown" || at[1] === name),
    ...(compiled.unfired.get(name) ?? [])
  ]
  const places = new Map(hooks.map(({ id, source: { file, line } }) => [id, { file, line }]))
  const moved = yield* movedOf(folders, hooks)
  const background = new Set(moved.map(({ id }) => id))
  const here = (file: string): string => file
  const output = {
    version: 1,
    event: found.plan.event,
    groups: found.plan.groups.map((group) => ({
      ...group,
      hooks: group.hooks.map((id) => ({ id, ...places.get(id), ...(background.has(id) && { background: true }) }))
    })),
    ...(found.plan.secondLook !== undefined && {
      secondLook: found.plan.secondLook.map((id) => ({ id, ...places.get(id) }))
    }),
    ...(found.plan.failures !== undefined && { failures: found.plan.failures }),
    ...(found.plan.confined !== undefined && { confined: found.plan.confined }),
    others: found.plan.others.map(({ hook, why }) => ({
      id: hook,
      ...places.get(hook),
      why,
      text: sentenceOf(why, here)
    })),
    ...(lost.length > 0 && { lost: lost.map(entryOf) }),
    ...(doubtful.length > 0 && { doubtful: doubtful.map(entryOf) }),
    services: Object.fromEntries(found.services.map(({ origin, service }) => [service, origin._tag.toLowerCase()]))
  }
  yield* print(flags.json, output, showPlan, { plan: found.plan, hooks, moved: background, lost, doubtful })
})
