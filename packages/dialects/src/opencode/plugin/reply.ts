/** Reads the output of `dispatch`. All that is no answer is a failure, whose meaning the policy decides. */
import { type Fields, isFields, type Settings } from "./Settings.ts"

/** The answer to an event. The dialect's `replies.ts` writes it. */
export interface Reply {
  /** The reason of a denial. At the end of a turn, it is the text by which the agent goes on. */
  readonly deny?: string
  /** True if a question for permission is answered by yes. */
  readonly allow?: true
  /** The whole input in the place of the tool's. */
  readonly input?: Fields
  /** The result in the place of the tool's. It is there if the key is. */
  readonly result?: unknown
  /** The reason why the agent stops. */
  readonly stop?: string
  /** Text for the model. */
  readonly context?: string
  /** Text for the user. */
  readonly message?: string
  /** True if Hookline gave no answer. An answer can't have it. */
  readonly isFailure?: true
}

/** The output of a process, and its end: an exit code, a signal, or the reason why there is none. */
export interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | string
}

/** The events that a failure may deny. The end of a turn is none: it would be prolonged. */
const deniable = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit"])

/** Returns what a failure means. */
export const failed = (policy: Settings["policy"], event: string, why: string): Reply =>
  policy !== "open" && deniable.has(event)
    ? {
        isFailure: true,
        deny: `Hookline could not be run (${why}), and its failure policy denies: see hookline doctor.`
      }
    : { isFailure: true, message: `Hookline could not be run (${why}), so that no hook runs: see hookline doctor.` }

/** The types of the fields. An answer with another field or type is none, because it may have been a denial. */
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  deny: (value) => typeof value === "string",
  allow: (value) => value === true,
  input: isFields,
  result: () => true,
  stop: (value) => typeof value === "string",
  context: (value) => typeof value === "string",
  message: (value) => typeof value === "string"
}

const isReply = (value: unknown): value is Reply =>
  isFields(value) && Object.entries(value).every(([key, field]) => Object.hasOwn(types, key) && types[key]?.(field))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the answer that a process gave to an event. */
export const replyOf = ({ exit, stderr, stdout }: Ended, event: string, policy: Settings["policy"]): Reply => {
  if (exit === 0) {
    // An empty output is no answer: it may have been cut off, and a denial with it.
    const reply = parsed(stdout)
    return isReply(reply) ? reply : failed(policy, event, "its answer could not be read")
  }
  // A denial that could not be printed.
  if (exit === 2 && deniable.has(event)) return { deny: stderr.trim() || "A hook denied this without a reason." }
  const why = typeof exit === "string" ? exit : `it ended with ${exit}`
  return failed(policy, event, [why, ...stderr.trim().split("\n").slice(0, 1)].filter((text) => text !== "").join(": "))
}
