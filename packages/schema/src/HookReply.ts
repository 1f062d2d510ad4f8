/**
 * The raw answer of a hook, before it is translated to an outcome.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for a reply. A hook that did not start, end or answer has no reply, but a failure.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookReply = Schema.TaggedUnion({
  /**
   * A process that exited by itself. `cut` is true if it wrote more output than was kept, and `held` if a process that
   * it left behind could still write to its output, so that the end of the output may not be its own.
   */
  Exit: {
    code: Schema.Int,
    stdout: Schema.String,
    stderr: Schema.String,
    cut: Schema.optionalKey(Schema.Boolean),
    held: Schema.optionalKey(Schema.Boolean)
  },
  Http: { status: Schema.Int, body: Schema.String, cut: Schema.optionalKey(Schema.Boolean) },
  /** A model's answer, with its cost. */
  Judgement: {
    ok: Schema.Boolean,
    reason: Schema.optionalKey(Schema.String),
    impossible: Schema.optionalKey(Schema.Boolean),
    model: Schema.optionalKey(Schema.String),
    inputTokens: Schema.optionalKey(Schema.Finite),
    outputTokens: Schema.optionalKey(Schema.Finite),
    /** A message of the runner about the judgement. */
    notice: Schema.optionalKey(Schema.String)
  },
  /**
   * The value that a function returned or a tool answered. `undefined` and `null` mean that there is none. `failure` is one
   * beside the value, such as that of a finalizer: the value counts, too. `notice` is a message of the runner about the
   * function.
   */
  Value: {
    value: Schema.Unknown,
    failure: Schema.optionalKey(Schema.String),
    notice: Schema.optionalKey(Schema.String)
  }
}).annotate({ identifier: "HookReply" })

/** @since 0.1.0 */
export type HookReply = typeof HookReply.Type

/**
 * Schema for the model that judged, and its tokens, as far as its provider reports them.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Judged = Schema.Struct({
  model: Schema.optionalKey(Schema.String),
  inputTokens: Schema.optionalKey(Schema.Finite),
  outputTokens: Schema.optionalKey(Schema.Finite)
})

/** @since 0.1.0 */
export type Judged = typeof Judged.Type

/**
 * Returns what a judgement cost, or `undefined` for any other reply.
 *
 * @example
 * ```ts
 * import * as HookReply from "@hookline/schema/HookReply"
 *
 * console.log(HookReply.judged({ _tag: "Judgement", ok: true, model: "small", outputTokens: 7 }))
 * // => { model: "small", outputTokens: 7 }
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const judged = (reply: HookReply | undefined): Judged | undefined => {
  if (reply?._tag !== "Judgement") return undefined
  const { inputTokens, model, outputTokens } = reply
  return {
    ...(model !== undefined && { model }),
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens })
  }
}

/**
 * Checks whether a field has a meaning at the top of a reply, in any dialect. Every field of every reply is looked up: a
 * `switch` compares names as fast as pointers.
 *
 * @example
 * ```ts
 * import * as HookReply from "@hookline/schema/HookReply"
 *
 * console.log(HookReply.isField("decision"), HookReply.isField("level"))
 * // => true false
 * ```
 *
 * @category guards
 * @since 0.1.0
 */
export const isField = (name: string): boolean => {
  switch (name) {
    case "hookSpecificOutput":
    case "systemMessage":
    case "continue":
    case "stopReason":
    case "suppressOutput":
    case "decision":
    case "reason":
    case "terminalSequence":
    case "permissionDecision":
    case "permissionDecisionReason":
    case "block":
    case "contextInjection":
    case "newContent":
    case "mustApply":
    case "feedback":
    // Fields of the host only: they let the hook run on in the background.
    case "async":
    case "asyncTimeout":
      return true
    default:
      return false
  }
}
