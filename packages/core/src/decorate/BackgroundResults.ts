/** Reports hooks of earlier events that have ended in the background since. */
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Background, type Done, type Unread, type Waiting } from "../execute/Background.ts"
import { afterwards, textFor } from "../execute/backgroundRun.ts"
import { contextOf, surroundings } from "../execute/EventContext.ts"
import type { HookInput } from "../execute/HookInput.ts"
import { failed } from "../execute/HookResult.ts"
import { noticedOnce } from "../execute/noticedOnce.ts"
import { decideOnPort, PortFailed } from "../execute/port.ts"
import { answered } from "../execute/readReply.ts"
import { type PipelineNeeds, services } from "../execute/services.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import { type EmitOptions, Pipeline } from "../Pipeline.ts"
import { executing, HookFailed, sentence } from "../PipelineError.ts"
import * as fit from "../translate/fit.ts"
import { legibleOutcome } from "../translate/legible.ts"
import { deferred, immediate } from "./deferred.ts"

const portName = "the port for results of background hooks"

const isList = (found: ReadonlyArray<Waiting> | PortFailed): found is ReadonlyArray<Waiting> => Array.isArray(found)

const broken = (error: unknown): PortFailed => new PortFailed({ port: portName, issue: `broke: ${sentence(error)}` })

const isDone = (result: Done | Unread): result is Done => "run" in result

/**
 * Adds the results of background hooks to the report of the next event of their session that can support them: context,
 * notices, and the runs for the audit. A result that wakes the agent is the only one that prolongs its work.
 */
export const layer: Layer.Layer<Pipeline, never, Background | CompiledCatalogs | Pipeline | PipelineNeeds> =
  Layer.effect(
    Pipeline,
    Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const { waiting } = yield* Background
      if (waiting === undefined) return pipeline
      const catalogs = yield* CompiledCatalogs
      const all = yield* services
      const answer = immediate(pipeline.answer)

      /** Allocates only what the port does, because every event asks. */
      const waitingFor = (event: HookEvent): ReadonlyArray<Waiting> | PortFailed => {
        try {
          return waiting(event)
        } catch (error) {
          return broken(error)
        }
      }

      /** Checks whether an event can report results. A session that ends reports all that are left. */
      const hasRoom = (event: HookEvent): boolean => {
        if (event._tag === "SessionEnd") return true
        // They concern an agent below the one that the hook ran for.
        if (event._tag === "SubagentStart" || event._tag === "SubagentStop") return false
        return all.host.capabilities(event).context
      }

      /** Reads the reply of a hook that has ended in a process of its own. */
      const read = Effect.fnUntraced(function* ({ dialect, event, hook, millis, reply }: Unread) {
        const ending = Effect.isEffect(reply) ? yield* reply : reply
        const around = yield* surroundings
        const compiled = catalogs.current(event) ?? (yield* catalogs.read(event))
        const context = contextOf(all, compiled, event, around)
        const times = { started: context.now() - millis, queuedMillis: 0 }
        const input: HookInput = { event, toHost: (change) => change, payload: () => "", unlike: () => undefined }
        const problem = typeof ending === "string" ? new HookFailed({ hook: hook.id, issue: ending }) : ending
        const result =
          problem._tag === "HookFailed" || problem._tag === "IncompleteRun"
            ? yield* noticedOnce(context, hook, event, failed(context, hook, times, event, executing(problem)))
            : answered(context, dialect, hook, times, input, problem)
        return afterwards(hook, event, result)
      })

      const outcomeOf = ({ rewake, run }: Done): Outcome.Outcome => {
        const outcome = run.outcome ?? Outcome.empty
        if (rewake === undefined || rewake === "") return outcome
        return Outcome.reducer.combine(outcome, Outcome.make({ context: [textFor(run, rewake)] }))
      }

      /** Takes results, before the event is answered: a session that ends takes its folder with it. */
      const taken = Effect.fnUntraced(function* (event: HookEvent, results: ReadonlyArray<Waiting>) {
        const all: Array<Done> = []
        for (const { result, take } of results) {
          const done = isDone(result) ? result : yield* read(result)
          // At the end of a turn, a text for the model makes the agent go on.
          if (event._tag === "Stop" && done.rewake === undefined) continue
          if (take()) all.push(done)
        }
        return all
      })

      const withResults = (event: HookEvent, results: ReadonlyArray<Done>, report: Report): Report => {
        if (results.length === 0) return report
        const capabilities = all.host.capabilities(event)
        const outcomes = results.map((done) => fit.toEvent(capabilities, nameOf(event), outcomeOf(done)))
        const background = results.map((done) => ({ event: nameOf(done.event), run: done.run }))
        return {
          ...report,
          outcome: legibleOutcome(Outcome.reducer.combineAll([report.outcome, ...outcomes])),
          background
        }
      }

      /** Adds the failure of the port to the answer. */
      const answerWithout = (event: HookEvent, options: EmitOptions | undefined, failure: PortFailed) =>
        Effect.map(answer(event, options), (report) => ({
          ...report,
          outcome: legibleOutcome(
            Outcome.reducer.combine(report.outcome, decideOnPort(pipeline.onFailure(), failure, event))
          )
        }))

      const answerAfter = (event: HookEvent, options: EmitOptions | undefined, found: ReadonlyArray<Waiting>) =>
        Effect.flatMap(taken(event, found), (results) =>
          Effect.map(answer(event, options), (report) => withResults(event, results, report))
        )

      const decide = (event: HookEvent, options?: EmitOptions): Effect.Effect<Report> => {
        const found = waitingFor(event)
        // Without a look at the prototypes of an error.
        if (!isList(found)) return answerWithout(event, options, found)
        return found.length === 0 || !hasRoom(event) ? answer(event, options) : answerAfter(event, options, found)
      }

      return Pipeline.of({
        ...pipeline,
        answer: deferred(decide),
        wants: (event) => {
          if (pipeline.wants(event)) return true
          const found = waitingFor(event)
          return !isList(found) || (found.length > 0 && hasRoom(event))
        }
      })
    })
  )
