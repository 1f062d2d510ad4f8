/** What an agent is made of, and the session that this makes. */
import * as Prompt from "effect/ai/Prompt"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import { Hookline } from "../../Hookline.ts"
import * as HookedToolkit from "../../HookedToolkit.ts"
import { see } from "../toolkit/names.ts"
import * as History from "./History.ts"
import type { AnyTools, Limits, Session } from "./Session.ts"

/**
 * What an agent is made of.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<Tools extends AnyTools, E = never, R = never> extends HookedToolkit.Options, Limits {
  /** Its tools. They are guarded here; those of `HookedToolkit.make` are already, and not guarded twice. */
  readonly toolkit?: Toolkit.WithHandler<Tools> | Effect.Effect<Toolkit.WithHandler<Tools>, E, R>
  readonly system?: string
  /** What hooks are told with every event. A session that has no name is given one. */
  readonly facts?: HookedToolkit.Facts
  /** A conversation to go on with. */
  readonly history?: Prompt.Prompt
  /** Why the session begins: `startup`, or `resume` where there is a history. */
  readonly source?: "startup" | "resume" | "clear" | "fork"
}

export const begin = <Tools extends AnyTools, E, R>(
  options: Options<Tools, E, R>,
  facts: HookedToolkit.Facts
): Effect.Effect<Session<Tools>, E, R | Hookline> =>
  Effect.gen(function* () {
    const { history, system, toolkit } = options
    const hooks = yield* Hookline
    const start = history?.content ?? []
    return {
      hooks,
      facts,
      see: see(options),
      limits: options,
      history: History.make(system === undefined ? start : [Prompt.systemMessage({ content: system }), ...start]),
      // Who names no toolkit has no tools, and nothing else says what `Tools` are.
      toolkit: yield* HookedToolkit.guard(toolkit ?? (Toolkit.empty as unknown as Toolkit.WithHandler<Tools>), options)
    }
  })
