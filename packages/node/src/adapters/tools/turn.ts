/** The hooks at a turn's begin and end. */
import type { EmitOptions, Hooks } from "../../promise/Hooks.ts"
import { memory } from "../memory.ts"
import { haltOf, reasonOf } from "./judge.ts"
import type { Options } from "./Options.ts"

/** The decision about a prompt. */
export type Prompted =
  | { readonly isBlocked: true; readonly reason: string }
  | {
      readonly isBlocked: false
      readonly prompt: string
      readonly isChanged: boolean
      readonly context: ReadonlyArray<string>
    }

/** The hooks of the begin of turns. A session begins with its first prompt. */
export const beginning = ({ emit }: Pick<Hooks, "emit">, { cwd, session }: Pick<Options, "cwd" | "session">) => {
  const begun = memory<true>()
  return async (prompt: string, own = session, options: EmitOptions = {}): Promise<Prompted> => {
    const context: Array<string> = []
    const key = JSON.stringify([own])
    if (begun.get(key) === undefined) {
      const start = await emit({ event: "SessionStart", session: own, cwd }, options)
      const halt = haltOf(start)
      if (halt !== undefined) return { isBlocked: true, reason: halt }
      // A start that was aborted, or stops the agent, has not begun the session.
      begun.set(key, true)
      context.push(...start.context.map(({ text }) => text))
    }
    const report = await emit({ event: "UserPromptSubmit", prompt, session: own, cwd }, options)
    // A question that is left to the SDK's user is no permission: no SDK asks about a prompt.
    if (!report.goesOn) return { isBlocked: true, reason: reasonOf(report) }
    context.push(...report.context.map(({ text }) => text))
    return { isBlocked: false, prompt: report.prompt ?? prompt, isChanged: report.prompt !== prompt, context }
  }
}

/** The decision about the end of a turn. */
export interface Ended {
  /** The text with which the agent goes on, if hooks send it on. */
  readonly goesOnWith?: string
}

/** Runs the hooks of a turn's end. */
export const ended = async (
  { emit }: Pick<Hooks, "emit">,
  { cwd, session }: Pick<Options, "cwd" | "session">,
  { continuations, signal, text }: EmitOptions & { readonly continuations: number; readonly text: string }
): Promise<Ended> => {
  const fields = { stop_hook_active: continuations > 0, last_assistant_message: text }
  const report = await emit({ event: "Stop", session, cwd, fields }, { continuations, signal })
  if (report.halt !== null || report.verdict !== "deny") return {}
  return { goesOnWith: [reasonOf(report), ...report.context.map((one) => one.text)].join("\n\n") }
}
