/**
 * A toolkit of `effect/ai` whose every call passes the hooks. What was a toolkit before is one afterwards.
 *
 * @apart
 * @since 0.1.0
 */
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import { Hookline } from "./Hookline.ts"
import { handle } from "./internal/toolkit/handle.ts"
import type { Options } from "./internal/toolkit/Options.ts"

export { Facts } from "./internal/toolkit/Facts.ts"
export { haltOf } from "./internal/toolkit/halted.ts"
export { Loop } from "./internal/toolkit/Loop.ts"
export type { Options, ToolName } from "./internal/toolkit/Options.ts"

/**
 * A toolkit that needs `Hookline` beside its handlers.
 *
 * @category models
 * @since 0.1.0
 */
export interface HookedToolkit<in out Tools extends Record<string, Tool.Any>>
  extends
    Effect.Effect<Toolkit.WithHandler<Tools>, never, Tool.HandlersFor<Tools> | Hookline>,
    Pick<Toolkit.Toolkit<Tools>, "tools" | "of" | "toHandlers" | "toLayer"> {}

/**
 * Guards the calls of a toolkit that somebody has already given its handlers, such as that of a client of MCP.
 *
 * @category combining
 * @since 0.1.0
 */
export const guard = <Tools extends Record<string, Tool.Any>, E = never, R = never>(
  toolkit: Toolkit.WithHandler<Tools> | Effect.Effect<Toolkit.WithHandler<Tools>, E, R>,
  options: Options = {}
): Effect.Effect<Toolkit.WithHandler<Tools>, E, R | Hookline> =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    return handle(Effect.isEffect(toolkit) ? yield* toolkit : toolkit, hooks, options)
  })

/**
 * Guards a toolkit: `generateText({ prompt, toolkit: HookedToolkit.make(Tools) })`.
 *
 * **Details**
 *
 * Before a call PreToolUse may deny it, which the model is told with the reason, have a person asked, or change its
 * input, which the tool's schema then decodes: one that it does not take denies the call. After a call PostToolUse or
 * PostToolUseFailure may tell the model something beside the result, or change the result, which stays as it was where
 * its schema does not take the change. Preliminary results pass as they come, and a tool that needs approval is guarded
 * when it has been approved.
 *
 * **Gotchas**
 *
 * A halt (`continue: false`) fails the model's call, with an error that is not tried again; `haltOf` finds it there. Who
 * provides a `Loop` is told instead.
 *
 * A tool that the model's provider executes never comes here, and no hook hears of it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  options: Options = {}
): HookedToolkit<Tools> =>
  Object.assign(
    Effectable.Prototype<HookedToolkit<Tools>>({ label: "HookedToolkit", evaluate: () => guard(toolkit, options) }),
    {
      tools: toolkit.tools,
      of: toolkit.of,
      toHandlers: toolkit.toHandlers,
      toLayer: toolkit.toLayer
    }
  )
