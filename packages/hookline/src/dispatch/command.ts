/**
 * `hookline dispatch --host H`: is a host's hook command. It reads its few words by itself, since nothing may be loaded
 * that an event does not need.
 */
import type { Dialect } from "@hookline/core/Dialect"
import { Executor } from "@hookline/core/Executor"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import * as Dialects from "@hookline/dialects/Dialects"
import { actualCaller } from "@hookline/dialects/kit/actualCaller"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import * as EnvFile from "@hookline/executor/EnvFile"
import type { OnFailure } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { statSync } from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import * as BackgroundFile from "@hookline/node/kit/node/BackgroundFile"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { homeOf } from "@hookline/node/kit/node/xdg"
import { hasOwnEntry } from "./ownEntryOf.ts"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { type Answer, type Answered, type Call, dispatch, failed, lines, layerDeadline } from "./Dispatch.ts"
import * as ProjectVariables from "./projectVariables.ts"
import * as OwnGuard from "../ownGuard/hook.ts"
import * as RecordExports from "./recordExports.ts"
import * as Seeing from "./fastpath/recordReads.ts"
import { reported } from "../output/reported.ts"
import { unansweredExit } from "./unansweredExit.ts"
import { write } from "../output/write.ts"

export const usage = `hookline dispatch --host ${Dialects.all.map(({ name }) => name).join("|")} [--project DIR]
    [--event EVENT] [--on-failure open|closed|ask] [--limit SECONDS] [--include-own] [--no-audit]

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
`

/** The flags of `hookline dispatch`, parsed. */
interface Flags {
  readonly host: Dialect
  readonly onFailure: OnFailure
  readonly event?: string
  readonly project?: string
  readonly limitMillis?: number
  readonly includeOwn: boolean
  readonly audit: boolean
}

const policies: Readonly<Record<string, OnFailure>> = { open: "open", closed: "closed", ask: "ask" }

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true

/** Parses the command line; returns a sentence where it is not valid. */
const parseFlags = (words: ReadonlyArray<string>): Flags | string => {
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
        "no-audit": { type: "boolean", default: false }
      }
    })
    const host = values.host === undefined ? undefined : Dialects.named(values.host)
    const onFailure = policies[values["on-failure"]]
    const seconds = values.limit === undefined ? undefined : Number(values.limit)
    const { event, project } = values
    if (host === undefined) return `--host is one of ${Dialects.all.map(({ name }) => name).join(", ")}`
    if (onFailure === undefined) return "--on-failure is open, closed or ask"
    if (seconds !== undefined && !(seconds > 0)) return "--limit is a positive number of seconds"
    // Its hooks are meant to run: without the folder there would be none, and nobody would know.
    if (project !== undefined && !isFolder(project)) return `--project ${project} is no folder that is there`
    return {
      host,
      onFailure,
      includeOwn: values["include-own"],
      audit: !values["no-audit"],
      ...(event !== undefined && { event }),
      ...(project !== undefined && { project }),
      ...(seconds !== undefined && { limitMillis: seconds * 1000 })
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const loadAudit = () => import("./keepAudit.ts")

const executorWith = (audit: boolean) =>
  Executor.layerLazy(async () => {
    const { layer } = await import("./dispatchExecutor.ts")
    // What will be needed is loaded while the hook runs. Where it can't be, that is told when it is asked for again.
    if (audit) setTimeout(() => void loadAudit().catch(() => undefined), 1)
    return layer
  })

/** What is to be kept of a call once it is answered. */
interface ToKeep {
  readonly project: Project
  readonly host: Dialect
  readonly answered: Answered
}

const callOf = ({ event, host, limitMillis, onFailure }: Flags, text: string): Call => ({
  host,
  text,
  onFailure,
  ...(event !== undefined && { event }),
  ...(limitMillis !== undefined && { limitMillis })
})

const answerOf = (
  { audit, host, includeOwn, project }: Flags,
  call: Call,
  seen: Seeing.Seen,
  keep: (kept: ToKeep) => void
): Effect.Effect<Answer, never, Scope.Scope> => {
  const files = Seeing.over(ConfigFilesNode.layerOnce, seen)
  const sessionEnv = EnvFile.layerAt(SessionStateFile.folderOf())
  return Effect.flatMap(
    Effect.provide(NodeDiscovery.here({ host, ...(project !== undefined && { project }) }), files),
    (folders) => {
      let recorded: RecordExports.Recorded | undefined
      const pipeline = NodePipeline.layer({
        project: folders,
        host,
        files,
        envIsHosts: true,
        excludeHostHooks: !includeOwn,
        nativeHooks: [OwnGuard.make(folders)],
        provide: [
          layerDeadline(call),
          SessionStateFile.layer({ onLook: seen.see }),
          BackgroundFile.layer(folders.project, { onLook: seen.see }),
          RecordExports.layer(sessionEnv, (before) => {
            recorded ??= before
          }),
          executorWith(audit)
        ]
      })
      const hostFile = EnvFile.hostFile([host, ...Dialects.all])
      return dispatch(call, {
        pipeline,
        ...(audit && { onAnswered: (answered) => keep({ project: folders, host, answered }) }),
        ...(hostFile !== undefined && { hostFile, recorded: () => recorded })
      })
    }
  ).pipe(
    // Which project it is decides which guards there are.
    Effect.catchTag("Inaccessible", ({ message }) => Effect.succeed(failed(call, message)))
  )
}

const parsedText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The answer reports what is wrong with it.
    return undefined
  }
}

/**
 * Returns the flags for the host that really calls: one that runs the entries of another agent's settings has payloads and
 * answers of its own. Returns `undefined` if that host also calls Hookline by an entry of its own, which then answers.
 */
const forCaller = (flags: Flags, text: string): Flags | undefined => {
  const payload = parsedText(text)
  const name = actualCaller(flags.host.name, payload, process.env)
  const [host, facts] = [Dialects.named(name), Hosts.named(name)]
  if (name === flags.host.name || host === undefined || facts === undefined) return flags
  const { cwd, hook_event_name: event = flags.event } = isJson(payload) ? payload : {}
  const project = ProjectFolder.told(process.env, host.projectVariable) ?? cwd
  if (typeof project === "string" && path.isAbsolute(project) && typeof event === "string") {
    if (hasOwnEntry(facts, event, { home: homeOf(process.env), project })) return undefined
  }
  return { ...flags, host }
}

/** The answer is out: whatever becomes of the log, it stays right. */
const keepAudit = async ({ answered, host, project }: ToKeep): Promise<void> => {
  try {
    const { keepAudit: keep } = await loadAudit()
    write(2, lines(keep(project, host, answered)))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    write(2, `${reported(`the audit log was not written: ${why}`)}\n`)
  }
}

/**
 * Answers, and ends the process. What hooks have left behind ends with it; nobody waits for that.
 */
export const main = async (
  words: ReadonlyArray<string>,
  text: string,
  keepQuiet: (seen: Seeing.Seen) => void
): Promise<void> => {
  if (words.includes("--help") || words.includes("-h")) {
    write(1, usage)
    process.exit(0)
  }
  const said = parseFlags(words)
  if (typeof said === "string") {
    write(2, `${reported(said)}\n\n${usage}`)
    // An exit code can't ask, so that what asks denies.
    process.exit(unansweredExit(words))
  }
  const flags = forCaller(said, text)
  if (flags === undefined) process.exit(0)
  // More than once: a second one must not end it before what it has started is ended.
  process.on("SIGINT", () => process.exit(130))
  process.on("SIGTERM", () => process.exit(143))
  const seen = Seeing.make()
  const call = callOf(flags, text)
  let isRestored = false
  let kept: ToKeep | undefined
  const keep = (one: ToKeep) => {
    kept = one
  }
  const answer = await Effect.runPromise(
    Effect.flatMap(Scope.make(), (scope) =>
      Effect.suspend(() => {
        // First of all, because what comes after it reads the environment.
        const { names, texts } = ProjectVariables.drop(process.env, flags.host, seen.see)
        isRestored = names.size > 0
        write(2, lines(texts))
        return answerOf(flags, call, seen, keep)
      }).pipe(
        Effect.provideService(Scope.Scope, scope),
        Effect.catchDefect((defect) => Effect.succeed(failed(call, String(defect))))
      )
    )
  )
  write(2, answer.stderr)
  const isOut = write(1, answer.stdout)
  if (!isOut) write(2, "hookline: the answer could not be written to standard output\n")
  if (kept !== undefined) await keepAudit(kept)
  // The values before the project are in no file that is compared later.
  if (answer.isQuiet === true && !isRestored) keepQuiet(seen)
  // It may have been a denial, which the exit code alone can still report.
  process.exit(isOut ? answer.exit : (answer.exitUnwritten ?? 2))
}
