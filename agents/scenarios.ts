/** The scenarios that are played behind each client: hooks in Claude Code's format, and what must come of them. */
import type { Dialect } from "@hookline/core/Dialect"
import { HookEvents } from "@hookline/testing"
import type { Client } from "./clients/Client.ts"
import type { Turn } from "./models/Model.ts"

/** What was seen of a run. */
export interface Seen {
  /** The lines that the tool wrote. */
  readonly ran: ReadonlyArray<string>
  /** How often the model was asked. */
  readonly requests: number
  /** The text of all that the model was told after its first answer, and of the first request. */
  readonly told: string
  readonly exit: number | string
  /** True if the client had to be killed. */
  readonly hung: boolean
  /** True if the settings have every byte that they had before `attach`. */
  readonly restored: boolean
}

export interface Scenario {
  readonly name: string
  readonly title: string
  /** The hooks of the project, by Claude Code's names of events. */
  readonly hooks: Readonly<Record<string, Hook>>
  readonly policy?: "open" | "closed"
  /** True if the Node of the entries is deleted before the client starts. */
  readonly isGone?: true
  /** True if the client must live on when a turn ends. */
  readonly isLasting?: true
  /** True if the client starts after `detach`. */
  readonly isDetached?: true
  readonly turns?: (client: Client, command: string) => ReadonlyArray<Turn>
  /** Returns what must be seen, in words, and whether it was. */
  readonly expects: (seen: Seen, dialect: Dialect) => readonly [meant: string, holds: boolean]
}

export interface Hook {
  readonly command: string
  readonly matcher?: string
  readonly timeout?: number
}

const reply = (fields: object): string => `echo '${JSON.stringify(fields)}'`
const specific = (hookEventName: string, fields: object): string =>
  reply({ hookSpecificOutput: { hookEventName, ...fields } })

const { PostToolUse, PreToolUse, SessionStart, Stop, UserPromptSubmit } = HookEvents.examples

const isDenied = ({ hung, ran }: Seen): boolean => ran.length === 0 && !hung

const isSent = ({ ran }: Seen): boolean => ran.join() === "as sent"

const withContext = (
  name: string,
  title: string,
  event: "SessionStart" | "UserPromptSubmit" | "PostToolUse"
): Scenario => ({
  name,
  title,
  hooks: { [event]: { command: specific(event, { additionalContext: `context of ${event}` }) } },
  expects: (seen, dialect) => {
    const example = { SessionStart, UserPromptSubmit, PostToolUse }[event]
    const isTold = seen.told.includes(`context of ${event}`)
    return dialect.capabilities(example).context
      ? ["the model has it", isTold && isSent(seen)]
      : ["it is a message", !isTold && isSent(seen)]
  }
})

/** A change of the input. `otherwise` is what comes of it where the client can't make it. */
const withChange = (name: string, title: string, otherwise: Scenario["expects"]): Scenario => ({
  name,
  title,
  hooks: {
    PreToolUse: {
      matcher: "Bash",
      command: specific("PreToolUse", {
        permissionDecision: "allow",
        updatedInput: { command: "echo changed >> ran.txt", description: "run it" }
      })
    }
  },
  expects: (seen, dialect) =>
    dialect.capabilities(PreToolUse).changes.includes("input")
      ? ["changed", seen.ran.join() === "changed"]
      : otherwise(seen, dialect)
})

const later: Scenario = {
  name: "context before a tool",
  title: "Context before a tool",
  hooks: { PreToolUse: { command: specific("PreToolUse", { additionalContext: "context of PreToolUse" }) } },
  expects: (seen, dialect) => [
    dialect.capabilities(PreToolUse).context
      ? "the model has it"
      : "the model has it with the next event that has room",
    seen.told.includes("context of PreToolUse") && isSent(seen)
  ]
}

/** The text by which a Stop hook sends the agent on, once. */
const goOn = "One more thing."

export const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "denies",
    title: "A guard denies",
    hooks: { PreToolUse: { matcher: "Bash", command: "echo 'not on my watch' >&2; exit 2" } },
    expects: (seen) => ["denied, with its reason", isDenied(seen) && seen.told.includes("not on my watch")]
  },
  {
    name: "asks",
    title: "A guard asks, and nobody is there",
    hooks: {
      PreToolUse: {
        matcher: "Bash",
        command: specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" })
      }
    },
    expects: (seen) => ["denied", isDenied(seen)]
  },
  withChange("changes", "A hook changes the input", (seen) => ["as sent, with a notice", isSent(seen)]),
  {
    ...withChange("changes, closed", "A hook changes the input under `closed`", (seen) => ["denied", isDenied(seen)]),
    policy: "closed"
  },
  withContext("context at the start", "Context at the start", "SessionStart"),
  withContext("context at the prompt", "Context at the prompt", "UserPromptSubmit"),
  later,
  withContext("context after a tool", "Context after a tool", "PostToolUse"),
  {
    name: "blocks the prompt",
    title: "A guard blocks the prompt",
    hooks: { UserPromptSubmit: { command: "echo 'no such prompts' >&2; exit 2" } },
    expects: (seen) => ["the model is not asked", seen.requests === 0 && !seen.hung]
  },
  {
    name: "blocks the stop",
    isLasting: true,
    title: "A hook sends the agent on, once",
    hooks: {
      Stop: { command: `[ -e once ] && exit 0; touch once; ${reply({ decision: "block", reason: goOn })}` }
    },
    expects: (seen, dialect) =>
      dialect.capabilities(Stop).verdicts.includes("Deny")
        ? ["it goes on, once", seen.told.includes(goOn) && seen.requests === 3]
        : ["it stops", seen.requests === 2]
  },
  {
    name: "blocks each stop",
    isLasting: true,
    title: "A hook sends the agent on each time",
    hooks: { Stop: { command: reply({ decision: "block", reason: goOn }) } },
    expects: (seen) => ["it stops in the end", !seen.hung && seen.requests <= 20]
  },
  {
    name: "times out",
    title: "A guard times out under `closed`",
    policy: "closed",
    hooks: { PreToolUse: { matcher: "Bash", command: "sleep 30", timeout: 1 } },
    expects: (seen) => ["denied", isDenied(seen)]
  },
  {
    name: "hangs",
    title: "A guard hangs under `open`",
    hooks: { PreToolUse: { matcher: "Bash", command: "trap '' TERM; sleep 30", timeout: 1 } },
    expects: (seen) => ["passes after its limit", isSent(seen) && !seen.hung]
  },
  {
    name: "crashes",
    title: "A guard crashes under `closed`",
    policy: "closed",
    hooks: { PreToolUse: { matcher: "Bash", command: "no-such-program" } },
    expects: (seen) => ["denied", isDenied(seen)]
  },
  {
    name: "gone, closed",
    title: "Hookline's Node is gone, under `closed`",
    policy: "closed",
    isGone: true,
    hooks: { PreToolUse: { matcher: "Bash", command: "exit 0" } },
    // The prompt is denied already.
    expects: (seen) => ["denied, and the turn ends", isDenied(seen)]
  },
  {
    name: "gone, open",
    title: "Hookline's Node is gone, under `open`",
    isGone: true,
    hooks: { PreToolUse: { matcher: "Bash", command: "exit 2" } },
    expects: (seen) => ["passes, and the turn ends", isSent(seen) && !seen.hung && seen.requests === 2]
  },
  {
    name: "detached",
    title: "`detach` restores the settings",
    isDetached: true,
    hooks: { PreToolUse: { matcher: "Bash", command: "exit 2" } },
    expects: (seen) => ["every byte is back", seen.restored && isSent(seen)]
  }
]
