/**
 * A toolkit of `effect/ai` with hooks around every call. It is used like the original toolkit.
 *
 * @apart
 * @since 0.1.0
 */
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import { Hookline } from "../Hookline.ts"
import { checkedToolkit } from "./toolkit/checkedToolkit.ts"
import { handle } from "./toolkit/handle.ts"
import type { Options } from "./toolkit/Options.ts"

export { SessionFields } from "./toolkit/SessionFields.ts"
export { haltOf } from "./toolkit/halted.ts"
export { LoopControl } from "./toolkit/LoopControl.ts"
export type { Options, ToolName } from "./toolkit/Options.ts"

/**
 * A toolkit that requires `Hookline` beside its handlers.
 *
 * @category models
 * @since 0.1.0
 */
export interface HookedToolkit<in out Tools extends Record<string, Tool.Any>>
  extends
    Effect.Effect<Toolkit.WithHandler<Tools>, never, Tool.HandlersFor<Tools> | Hookline>,
    Pick<Toolkit.Toolkit<Tools>, "tools" | "of" | "toHandlers" | "toLayer"> {}

/**
 * Guards the calls of a toolkit that has its handlers already, such as that of an MCP client.
 *
 * @category combining
 * @since 0.1.0
 */
export const guard = <Tools extends Record<string, Tool.Any>, E = never, R = never>(
  toolkit: Toolkit.WithHandler<Tools> | Effect.Effect<Toolkit.WithHandler<Tools>, E, R>,
  options: Options<NoInfer<Tools>> = {}
): Effect.Effect<Toolkit.WithHandler<Tools>, E, R | Hookline> =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    const own = Effect.isEffect(toolkit) ? yield* toolkit : toolkit
    return handle(own, hooks, checkedToolkit(options, own.tools))
  })

/**
 * Guards a toolkit: `generateText({ prompt, toolkit: HookedToolkit.make(Tools) })`.
 *
 * **Details**
 *
 * Before a call, PreToolUse may deny it, which the model sees with the reason, ask the approver, or change its input.
 * The tool's schema decodes a changed input; an invalid one denies the call. After a call, PostToolUse or
 * PostToolUseFailure may add context beside the result, or change the result, which stays if the tool's schema refuses
 * the change. Preliminary results pass unchanged, and a tool that needs approval is guarded after its approval.
 *
 * **Gotchas**
 *
 * A halt (`continue: false`) fails the model's call with an error that is not retried; `haltOf` returns the halt of
 * that error. A provided `LoopControl` gets the halt instead.
 *
 * A tool that the model's provider executes does not pass the hooks.
 *
 * @example
 * ```ts
 * import * as HookedToolkit from "@hookline/node/HookedToolkit"
 * import * as LanguageModel from "effect/ai/LanguageModel"
 * import * as Tool from "effect/ai/Tool"
 * import * as Toolkit from "effect/ai/Toolkit"
 * import * as Schema from "effect/Schema"
 *
 * const Shell = Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }), success: Schema.String })
 *
 * const toolkit = HookedToolkit.make(Toolkit.make(Shell), { names: { shell: "Bash" } })
 * const response = LanguageModel.generateText({ prompt: "Publish it.", toolkit })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  options: Options<NoInfer<Tools>> = {}
): HookedToolkit<Tools> => {
  checkedToolkit(options, toolkit.tools)
  return Object.assign(
    Effectable.Prototype<HookedToolkit<Tools>>({ label: "HookedToolkit", evaluate: () => guard(toolkit, options) }),
    {
      tools: toolkit.tools,
      of: toolkit.of,
      toHandlers: toolkit.toHandlers,
      toLayer: toolkit.toLayer
    }
  )
}
