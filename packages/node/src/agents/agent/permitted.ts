/** Approval of tools that need it: by hooks, or else by the approver. */
import { cases } from "@hookline/schema/HookEvent"
import * as Response from "effect/ai/Response"
import type * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { asked } from "../toolkit/approved.ts"
import { inputOf, isAllowed, reasonOf } from "../toolkit/before.ts"
import { handlePermitted } from "../toolkit/handle.ts"
import type { Permission, Permit } from "../toolkit/judged.ts"
import type { AnyTools, Failure, Needs, Session } from "./Session.ts"

type Call = Pick<Response.ToolCallPart<string, unknown>, "id" | "name" | "params">

const denied = ({ id, name }: Call, reason: string): Response.AnyPart => {
  const result = { type: "execution-denied", reason }
  return Response.makePart("tool-result", {
    id,
    name,
    result,
    encodedResult: result,
    isFailure: true,
    preliminary: false,
    providerExecuted: false
  })
}

/** Decides by the hooks of PermissionRequest, or else by the approver. */
const permit =
  ({ hooks }: Pick<Session<AnyTools>, "hooks">, tool: Tool.Any): Permit =>
  (called) =>
    Effect.gen(function* (): Effect.fn.Return<Permission> {
      const { outcome } = yield* hooks.emit(cases.PermissionRequest.make(called.event))
      const refused = Effect.fnUntraced(function* (reason: string) {
        yield* hooks.emit(cases.PermissionDenied.make({ ...called.event, reason }))
        return { isGranted: false as const, reason, halts: outcome.halts }
      })
      if (!isAllowed(outcome)) return yield* refused(reasonOf(outcome))
      const input = yield* inputOf(called, tool, outcome.changes)
      if (!input.isLawful) return yield* refused(input.why)
      const { params, toolInput } = input
      const proposed = { event: called.event, name: String(tool.name), params, changes: outcome.changes }
      const why = outcome.verdict._tag === "Allow" ? undefined : yield* asked(hooks.approval, proposed)
      return why === undefined ? { isGranted: true, params, toolInput } : yield* refused(why)
    })

/** Makes a call: the hooks of PreToolUse run first, so that the input that is approved is the one that they left. */
const settled = <Tools extends AnyTools>(
  session: Session<Tools>,
  { id, name, params }: Call
): Effect.Effect<Response.AnyPart, Failure<Tools>, Needs<Tools>> => {
  const tool = session.toolkit.tools[name]
  if (tool === undefined) return Effect.succeed(denied({ id, name, params }, `there is no tool called ${name}`))
  // The model only calls these tools, and `handle` decodes the input.
  const input = params as Tool.ParametersEncoded<Tools[string]>
  return handlePermitted(session.toolkit, permit(session, tool), name, input, id).pipe(
    Effect.flatMap((outputs) => Stream.runLast(Stream.filter(outputs, ({ preliminary }) => !preliminary))),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.die(new Error(`${name} ended without a result`)),
        onSome: (output) =>
          Effect.succeed<Response.AnyPart>(
            Response.makePart("tool-result", { ...output, id, name, providerExecuted: false })
          )
      })
    )
  )
}

/** Returns a response with a result for each call that waited for approval. */
export const permitted = Effect.fnUntraced(function* <Tools extends AnyTools>(
  session: Session<Tools>,
  parts: ReadonlyArray<Response.AnyPart>
): Effect.fn.Return<ReadonlyArray<Response.AnyPart>, Failure<Tools>, Needs<Tools>> {
  const waiting = new Set(parts.flatMap((part) => (part.type === "tool-approval-request" ? [part.toolCallId] : [])))
  if (waiting.size === 0) return parts
  const calls = parts.filter((part) => part.type === "tool-call" && waiting.has(part.id))
  const results = yield* Effect.forEach(calls, (call) =>
    call.type === "tool-call" ? settled(session, call) : Effect.succeed(call)
  )
  return [...parts.filter(({ type }) => type !== "tool-approval-request"), ...results]
})
