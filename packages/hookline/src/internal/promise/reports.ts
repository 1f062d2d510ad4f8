/** Reports and plans as plain objects. */
import * as Positions from "@hookline/core/Positions"
import { HookDialects } from "@hookline/core/HookDialects"
import type { Pipeline } from "@hookline/core/Pipeline"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sentenceOf } from "../../command/showPlan.ts"
import * as ConfigFilesNode from "../../ConfigFilesNode.ts"
import type { PlainPlan, PlainReport } from "./PlainReport.ts"

/** A report. `event` is what it is about, as it came. */
export const plainReport = (report: Report, event: HookEvent): PlainReport => {
  const { changes } = report.outcome
  const of = (target: Change.Target, value: unknown): unknown => Change.apply(value, target, changes) ?? null
  const prompt = of("prompt", "prompt" in event ? event.prompt : undefined)
  return {
    ...RunOutput.of(report, "toolInput" in event ? event.toolInput : undefined),
    result: of("result", "toolResponse" in event ? event.toolResponse : undefined),
    prompt: typeof prompt === "string" ? prompt : null
  }
}

const still = Layer.merge(ConfigFilesNode.layerOnce, HookDialects.layer(Dialects.all))

/** The plan of an event, with the places of the hooks. */
export const plainPlan = (pipeline: typeof Pipeline.Service, event: HookEvent): Effect.Effect<PlainPlan> =>
  Effect.gen(function* () {
    const { groups, others, ...plan } = yield* pipeline.plan(event)
    const { hooks } = yield* Effect.flatMap(pipeline.catalog(event.sessionId), Positions.add)
    const places = new Map(
      hooks.map(({ id, source: { file, line } }) => [id, { file, ...(line !== undefined && { line }) }])
    )
    const placed = (id: string) => ({ id, ...places.get(id) })
    return {
      version: 1 as const,
      event: plan.event,
      groups: groups.map((group) => ({ ...group, hooks: group.hooks.map(placed) })),
      others: others.map(({ hook, why }) => ({ ...placed(hook), text: sentenceOf(why, (file) => file) }))
    }
  }).pipe(Effect.provide(still))
