/** The decoding of all kinds of replies: an exit, a response, a judgement, a value. */
import type { ReplyWire, Interpretation } from "@hookline/core/Dialect"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Draft from "./Draft.ts"
import type { ReplyRules } from "./ReplyRules.ts"
import type { Failure, Reading } from "./processReply.ts"
import { broken, failed, garbled, object, output, plain, tellHidden } from "./processReply.ts"
import { isJson } from "@hookline/schema/Json"
import { returnedObject } from "./functionReply.ts"
import { parse } from "./text.ts"

type Case<Tag extends HookReply["_tag"]> = Extract<HookReply, { readonly _tag: Tag }>

const said = ({ draft, event }: Reading, failure: Failure): Interpretation => {
  const outcome = Draft.finish(draft, event)
  return failure === undefined ? { outcome } : { outcome, failure }
}

/** Denies, because of exit code 2, and keeps the rest of the reply. */
const denied = (reading: Reading, { cut, stderr, stdout }: Case<"Exit">): undefined => {
  const { draft } = reading
  const written = parse(stdout, cut)
  const issue =
    written === undefined ? garbled(reading, broken) : isJson(written) ? object(reading, written) : undefined
  if (issue !== undefined) Draft.notify(draft, "warning", issue.message)
  Draft.decide(draft, "Deny")
  const complaint = stderr.trim()
  if (complaint !== "") Draft.reason(draft, complaint)
  if (isJson(written)) return
  if (written !== undefined) tellHidden(reading, written)
  const text = stdout.trim()
  if (complaint === "" && text !== "") Draft.reason(draft, text)
}

/** Shortens a text for a sentence. */
const excerpt = (text: string): string => {
  const trimmed = text.trim()
  if (trimmed === "") return ""
  return `: ${trimmed.length > 500 ? `${trimmed.slice(0, 500)}…` : trimmed}`
}

/** Reads another exit code as a failure, and keeps the lawful parts of the reply. */
const unwell = (reading: Reading, { code, cut, stderr, stdout }: Case<"Exit">): Interpretation => {
  const { draft } = reading
  const ended = `it ended with exit code ${code}${excerpt(stderr)}`
  const written = parse(stdout, cut)
  if (!isJson(written)) {
    if (written !== undefined) tellHidden(reading, written)
    return said(reading, failed(reading, ended))
  }
  const failure = object(reading, written)
  if (failure !== undefined) return said(reading, failure)
  Draft.notify(draft, "warning", `The reply of ${draft.by} counts, although ${ended}`)
  return { ...said(reading, undefined), softFailure: failed(reading, ended) }
}

const response = (reading: Reading, { body, cut, status }: Case<"Http">): Failure => {
  if (status < 200 || status > 299) return failed(reading, `it answered with status ${status}${excerpt(body)}`)
  const written = parse(body, cut)
  if (written === "") return undefined
  if (isJson(written)) return object(reading, written)
  return garbled(reading, written === undefined ? broken : "the response is no JSON object")
}

const judgement = ({ draft, event }: Reading, { impossible, notice, ok, reason }: Case<"Judgement">): undefined => {
  if (notice !== undefined) Draft.notify(draft, "warning", notice)
  if (ok) return
  if (impossible === true && (event._tag === "Stop" || event._tag === "SubagentStop")) {
    Draft.notify(draft, "info", `${draft.by} lets the agent stop, since more is not possible${excerpt(reason ?? "")}`)
    return
  }
  Draft.decide(draft, "Deny")
  Draft.reason(draft, reason === "" ? undefined : reason)
}

const value = (reading: Reading, returned: unknown): Failure => {
  if (returned === undefined || returned === null) return undefined
  if (typeof returned === "string") {
    // A tool's text is read like output, a function's is plain text.
    if (reading.hook.handler._tag === "McpTool") return output(reading, returned, false)
    plain(reading, returned.trim())
    return undefined
  }
  const json = returnedObject(returned)
  return typeof json === "string" ? garbled(reading, json) : object(reading, json)
}

const failureOf = (reading: Reading, reply: Exclude<HookReply, Case<"Exit">>): Failure => {
  switch (reply._tag) {
    case "Http":
      return response(reading, reply)
    case "Judgement":
      return judgement(reading, reply)
    case "Value":
      return value(reading, reply.value)
  }
}

/** Creates the decoder of a dialect's replies. */
export const makeRead =
  (manner: ReplyRules): ReplyWire["read"] =>
  (reply, hook, event) => {
    const reading: Reading = { manner, hook, event, draft: Draft.start(hook.id) }
    if (reply._tag !== "Exit") return said(reading, failureOf(reading, reply))
    if (reply.code === 0) return said(reading, output(reading, reply.stdout, reply.cut))
    return reply.code === 2 ? said(reading, denied(reading, reply)) : unwell(reading, reply)
  }
