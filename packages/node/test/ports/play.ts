// Plays one broken method of one port: the event, the time that it takes, and its report.
import * as Approval from "@hookline/coordinator/Approval"
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { SessionState } from "@hookline/core/SessionState"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import type { Outcome } from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { bash, filesOf, type Port, type Scene, type Way } from "./ports.ts"

export const policies = {
  open: FailurePolicy.layerOpen,
  closed: FailurePolicy.layerClosed,
  ask: FailurePolicy.layerAsk
}

/** The result of an event: undefined if it did not end in time. */
export interface Played {
  readonly seconds: number
  readonly exit: Exit.Exit<{ readonly outcome: Outcome; readonly reports: ReadonlyArray<Report> }, unknown> | undefined
}

export interface Play {
  readonly port: Port
  readonly scene: Scene
  readonly method: string
  readonly way: Way
  readonly policy: keyof typeof policies
  /** Calls that work before the port breaks. By default none. */
  readonly healthy?: number
}

/** The event of a scene, in a project of which one method is broken. */
const played = ({ healthy = 0, method, policy, port, scene, way }: Play) => {
  const { act = {}, event = bash, handler, payload, provide = [], skill } = scene
  let calls = 0
  const later: Way = (real) => (calls++ < healthy ? real() : way(real))
  const broken = port.broken(method, later)
  const isFiles = port.named.test("ConfigFiles")
  const files = filesOf(scene)
  return Effect.gen(function* () {
    const { emit, register, run } = yield* Hookline
    if (skill === true) {
      const { skills } = yield* SessionState
      yield* skills.open({ project: TestPipeline.project.project, session: "s" }, { name: "deploy", by: "a test" })
    }
    if (handler !== undefined) yield* register({ event: "*", name: "a", handler: () => handler })
    if (payload !== undefined) {
      const { outcome, reports } = yield* run(payload)
      return { outcome, reports }
    }
    const report = yield* emit(event)
    return { outcome: report.outcome, reports: [report] }
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Hookline.layer({
        project: TestPipeline.project,
        host: payload === undefined ? ClaudeCode : Amplifier,
        // Both kinds of layers are in one table, and this port's is one of files.
        files: isFiles ? Layer.provide(broken as Layer.Layer<ConfigFiles>, files) : files,
        provide: [
          TestRunner.layer({ "guards/a": act }),
          policies[policy],
          ...(policy === "ask" && handler === undefined ? [Approval.layerDeferred] : []),
          ...provide,
          ...(isFiles ? [] : [broken as Provided])
        ]
      })
    )
  )
}

/** Plays an event until it ends, second by second. */
export const play = (one: Play, most = 60) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(played(one), { startImmediately: true })
    let seconds = 0
    while (seconds < most && fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("1 second")
      // Modules that are loaded on first use are no time of the event.
      yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
      seconds += 1
    }
    const exit = fiber.pollUnsafe()
    if (exit === undefined) yield* Effect.forkChild(Fiber.interrupt(fiber))
    return { seconds, exit } satisfies Played
  })

/** The texts of a report in which a failure may be. */
export const textsOf = ({ outcome, reports }: { outcome: Outcome; reports: ReadonlyArray<Report> }): string =>
  [
    ...outcome.notices.map(({ text }) => text),
    ...(outcome.verdict._tag === "Pass" ? [] : outcome.verdict.reasons.map(({ text }) => text)),
    ...reports.flatMap(({ diagnostics, runs }) => [
      ...diagnostics.map(({ text }) => text),
      ...runs.map(({ failure }) => failure?.text ?? "")
    ])
  ].join("\n")
