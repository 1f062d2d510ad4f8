/** The decoding of all kinds of replies: an exit, a response, a judgement, a value. */
import type { ReplyWire, Interpretation } from "@hookline/core/Dialect"
import type { HookFailed } from "@hookline/core/PipelineError"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Draft from "./Draft.ts"
import type { ReplyRules } from "./ReplyRules.ts"
import type { Failure, Reading } from "./processReply.ts"
import { failed, garbled, object, output, plain, tellHidden } from "./processReply.ts"
import { returnedObject } from "./functionReply.ts"
import { parse } from "./text.ts"

type Case<Tag extends HookReply["_tag"]> = Extract<HookReply, { readonly _tag: Tag }>

/** Shortens a text for a sentence. */
const excerpt = (text: string): string => {
  const trimmed = text.trim()
  if (trimmed === "") return ""
  return `: ${trimmed.length > 500 ? `${trimmed.slice(0, 500)}…` : trimmed}`
}

/** Returns the failure of a reply that may be a denial which is not read as one, on an event that can be denied. */
const doubtful = (reading: Reading): HookFailed | undefined => {
  const { draft, event } = reading
  const doubt = Draft.doubtOf(draft)
  if (doubt === undefined || !Capabilities.mayDeny(event)) return undefined
  const [why = ""] = draft.reasons
  const what = doubt.tag === "Ask" ? "a question" : "a denial"
  return failed(reading, `its reply may be ${what} that is not understood, by ${doubt.field}${excerpt(why)}`)
}

const said = (reading: Reading, failure: Failure): Interpretation => {
  const { draft, event } = reading
  const softFailure = draft.doubt === undefined || failure !== undefined ? undefined : doubtful(reading)
  const outcome = Draft.finish(draft, event)
  const { remarks } = draft
  // Most replies have no failure.
  const interpretation =
    softFailure !== undefined ? { outcome, softFailure } : failure === undefined ? { outcome } : { outcome, failure }
  return remarks.length === 0 ? interpretation : { ...interpretation, remarks }
}

/** Denies, because of exit code 2, and keeps the rest of the reply. */
const denied = (reading: Reading, reply: Case<"Exit">): undefined => {
  const { draft } = reading
  const { stderr, stdout } = reply
  const written = parse(stdout, reply)
  const issue =
    written._tag === "Broken"
      ? garbled(reading, written.issue)
      : written._tag === "Object"
        ? object(reading, written, reply)
        : undefined
  if (issue !== undefined) Draft.notify(draft, "warning", issue.message)
  Draft.decide(draft, "Deny")
  const complaint = stderr.trim()
  if (complaint !== "") Draft.reason(draft, complaint)
  if (written._tag === "Object") return
  if (written._tag === "Text") tellHidden(reading, written.text)
  const text = stdout.trim()
  if (complaint === "" && text !== "") Draft.reason(draft, text)
}

/** Reads another exit code as a failure, and keeps the lawful parts of the reply. */
const unwell = (reading: Reading, reply: Case<"Exit">): Interpretation => {
  const { draft } = reading
  const { code, stderr, stdout } = reply
  const ended = `it ended with exit code ${code}${excerpt(stderr)}`
  const written = parse(stdout, reply)
  if (written._tag !== "Object") {
    if (written._tag === "Text") tellHidden(reading, written.text)
    return said(reading, failed(reading, ended))
  }
  const failure = object(reading, written, reply)
  if (failure !== undefined) return said(reading, failure)
  Draft.notify(draft, "warning", `The reply of ${draft.by} counts, although ${ended}`)
  return { ...said(reading, undefined), softFailure: failed(reading, ended) }
}

const response = (reading: Reading, reply: Case<"Http">): Failure => {
  const { body, status } = reply
  if (status < 200 || status > 299) return failed(reading, `it answered with status ${status}${excerpt(body)}`)
  const written = parse(body, reply)
  if (written._tag === "Object") return object(reading, written, reply)
  if (written._tag === "Broken") return garbled(reading, written.issue)
  if (reply.cut === true) return garbled(reading, "the response is longer than what is read of it")
  return written.text === "" ? undefined : garbled(reading, "the response is no JSON object")
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
    if (reading.hook.handler._tag === "McpTool") return output(reading, returned, {})
    return plain(reading, returned.trim())
  }
  const json = returnedObject(returned)
  return typeof json === "string"
    ? garbled(reading, json)
    : object(reading, { _tag: "Object", object: json, rest: "" }, {})
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

/** Returns the exit with the object that it has on standard error only, as on standard output. */
const ofStderr = (reply: Case<"Exit">): Case<"Exit"> =>
  reply.stdout.trim() === "" && parse(reply.stderr, {})._tag === "Object"
    ? { ...reply, stdout: reply.stderr, stderr: "" }
    : reply

/** Checks for an exit code above 2 with a text. An object counts for what it has, whatever the exit code is. */
const isLaterDenial = ({ code, stderr, stdout }: Case<"Exit">): boolean =>
  code > 2 && `${stdout}${stderr}`.trim() !== "" && parse(stdout, {})._tag !== "Object"

const isProgress = (line: string): boolean => {
  if (!line.includes("progress")) return false
  const written = parse(line, {})
  return written._tag === "Object" && written.rest === "" && written.object.type === "progress"
}

/** Returns the exit without the lines that report progress. */
const withoutProgress = (reply: Case<"Exit">): Case<"Exit"> =>
  reply.stdout.includes("progress")
    ? {
        ...reply,
        stdout: reply.stdout
          .split("\n")
          .filter((line) => !isProgress(line))
          .join("\n")
      }
    : reply

/** Creates the decoder of a dialect's replies. */
export const makeRead =
  (manner: ReplyRules): ReplyWire["read"] =>
  (replied, hook, event) => {
    const reading: Reading = { manner, hook, event, draft: Draft.start(hook.id) }
    if (replied._tag !== "Exit") return said(reading, failureOf(reading, replied))
    const printed = manner.hasProgress === true ? withoutProgress(replied) : replied
    const reply = manner.readsStderr === true ? ofStderr(printed) : printed
    if (manner.laterExitsDeny === true && isLaterDenial(reply)) return said(reading, denied(reading, reply))
    if (reply.code === 0) return said(reading, output(reading, reply.stdout, reply))
    const denies = reply.code === 2 || manner.failuresDeny?.has(event._tag) === true
    return denies ? said(reading, denied(reading, reply)) : unwell(reading, reply)
  }
