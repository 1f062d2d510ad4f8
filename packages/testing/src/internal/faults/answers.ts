/** Runs the whole matrix once and keeps the results, so that tests only read them. */
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import { seal } from "@hookline/core/kit/policy/sealed"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import { Sandbox } from "@hookline/core/Sandbox"
import * as SessionEnv from "@hookline/core/SessionEnv"
import { ThisProject } from "@hookline/core/ThisProject"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as ImportModuleRunner from "@hookline/executor/ImportModuleRunner"
import { Warm } from "@hookline/executor/ProcessCommandRunner"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { dirname } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Options } from "../../FaultTest.ts"
import * as Leftovers from "../../Leftovers.ts"
import * as TestProject from "../../TestProject.ts"
import { columns, guarded, policies, policyLayers } from "./columns.ts"
import type { Cell } from "./judge.ts"
import { beyond, nothing } from "../beyond.ts"
import { defaultSeconds, filesOf, rowOf } from "./project.ts"
import { straysIn } from "./strays.ts"

/** The results of all faults of a suite. */
export interface Answers {
  readonly cells: ReadonlyMap<string, Cell>
  /** The resources that were not there before the session. */
  readonly left: Leftovers.Leftovers
  /** Processes that are still in the project's folder. */
  readonly strays: ReadonlyArray<string>
  /** The number of hooks that ran in warm shells. */
  readonly taken: number
  readonly lateMillis: number
}

/** The time after which a remaining process counts as left behind. Hooks that hang do so for longer. */
const patienceMillis = 20_000

/** Node's own import, because the test runner replaces that of test modules. */
const outside: string = "data:text/javascript,export const load = (url) => import(url)"

/** Runs the faults, while the project and its resources exist. */
const running = Effect.fnUntraced(function* <Opened, A, E>(options: Options<Opened, A, E>) {
  const { faults, isWarm = false, open, runners } = options
  // Without `open` no fault uses the resource.
  const opened = (open === undefined ? undefined : yield* open) as Opened
  const rows = Object.values(faults)
  const entries = rows.map(({ hook }) => (typeof hook === "function" ? hook(opened) : hook))
  const folders = yield* TestProject.make(filesOf(options, entries))
  // The imported module is the text above.
  const { load } = (yield* Effect.promise(() => import(/* @vite-ignore */ outside))) as {
    readonly load: (url: string) => Promise<unknown>
  }
  const dialects = HookDialects.layer(Dialects.all)
  const around = Layer.mergeAll(dialects, Sandbox.layerNone, SessionEnv.layerNone, Concurrency.layerPerCpu()).pipe(
    Layer.provide(Layer.succeed(ThisProject)(seal({ project: folders, host: ClaudeCode })))
  )
  const built = yield* Layer.build(runners(opened).pipe(Layer.provide(around)))
  const executors = Executor.layerWith(
    Layer.mergeAll(NodeExecutor.layer, ImportModuleRunner.layerWith({ load }), Layer.succeedContext(built))
  ).pipe(Layer.provide(around))
  const executor = Context.get(yield* Layer.build(executors), Executor)
  // The context may or may not contain this service.
  const warm = Context.getOption(built as Context.Context<Warm>, Warm)

  const pipelines = yield* Effect.forEach(policies, (policy) =>
    Effect.map(
      Layer.build(
        NodePipeline.layer({
          project: folders,
          host: ClaudeCode,
          trust: Trust.layerAll,
          provide: [Layer.succeed(Executor)(executor), policyLayers[policy]]
        })
      ),
      (context) => ({ policy, pipeline: Context.get(context, Pipeline) })
    )
  )
  for (const { prepare } of rows) prepare?.(folders.project)

  const cells = new Map<string, Cell>()
  const all = pipelines.flatMap((one) => columns.map((column) => ({ ...one, column })))

  const readyFor = Effect.fnUntraced(function* (row: string) {
    const [first] = pipelines
    if (!isWarm || first === undefined || Option.isNone(warm)) return
    const { hooks, settings } = yield* first.pipeline.catalog()
    const mine = hooks.filter(({ matcher }) => matcher === row || matcher === guarded(row))
    const session = { project: folders.project, session: undefined }
    yield* executor.prewarm?.({ hooks: policies.flatMap(() => mine), settings, session }) ?? Effect.void
    yield* warm.value.settled
  })

  const runRow = Effect.fnUntraced(function* (row: string, seconds: number) {
    yield* readyFor(row)
    yield* Effect.forEach(
      all,
      Effect.fnUntraced(function* ({ column, pipeline, policy }) {
        const key = `${row} ${policy} ${column.name}`
        const limitMillis = seconds * 1000
        const started = performance.now()
        const answer = pipeline.answer(column.eventFor(row, key))
        const report = yield* Effect.timeoutOption(answer, limitMillis + 30_000)
        const ended = performance.now()
        // A missing answer is a missing cell, and its test reports it.
        if (Option.isNone(report)) return
        const queued = Math.max(0, ...report.value.runs.map(({ queuedMillis = 0 }) => queuedMillis))
        cells.set(key, { report: report.value, tookMillis: ended - started - queued, limitMillis })
      }),
      { concurrency: "unbounded" }
    )
  })

  yield* Effect.forEach(
    entries,
    ({ timeout }, index) => runRow(rowOf(index), typeof timeout === "number" ? timeout : defaultSeconds),
    // Warm shells are prepared for one row at a time.
    { concurrency: isWarm ? 1 : 4 }
  )
  const taken = Option.match(warm, { onNone: () => 0, onSome: ({ counts }) => counts().taken })
  return { cells, taken, root: dirname(folders.project) }
})

/** Returns the results of all faults, and the resources that remain after their session. */
export const answersTo = Effect.fnUntraced(function* <Opened, A, E>(
  options: Options<Opened, A, E>
): Effect.fn.Return<Answers, E> {
  const before = Leftovers.now()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const { cells, root, taken } = yield* Effect.scoped(running(options))
  delay.disable()
  let left = beyond(before, Leftovers.now())
  let strays = straysIn(root)
  const isClean = (): boolean => strays.length === 0 && JSON.stringify(left) === JSON.stringify(nothing)
  // Exited processes are reaped asynchronously.
  const until = performance.now() + patienceMillis
  while (performance.now() < until && !isClean()) {
    yield* Effect.sleep(20)
    left = beyond(before, Leftovers.now())
    strays = straysIn(root)
  }
  return { cells, taken, left, strays, lateMillis: delay.max / 1e6 }
})
