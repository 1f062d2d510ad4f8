/** The common form of models of hosts, which are compared with recorded runs: the effect of an answer. */
import type { HostReply } from "@hookline/core/Dialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Heard } from "../internal/replyLaws.ts"

/** The output of a command, and its end. A signal is named. */
export interface Printed {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | string
}

/** The effect of an answer. A reading without effect has no field. */
export interface HostReading {
  readonly verdict?: "Allow" | "Ask" | "Deny"
  readonly reason?: string
  /** The input that takes the place of the tool's. */
  readonly input?: unknown
  /** The result that takes the place of the tool's. */
  readonly result?: unknown
  /** The text that takes the place of the prompt. */
  readonly prompt?: string
  readonly context?: string
  /** The reason why the agent stops; empty without one. */
  readonly stops?: string
  readonly message?: string
}

const by = "host"

/** Returns what was printed for an answer. */
export const printedBy = ({ body, exit, stderr = "", text }: HostReply): Printed => ({
  stdout: body === undefined ? (text ?? "") : JSON.stringify(body),
  stderr,
  exit
})

const verdictOf = ({ reason = "", verdict }: HostReading): Verdict.Verdict => {
  switch (verdict) {
    case "Allow":
      return Verdict.allow({ by, reason })
    case "Ask":
      return Verdict.ask({ by, prompt: reason }, reason)
    case "Deny":
      return Verdict.deny({ by, reason })
    default:
      return Verdict.pass
  }
}

const outcomeOf = (reading: HostReading): Outcome.Outcome =>
  Outcome.make({
    verdict: verdictOf(reading),
    changes: (["input", "result", "prompt"] as const).flatMap((target) =>
      reading[target] === undefined ? [] : [{ by, target, mode: "replace", value: reading[target] }]
    ),
    context: reading.context === undefined ? [] : [{ by, text: reading.context, role: "system", ephemeral: false }],
    notices: reading.message === undefined ? [] : [{ by, level: "info", text: reading.message }],
    halts: reading.stops === undefined ? [] : [{ by, reason: reading.stops }]
  })

/** Creates the interpretation of answers by which the laws of dialects judge them. */
export const heardBy =
  (reads: (printed: Printed, event: HookEvent) => HostReading): Heard =>
  (reply, event) =>
    outcomeOf(reads(printedBy(reply), event))
