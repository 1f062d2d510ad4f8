/** Answers one call of a host in this process, by the folders and the environment that it has. */
import type { Dialect } from "@hookline/core/Dialect"
import { Executor } from "@hookline/core/Executor"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import * as Dialects from "@hookline/dialects/Dialects"
import { actualCaller } from "@hookline/dialects/kit/actualCaller"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import * as EnvFile from "@hookline/executor/EnvFile"
import { sharedPipes } from "@hookline/executor/kit/internal/process/sharedPipes"
import { isJson } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as path from "node:path"
import * as BackgroundFile from "@hookline/node/kit/node/BackgroundFile"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { homeOf } from "@hookline/node/kit/node/xdg"
import { hasOwnEntry } from "./ownEntryOf.ts"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import {
  type Answer,
  type Answered,
  beginsSession,
  type Call,
  dispatch,
  failed,
  layerDeadline,
  lines
} from "./Dispatch.ts"
import type { Flags } from "./flags.ts"
import * as ProjectVariables from "./projectVariables.ts"
import * as SessionStates from "./sessionState.ts"
import * as FleetSetting from "./fleetSetting.ts"
import * as OwnGuard from "../ownGuard/hook.ts"
import * as RecordExports from "./recordExports.ts"
import * as Seeing from "./fastpath/recordReads.ts"
import { fingerprintOf, isRecent, recentSight } from "./fastpath/fingerprint.ts"
import { reported } from "../output/reported.ts"

const loadAudit = () => import("./keepAudit.ts")

const executorWith = (audit: boolean) =>
  Executor.layerLazy(async () => {
    // Another process creates the pipes of hooks while the runners are loaded. They are kept for later events.
    sharedPipes()
    const { layer } = await import("./dispatchExecutor.ts")
    // The audit log is loaded while the hook runs. A failure is reported when it is loaded again.
    if (audit) setTimeout(() => void loadAudit().catch(() => undefined), 1)
    return layer
  })

/** The record of a call for the audit log. */
export interface ToKeep {
  readonly project: Project
  readonly host: Dialect
  readonly answered: Answered
}

/** An answer, with what is left to do once it is written. */
export interface Answering {
  readonly answer: Answer
  readonly seen: Seeing.Seen
  /** Sentences about variables of the project, which come before the answer's. */
  readonly texts: string
  /** `true` if variables have the values that they had before the project set them. */
  readonly isRestored: boolean
  readonly kept: ToKeep | undefined
  /** The folder of the fleet's state on this machine, if the fleet is to be asked once the answer is written. */
  readonly askFleet: string | undefined
}

/** Returns the call for the flags and a text. `startedAt` is the time since which the host waits. */
export const callOf = ({ event, host, limitMillis, onFailure }: Flags, text: string, startedAt?: number): Call => ({
  host,
  text,
  onFailure,
  ...(event !== undefined && { event }),
  ...(limitMillis !== undefined && { limitMillis }),
  ...(startedAt !== undefined && { startedAt })
})

const answerOf = (
  { audit, host, includeOwn, isPipe, project }: Flags,
  call: Call,
  seen: Seeing.Seen,
  keep: (kept: ToKeep) => void,
  ask: (folder: string) => void
): Effect.Effect<Answer, never, Scope.Scope> => {
  const files = Seeing.over(ConfigFilesNode.layerOnce, seen)
  const sessionEnv = EnvFile.layerAt(SessionStateFile.folderOf())
  const here = Effect.gen(function* () {
    const folders = yield* NodeDiscovery.here({ host, ...(project !== undefined && { project }) })
    const setting = yield* FleetSetting.read(folders.home)
    if (setting === undefined) return { folders, policies: [] }
    const isStart = beginsSession(call)
    const FleetPolicy = yield* Effect.promise(() => import("./fleetPolicy.ts"))
    const { asked, folder, provide, unsent } = yield* FleetPolicy.of(setting, { now: isStart, ifMissing: true })
    if (unsent !== undefined) seen.see(unsent)
    if (folder !== undefined && asked !== undefined) {
      const sight = recentSight(asked)
      if (isStart || fingerprintOf(sight) !== isRecent) ask(folder)
      // The fleet is asked after this answer at the latest, so that what is kept quiet holds for as long as that is recent.
      seen.fingerprints[sight] = isRecent
    }
    return { folders, policies: provide }
  })
  return Effect.flatMap(Effect.provide(here, files), ({ folders, policies }) => {
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
        SessionStates.layer({ onLook: seen.see }),
        BackgroundFile.layer(folders.project, { onLook: seen.see }),
        RecordExports.layer(sessionEnv, (before) => {
          recorded ??= before
        }),
        executorWith(audit),
        ...policies
      ]
    })
    const hostFile = EnvFile.hostFile([host, ...Dialects.all])
    return dispatch(call, {
      pipeline,
      isShared: isPipe,
      ...(audit && { onAnswered: (answered) => keep({ project: folders, host, answered }) }),
      ...(hostFile !== undefined && { hostFile, recorded: () => recorded })
    })
  }).pipe(
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
export const forCaller = (flags: Flags, text: string): Flags | undefined => {
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

/** Answers a call. What is started for it lives until the scope closes: the answer does not wait for that. */
export const answerCall = (flags: Flags, call: Call): Effect.Effect<Answering, never, Scope.Scope> => {
  const seen = Seeing.make()
  let isRestored = false
  let texts = ""
  let kept: ToKeep | undefined
  let askFleet: string | undefined
  const keep = (one: ToKeep) => {
    kept = one
  }
  const ask = (folder: string) => {
    askFleet = folder
  }
  return Effect.suspend(() => {
    // First of all, because what comes after it reads the environment.
    const dropped = ProjectVariables.drop(process.env, flags.host, seen.see)
    isRestored = dropped.names.size > 0
    texts = lines(dropped.texts)
    return answerOf(flags, call, seen, keep, ask)
  }).pipe(
    Effect.catchDefect((defect) => Effect.succeed(failed(call, String(defect)))),
    Effect.map((answer) => ({ answer, seen, texts, isRestored, kept, askFleet }))
  )
}

/** Lets a process of its own ask the fleet for the policy, and send it the audit log, so that the host does not wait. */
export const askFleetLater = (folder: string | undefined): Effect.Effect<void> =>
  folder === undefined
    ? Effect.void
    : Effect.promise(() =>
        import("./fleetLater.ts").then(
          ({ begin }) => begin(folder),
          // The answer is out. The next event starts it.
          () => undefined
        )
      )

/** Writes the audit log, and returns sentences for standard error. The answer is out: whatever becomes of the log, it stays right. */
export const keepAudit = async ({ answered, host, project }: ToKeep): Promise<string> => {
  try {
    const { keepAudit: keep } = await loadAudit()
    return lines(keep(project, host, answered))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `${reported(`the audit log was not written: ${why}`)}\n`
  }
}
