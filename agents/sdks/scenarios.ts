/** The scenarios that are played in each SDK: hooks in Claude Code's format, and what must come of them. */
import type { Turn } from "../models/Model.ts"
import type { Finished, Sdk, Task } from "./Sdk.ts"

/** What was seen of a run. */
export interface Seen extends Finished {
  /** The lines that the tool wrote. */
  readonly ran: ReadonlyArray<string>
  /** The lines that hooks wrote. */
  readonly noted: ReadonlyArray<string>
  /** How often the model was asked. */
  readonly requests: number
  /** The text of all that the model was sent. */
  readonly told: string
  /** The text of the last request. */
  readonly last: string
  readonly hung: boolean
  /** True if a process of a hook is left. */
  readonly leaves: boolean
}

export interface Hook {
  readonly command: string
  readonly matcher?: string
  readonly timeout?: number
}

export interface Scenario extends Pick<Task, "policy" | "approver" | "aborts" | "closes"> {
  readonly name: string
  readonly title: string
  readonly hooks: Readonly<Record<string, Hook>>
  readonly turns?: (sdk: Sdk) => ReadonlyArray<Turn>
  readonly meant: string
  readonly holds: (seen: Seen) => boolean
}

/** The command of the tool in a scenario without turns of its own. Its result is no part of it, so that it can be missed. */
export const command = "echo as sent >> ran.txt; echo the out''come"

const reply = (fields: object): string => `echo '${JSON.stringify(fields)}'`
const specific = (hookEventName: string, fields: object): string =>
  reply({ hookSpecificOutput: { hookEventName, ...fields } })
const decides = (permissionDecision: string, fields: object = {}): string =>
  specific("PreToolUse", { permissionDecision, permissionDecisionReason: "not on my watch", ...fields })
const before = (command: string, fields: Partial<Hook> = {}) => ({
  PreToolUse: { matcher: "Bash", command, ...fields }
})

const updatedInput = { command: "echo changed >> ran.txt", description: "run it" }
const goOn = "One more thing."

const isRun = ({ hung, ran }: Seen): boolean => ran.join() === "as sent" && !hung
const isDenied = ({ hung, ran }: Seen): boolean => ran.length === 0 && !hung

const context = (name: string, title: string, event: string): Scenario => ({
  name,
  title,
  hooks: { [event]: { command: specific(event, { additionalContext: `context of ${event}` }) } },
  meant: "the model has it",
  holds: (seen) => isRun(seen) && seen.told.includes(`context of ${event}`)
})

const twoCalls = (sdk: Sdk): ReadonlyArray<Turn> => [
  { text: "Working.", calls: [sdk.shell(command), sdk.shell("echo forbidden >> ran.txt")] },
  { text: "Finished." }
]

export const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "passes",
    title: "A guard passes",
    hooks: before("exit 0"),
    meant: "the call runs, and the result reaches the model",
    holds: (seen) => isRun(seen) && seen.last.includes("the outcome")
  },
  {
    name: "denies",
    title: "A guard denies",
    hooks: before("echo 'not on my watch' >&2; exit 2"),
    meant: "denied, with its reason",
    holds: (seen) => isDenied(seen) && seen.last.includes("not on my watch")
  },
  {
    name: "asks nobody",
    title: "A guard asks, and nobody is there",
    hooks: before(decides("ask")),
    meant: "not run",
    holds: isDenied
  },
  {
    name: "asks, yes",
    title: "A guard asks, and the SDK's user allows",
    approver: "yes",
    hooks: before(decides("ask")),
    meant: "asked, and run",
    holds: (seen) => isRun(seen) && seen.asked?.length === 1
  },
  {
    name: "asks, no",
    title: "A guard asks, and the SDK's user refuses",
    approver: "no",
    hooks: before(decides("ask")),
    meant: "asked, and not run",
    holds: (seen) => isDenied(seen) && seen.asked?.length === 1
  },
  {
    name: "asks, changed",
    title: "A guard asks about an input that it changes",
    approver: "yes",
    hooks: before(decides("ask", { updatedInput })),
    meant: "asked about what runs",
    holds: (seen) => seen.ran.join() === "changed" && seen.asked?.some((text) => text.includes("echo changed")) === true
  },
  {
    name: "changes",
    title: "A hook changes the input",
    hooks: before(decides("allow", { updatedInput })),
    meant: "changed",
    holds: (seen) => seen.ran.join() === "changed"
  },
  {
    name: "changes the result",
    title: "A hook changes the result",
    hooks: {
      PostToolUse: {
        matcher: "Bash",
        // The form of the built-in tool's result.
        command: `node -e '
const { tool_response: result } = JSON.parse(require("fs").readFileSync(0, "utf8"))
const updatedToolOutput = typeof result === "string" ? "hidden" : { ...result, stdout: "hidden" }
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } }))'`
      }
    },
    meant: "the model has the other one",
    holds: (seen) => isRun(seen) && seen.last.includes("hidden") && !seen.last.includes("the outcome")
  },
  context("context at the start", "Context at the start of a session", "SessionStart"),
  context("context at the prompt", "Context at the prompt", "UserPromptSubmit"),
  context("context before a tool", "Context before a tool", "PreToolUse"),
  context("context after a tool", "Context after a tool", "PostToolUse"),
  {
    name: "context after a failure",
    title: "Context after a failed tool",
    turns: (sdk) => [{ text: "Working.", call: sdk.shell("echo as sent >> ran.txt; exit 3") }, { text: "Finished." }],
    hooks: { PostToolUseFailure: { command: specific("PostToolUseFailure", { additionalContext: "context of it" }) } },
    meant: "the model has it",
    holds: (seen) => isRun(seen) && seen.told.includes("context of it")
  },
  {
    name: "blocks the prompt",
    title: "A guard blocks the prompt",
    hooks: { UserPromptSubmit: { command: "echo 'no such prompts' >&2; exit 2" } },
    meant: "the model is not asked",
    holds: (seen) => seen.requests === 0 && !seen.hung
  },
  {
    name: "stops",
    title: "A guard stops the agent at a call",
    hooks: before(reply({ continue: false, stopReason: "enough" })),
    meant: "not run, and the model is not asked again",
    holds: (seen) => isDenied(seen) && seen.requests === 1
  },
  {
    name: "stops after",
    title: "A hook stops the agent after a call",
    hooks: { PostToolUse: { command: reply({ continue: false, stopReason: "enough" }) } },
    meant: "the model is not asked again",
    holds: (seen) => isRun(seen) && seen.requests === 1
  },
  {
    name: "blocks the stop",
    title: "A hook sends the agent on, once",
    hooks: { Stop: { command: `[ -e once ] && exit 0; touch once; ${reply({ decision: "block", reason: goOn })}` } },
    meant: "it goes on, once",
    holds: (seen) => seen.told.includes(goOn) && seen.requests === 3
  },
  {
    name: "blocks each stop",
    title: "A hook sends the agent on each time",
    hooks: { Stop: { command: reply({ decision: "block", reason: goOn }) } },
    meant: "it stops in the end",
    holds: (seen) => !seen.hung && seen.requests > 3 && seen.requests <= 20
  },
  {
    name: "parallel",
    title: "Two calls at once, of which a guard denies one",
    turns: twoCalls,
    hooks: before(`grep -q forbidden && { echo 'not on my watch' >&2; exit 2; }; exit 0`),
    meant: "one runs, one is denied",
    holds: (seen) => isRun(seen) && seen.last.includes("not on my watch") && seen.last.includes("the outcome")
  },
  {
    name: "aborts",
    title: "The program aborts while a guard runs",
    aborts: true,
    hooks: before("echo $$ >> pids.txt; sleep 300"),
    meant: "not run, and no process of the guard is left",
    holds: (seen) => isDenied(seen) && !seen.leaves && seen.error !== undefined
  },
  {
    name: "times out",
    title: "A guard times out under `closed`",
    policy: "closed",
    hooks: before("sleep 30", { timeout: 1 }),
    meant: "denied",
    holds: isDenied
  },
  {
    name: "crashes",
    title: "A guard crashes under `closed`",
    policy: "closed",
    hooks: before("no-such-program"),
    meant: "denied",
    holds: isDenied
  },
  {
    name: "crashes, open",
    title: "A guard crashes under `open`",
    policy: "open",
    hooks: before("no-such-program"),
    meant: "runs",
    holds: isRun
  },
  {
    name: "closed hooks",
    title: "Hookline's own hooks are closed",
    closes: true,
    hooks: before("exit 0"),
    meant: "not run",
    holds: isDenied
  }
]
