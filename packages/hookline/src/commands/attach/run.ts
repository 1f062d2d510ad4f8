/** `hookline attach HOST` and `detach HOST`: puts `dispatch` into a host's own settings, and takes it out again. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Suggestions from "@hookline/core/kit/discover/Suggestions"
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import * as Timeouts from "@hookline/core/Timeouts"
import * as Dialects from "@hookline/dialects/Dialects"
import type { SettingsScope } from "@hookline/dialects/kit/HostFacts"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { realpathSync } from "node:fs"
import * as HostHooks from "@hookline/node/kit/node/HostHooks"
import * as Attachment from "../../manage/attach/Attachment.ts"
import * as AttachSettings from "../../manage/attach/AttachSettings.ts"
import { Temporary } from "../../manage/attach/AttachProblem.ts"
import { temporaryPath } from "../../manage/attach/temporaryPath.ts"
import type { AttachFlags, Flags } from "./command.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import { typedAs } from "../../output/typedAs.ts"
import { userOnly } from "../userOnly.ts"
import { asProblem, Problem } from "../Problem.ts"
import { attachable } from "../agentNames.ts"
import { dialectOf, foldersOf, print, withPipeline } from "../context.ts"

/** The most that the hooks of an event may take: of a group that runs together the slowest, and all groups in turn. */
const mostMillis = (catalog: Catalog, host: Dialect, event: string): number => {
  const { hooks, settings } = catalog
  const isHosts = HostHooks.runByHost(catalog, host)
  const limits = new Map<string, number>()
  for (const hook of hooks) {
    const dialect = Dialects.named(hook.source.dialect)
    // What the host runs itself takes its own time, and we ourselves are no hook of ours.
    const isOthers = isHosts(hook) || SelfReference.is(hook.handler)
    if (hook.event !== event || dialect === undefined || isOthers) continue
    const limit = Timeouts.ofDialect(hook, dialect, settings)
    const { index, parallel } = hook.group
    const group = parallel ? `${dialect.name} ${hook.source.file} ${index}` : hook.id
    const key = dialect.defaults.parallel ? dialect.name : group
    limits.set(key, Math.max(limit, limits.get(key) ?? 0))
  }
  return [...limits.values()].reduce((sum, limit) => sum + limit, 0)
}

/** The words by which the host starts us: this Node and this file, whatever its folder is then. */
const ourselves = (): readonly [string, ...Array<string>] => [process.execPath, realpathSync(process.argv[1] ?? "")]

/** The change of a host's settings, and the words for settings that stay as they were. */
export interface Attached extends Pick<Attachment.Done, "as" | "backup" | "changes" | "file" | "warnings"> {
  readonly isUntouched: string
  readonly notes?: ReadonlyArray<string>
}

/** Formats what was done. */
export const showAttached = printer<Attached>((done, { paint, relative }) => {
  const { as, backup, changes, file, isUntouched, notes = [], warnings } = done
  const counts = ["added", "updated", "removed"].flatMap((what) => {
    const count = changes.filter((change) => change.what === what).length
    return count === 0 ? [] : `${count} ${what}`
  })
  return [
    as === "untouched"
      ? `${relative(file)} ${isUntouched}; nothing was written.`
      : `${relative(file)}: ${counts.join(", ")} (${as}).`,
    ...(backup === undefined ? [] : [paint.dim(`Backup: ${relative(backup)}`)]),
    ...warnings.map(({ column, line, text }) => paint.yellow(`${relative(file)}:${line}:${column} ${text}`)),
    ...notes.map((text) => paint.yellow(text))
  ].join("\n")
})

const shown = (
  isJson: boolean,
  done: Attachment.Done & Pick<Attached, "notes">,
  isUntouched: string
): Effect.Effect<void> => print(isJson, { version: 1, ...done }, showAttached, { ...done, isUntouched })

/** Refuses an installation that surely goes, and returns a note about one that may go. */
const notesOf = (scope: SettingsScope, script: string): Effect.Effect<ReadonlyArray<string>, Problem> => {
  const found = temporaryPath(script, scope)
  if (found === undefined) return Effect.succeed([])
  if (found.isCache) return Effect.fail(asProblem(new Temporary({ text: found.text })))
  return Effect.succeed([`${found.text}. Once it is gone, no hook of Hookline runs: \`hookline check\` reports that.`])
}

/** Loads what only Codex needs. */
const codexTrust = Effect.promise(() => import("./codexTrust.ts"))

/** Returns the scope that is asked for, or the one in which the host surely reads its settings: of several the narrowest. */
const scopeOf = ({ host, scope }: Pick<Flags, "host" | "scope">): SettingsScope =>
  Option.getOrElse(scope, () => {
    const { files = {}, usualScope } = Hosts.named(host)?.settings ?? {}
    return usualScope ?? (["local", "project", "user"] as const).find((each) => files[each] !== undefined) ?? "local"
  })

/** Shows the agents that are here, where none is named. */
const showHere = Effect.fnUntraced(function* (flags: AttachFlags) {
  const { examine, showAgents } = yield* Effect.promise(() => import("../doctor/run.ts"))
  const agents = yield* examine(flags)
  yield* print(flags.json, { version: 1, agents }, showAgents, { agents })
})

/** Registers Hookline in the settings of an agent, or shows which agents there are. */
export const attach = (flags: AttachFlags) =>
  Option.match(flags.host, { onNone: () => showHere(flags), onSome: (host) => attachTo({ ...flags, host }) })

/** Returns the bundles of the user that a list of the project displaces. Only hosts with bundles need that module. */
const displacedBy = (file: string, host: string, folders: Project) =>
  Effect.map(
    Effect.promise(() => import("../../manage/agents/ModuleState.ts")),
    ({ displaced }) => {
      const { project, user, local } = Hosts.named(host)?.settings.files ?? {}
      const files = [user, project, local].flatMap((place) =>
        place === undefined ? [] : [AttachSettings.pathIn(place, folders)]
      )
      return displaced(files, file)
    }
  )

/** Fails for a name that no agent has, with the one that is most similar. */
const known = (host: string): Effect.Effect<void, Problem> => {
  if (attachable.includes(host)) return Effect.void
  const meant = Suggestions.nearest(host, attachable)
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`
  return Effect.fail(
    new Problem({ message: `"${host}" is no host that we know.${hint} Name one of ${attachable.join(", ")}.` })
  )
}

const attachTo = Effect.fnUntraced(function* (flags: Omit<AttachFlags, "host"> & Pick<Flags, "host">) {
  yield* known(flags.host)
  const command = ourselves()
  const scope = scopeOf(flags)
  const notes = yield* notesOf(scope, command.at(-1) ?? "")
  const folders = yield* foldersOf(flags.project)
  const dialect = dialectOf(Option.some(flags.host))
  const catalog = yield* withPipeline(folders, dialect, (pipeline) => pipeline.catalog())
  // An entry for all projects does not follow the settings of this one.
  const users = scope === "user" ? catalog.userFailurePolicy : undefined
  const settled = users ?? catalog.settings.failurePolicy ?? "open"
  const onFailure = Option.getOrElse(flags.onFailure, () => settled)
  const limitMillis = (event: string): number =>
    Math.max(mostMillis(catalog, dialect, event), dialect.defaults.timeoutMillis("Command", event))
  const done = yield* Effect.mapError(
    Attachment.attach({ host: flags.host, scope, folders }, { command, onFailure, limitMillis }),
    asProblem
  )
  const options = { file: done.file, folders, isAgreed: flags.yes, isJson: flags.json }
  const more = flags.host === "codex" ? yield* (yield* codexTrust).trustOwn(options) : []
  const untried =
    Hosts.named(flags.host)?.isUntried === true
      ? [
          `What ${dialect.title} does with answers is from its documents: no version of it was run. Try your guards there.`
        ]
      : []
  const displaced =
    Hosts.named(flags.host)?.settings.isModule === true ? yield* displacedBy(done.file, flags.host, folders) : []
  const all = [...notes, ...more, ...displaced, ...untried]
  yield* shown(flags.json, { ...done, ...(all.length > 0 && { notes: all }) }, "is as it should be")
  if (!flags.json && done.as !== "untouched") {
    yield* Console.log(typedAs(`\`hookline detach ${flags.host} --scope ${scope}\` removes them again.`))
  }
})

export const detach = Effect.fnUntraced(function* (flags: Flags) {
  yield* userOnly("detach")
  yield* known(flags.host)
  const folders = yield* foldersOf(flags.project)
  const place = { host: flags.host, scope: scopeOf(flags), folders }
  // Keys have positions, so that they are read while the hooks are still there.
  const trust = flags.host === "codex" ? yield* codexTrust : undefined
  const { file } = yield* Effect.mapError(AttachSettings.find(place), asProblem)
  const keys = trust === undefined ? [] : yield* trust.keysIn(file)
  const done = yield* Effect.mapError(Attachment.detach(place), asProblem)
  yield* trust?.untrustOwn(folders, keys) ?? Effect.void
  yield* shown(flags.json, done, "has nothing of ours in it")
})
