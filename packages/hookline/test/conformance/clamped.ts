// Plays a case twice, with trusted hooks and with untrusted ones: these keep each denial and each question, and have no
// other effect. They run in the sandbox of this machine.
import { beforeAll, describe } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import { Sandbox } from "@hookline/core/Sandbox"
import * as Trust from "@hookline/core/Trust"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import { Requirement } from "@hookline/testing"
import * as assert from "node:assert"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { onlyCommand } from "./byCommand.ts"
import type { Case } from "./Case.ts"
import { optionsOf, partsOf } from "./inProcess.ts"
import * as stages from "./stage.ts"

const sandbox = await Effect.runPromise(
  Effect.provide(
    Effect.flatMap(Sandbox, ({ status }) => status),
    SystemSandbox.layer
  )
)

const confined = Requirement.live(() => (sandbox._tag === "Missing" ? sandbox.why : undefined))

/** An event of a case, with its report. */
interface Answered {
  readonly event: HookEvent
  readonly report: Report
}

/** Returns the answers of all events of a case, step by step. */
const answersOf = (played: Case, trust: typeof Trust.layerAll): Effect.Effect<ReadonlyArray<ReadonlyArray<Answered>>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const stage = yield* stages.make(played)
      const built = yield* Layer.build(
        NodePipeline.layer({
          ...optionsOf(played, stage),
          trust,
          provide: [...partsOf(played, []), NodeExecutor.layer]
        })
      )
      const pipeline = Context.get(built, Pipeline)
      const all: Array<ReadonlyArray<Answered>> = []
      for (const given of played.steps) {
        const { continuations, ...step } = stage.fill(given)
        stage.write(step)
        if (step.write !== undefined) yield* pipeline.refresh
        const options = continuations === undefined ? {} : { continuations }
        const answered = yield* Effect.result(pipeline.run(step.payload, options))
        if (Result.isFailure(answered)) continue
        const { events, reports } = answered.success
        all.push(reports.flatMap((report, at) => (events[at] === undefined ? [] : [{ event: events[at], report }])))
      }
      return all
    })
  )

/** Returns the verdict that remains of trusted hooks if only what tightens counts. */
const tightened = ({ event, report: { outcome } }: Answered): string => {
  if (outcome.halts.length > 0 && Capabilities.of(event).failsClosed) return "Deny"
  return outcome.verdict._tag === "Allow" ? "Pass" : outcome.verdict._tag
}

/** Returns what untrusted hooks have changed beside the verdict. */
const effectsOf = ({ outcome: { changes, context, effects, halts } }: Report): ReadonlyArray<unknown> => [
  ...changes,
  ...effects,
  ...halts,
  ...context.filter(({ objection }) => objection !== true)
]

const confinable = new Set(["Command", "Python"])

/** Checks whether all hooks of an event are of kinds that a sandbox can hold, and run while the event waits. */
const isConfinable = ({ report: { runs } }: Answered): boolean => runs.every(({ kind }) => confinable.has(kind))

/** Returns the differences that are not due to clamping, and the number of runs that were confined. */
const wrongIn = (played: Case): Effect.Effect<{ readonly wrong: ReadonlyArray<string>; readonly confined: number }> =>
  Effect.gen(function* () {
    const trusted = yield* answersOf(played, Trust.layerAll)
    const untrusted = yield* answersOf(played, Trust.layerNone)
    const runs = untrusted.flat().flatMap(({ report }) => report.runs)
    const wrong = trusted.flatMap((step, at) =>
      step.flatMap((full, index) => {
        const confined = untrusted[at]?.[index]
        if (confined === undefined) return [`step ${at + 1}: event ${index + 1} has no report`]
        if (!isConfinable(full)) return []
        const [wanted, got] = [tightened(full), confined.report.outcome.verdict._tag]
        const left = effectsOf(confined.report)
        return [
          ...(wanted === got ? [] : [`step ${at + 1}: ${full.event._tag} is a ${got}, where trusted hooks ${wanted}`]),
          ...(left.length === 0 ? [] : [`step ${at + 1}: it has effects: ${JSON.stringify(left)}`])
        ]
      })
    )
    return { wrong, confined: runs.filter(({ confined }) => confined?.profile === "guard").length }
  })

/** Registers a test for each of these cases. */
export const playClamped = (cases: ReadonlyArray<Case>): void => {
  const wrong = new Map<string, ReadonlyArray<string>>()
  const played = cases.filter((one) => !onlyCommand(one))
  let runs = 0

  describe("untrusted hooks deny and ask as trusted ones, and do nothing else", () => {
    beforeAll(async () => {
      if (sandbox._tag === "Missing") return
      await Effect.runPromise(
        Effect.forEach(
          played,
          (one) =>
            Effect.map(
              Effect.catchDefect(wrongIn(one), (defect) => Effect.succeed({ wrong: [String(defect)], confined: 0 })),
              (found) => {
                wrong.set(one.id, found.wrong)
                runs += found.confined
              }
            ),
          { concurrency: 6, discard: true }
        )
      )
    }, 600_000)

    confined("runs most of them confined", () =>
      Effect.sync(() => assert.ok(runs > played.length / 2, `${runs} runs of ${played.length} cases`))
    )

    for (const { id } of played) {
      confined(`plays ${id}`, () => Effect.sync(() => assert.deepStrictEqual(wrong.get(id), [])))
    }
  })
}
