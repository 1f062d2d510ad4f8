/** The session that is played: what an agent does in an afternoon, in a dozen events. */
import type { EventArguments } from "@hookline/node/kit/cases/eventArguments"

/** An event, what it is about in a few words, and the skill that is opened ahead of it. */
export interface Step extends Omit<EventArguments, "cwd"> {
  readonly what: string
  readonly opens?: string
  /** The output of the tool so far. */
  readonly writes?: Readonly<Record<string, string>>
}

const bash = (command: string): Step => ({ event: "PreToolUse", tool: "Bash", input: { command }, what: command })

const report = `"""The report, faster."""

import csv
import functools


@functools.cache
def total(rows):
    return sum(row["amount"] for row in rows)
`

export const steps: ReadonlyArray<Step> = [
  { event: "SessionStart", source: "startup", what: "startup" },
  { event: "UserPromptSubmit", prompt: "Make the report faster, and deploy it", what: "Make it faster, and deploy" },
  bash("rm -rf ~/"),
  bash("npm install left-pad"),
  {
    event: "PreToolUse",
    tool: "Write",
    input: { file_path: "config.json", content: '{"cache": true' },
    what: "config.json"
  },
  {
    event: "PostToolUse",
    tool: "Write",
    input: { file_path: "src/report.py", content: report },
    what: "src/report.py",
    writes: { "src/report.py": report }
  },
  { ...bash("cat .env"), opens: "secure-operations", what: "cat .env (a skill is open)" },
  bash("git push"),
  { event: "PreToolUse", tool: "WebFetch", input: { url: "https://example.com" }, what: "https://example.com" },
  bash("./deploy --env=production"),
  { event: "PostToolUse", tool: "Bash", input: { command: "./deploy --env=staging" }, what: "./deploy --env=staging" },
  { event: "Stop", input: { last_assistant_message: "Done. I have not run the tests." }, what: "Done, untested." },
  {
    event: "Stop",
    input: { last_assistant_message: "Done. I ran the tests after my last change.", stop_hook_active: true },
    what: "Done, all tests pass."
  },
  { event: "SessionEnd", source: "other", what: "the person leaves" }
]
