/**
 * What a hook said, raw: nobody has judged yet what it means.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for a reply. A hook that said nothing, since it did not start, end or answer, has none: that is a failure.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookReply = Schema.TaggedUnion({
  /** A process that ended by itself. `cut` tells that it wrote more than was kept. */
  Exit: { code: Schema.Int, stdout: Schema.String, stderr: Schema.String, cut: Schema.optionalKey(Schema.Boolean) },
  Http: { status: Schema.Int, body: Schema.String, cut: Schema.optionalKey(Schema.Boolean) },
  /** A model's answer, with what it cost. */
  Judgement: {
    ok: Schema.Boolean,
    reason: Schema.optionalKey(Schema.String),
    impossible: Schema.optionalKey(Schema.Boolean),
    model: Schema.optionalKey(Schema.String),
    inputTokens: Schema.optionalKey(Schema.Finite),
    outputTokens: Schema.optionalKey(Schema.Finite),
    /** What its runner has to say about how it was judged. */
    notice: Schema.optionalKey(Schema.String)
  },
  /** What a function returned, or a tool answered. Nothing is `undefined` or `null`. */
  Value: { value: Schema.Unknown }
}).annotate({ identifier: "HookReply" })

/** @since 0.1.0 */
export type HookReply = typeof HookReply.Type
