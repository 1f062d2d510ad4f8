/** The decision about a call: by the hooks of PreToolUse, and by an approval of the input that will run. */
import type { Hookline } from "../../Hookline.ts"
import type { Json } from "@hookline/schema/Json"
import type * as Outcome from "@hookline/schema/Outcome"
import type * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import type * as SchemaAST from "effect/SchemaAST"
import { isDeepStrictEqual } from "node:util"
import { asked } from "./approved.ts"
import { type Before, before } from "./before.ts"
import type { Called } from "./names.ts"

/** A permission for a call with its final input, or the reason of a denial. */
export type Permission =
  | { readonly isGranted: true; readonly params: unknown; readonly toolInput: Json }
  | { readonly isGranted: false; readonly reason: string; readonly halts: ReadonlyArray<Outcome.Halt> }

/** Decides about a call that needs approval, after its hooks. It may change the input. */
export type Permit = (called: Called) => Effect.Effect<Permission>

/** The services that calls of tools use. */
export type Hooks = Pick<Hookline["Service"], "approval" | "display" | "emit">

/** Sets the input that the tool gets, which may differ from the model's. */
const withInput = (called: Called, { params, toolInput }: { params: unknown; toolInput: Json }): Called =>
  toolInput === called.event.toolInput
    ? called
    : {
        ...called,
        params,
        event: {
          ...called.event,
          toolInput,
          ...(called.event.host !== undefined && { host: { ...called.event.host, host_tool_input: params } })
        }
      }

/** The maximum number of times that hooks and approvers may change an input before it is denied. */
const most = 3

/** The decision about a call, with the call as it will run. */
export type Judged = Before & { readonly called: Called }

/** Asks about an input that hooks have changed. The input before is the one that was approved. */
const permitChanged =
  ({ approval }: Hooks, tool: Tool.Any): Permit =>
  (called) =>
    Effect.map(
      asked(approval, { event: called.event, name: String(tool.name), params: called.params }),
      (why): Permission =>
        why === undefined
          ? { isGranted: true, params: called.params, toolInput: called.event.toolInput }
          : { isGranted: false, halts: [], reason: `Hooks changed the input that was approved. ${why}` }
    )

/** True for a tool whose calls may need approval: which inputs do is known before hooks have changed them. */
const mayNeedApproval = ({ needsApproval }: Tool.Any): boolean => needsApproval !== undefined && needsApproval !== false

/**
 * Runs the hooks of PreToolUse, and has their input approved if the tool needs that. An input that the approval changes
 * passes the hooks again, and one that the hooks change is approved again, so that the input that runs passed both.
 */
export const judged = Effect.fnUntraced(function* (
  hooks: Hooks,
  call: Called,
  tool: Tool.Any,
  options: SchemaAST.ParseOptions | undefined,
  permit: Permit | undefined
): Effect.fn.Return<Judged> {
  const context: Array<Outcome.Context> = []
  const needsApproval = mayNeedApproval(tool)
  // Without a permit, the caller had the model's input approved before.
  let approved = permit === undefined ? call.event.toolInput : undefined
  let next = call
  for (let look = 0; look < most; look++) {
    const first = yield* before(hooks, next, tool, options)
    context.push(...first.context)
    if (!first.proceeds) return { ...first, context, called: next }
    const called = withInput(next, first)
    if (!needsApproval || isDeepStrictEqual(first.toolInput, approved)) return { ...first, context, called }
    const answer = yield* (permit ?? permitChanged(hooks, tool))(called)
    if (!answer.isGranted) return { proceeds: false, reason: answer.reason, halts: answer.halts, context, called }
    if (isDeepStrictEqual(answer.toolInput, first.toolInput)) return { ...first, context, called }
    approved = answer.toolInput
    next = withInput(called, answer)
  }
  const reason = `Hooks and approvers changed the input of ${tool.name} ${most} times, so it was not called.`
  return { proceeds: false, reason, halts: [], context, called: next }
})
