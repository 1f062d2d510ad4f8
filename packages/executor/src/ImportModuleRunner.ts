/**
 * Runs hooks that are functions of JavaScript and TypeScript modules, in this process.
 *
 * **Details**
 *
 * A function is called with a read-only event and a `Context`. It returns `undefined`, a string, an object in the
 * format of the hook's dialect or an `Outcome`, or a promise or an effect of any of these.
 *
 * **Gotchas**
 *
 * A function that never yields, such as an endless loop, blocks the whole process, and no timeout ends it. A module is
 * imported again when its file changes; the modules that it imports are not.
 *
 * @since 0.1.0
 */
import { ModuleRunner } from "@hookline/core/Runners"
import { executing, HookFailed, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
import type { Runner, Work } from "@hookline/core/Runner"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { dirname, resolve } from "node:path"
import { type Fn, find } from "./internal/module/exported.ts"
import * as Modules from "./internal/module/Modules.ts"
import { dataOf, settle } from "./internal/module/returned.ts"
import * as Shown from "./internal/module/shown.ts"
import * as Thrown from "./internal/module/thrown.ts"

/**
 * The second argument of a function.
 *
 * @category models
 * @since 0.1.0
 */
export type Context = Shown.Context

/**
 * Options for the runner.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** Imports a module by its URL. Defaults to `import`, which strips types and does not support enums. */
  readonly load?: (url: string) => Promise<unknown>
}

const notStarted = ({ hook }: Work<"Module">, issue: string): PipelineError =>
  executing(new NotStarted({ hook: hook.id, issue }))

const failed = ({ hook }: Work<"Module">, thrown: Thrown.Thrown): PipelineError =>
  executing(new HookFailed({ hook: hook.id, ...thrown }))

const make = Effect.fnUntraced(function* ({
  load = (url) => import(url)
}: Options): Effect.fn.Return<Runner<"Module">, never, Scope.Scope> {
  const modules = Modules.make(load)
  const scope = yield* Effect.scope

  const functionOf = (work: Work<"Module">): Effect.Effect<Fn, PipelineError> => {
    const { handler, hook } = work
    const file = resolve(dirname(hook.source.file), handler.path)
    return modules.get(file).pipe(
      Effect.flatMap((namespace) =>
        Effect.try({
          try: () => find(file, namespace, handler.export ?? "default"),
          catch: (error) => `${file} can't be asked for what it exports: ${Thrown.of(error).issue}`
        })
      ),
      Effect.flatMap((fn) => (typeof fn === "string" ? Effect.fail(fn) : Effect.succeed(fn))),
      Effect.mapError((issue) => notStarted(work, issue))
    )
  }

  /** Calls the function and awaits its result as data. */
  const call = (work: Work<"Module">, fn: Fn, signal: AbortSignal): Effect.Effect<HookReply, PipelineError> =>
    Effect.try({
      try: () => fn(Shown.event(work.event), Shown.context(work.hook.id, signal, work.payload)),
      catch: Thrown.of
    }).pipe(
      Effect.flatMap(settle),
      Effect.flatMap((value) => {
        const data = dataOf(value)
        return typeof data === "string" ? Effect.fail({ issue: data }) : Effect.succeed(data)
      }),
      Effect.mapBoth({
        onFailure: (thrown) => failed(work, thrown),
        onSuccess: (value): HookReply => ({ _tag: "Value", ...value })
      })
    )

  const run = (work: Work<"Module">): Effect.Effect<HookReply, PipelineError> =>
    Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        const fn = yield* restore(functionOf(work))
        const controller = new AbortController()
        // A separate fiber, because an effect may take time to clean up, and an interrupted answer does not wait for
        // it.
        const calling = yield* Effect.forkIn(restore(call(work, fn, controller.signal)), scope, {
          startImmediately: true
        })
        return yield* restore(Fiber.join(calling)).pipe(
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              controller.abort()
              calling.interruptUnsafe()
            })
          )
        )
      })
    )

  return { run }
})

/**
 * Runs functions of modules with options.
 *
 * @example
 * ```ts
 * import * as ImportModuleRunner from "@hookline/executor/ImportModuleRunner"
 *
 * const layer = ImportModuleRunner.layerWith({ load: (url) => import(url) })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (options: Options): Layer.Layer<ModuleRunner> => Layer.effect(ModuleRunner, make(options))

/**
 * Runs functions of modules in this process.
 *
 * @example
 * ```ts
 * import * as ImportModuleRunner from "@hookline/executor/ImportModuleRunner"
 * import * as Layer from "effect/Layer"
 *
 * const context = Layer.build(ImportModuleRunner.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<ModuleRunner> = layerWith({})
