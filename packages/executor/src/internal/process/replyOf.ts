/** The reply of a process, or the reason for which there is none. */
import {
  executing,
  HookFailed,
  NotStarted,
  OutputHeld,
  type PipelineError,
  SandboxMissing
} from "@hookline/core/PipelineError"
import { isConfined, type Work } from "@hookline/core/Runner"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import { mayDeny } from "./expected.ts"
import { incompleteRun } from "../../incompleteRun.ts"
import { refusalOf } from "./refusalOf.ts"
import type { Ended } from "./supervise.ts"
import { whyNotStarted } from "./whyNotStarted.ts"

/** The maximum length of a quotation from standard error. */
const mostQuoted = 500

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1)?.slice(0, mostQuoted) ?? ""

type Exit = Extract<HookReply, { readonly _tag: "Exit" }>

/** Creates the reply of a process that has exited. Its reply may be where it was not read. */
const exited = (
  work: Pick<Work, "event" | "facts" | "hook">,
  { code, cut, held, hides, stderr, stdout }: Extract<Ended, { readonly _tag: "Exited" }>
): Effect.Effect<Exit, PipelineError> => {
  const hook = work.hook.id
  if (held && code === 0 && stdout.trim() === "" && mayDeny(work)) {
    return Effect.fail(executing(new OutputHeld({ hook })))
  }
  // An object at the start is the reply, and its reader sees that it was cut.
  if (hides && code === 0 && !stdout.trimStart().startsWith("{")) {
    const issue = "it printed more than 1 MiB, and its reply may be in the part that was not kept"
    return Effect.fail(executing(new HookFailed({ hook, issue })))
  }
  const incomplete = incompleteRun(work.hook, { code, stderr, stdout }, work.facts.projectDir)
  if (incomplete !== undefined) return Effect.fail(executing(incomplete))
  const ending = { ...(cut && { cut }), ...(held && stdout !== "" && { held }) }
  return Effect.succeed({ _tag: "Exit", code, stdout, stderr, ...ending })
}

/** Creates the reply of a process that was spawned as `file`. */
export const replyOf = (
  work: Pick<Work, "confinement" | "event" | "facts" | "hook">,
  ended: Ended,
  file: string
): Effect.Effect<Exit, PipelineError> => {
  const { facts, hook } = work
  const refused = refusalOf(work, ended)
  if (refused !== undefined) return Effect.fail(executing(refused))
  switch (ended._tag) {
    case "Exited":
      return exited(work, ended)
    case "Signalled": {
      const last = lastLine(ended.stderr)
      const issue = `it was ended by ${ended.signal}${last === "" ? "" : `, after it printed: ${last}`}`
      return Effect.fail(executing(new HookFailed({ hook: hook.id, issue })))
    }
    case "Unconfined": {
      const profile = isConfined(work.confinement) ? work.confinement.profile : "open"
      return Effect.fail(executing(new SandboxMissing({ hook: hook.id, profile, issue: ended.issue })))
    }
    case "NotStarted": {
      const issue = whyNotStarted(file, facts.projectDir, ended)
      return Effect.fail(executing(new NotStarted({ hook: hook.id, issue })))
    }
  }
}
