// Generates the table of agents: what each can be answered, by its dialect, for the README; and the page of what came of each
// scenario behind each real client, by the last run of `npm run agents`.
//
//   <!-- agents --> … <!-- /agents -->
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { clients } from "../../agents/clients/all.ts"
import { scenarios } from "../../agents/scenarios.ts"
import { isStale, readTable } from "../../agents/table.ts"
import { HookEvents } from "@hookline/testing"
import { eventsOf } from "hookline/kit/manage/hostEvents"
import { read } from "../internal/workspace.ts"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n")

const { PostToolUse, PreToolUse, SessionStart, Stop, UserPromptSubmit } = HookEvents.examples

const word = (has: boolean): string => (has ? "yes" : "–")

/** Returns the events that a host fires, in words. */
const eventsIn = (name: string): string => {
  const host = Hosts.named(name)
  if (host === undefined) return "–"
  return host.events === "all"
    ? "all"
    : `${eventsOf(host).filter((event) => !host.silentEvents?.includes(event)).length}`
}

/** The hosts whose models are compared with recorded runs. */
const recorded: ReadonlySet<string> = new Set(["claude", "qwen", "copilot"])

/** Returns the way in which it is known what a host does with an answer. */
const proof = (name: string): string => {
  const column = readTable().find(({ host }) => host === name)
  if (column !== undefined) return `the real client, ${column.version}${isStale(column) ? " (*stale*)" : ""}`
  if (Hosts.named(name)?.isUntried === true) return "its documents; never run"
  return recorded.has(name) ? "recorded cases of the real client" : "its documents and sources"
}

const cells = ({ capabilities, name, title }: Dialect): ReadonlyArray<string> => {
  const call = capabilities(PreToolUse)
  const context = [
    ["start", SessionStart],
    ["prompt", UserPromptSubmit],
    ["tool", PostToolUse]
  ] as const
  const places = context.filter(([, event]) => capabilities(event).context).map(([place]) => place)
  return [
    `${title} (\`${name}\`)`,
    eventsIn(name),
    word(call.verdicts.includes("Deny")),
    call.verdicts.includes("Ask") ? "yes" : "denies",
    word(call.changes.includes("input")),
    word(capabilities(PostToolUse).changes.includes("result")),
    places.length === 0 ? "–" : places.join(", "),
    word(capabilities(Stop).verdicts.includes("Deny")),
    proof(name)
  ]
}

const overview = (): string =>
  table(
    ["agent", "events", "deny", "ask", "change the input", "change the result", "context at", "send on", "known by"],
    Dialects.all.map(cells)
  )

/** Returns the result of a scenario behind a client, in words. */
const result = (scenario: string, host: string): string => {
  const column = readTable().find((one) => one.host === host)
  const cell = column?.cells.find((one) => one.scenario === scenario)
  if (cell === undefined) return "not run"
  return cell.holds ? cell.meant : `**does not hold**: ${cell.meant}`
}

const columnTitle = (host: string): string => {
  const column = readTable().find((one) => one.host === host)
  const title = Dialects.named(host)?.title ?? host
  return column === undefined ? title : `${title} ${column.version}${isStale(column) ? " (*stale*)" : ""}`
}

const page = (): string => `# Behind each agent

\`npm run agents\` installs real clients, and plays the same scenarios behind each: \`hookline attach\` registers Hookline, a
scripted model calls a tool, and hooks of the project, in Claude Code's format, answer. There is no network but loopback. A
column is *stale* if the sources of its dialect, of \`dispatch\` or of \`attach\` have changed since it was run; a release needs
every column anew. \`npm run agents -- --faults\` plants three faults behind each client: a denial in another agent's words, exit
code 2 without a text, and a timeout in another unit. Each is found. What a hook does at the end of a turn is played in a
server of opencode, because \`opencode run\` ends with the turn.

${table(
  ["scenario", ...clients.map(({ host }) => columnTitle(host))],
  scenarios.map(({ name, title }) => [title, ...clients.map(({ host }) => result(name, host))])
)}

On Windows and macOS nothing of this was run.

## What each can be answered

A dash means that it can't be told. What can't be told is never lost in silence: a question becomes a denial, a change is
dropped before later guards judge, with a notice or, under \`closed\`, a denial, and a text for the model is a message.
\`hookline check --host NAME\` reports it for each of your hooks.

${overview()}
`

const readme = "README.md"

export const generate = () => [
  { path: "docs/reference/agents.md", text: page() },
  {
    path: readme,
    text: read(readme).replace(
      /(<!-- agents -->\n)[\s\S]*?(<!-- \/agents -->)/,
      (_, before: string, after: string) => `${before}\n${overview()}\n\n${after}`
    )
  }
]
