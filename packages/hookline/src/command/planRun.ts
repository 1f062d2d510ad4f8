/** `hookline plan EVENT`: which hooks an event would run, and why every other would not. Nothing is run. */
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { eventOf, type EventSaid } from "./eventSaid.ts"
import { dialectOf, foldersOf, placed, print, reader, withPipeline } from "./setting.ts"
import { sentenceOf, showPlan } from "./showPlan.ts"

/** What the command line says. */
export interface Said extends EventSaid {
  readonly host: Option.Option<string>
  readonly project: Option.Option<string>
  readonly json: boolean
}

export const plan = Effect.fnUntraced(function* (said: Said) {
  const folders = yield* foldersOf(said.project)
  const event = yield* eventOf(said)
  const found = yield* withPipeline(folders, dialectOf(said.host), (pipeline) =>
    Effect.all({ plan: pipeline.plan(event), catalog: Effect.flatMap(pipeline.catalog(event.sessionId), placed) })
  )
  const { hooks } = found.catalog
  const places = new Map(hooks.map(({ id, source: { file, line } }) => [id, { file, line }]))
  const here = (file: string): string => file
  const output = {
    version: 1,
    event: found.plan.event,
    groups: found.plan.groups.map((group) => ({
      ...group,
      hooks: group.hooks.map((id) => ({ id, ...places.get(id) }))
    })),
    others: found.plan.others.map(({ hook, why }) => ({
      id: hook,
      ...places.get(hook),
      why,
      text: sentenceOf(why, here)
    }))
  }
  yield* print(said.json, output, () => showPlan(found.plan, hooks, reader()))
})
