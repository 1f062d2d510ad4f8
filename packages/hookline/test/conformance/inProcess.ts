// Plays a case in this process: the real pipeline, and the real processes of its hooks.
import * as Approval from "@hookline/coordinator/Approval"
import type { Dialect } from "@hookline/core/Dialect"
import { type PayloadAnswer, Pipeline } from "@hookline/core/Pipeline"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Dialects from "@hookline/dialects/Dialects"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Settings from "@hookline/schema/kit/SettingsFile"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { Hookline } from "@hookline/node/Hookline"
import type { Case, Step } from "./Case.ts"
import { differences, type Observed } from "./compare.ts"
import * as stages from "./stage.ts"

// Loaded on first use, while an event waits. Here each module is transformed first, which may take longer than a port may.
await Promise.all([
  import("@hookline/node/kit/node/trust/userChanges"),
  import("@hookline/node/kit/node/trust/userSeals")
])

export const hostOf = ({ host }: Case): Dialect => Dialects.named(host) ?? ClaudeCode

/** Hooks are told by their names, which their files give them. */
export const nameOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1)

export const ofReports = (reports: ReadonlyArray<RunOutput.RunOutput>): Observed => {
  const [first] = reports
  const strictness = ["pass", "allow", "ask", "defer", "deny"]
  const strictest = reports.toSorted(
    (one, other) => strictness.indexOf(other.verdict) - strictness.indexOf(one.verdict)
  )[0]
  if (first === undefined || strictest === undefined) return {}
  return {
    verdict: strictest.verdict,
    reasons: strictest.reasons.map(({ text }) => text),
    context: reports.flatMap(({ context }) => context.map(({ text }) => text)),
    notices: reports.flatMap(({ notices }) => notices),
    diagnostics: first.diagnostics,
    input: first.input,
    changes: reports.flatMap(({ changes }) => changes),
    halt: reports.find(({ halt }) => halt !== null)?.halt?.reason ?? null,
    goesOn: reports.every(({ goesOn }) => goesOn),
    effects: reports.flatMap(({ effects }) => effects),
    exports: reports.at(-1)?.env ?? {},
    runs: reports.flatMap(({ runs }) => runs.map(({ id, status }) => `${nameOf(id)} ${status}`))
  }
}

const inputOf = (event: HookEvent | undefined): unknown =>
  event !== undefined && "toolInput" in event ? event.toolInput : undefined

const eventsOf = (host: Dialect, payload: unknown): ReadonlyArray<HookEvent> => {
  const heard = host.event.read(payload)
  return Result.isSuccess(heard) ? heard.success.events : []
}

const outputs = (reports: ReadonlyArray<Report>, events: ReadonlyArray<HookEvent>): Observed =>
  ofReports(reports.map((report, at) => RunOutput.of(report, inputOf(events[at]))))

const answerOf = ({ reply: { body, exit, text } }: PayloadAnswer): NonNullable<Observed["answer"]> => ({
  stdout: body ?? text ?? null,
  exit
})

const scripted = (model: NonNullable<Case["model"]>, asked: Array<string>): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: ({ prompt }) =>
        Effect.sync(() => {
          asked.push(JSON.stringify(prompt.content))
          return [{ type: "text", text: model[Math.min(asked.length, model.length) - 1] ?? "" }]
        }),
      streamText: () => Stream.empty
    })
  )

const policies = { open: FailurePolicy.layerOpen, closed: FailurePolicy.layerClosed, ask: FailurePolicy.layerAsk }

const settingsOf = (played: Case): Pick<NodePipeline.Options, "settings"> =>
  played.settings === undefined ? {} : { settings: Settings.read(played.settings).settings }

/** The options of a case, by which its project is composed. */
export const optionsOf = (played: Case, stage: stages.Stage) => ({
  ...settingsOf(stage.fill(played)),
  project: stage.folders,
  host: hostOf(played),
  excludeHostHooks: played.own === false,
  once: !played.steps.some(({ unseen }) => unseen === true)
})

/** The model and the policy of a case. Questions to the model are recorded. */
export const partsOf = ({ model, onFailure }: Case, asked: Array<string>) => [
  ...(model === undefined ? [] : [scripted(model, asked)]),
  ...(onFailure === undefined ? [] : [policies[onFailure]])
]

type Play = (step: Step) => Effect.Effect<Observed>

const playerOf = (
  played: Case,
  pipeline: typeof Pipeline.Service,
  emit: typeof Hookline.Service.emit | undefined
): Play => {
  const host = hostOf(played)
  return ({ continuations, payload }) => {
    const events = eventsOf(host, payload)
    const asked = continuations === undefined ? {} : { continuations }
    if (emit !== undefined) {
      return Effect.map(
        Effect.forEach(events, (event) => emit(event, asked)),
        (reports) => outputs(reports, events)
      )
    }
    return Effect.gen(function* () {
      const [event] = events
      const plan = event === undefined ? undefined : yield* pipeline.plan(event)
      const answered = yield* Effect.result(pipeline.run(payload, asked))
      if (Result.isFailure(answered)) return { refused: answered.failure.message }
      return {
        ...outputs(answered.success.reports, events),
        answer: answerOf(answered.success),
        ...(plan && { started: plan.groups.flatMap(({ hooks }) => hooks.map(nameOf)) })
      }
    })
  }
}

const now = Effect.sync(() => performance.now())

const session = (played: Case, stage: stages.Stage): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const asked: Array<string> = []
      const options = optionsOf(played, stage)
      const parts = partsOf(played, asked)
      const person = Approval.layerScripted(played.person ?? [])
      const { emit, pipeline } = yield* played.person === undefined
        ? Effect.map(
            Layer.build(NodePipeline.layer({ ...options, provide: [...parts, NodeExecutor.layer] })),
            (built) => ({ pipeline: Context.get(built, Pipeline), emit: undefined })
          )
        : Effect.map(Layer.build(Hookline.layer({ ...options, provide: [...parts, person] })), (built) => ({
            pipeline: Context.get(built, Pipeline),
            emit: Context.get(built, Hookline).emit
          }))
      const player = playerOf(played, pipeline, emit)
      const wrong: Array<string> = []
      for (const [at, told] of played.steps.entries()) {
        const step = stage.fill(told)
        stage.write(step)
        if (step.write !== undefined && step.unseen !== true) yield* pipeline.refresh
        const once = Effect.gen(function* () {
          const before = asked.length
          const start = yield* now
          const seen = yield* player(step)
          const seconds = ((yield* now) - start) / 1000
          return differences(step.expect, {
            ...seen,
            seconds,
            asked: asked.slice(before),
            files: stage.textOf,
            requests: stage.requests
          })
        })
        let found = yield* once
        for (let tries = 0; step.unseen === true && found.length > 0 && tries < 100; tries++) {
          yield* Effect.sleep(50)
          found = yield* once
        }
        wrong.push(...found.map((sentence) => `step ${at + 1}: ${sentence}`))
        wrong.push(...(yield* stages.left(stage, step.expect.gone)))
      }
      return wrong
    })
  )

/** What is not as it should be. */
export const play = (played: Case): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const stage = yield* stages.make(played)
      const wrong = yield* session(played, stage)
      const ended = played.steps.flatMap(({ expect }) => expect.ended ?? [])
      return [...wrong, ...(yield* stages.left(stage, ended))]
    })
  )
