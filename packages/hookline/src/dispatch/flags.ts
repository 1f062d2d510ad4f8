/** The words after `hookline dispatch`. They are parsed without the command's library, which takes time to load. */
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import type { OnFailure } from "@hookline/schema/Hook"
import { statSync } from "node:fs"
import { parseArgs } from "node:util"

export const usage = `hookline dispatch --host ${Dialects.all.map(({ name }) => name).join("|")} [--project DIR]
    [--event EVENT] [--on-failure open|closed|ask] [--limit SECONDS] [--include-own] [--no-audit] [--pipe]

Is a host's hook command: its payload comes in on standard input, its own answer goes out. \`hookline attach\` puts it
into a host's settings.

  --host         whose payload it is, and in whose words it is answered
  --project      the project's folder; what the host says, or the nearest folder that is marked as one, if left out
  --event        the event that the host calls for: by it a payload that can't be read is still denied or passed,
                 and one is read that does not name its event, as some of Copilot's
  --on-failure   what our own failures mean until settings are read; open, if left out
  --limit        how many seconds the host waits
  --include-own  also run the hooks that the host runs itself from its own files
  --no-audit     keep no record of what was done (see hookline log --help)
  --pipe         answer many events: each line of standard input is a payload in JSON, with an id, until it ends
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
      onFailure,
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
