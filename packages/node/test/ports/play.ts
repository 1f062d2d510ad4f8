// Plays one broken method of one port: the event, the time that it takes, and its report.
// Methods of all ports are replaced by name, so that their types are unknown.
/** @effect-diagnostics anyUnknownInErrorContext:off unsafeEffectTypeAssertion:off */
import * as Approval from "@hookline/coordinator/Approval"
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { SessionState } from "@hookline/core/SessionState"
import * as Trust from "@hookline/core/Trust"
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

/** The outcome of one event, and its reports. */
export interface Answered {
  readonly outcome: Outcome
  readonly reports: ReadonlyArray<Report>
}

/** The result of a scene: undefined if it did not end in time. */
export interface Played {
  readonly seconds: number
  readonly exit: Exit.Exit<ReadonlyArray<Answered>, unknown> | undefined
}

/** A method that breaks, after some calls that work. */
export interface Breakage {
  readonly port: Port
  readonly method: string
  readonly way: Way
  /** By default none. */
  readonly healthy?: number
}

export interface Play {
  readonly scene: Scene
  readonly breakages: ReadonlyArray<Breakage>
  readonly policy: keyof typeof policies
  /** How often the event happens. By default once. */
  readonly times?: number
}

/** The layer of a port of which a method breaks, and whether it is the port of files. */
const brokenBy = ({ healthy = 0, method, port, way }: Breakage) => {
  let calls = 0
  const layer = port.broken(method, (real) => (calls++ < healthy ? real() : way(real)))
  return { layer, isFiles: port.named.test("ConfigFiles") }
}

/** The reports of an event of a scene, in a project of which methods are broken. */
const played = ({ breakages, policy, scene, times = 1 }: Play) => {
  const { act = {}, event = bash, handler, payload, provide = [], skill } = scene
  const broken = breakages.map(brokenBy)
  // Both kinds of layers are in one table, and those of the one port are of files.
  const ofFiles = broken.flatMap(({ isFiles, layer }) => (isFiles ? [layer as Layer.Layer<ConfigFiles>] : []))
  const others = broken.flatMap(({ isFiles, layer }) => (isFiles ? [] : [layer as Provided]))
  const once = Effect.gen(function* () {
    const { emit, run } = yield* Hookline
    if (payload !== undefined) {
      const { outcome, reports } = yield* run(payload)
      return { outcome, reports }
    }
    const report = yield* emit(event)
    return { outcome: report.outcome, reports: [report] }
  })
  return Effect.gen(function* () {
    const { register } = yield* Hookline
    if (skill === true) {
      const { skills } = yield* SessionState
      // It may be what breaks.
      yield* Effect.forkScoped(
        Effect.suspend(() =>
          skills.open({ project: TestPipeline.project.project, session: "s" }, { name: "deploy", by: "a test" })
        ),
        { startImmediately: true }
      )
    }
    if (handler !== undefined) yield* register({ event: "*", name: "a", handler: () => handler })
    const all = [yield* once]
    while (all.length < times) all.push(yield* once)
    return all
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Hookline.layer({
        project: TestPipeline.project,
        trust: Trust.layerAll,
        host: payload === undefined ? ClaudeCode : Amplifier,
        files: ofFiles.reduce((files, layer) => Layer.provide(layer, files), filesOf(scene)),
        provide: [
          TestRunner.layer({ "guards/a": act }),
          policies[policy],
          ...(policy === "ask" && handler === undefined ? [Approval.layerDeferred] : []),
          ...provide,
          ...others
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
export const textsOf = ({ outcome, reports }: Answered): string =>
  [
    ...outcome.notices.map(({ text }) => text),
    ...(outcome.verdict._tag === "Pass" ? [] : outcome.verdict.reasons.map(({ text }) => text)),
    ...reports.flatMap(({ diagnostics, runs }) => [
      ...diagnostics.map(({ text }) => text),
      ...runs.map(({ failure }) => failure?.text ?? "")
    ])
  ].join("\n")
