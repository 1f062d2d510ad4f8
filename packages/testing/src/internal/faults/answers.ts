/** Runs the whole matrix once, and keeps what came of it: tests only look. */
import { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as ModuleRunner from "@hookline/executor/ModuleRunner"
import { Warm } from "@hookline/executor/ProcessRunner"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as DefaultExecutor from "hookline/DefaultExecutor"
import * as PipelineOver from "hookline/PipelineOver"
import { dirname } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Options } from "../../FaultTest.ts"
import * as Leftovers from "../../Leftovers.ts"
import * as TestProject from "../../TestProject.ts"
import { columns, guarded, policies, policyLayers } from "./columns.ts"
import type { Cell } from "./judge.ts"
import { defaultSeconds, filesOf, rowOf } from "./project.ts"
import { straysIn } from "./strays.ts"

/** What all faults of a suite came to. */
export interface Answers {
  readonly cells: ReadonlyMap<string, Cell>
  readonly before: Leftovers.Leftovers
  readonly after: Leftovers.Leftovers
  /** Processes that still are about the project. */
  readonly strays: ReadonlyArray<string>
  /** How many hooks were run by shells that waited. */
  readonly taken: number
  readonly lateMillis: number
}

/** What is not gone then does not go. Hooks that hang do so for longer. */
const patienceMillis = 20_000

/** Node's own import, whatever reads the modules of a test. */
const outside: string = "data:text/javascript,export const load = (url) => import(url)"

/** Runs them, while the project and all that stands on it is there. */
const running = Effect.fnUntraced(function* <Opened, A, E>(options: Options<Opened, A, E>) {
  const { faults, isWarm = false, open, runners } = options
  // Without an opening no fault has anything to ask for.
  const opened = (open === undefined ? undefined : yield* open) as Opened
  const rows = Object.values(faults)
  const entries = rows.map(({ hook }) => (typeof hook === "function" ? hook(opened) : hook))
  const folders = yield* TestProject.make(filesOf(options, entries))
  // What is imported is the text above.
  const { load } = (yield* Effect.promise(() => import(/* @vite-ignore */ outside))) as {
    readonly load: (url: string) => Promise<unknown>
  }
  const dialects = HookDialects.layer(Dialects.all)
  const built = yield* Layer.build(runners(opened).pipe(Layer.provide(dialects)))
  const executors = DefaultExecutor.layerWith(
    Layer.merge(ModuleRunner.layerWith({ load }), Layer.succeedContext(built))
  ).pipe(Layer.provide(dialects))
  const executor = Context.get(yield* Layer.build(executors), Executor)
  // Whether it holds this one, too, is asked of it.
  const warm = Context.getOption(built as Context.Context<Warm>, Warm)

  const pipelines = yield* Effect.forEach(policies, (policy) =>
    Effect.map(
      Layer.build(
        PipelineOver.layer({ project: folders, host: ClaudeCode, executor: Layer.succeed(Executor)(executor) }).pipe(
          Layer.provide(policyLayers[policy])
        )
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
        // What has no answer is no cell, and its test says so.
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
    // Shells wait for one row at a time.
    { concurrency: isWarm ? 1 : 4 }
  )
  const taken = Option.match(warm, { onNone: () => 0, onSome: ({ counts }) => counts().taken })
  return { cells, taken, root: dirname(folders.project) }
})

/** What all faults come to, and what is left of them when their session is over. */
export const answersTo = Effect.fnUntraced(function* <Opened, A, E>(
  options: Options<Opened, A, E>
): Effect.fn.Return<Answers, E> {
  const before = Leftovers.now()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const { cells, root, taken } = yield* Effect.scoped(running(options))
  delay.disable()
  let after = Leftovers.now()
  let strays = straysIn(root)
  const isClean = (): boolean => strays.length === 0 && JSON.stringify(after) === JSON.stringify(before)
  // What has ended is taken away by others, a moment later.
  const until = performance.now() + patienceMillis
  while (performance.now() < until && !isClean()) {
    yield* Effect.sleep(20)
    after = Leftovers.now()
    strays = straysIn(root)
  }
  return { cells, taken, before, after, strays, lateMillis: delay.max / 1e6 }
})
