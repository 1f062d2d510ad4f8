/** The hooks before a tool call. */
import * as Change from "@hookline/schema/Change"
import { cases } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { Hookline } from "../../Hookline.ts"
import type { Called } from "./names.ts"
import { sentence } from "./sentence.ts"

/** The decision about a call, its input, and the context for the model. */
export type Before = {
  readonly context: ReadonlyArray<Outcome.Context>
  readonly halts: ReadonlyArray<Outcome.Halt>
} & (
  | { readonly proceeds: true; readonly params: unknown; readonly toolInput: Json }
  | { readonly proceeds: false; readonly reason: string }
)

/** Returns the reason of a denial for the model. */
export const reasonOf = ({ halts: [halt], verdict }: Outcome.Outcome): string => {
  if (halt !== undefined) return `${halt.by} stops the agent: ${halt.reason}`
  const texts = Verdict.reasonsOf(verdict)
    .map(({ text }) => text)
    .filter((text) => text !== "")
  const said = texts.length === 0 ? "A hook refused this without a reason." : texts.join("\n")
  return verdict._tag === "Ask" || verdict._tag === "Defer" ? `No approver decided: ${said}` : said
}

/**
 * Checks whether an action may run. Approval was requested before, so a remaining `Ask` or `Defer` is no permission.
 */
export const isAllowed = ({ halts, verdict }: Outcome.Outcome): boolean =>
  halts.length === 0 && (verdict._tag === "Pass" || verdict._tag === "Allow")

/** Decodes a value by a schema. Any error, such as a missing service, is a refusal. */
export const decoded = (
  schema: Schema.Constraint,
  value: unknown,
  options?: SchemaAST.ParseOptions
): Effect.Effect<Exit.Exit<unknown, unknown>> =>
  Schema.isSchema(schema)
    ? // The services of a tool's schemas are required where the toolkit is called, and are in that context.
      Effect.exit(Schema.decodeUnknownEffect(schema as unknown as Schema.Decoder<unknown>)(value, options))
    : Effect.succeed(Exit.succeed(value))

/** The input of a call with the tool's keys and with the hooks' keys, or the reason of a denial. */
export type Input =
  | { readonly isLawful: true; readonly params: unknown; readonly toolInput: Json }
  | { readonly isLawful: false; readonly why: string }

/** Decodes the input that hooks have changed, by the tool's schema. */
export const inputOf = Effect.fnUntraced(function* (
  { back, event, params }: Called,
  tool: Tool.Any,
  changes: ReadonlyArray<Change.Change>,
  options?: SchemaAST.ParseOptions
): Effect.fn.Return<Input> {
  const edits = changes.filter(({ target }) => target === "input")
  if (edits.length === 0) return { isLawful: true, params, toolInput: event.toolInput }
  const by = [...new Set(edits.map((edit) => edit.by))].join(", ")
  const refused = (why: string): Input => ({
    isLawful: false,
    why: `${by} changed the input of ${tool.name} to what the tool does not take, so it was not called: ${why}`
  })
  const toolInput = Change.apply(event.toolInput, "input", edits)
  if (!isJson(toolInput)) return refused("it is no object")
  const theirs = back(toolInput)
  const read = yield* decoded(tool.parametersSchema, theirs, options)
  return Exit.isSuccess(read) ? { isLawful: true, params: theirs, toolInput } : refused(sentence(read.cause))
})

export const before = Effect.fnUntraced(function* (
  { emit }: Pick<Hookline["Service"], "emit">,
  called: Called,
  tool: Tool.Any,
  options: SchemaAST.ParseOptions | undefined
): Effect.fn.Return<Before> {
  const { outcome } = yield* emit(cases.PreToolUse.make(called.event))
  const { changes, context, halts } = outcome
  if (!isAllowed(outcome)) return { context, halts, proceeds: false, reason: reasonOf(outcome) }
  const input = yield* inputOf(called, tool, changes, options)
  return input.isLawful
    ? { context, halts, proceeds: true, params: input.params, toolInput: input.toolInput }
    : { context, halts, proceeds: false, reason: input.why }
})
