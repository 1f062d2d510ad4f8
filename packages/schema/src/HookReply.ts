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
  /** A process that exited by itself. `cut` is true if it wrote more output than was kept. */
  Exit: { code: Schema.Int, stdout: Schema.String, stderr: Schema.String, cut: Schema.optionalKey(Schema.Boolean) },
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
  /** The value that a function returned or a tool answered. `undefined` and `null` mean that there is none. */
  Value: { value: Schema.Unknown }
}).annotate({ identifier: "HookReply" })

/** @since 0.1.0 */
export type HookReply = typeof HookReply.Type
