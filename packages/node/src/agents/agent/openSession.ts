/** The options of an agent, and its session. */
import * as Prompt from "effect/ai/Prompt"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import { Hookline } from "../../Hookline.ts"
import * as HookedToolkit from "../HookedToolkit.ts"
import * as History from "./History.ts"
import { namingOf } from "./checkedOptions.ts"
import type { AnyTools, Limits, Session } from "./Session.ts"

/**
 * Options for an agent.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<Tools extends AnyTools, E = never, R = never>
  extends HookedToolkit.Options<NoInfer<Tools>>, Limits {
  /** Its tools. They are guarded here. Those of `HookedToolkit.make` are guarded already, and not guarded twice. */
  readonly toolkit?: Toolkit.WithHandler<Tools> | Effect.Effect<Toolkit.WithHandler<Tools>, E, R>
  readonly system?: string
  /** The fields of every event. Without a session id, one is created. */
  readonly facts?: HookedToolkit.SessionFields
  /** A conversation to continue. */
  readonly history?: Prompt.Prompt
  /** The source of the session. Defaults to `startup`, or to `resume` with a history. */
  readonly source?: "startup" | "resume" | "clear" | "fork"
}

export const openSession = <Tools extends AnyTools, E, R>(
  options: Options<Tools, E, R>,
  facts: HookedToolkit.SessionFields
): Effect.Effect<Session<Tools>, E, R | Hookline> =>
  Effect.gen(function* () {
    const naming = namingOf(options)
    const { history, system, toolkit } = options
    const hooks = yield* Hookline
    const start = history?.content ?? []
    return {
      hooks,
      facts,
      limits: options,
      history: History.make(system === undefined ? start : [Prompt.systemMessage({ content: system }), ...start]),
      // Without a toolkit there are no tools, and no other option sets the type `Tools`.
      toolkit: yield* HookedToolkit.guard(toolkit ?? (Toolkit.empty as unknown as Toolkit.WithHandler<Tools>), naming)
    }
  })
