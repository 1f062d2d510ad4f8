/** The words after `hookline dispatch`. They are parsed without the command's library, which takes time to load. */
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import { type OnFailure, stricter } from "@hookline/schema/Hook"
import { statSync } from "node:fs"
import { parseArgs } from "node:util"

const names = Dialects.all.map(({ name }) => name)

export const usage = `hookline dispatch --host HOST [--project DIR] [--event EVENT]
    [--on-failure open|closed|ask] [--limit SECONDS] [--include-own]
    [--no-audit] [--pipe]

Answers an agent as its hook command: the payload comes in on standard input,
and the answer goes out. \`hookline attach\` writes it into an agent's settings.

  --host         the agent whose payload it is, and whose answer is written:
                 ${names.slice(0, 6).join(", ")},
                 ${names.slice(6).join(", ")}
  --project      the project's folder (default: the one that the agent names, or
                 the nearest folder that is marked as one)
  --event        the event that the agent fires. By it, a payload that can't be
                 read is still denied or passed, and one without a name is read
  --on-failure   the result of our own failures until settings are read
                 (default: open)
  --limit        the seconds that the agent waits (default: those of the agent)
  --include-own  also run the hooks that the agent runs itself from its own files
  --no-audit     keep no record of what was done (see hookline log --help)
  --pipe         answer many events: each line of standard input is a payload in
                 JSON with an id, until standard input ends
`

/** The flags of `hookline dispatch`, parsed. */
export interface Flags {
  readonly host: Dialect
  readonly onFailure: OnFailure
  readonly event?: string
  readonly project?: string
  readonly limitMillis?: number
  readonly includeOwn: boolean
  readonly audit: boolean
  readonly isPipe: boolean
}

const policies: Readonly<Record<string, OnFailure>> = { open: "open", closed: "closed", ask: "ask" }

/** Returns the stricter of the flag and the variable of the setting, which is at hand before settings are read. */
const withVariable = (flag: OnFailure): OnFailure => {
  const variable = policies[(process.env["HOOKLINE_FAILURE_POLICY"] ?? "").trim().toLowerCase()]
  return variable === undefined ? flag : stricter(flag, variable)
}

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true

/** Parses the command line. Returns a sentence where it is not valid. */
export const parseFlags = (words: ReadonlyArray<string>): Flags | string => {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        host: { type: "string" },
        project: { type: "string" },
        event: { type: "string" },
        "on-failure": { type: "string", default: "open" },
        limit: { type: "string" },
        "include-own": { type: "boolean", default: false },
        "no-audit": { type: "boolean", default: false },
        pipe: { type: "boolean", default: false }
      }
    })
    const host = values.host === undefined ? undefined : Dialects.named(values.host)
    const onFailure = policies[values["on-failure"]]
    const seconds = values.limit === undefined ? undefined : Number(values.limit)
    const { event, project } = values
    if (host === undefined) return `--host is one of ${Dialects.all.map(({ name }) => name).join(", ")}`
    if (onFailure === undefined) return "--on-failure is open, closed or ask"
    if (seconds !== undefined && !(seconds > 0)) return "--limit is a positive number of seconds"
    // Without the folder it would have no hooks, and no user would know.
    if (project !== undefined && !isFolder(project)) return `--project ${project} is no folder that is there`
    return {
      host,
      onFailure: withVariable(onFailure),
      includeOwn: values["include-own"],
      audit: !values["no-audit"],
      isPipe: values.pipe,
      ...(event !== undefined && { event }),
      ...(project !== undefined && { project }),
      ...(seconds !== undefined && { limitMillis: seconds * 1000 })
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
