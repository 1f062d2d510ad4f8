/** The hooks after a tool call. */
import { callPort } from "@hookline/core/kit/execute/port"
import * as Change from "@hookline/schema/Change"
import { changedByJson } from "@hookline/schema/kit/changedByJson"
import { cases } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type { Hookline } from "../../Hookline.ts"
import { decoded } from "./before.ts"
import type { Called } from "./names.ts"
import { sentence, textOf } from "./sentence.ts"

type Emit = Pick<Hookline["Service"], "display" | "emit">

/** Adds a notice about a changed result that the tool's schema refuses. The result stays. */
const noted = Effect.fnUntraced(function* (
  { display: { show } }: Emit,
  edits: ReadonlyArray<Change.Change>,
  tool: Tool.Any,
  why: string
) {
  const by = [...new Set(edits.map((edit) => edit.by))].join(", ")
  const text = `${by} changed the result of ${tool.name} to what the tool can't return, so it stays as it was: ${why}`
  yield* Effect.logWarning(text)
  const shown = callPort("the display", () => show([{ by, level: "warning", text }], "PostToolUse"))
  yield* Effect.catchTag(shown, "PortFailed", ({ message }) => Effect.logWarning(message))
})

/**
 * Returns a result as hooks are given it: as JSON has it, which is what the model is given, if JSON changes it. One that
 * can't be encoded fails the hooks that are given JSON.
 */
const sentOf = (result: unknown): unknown => {
  if (changedByJson("the result", result) === undefined) return result
  try {
    // The type leaves out that there is no text for a function.
    const text = JSON.stringify(result) as string | undefined
    return text === undefined ? null : (JSON.parse(text) as unknown)
  } catch {
    return result
  }
}

/** Decodes a result that hooks changed: as the tool encodes it, or else as JSON has that, which processes are given. */
const resultOf = Effect.fnUntraced(function* ({ successSchema }: Tool.Any, value: unknown) {
  const read = yield* decoded(successSchema, value)
  if (Exit.isSuccess(read) || !Schema.isSchema(successSchema)) return read
  const asJson = yield* decoded(Schema.toCodecJson(successSchema), value)
  return Exit.isSuccess(asJson) ? asJson : read
})

/** Applies the hooks' changes to a result, of which they were given `sent`. */
const changed = Effect.fnUntraced(function* <T extends Tool.Any>(
  hooks: Emit,
  tool: T,
  output: Tool.HandlerResult<T>,
  sent: unknown,
  changes: ReadonlyArray<Change.Change>
): Effect.fn.Return<Tool.HandlerResult<T>> {
  const edits = changes.filter(({ target }) => target === "result")
  if (edits.length === 0) return output
  const encodedResult = Change.apply(sent, "result", edits)
  const read = yield* resultOf(tool, encodedResult)
  if (Exit.isFailure(read)) {
    yield* noted(hooks, edits, tool, sentence(read.cause))
    return output
  }
  const { modelOutput: _, ...rest } = output
  return {
    ...rest,
    // The tool's own schema of results has just decoded it.
    result: read.value as Tool.Result<T>,
    encodedResult,
    ...(tool.toModelOutput !== undefined && { modelOutput: tool.toModelOutput(read.value) })
  }
})

/** The result after the hooks, and the texts beside it. */
export interface After<T extends Tool.Any> extends Pick<Outcome.Outcome, "context" | "halts"> {
  readonly output: Tool.HandlerResult<T>
}

/** Runs the hooks after a result, which may be a failure. */
export const after = Effect.fnUntraced(function* <T extends Tool.Any>(
  hooks: Emit,
  event: Called["event"],
  tool: T,
  output: Tool.HandlerResult<T>,
  durationMs: number
): Effect.fn.Return<After<T>> {
  const sent = output.isFailure ? undefined : sentOf(output.encodedResult)
  const { outcome } = yield* hooks.emit(
    output.isFailure
      ? cases.PostToolUseFailure.make({ ...event, durationMs, error: textOf(output.encodedResult) })
      : cases.PostToolUse.make({ ...event, durationMs, toolResponse: sent })
  )
  const { changes, context, halts } = outcome
  return { context, halts, output: output.isFailure ? output : yield* changed(hooks, tool, output, sent, changes) }
})

/** Runs the hooks after a failure that also fails the model's call. */
export const failed = ({ emit }: Emit, event: Called["event"], error: string, durationMs: number) =>
  emit(cases.PostToolUseFailure.make({ ...event, durationMs, error }))
