/** The callback of the Claude Agent SDK: a payload comes in, the answer in Claude Code's format goes out. */
import type { Hooks } from "../../promise/Hooks.ts"
import type { PlainAnswer } from "../../promise/PlainAnswer.ts"
import { memory } from "../memory.ts"
import type { HookCallback } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Events on which the SDK ignores `onFailure`, and a command denies by its exit code alone. */
const unblocked: ReadonlySet<unknown> = new Set(["TaskCompleted", "TeammateIdle"])

/** Returns the body that expresses an answer of a command. Throws for a denial that only an exit code expresses. */
export const bodyOf = (
  event: unknown,
  { reply: { body = {}, exit, stderr = "", text }, unsupported }: PlainAnswer
): Fields => {
  // The SDK shows its user nothing but bodies, and these are in none.
  for (const notice of unsupported) process.emitWarning(notice, "HooklineWarning")
  if (exit !== 0) {
    const reason = stderr.trim() === "" ? "A hook denied this." : stderr.trim()
    // With `onFailure: "block"`, an error is what exit code 2 is for a command, except where the SDK ignores that option.
    if (!unblocked.has(event)) throw new Error(reason)
    process.emitWarning(`The SDK may let ${String(event)} pass, which a hook denied: ${reason}`, "HooklineWarning")
    return { ...body, decision: "block", reason }
  }
  return text === undefined ? body : { hookSpecificOutput: { hookEventName: event, worktreePath: text } }
}

const joined = (texts: ReadonlyArray<unknown>, joint: string): string | undefined => {
  const present = texts.filter((text) => typeof text === "string" && text !== "")
  return present.length === 0 ? undefined : present.join(joint)
}

const contextOf = ({ hookSpecificOutput: specific }: Fields): unknown =>
  isFields(specific) ? specific["additionalContext"] : undefined

/** Adds the answer to a session's start to the answer to its first prompt. */
export const withStart = (start: Fields, prompt: Fields): Fields => {
  const { hookSpecificOutput: _, ...top } = start
  const systemMessage = joined([start["systemMessage"], prompt["systemMessage"]], "\n")
  const additionalContext = joined([contextOf(start), contextOf(prompt)], "\n\n")
  const specific = isFields(prompt["hookSpecificOutput"]) ? prompt["hookSpecificOutput"] : {}
  return {
    ...top,
    ...prompt,
    // A halt of the start holds, whatever the prompt's hooks add.
    ...(start["continue"] === false && { continue: false, stopReason: start["stopReason"] ?? prompt["stopReason"] }),
    ...(systemMessage !== undefined && { systemMessage }),
    ...(additionalContext !== undefined && {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", ...specific, additionalContext }
    })
  }
}

/** The fields that a session's start shares with its first prompt. */
const startOf = (payload: Fields, source: string): Fields => {
  const { cwd, session_id, transcript_path } = payload
  return { session_id, transcript_path, cwd, hook_event_name: "SessionStart", source }
}

/**
 * Creates the callback of all events. Hooks of SessionStart run with the first prompt of a session that has not begun with
 * that event, because the SDK calls nothing back for it.
 */
export const answering = (hooks: Pick<Hooks, "answer">, source: string): HookCallback => {
  const begun = memory<true>()
  return async (input, _toolUseId, { signal }) => {
    const payload: Fields = { ...input }
    const { hook_event_name: event, session_id: session } = payload
    const key = JSON.stringify([session])
    const isFirst = event === "UserPromptSubmit" && begun.get(key) === undefined
    if (event === "SessionEnd") begun.take(key)
    const start = isFirst ? bodyOf("SessionStart", await hooks.answer(startOf(payload, source), { signal })) : undefined
    // A start that was aborted, or failed, has not begun the session.
    if (event === "SessionStart" || isFirst) begun.set(key, true)
    const body = bodyOf(event, await hooks.answer(payload, { signal }))
    return start === undefined ? body : withStart(start, body)
  }
}
