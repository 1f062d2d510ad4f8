/** Approval of tools that need it: by hooks, or else by the approver. */
import * as Approval from "@hookline/coordinator/Approval"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Response from "effect/ai/Response"
import type * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { type Input, inputOf, isAllowed, reasonOf } from "../toolkit/before.ts"
import { textOf } from "../toolkit/sentence.ts"
import type { AnyTools, Failure, Needs, Session } from "./Session.ts"

type Call = Pick<Response.ToolCallPart<string, unknown>, "id" | "name" | "params">

/** Asks the approver. Returns `undefined` if the call is approved, or the reason of the denial. */
const asked = Effect.fnUntraced(function* (
  { ask }: Approval.Approving,
  event: HookEvent,
  changes: Outcome.Outcome["changes"],
  { name, params }: Call
) {
  const prompt = `Run ${name} with ${textOf(params)}?`
  const request = yield* Approval.request(
    { by: "HookedAgent", prompt, options: ["Allow once", "Deny"] },
    event,
    changes
  )
  const answer = yield* ask(request).pipe(Effect.timeoutOption(request.timeoutMillis), Effect.result)
  if (answer._tag === "Failure") return `This needs approval, and ${answer.failure.message}.`
  if (Option.isNone(answer.success)) return "This needs approval, and the approver did not answer in time."
  return Approval.isGrant(answer.success.value.answer) ? undefined : "The person who was asked refused this."
})

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

/** Runs an approved call. */
const made = <Tools extends AnyTools>({ toolkit }: Session<Tools>, { id, name }: Call, params: unknown) =>
  toolkit
    // The model only calls these tools, and `handle` decodes the input.
    .handle(name, params as Tool.ParametersEncoded<Tools[string]>, id)
    .pipe(
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

const settled = Effect.fnUntraced(function* <Tools extends AnyTools>(
  session: Session<Tools>,
  call: Call,
  halts: Array<Outcome.Halt>
): Effect.fn.Return<Response.AnyPart, Failure<Tools>, Needs<Tools>> {
  const { facts, hooks, see, toolkit } = session
  const called = see(call.name, call.params, facts, call.id)
  const event = cases.PermissionRequest.make(called.event)
  const { outcome } = yield* hooks.emit(event)
  halts.push(...outcome.halts)
  const refused = Effect.fnUntraced(function* (reason: string) {
    yield* hooks.emit(cases.PermissionDenied.make({ ...called.event, reason }))
    return denied(call, reason)
  })
  if (!isAllowed(outcome)) return yield* refused(reasonOf(outcome))
  const tool = toolkit.tools[call.name]
  const input: Input =
    tool === undefined
      ? { isLawful: false, why: `there is no tool called ${call.name}` }
      : yield* inputOf(called, tool, outcome.changes)
  if (!input.isLawful) return yield* refused(input.why)
  const why =
    outcome.verdict._tag === "Allow"
      ? undefined
      : yield* asked(hooks.approval, event, outcome.changes, { ...call, params: input.params })
  return why === undefined ? yield* made(session, call, input.params) : yield* refused(why)
})

/** Returns a response with a result for each call that waited for approval. */
export const permitted = Effect.fnUntraced(function* <Tools extends AnyTools>(
  session: Session<Tools>,
  parts: ReadonlyArray<Response.AnyPart>,
  halts: Array<Outcome.Halt>
): Effect.fn.Return<ReadonlyArray<Response.AnyPart>, Failure<Tools>, Needs<Tools>> {
  const waiting = new Set(parts.flatMap((part) => (part.type === "tool-approval-request" ? [part.toolCallId] : [])))
  if (waiting.size === 0) return parts
  const calls = parts.filter((part) => part.type === "tool-call" && waiting.has(part.id))
  const results = yield* Effect.forEach(calls, (call) =>
    call.type === "tool-call" ? settled(session, call, halts) : Effect.succeed(call)
  )
  return [...parts.filter(({ type }) => type !== "tool-approval-request"), ...results]
})
