/**
 * Runs hooks that are functions of JavaScript and TypeScript modules, in this process.
 *
 * **Details**
 *
 * A function is called with the event, which it can't change, and with a `Context`. It returns nothing, a text, an
 * object in the words of the hook's dialect or an `Outcome`, or a promise or an effect of any of these.
 *
 * **Gotchas**
 *
 * A function that never lets go, such as an endless loop, stops the whole process, and no limit ends it. A module is
 * imported again when its file changes; the modules that it imports are not.
 *
 * @since 0.1.0
 */
import { ModuleRunner } from "@hookline/core/ModuleRunner"
import { executing, Failed, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
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
 * What a function is told beside the event.
 *
 * @category models
 * @since 0.1.0
 */
export type Context = Shown.Context

/**
 * What the runner is told by whoever provides it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** Imports a module by its url. Unless it is given, the process does, which strips types and knows no enums. */
  readonly load?: (url: string) => Promise<unknown>
}

const notStarted = ({ hook }: Work<"Module">, issue: string): PipelineError =>
  executing(new NotStarted({ hook: hook.id, issue }))

const failed = ({ hook }: Work<"Module">, thrown: Thrown.Thrown): PipelineError =>
  executing(new Failed({ hook: hook.id, ...thrown }))

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

  /** All that the function does, until what it returned is there as data. */
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
        // On a fiber of its own: an effect may take its time to clean up, and an interrupted answer does not wait for it.
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
 * Runs functions of modules as these options say.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (options: Options): Layer.Layer<ModuleRunner> => Layer.effect(ModuleRunner, make(options))

/**
 * Runs functions of modules in this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<ModuleRunner> = layerWith({})
