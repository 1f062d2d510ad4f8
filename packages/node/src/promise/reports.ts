/** Conversion of reports and plans to plain objects. */
import * as Locations from "@hookline/core/kit/discover/Locations"
import { HookDialects } from "@hookline/core/HookDialects"
import type { Pipeline } from "@hookline/core/Pipeline"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sentenceOf } from "../output/whyNot.ts"
import * as ConfigFilesNode from "../node/ConfigFilesNode.ts"
import type { PlainPlan, PlainReport } from "./PlainReport.ts"

/** Returns a list that its receiver may change. An empty one may be frozen, and costs nothing. */
const own = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => (list.length === 0 ? list : [...list])

/** Converts a report. `event` is the original event. */
export const plainReport = (report: Report, event: HookEvent): PlainReport => {
  const { changes } = report.outcome
  const of = (target: Change.Target, value: unknown): unknown => Change.apply(value, target, changes) ?? null
  const prompt = of("prompt", "prompt" in event ? event.prompt : undefined)
  const output = RunOutput.of(report, "toolInput" in event ? event.toolInput : undefined)
  return {
    ...output,
    changes: own(output.changes),
    context: own(output.context),
    effects: own(output.effects),
    notices: own(output.notices),
    quiet: own(output.quiet),
    reasons: own(output.reasons),
    runs: own(output.runs),
    // A question that is left to the receiver is no permission yet.
    goesOn: output.goesOn && output.verdict !== "ask",
    result: of("result", "toolResponse" in event ? event.toolResponse : undefined),
    prompt: typeof prompt === "string" ? prompt : null
  }
}

const still = Layer.merge(ConfigFilesNode.layerOnce, HookDialects.layer(Dialects.all))

/** Returns the plan of an event, with the positions of the hooks. */
export const plainPlan = (pipeline: typeof Pipeline.Service, event: HookEvent): Effect.Effect<PlainPlan> =>
  Effect.gen(function* () {
    const { failures, groups, others, secondLook, ...plan } = yield* pipeline.plan(event)
    const { hooks } = yield* Effect.flatMap(pipeline.catalog(event.sessionId), Locations.add)
    const places = new Map(
      hooks.map(({ id, source: { file, line } }) => [id, { file, ...(line !== undefined && { line }) }])
    )
    const placed = (id: string) => ({ id, ...places.get(id) })
    return {
      version: 1 as const,
      event: plan.event,
      groups: groups.map((group) => ({ ...group, hooks: group.hooks.map(placed) })),
      ...(secondLook !== undefined && { secondLook: secondLook.map(placed) }),
      ...(failures !== undefined && { failures }),
      others: others.map(({ hook, why }) => ({ ...placed(hook), text: sentenceOf(why, (file) => file) }))
    }
  }).pipe(Effect.provide(still))
