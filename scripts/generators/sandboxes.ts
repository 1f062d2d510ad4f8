// Puts the table of what each sandbox prevents into the guide on security, from the tables that the tests of hostile hooks
// hold them to.
//
//   <!-- sandboxes --> … <!-- /sandboxes -->
import { type Attempt, attempts, confined, type Holds } from "@hookline/core/Sandbox"
import { both, bubblewrap } from "@hookline/executor/kit/internal/sandbox/bubblewrap"
import { landlock } from "@hookline/executor/kit/internal/sandbox/landlock"
import { seatbelt } from "@hookline/executor/kit/internal/sandbox/seatbelt"
import { read } from "../internal/workspace.ts"

const sentences: Readonly<Record<Attempt, string>> = {
  writeProject: "write the project",
  writeConfiguration: "write a file that configures an agent, such as `.claude/settings.json`",
  createConfiguration: "create such a file where there is none",
  writeHome: "write the home folder",
  changeAttributes: "change rights, times or attributes of a file of the home folder",
  readSecret: "read a secret, such as `~/.ssh`",
  connect: "connect to a port",
  connectAbstractSocket: "connect to an abstract socket",
  connectSocketFile: "connect to a socket that is a file (Docker, the ssh agent, D-Bus)",
  openPipe: "write into a pipe that has a name",
  signal: "signal a process outside",
  limit: "change the limits, the priority or the processors of a process outside",
  readEnvironment: "read the variables of a process outside",
  trace: "attach to a process outside",
  outlive: "outlive the hook, by `setsid`",
  mount: "mount a file system, in a user namespace",
  injectInput: "put input into a terminal"
}

const backends = [landlock, bubblewrap, both, seatbelt]

/** Returns the profiles in which an attempt is prevented, in as few words as possible. */
const cell = (holds: Holds, attempt: Attempt): string => {
  const by = (value: "yes" | "no" | "untested") => confined.filter((profile) => holds[profile][attempt] === value)
  const missing = by("no")
  const word = by("untested").length > 0 ? "untested" : "yes"
  if (missing.length === 0) return word
  return missing.length === confined.length
    ? "no"
    : `${word}, not in ${missing.map((name) => `\`${name}\``).join(", ")}`
}

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (): string =>
  [
    row(["attempt", "Landlock", "bubblewrap", "both", "`sandbox-exec`"]),
    row(["---", "---", "---", "---", "---"]),
    ...attempts.map((attempt) => row([sentences[attempt], ...backends.map(({ holds }) => cell(holds, attempt))]))
  ].join("\n")

const path = "docs/security.md"

export const generate = () => [
  {
    path,
    text: read(path).replace(
      /(<!-- sandboxes -->\n)[\s\S]*?(<!-- \/sandboxes -->)/,
      (_, before: string, after: string) => `${before}\n${table()}\n\n${after}`
    )
  }
]
