// What happens in the soak: the hooks of a bad day, one tool for each, and how often an agent calls it.
import type { Outcome } from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"

export interface Kind {
  readonly tool: string
  /** How many of a thousand events. */
  readonly share: number
  readonly command?: string
  /** In seconds. */
  readonly timeout?: number
  /** What is wrong with the answer, if anything is. */
  readonly wrong: (report: Report) => string | undefined
}

const verdict =
  (tag: Outcome["verdict"]["_tag"]) =>
  ({ outcome }: Report): string | undefined =>
    outcome.verdict._tag === tag ? undefined : `its verdict is ${outcome.verdict._tag}`

/** It could not do its work, and that is told. */
const failed = (report: Report): string | undefined => {
  const statuses = report.runs.map(({ status }) => status)
  if (statuses.join() !== "failed") return `its runs are ${statuses.join()}`
  return report.outcome.notices.length === 0 ? "nobody is told of the failure" : verdict("Pass")(report)
}

const ran = (report: Report): string | undefined =>
  report.runs.every(({ status }) => status === "ran") ? verdict("Pass")(report) : "it did not run"

const changed = (report: Report): string | undefined =>
  report.outcome.changes.length === 1 ? ran(report) : `it has ${report.outcome.changes.length} changes`

const json = (said: unknown): string => `printf '%s' '${JSON.stringify(said)}'`

/** One hook for each tool, so that each event says by its tool what has to come of it. */
export const kinds: ReadonlyArray<Kind> = [
  { tool: "Unheard", share: 560, wrong: ({ runs }) => (runs.length === 0 ? undefined : "something ran") },
  { tool: "Quiet", share: 200, command: "exit 0", wrong: ran },
  { tool: "Denied", share: 80, command: "echo no >&2; exit 2", wrong: verdict("Deny") },
  {
    tool: "Changed",
    share: 50,
    command: json({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "ls" } } }),
    wrong: changed
  },
  { tool: "Read", share: 30, command: "cat >/dev/null; cat /dev/stdin >/dev/null; exit 0", wrong: ran },
  { tool: "Failed", share: 20, command: "exit 1", wrong: verdict("Pass") },
  { tool: "Crashed", share: 20, command: "kill -9 $$", wrong: failed },
  { tool: "Garbled", share: 15, command: "printf '{\"decision\": '; printf '}'", wrong: failed },
  {
    tool: "Missing",
    share: 5,
    command: "/nowhere/at/all",
    wrong: ({ runs }) => (runs.length === 1 ? undefined : "lost")
  },
  { tool: "Late", share: 5, command: "sleep 5 & sleep 5", timeout: 0.15, wrong: failed },
  { tool: "Deaf", share: 3, command: "trap '' TERM; sleep 5", timeout: 0.15, wrong: failed },
  { tool: "Left", share: 6, command: "sleep 0.3 & exit 0", wrong: ran },
  { tool: "Loud", share: 3, command: "head -c 3000000 /dev/zero | tr '\\0' x", wrong: ran },
  { tool: "Error", share: 3, command: "head -c 300000 /dev/zero | tr '\\0' x >&2; exit 2", wrong: verdict("Deny") }
]

/** The hooks, as a project has them. */
export const settings = {
  hooks: {
    PreToolUse: kinds.flatMap(({ command, timeout = 60, tool }) =>
      command === undefined ? [] : [{ matcher: tool, hooks: [{ type: "command", command, timeout }] }]
    )
  }
}

/** Kinds in the order of a shuffled deck, the same for the same seed. */
export const deck = (seed: number): (() => Kind) => {
  const cards = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return () => cards[next(cards.length)] ?? cards[0] ?? neverEmpty()
}

const neverEmpty = (): never => {
  throw new Error("there are no kinds of events")
}
