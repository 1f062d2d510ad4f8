/** A toolkit with hooks around every call. */
import { type Injection, injection } from "@hookline/coordinator/ContextBudget"
import { batch } from "@hookline/coordinator/ContextSink"
import { present } from "@hookline/schema/kit/present"
import type * as Outcome from "@hookline/schema/Outcome"
import type * as AiError from "effect/ai/AiError"
import * as Prompt from "effect/ai/Prompt"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { after, failed } from "./after.ts"
import { type Hooks, judged, type Permit } from "./judged.ts"
import { SessionFields } from "./SessionFields.ts"
import { halted } from "./halted.ts"
import { LoopControl } from "./LoopControl.ts"
import { mergedOptions } from "./mergedOptions.ts"
import { see } from "./names.ts"
import type { Options } from "./Options.ts"
import { optionsOf } from "./origin.ts"
import { sentence, textOf } from "./sentence.ts"

/** Creates the result that effect itself gives for a call that was not approved. It is valid for every tool. */
const denied = <T extends Tool.Any>(reason: string): Tool.HandlerResult<T> => {
  const result = { type: "execution-denied", reason }
  return {
    // `Tool.failureResultSchema` accepts it for every tool, which the type of a single tool does not show.
    result: result as Tool.Result<T>,
    encodedResult: result,
    isFailure: true,
    failureOrigin: "handler",
    preliminary: false
  }
}

/**
 * Adds texts beside a result in its model output, several of them under their hooks' names and sizes. The options of the
 * parts have the hooks, events and times. The result itself stays valid for its schema.
 */
const beside = <T extends Tool.Any>(
  output: Tool.HandlerResult<T>,
  context: ReadonlyArray<Injection>
): Tool.HandlerResult<T> =>
  context.length === 0
    ? output
    : {
        ...output,
        modelOutput: [
          ...(output.modelOutput ?? [Prompt.textPart({ text: textOf(output.encodedResult) })]),
          ...batch(context).map(({ content: text, from }) => Prompt.textPart({ text, options: optionsOf(from) }))
        ]
      }

/** The texts of the hooks of one event. */
interface Told {
  readonly event: string
  readonly time: number
  readonly context: ReadonlyArray<Outcome.Context>
}

/** The texts of the hooks around a call, by event, and their halts. */
interface Said extends Pick<Outcome.Outcome, "halts"> {
  readonly texts: ReadonlyArray<Told>
}

const injectionsOf = ({ context, event, time }: Told): ReadonlyArray<Injection> =>
  context.map((text) => injection(text, { event, time, session: undefined }))

/** Gives the hooks' context and halt to the loop, or else to the model. */
const said = <T extends Tool.Any>(
  loop: LoopControl | undefined,
  tool: string,
  output: Tool.HandlerResult<T>,
  { halts: [halt], texts }: Said
): Effect.Effect<Tool.HandlerResult<T>, AiError.AiError> => {
  if (loop === undefined) {
    const context = texts.flatMap(injectionsOf)
    return halt === undefined ? Effect.succeed(beside(output, context)) : halted(tool, halt)
  }
  for (const told of texts) if (told.context.length > 0) loop.tell(injectionsOf(told), told.event)
  if (halt !== undefined) loop.halt(halt)
  return Effect.succeed(output)
}

/** Handles a call like a toolkit, with a permit for a tool that needs approval. */
type HandlePermitted<Tools extends Record<string, Tool.Any>> = (
  permit: Permit | undefined,
  ...call: Parameters<Toolkit.WithHandler<Tools>["handle"]>
) => ReturnType<Toolkit.WithHandler<Tools>["handle"]>

/** A guarded toolkit: the one inside of it, with the hooks around its calls and the names that they know. */
interface Guarded<Tools extends Record<string, Tool.Any>> {
  readonly inner: Toolkit.WithHandler<Tools>
  readonly hooks: Hooks
  readonly options: Options
  readonly handle: HandlePermitted<Tools>
}

/** Guarded toolkits, so that none is guarded twice by the same hooks. */
const guarded = new WeakMap<object, unknown>()

const guardedOf = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.WithHandler<Tools>
): Guarded<Tools> | undefined =>
  // `guard` below stores it with the toolkit that it belongs to, whose tools are those of the one inside.
  guarded.get(toolkit) as Guarded<Tools> | undefined

/** Handles a call of a guarded toolkit that needs approval: `permit` decides after the hooks of PreToolUse. */
export const handlePermitted = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.WithHandler<Tools>,
  permit: Permit,
  ...call: Parameters<Toolkit.WithHandler<Tools>["handle"]>
): ReturnType<Toolkit.WithHandler<Tools>["handle"]> => {
  const own = guardedOf(toolkit)?.handle
  return own === undefined ? Effect.die(new Error("the toolkit of an agent is guarded")) : own(permit, ...call)
}

/**
 * Adds names to a toolkit that these hooks guard, also inside of other hooks. Returns the same one if the names are known, and
 * `undefined` if these hooks do not guard it.
 */
const renamed = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.WithHandler<Tools>,
  hooks: Hooks,
  options: Options
): Toolkit.WithHandler<Tools> | undefined => {
  const before = guardedOf(toolkit)
  if (before === undefined) return undefined
  if (before.hooks === hooks) {
    const merged = mergedOptions(before.options, options)
    return merged === before.options ? toolkit : guard(before.inner, hooks, merged)
  }
  const inner = renamed(before.inner, hooks, options)
  if (inner === undefined) return undefined
  return inner === before.inner ? toolkit : guard(inner, before.hooks, before.options)
}

/** Guards the calls of a toolkit. One that these hooks guard already is guarded once, by the names of both. */
export const handle = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.WithHandler<Tools>,
  hooks: Hooks,
  options: Options
): Toolkit.WithHandler<Tools> =>
  // Other hooks, such as those of another project, have not run yet.
  renamed(toolkit, hooks, options) ?? guard(toolkit, hooks, options)

const guard = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.WithHandler<Tools>,
  hooks: Hooks,
  options: Options
): Toolkit.WithHandler<Tools> => {
  const { tools } = toolkit
  const seeing = see(options)
  const guardedHandle: HandlePermitted<Tools> = Effect.fnUntraced(
    function* (permit, name, params, toolCallId, parsing) {
      // An unknown tool needs no guard: `handle` fails with the names of the tools.
      if (!Object.hasOwn(tools, name)) return yield* toolkit.handle(name, params, toolCallId, parsing)
      // It exists, and a property of a record has the record's type.
      const tool = tools[name] as Tools[typeof name]
      const loop = yield* LoopControl
      const call = seeing(String(name), params, present(yield* SessionFields), toolCallId)
      const first = yield* judged(hooks, call, tool, parsing, permit)
      const start = yield* Clock.currentTimeMillis
      const asked: Told = { event: "PreToolUse", time: start, context: first.context }
      if (!first.proceeds) {
        return Stream.fromEffect(
          said(loop, String(name), denied<Tools[typeof name]>(first.reason), { texts: [asked], halts: first.halts })
        )
      }

      const { event } = first.called
      const took = Effect.map(Clock.currentTimeMillis, (now) => now - start)
      const onFailure = (cause: Cause.Cause<unknown>) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.gen(function* () {
              const { outcome } = yield* failed(hooks, event, sentence(cause), yield* took)
              yield* said(loop, String(name), denied<Tools[typeof name]>(""), {
                texts: [
                  asked,
                  {
                    event: "PostToolUseFailure",
                    time: yield* Clock.currentTimeMillis,
                    context: outcome.context
                  }
                ],
                halts: outcome.halts
              })
            })
      // The changed input was decoded by the tool's schema, and an unchanged one is the model's: `handle` decodes it
      // again.
      const called = toolkit.handle(name, first.params as typeof params, toolCallId, parsing)
      const outputs = yield* Effect.tapCause(called, onFailure)
      return Stream.mapEffect(Stream.tapCause(outputs, onFailure), (output) =>
        output.preliminary
          ? Effect.succeed(output)
          : Effect.gen(function* () {
              const last = yield* after(hooks, event, tool, output, yield* took)
              const time = yield* Clock.currentTimeMillis
              const texts = [
                asked,
                { event: output.isFailure ? "PostToolUseFailure" : "PostToolUse", time, context: last.context }
              ]
              return yield* said(loop, String(name), last.output, { texts, halts: last.halts })
            })
      )
    }
  )
  const made: Toolkit.WithHandler<Tools> = { tools, handle: (...all) => guardedHandle(undefined, ...all) }
  const stored: Guarded<Tools> = { inner: toolkit, hooks, options, handle: guardedHandle }
  guarded.set(made, stored)
  return made
}
