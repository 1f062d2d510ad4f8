/**
 * The plugins that Claude Code has installed for its user, and that its settings enable.
 *
 * **Details**
 *
 * Claude Code keeps each version of a plugin in a folder of its own, and records the folder in use. A plugin is called
 * `name@marketplace`, which no update changes.
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { HostPlugin, HostPlugins } from "@hookline/core/Dialect"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Path } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Problem } from "../format/config/Problem.ts"
import * as plugins from "../plugins.ts"
import { type Data, dataOf, noData, problemAt } from "./dataFile.ts"
import { configVariable } from "./configVariable.ts"
import { key, switchesOf } from "./pluginSwitches.ts"

/** Returns Claude Code's folder of the user. */
const configOf = ({ home, named }: Parameters<HostPlugins["find"]>[0]): string =>
  named?.[configVariable] ?? `${home}/.claude`

/** An installation of a plugin: for the user, or for one project. */
interface Installation {
  readonly folder: string
  readonly project?: string
}

/** Reads the entries of the record. Its first version had one installation of each plugin, without a scope. */
const installations = (value: unknown): ReadonlyArray<Installation> =>
  (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => {
    if (!isJson(entry) || typeof entry["installPath"] !== "string" || entry["installPath"] === "") return []
    const { installPath, projectPath } = entry
    const path = installPath.replace(/(?<=.)[/\\]+$/, "")
    return [typeof projectPath === "string" ? { folder: path, project: projectPath } : { folder: path }]
  })

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, "")

/** Returns the folder that a path leads to, or the path itself where that is unknown. */
const realOf = (path: string): Effect.Effect<string, never, ConfigFiles> =>
  Effect.flatMap(ConfigFiles, (files) =>
    Effect.map(
      Effect.orElseSucceed(files.realPath(withoutSlash(path)), () => undefined),
      (real) => real ?? withoutSlash(path)
    )
  )

/** Returns the installation of a project. One folder has several names: by links, and with slashes at the end. */
const ownOf = Effect.fnUntraced(function* (all: ReadonlyArray<Installation>, project: string) {
  const spelled = all.find((one) => one.project !== undefined && withoutSlash(one.project) === project)
  if (spelled !== undefined || all.every((one) => one.project === undefined)) return spelled
  const here = yield* realOf(project)
  return yield* Effect.findFirst(all, (one) =>
    one.project === undefined ? Effect.succeed(false) : Effect.map(realOf(one.project), (there) => there === here)
  ).pipe(Effect.map(Option.getOrUndefined))
})

/**
 * Returns the installation that counts in a project: its own, else the user's. Only for a plugin that the user has
 * enabled also one that was made for another project, because a project enables nothing that is not installed for it.
 */
const chosen = Effect.fnUntraced(function* (all: ReadonlyArray<Installation>, project: string, isUsers: boolean) {
  return (yield* ownOf(all, project)) ?? all.find((one) => one.project === undefined) ?? (isUsers ? all[0] : undefined)
})

/** The entry of a plugin in the list of its marketplace, with the folder of the marketplace. */
interface Listing {
  readonly file: string
  readonly entry: Json
  readonly folder: string
  /** The folder in it that relative paths without a dot begin at. */
  readonly pluginRoot?: string
}

/** Reads the entry of a plugin in the list of its marketplace, which may give it hooks and skills. */
const listings = (installed: string) => {
  const lists = new Map<string, Data | undefined>()
  let known: Json | undefined
  return Effect.fnUntraced(function* (
    name: string,
    marketplace: string
  ): Effect.fn.Return<Listing | undefined, never, ConfigFiles> {
    known ??= (yield* dataOf(`${installed}/known_marketplaces.json`, "user"))?.root ?? {}
    const place = known[marketplace]
    const at = isJson(place) ? place["installLocation"] : undefined
    if (typeof at !== "string") return undefined
    if (!lists.has(at)) {
      const file = at.endsWith(".json") ? at : `${withoutSlash(at)}/${plugins.marketplace}`
      lists.set(at, yield* dataOf(file, "user"))
    }
    const list = lists.get(at)
    const entries: unknown = list?.root?.["plugins"]
    const entry = Array.isArray(entries)
      ? entries.find((each: unknown): each is Json => isJson(each) && each["name"] === name)
      : undefined
    if (list === undefined || entry === undefined) return undefined
    const metadata: unknown = list.root?.["metadata"]
    const pluginRoot = isJson(metadata) ? metadata["pluginRoot"] : undefined
    return {
      file: list.file.file,
      entry,
      folder: at.endsWith(".json") ? list.file.folder : withoutSlash(at),
      ...(typeof pluginRoot === "string" && { pluginRoot })
    }
  })
}

/**
 * Checks whether a plugin that is not installed may have hooks. It has none if its marketplace, which is on this machine,
 * contains it without any; all else is unknown.
 */
const mayHaveHooks = Effect.fnUntraced(function* (listing: Listing | undefined) {
  const source = listing?.entry["source"]
  if (listing === undefined || typeof source !== "string" || listing.entry["hooks"] !== undefined) return true
  const root = source.startsWith(".") || listing.pluginRoot === undefined ? "" : `${listing.pluginRoot}/`
  const steps = `${root}${source}`.split("/").filter((step) => step !== "" && step !== ".")
  if (steps.includes("..")) return true
  const at = [listing.folder, ...steps].join("/")
  const files = yield* ConfigFiles
  const isThere = Effect.map(files.entries(at), (entries) => entries.length > 0)
  const isWithout = Effect.map(files.status(`${at}/${plugins.files.nested}`), (status) => status === "missing")
  const isKnown = Effect.map(Effect.all([isThere, isWithout]), (all) => all.every(Boolean))
  if (!(yield* Effect.orElseSucceed(isKnown, () => false))) return true
  const manifest = yield* dataOf(`${at}/${plugins.files.manifest}`, "user")
  return manifest !== undefined && (manifest.problem !== undefined || manifest.root?.["hooks"] !== undefined)
})

const notInstalled = (id: string, at: Path): Problem => ({
  code: "plugin-not-installed",
  at,
  text: `The plugin ${JSON.stringify(id)} is enabled here and not installed, so that none of its hooks run.`,
  fix: `Install it with \`claude plugin install ${id}\`, or take the line away.`
})

/** The loss of a plugin that the user has enabled and that may be a guard. */
const missing = (id: string, at: Path): Problem => ({
  code: "plugin-missing",
  at,
  text: `The plugin ${JSON.stringify(id)} is enabled here and not installed, so that none of its hooks run.`,
  fix: `Install it with \`claude plugin install ${id}\`, or take the line away.`,
  lost: { entries: 1, events: "all" }
})

const withoutFolder = (id: string, at: Path): Problem => ({
  code: "field-missing",
  at,
  text: `This record of ${JSON.stringify(id)} names no folder, so that none of its hooks run.`,
  fix: "Install the plugin again.",
  lost: { entries: 1, events: "all" }
})

const refused = (id: string, at: Path): Problem => ({
  code: "setting-refused",
  at,
  text: `A project can't disable the plugin ${JSON.stringify(id)}, which the user has enabled; this does not count.`,
  fix: `Take it away; who wants it disables the plugin in ~/.claude/settings.json, or with \`hookline disable ${id} --user\`.`
})

/**
 * Finds the plugins that are enabled and installed, in the order of Claude Code: that of the user's settings, then that
 * of the project's.
 *
 * **Details**
 *
 * The project's files may enable what the user has installed, and can't disable what the user has enabled, because a
 * plugin may be a guard. Such a plugin is not run by Claude Code itself in that project.
 */
export const enabledPlugins: HostPlugins["find"] = Effect.fnUntraced(function* (folders) {
  const { project } = folders
  const config = configOf(folders)
  const folder = `${config}/plugins`
  const user = yield* switchesOf(`${config}/settings.json`, "user")
  const isShared = config !== `${project}/.claude`
  const shared = isShared ? yield* switchesOf(`${project}/.claude/settings.json`, "project") : undefined
  const local = yield* switchesOf(`${project}/.claude/settings.local.json`, "local")
  const all = [user, shared, local].filter((one) => one !== undefined)
  const ids = [...new Set(all.flatMap(({ values }) => [...values.keys()]))]
  const isUsers = (id: string): boolean => user?.values.get(id) === true
  const byProject = (id: string): boolean | undefined => local?.values.get(id) ?? shared?.values.get(id)
  const enabled = ids.filter((id) => isUsers(id) || byProject(id) === true)
  const isUnclear = all.some(({ unclear }) => unclear.length > 0)
  if (enabled.length === 0 && !isUnclear) return { plugins: [], diagnostics: [] }

  const diagnostics: Array<Diagnostic> = []
  const found: Array<HostPlugin> = []
  const record = yield* dataOf(`${folder}/installed_plugins.json`, "user")
  const recorded = record?.root?.["plugins"]
  if (record !== undefined && !isJson(recorded)) {
    const problem = record.problem ?? noData
    const lost = { entries: Math.max(1, enabled.length), events: "all" } as const
    return { plugins: [], diagnostics: [yield* problemAt(record, { ...problem, lost })] }
  }
  const listingOf = listings(folder)
  const listingFor = (id: string) => {
    const at = id.lastIndexOf("@")
    return at > 0 ? listingOf(id.slice(0, at), id.slice(at + 1)) : Effect.succeed(undefined)
  }
  for (const one of all) {
    for (const { problem, ...each } of one.unclear) {
      const missed = each.ids.filter((id) => !enabled.includes(id))
      const installed = missed.filter((id) => isJson(recorded) && recorded[id] !== undefined)
      // A project may enable what its user never wanted; what the user enables may be a guard.
      const wanted = one === user ? missed : installed
      const guards = each.isMeant
        ? yield* Effect.filter(wanted, (id) => Effect.flatMap(listingFor(id), mayHaveHooks))
        : []
      const isLost = guards.length > 0 || (each.isMeant && each.ids.length === 0 && one === user)
      const lost = { entries: Math.max(1, guards.length), events: "all" } as const
      diagnostics.push(yield* problemAt(one.data, { ...problem, ...(isLost && { lost }) }))
    }
  }
  for (const id of enabled) {
    const by = all.findLast(({ values }) => values.get(id) === true)
    const against = [shared, local].filter((one) => one?.values.get(id) === false)
    if (isUsers(id)) {
      for (const one of against) {
        if (one !== undefined) diagnostics.push(yield* problemAt(one.data, refused(id, [key, id])))
      }
    }
    const entry = isJson(recorded) ? recorded[id] : undefined
    const installed = installations(entry)
    const installation = yield* chosen(installed, withoutSlash(project), isUsers(id))
    const at = id.lastIndexOf("@")
    const name = at > 0 ? id.slice(0, at) : id
    const listing = yield* listingFor(id)
    if (installation === undefined) {
      const isBroken = record !== undefined && entry !== undefined && installed.length === 0
      // A project may enable what its user never wanted; what the user enables may be a guard.
      const isLost = !isBroken && isUsers(id) && (yield* mayHaveHooks(listing))
      const problem = (isLost ? missing : notInstalled)(id, [key, id])
      diagnostics.push(
        ...(isBroken ? [yield* problemAt(record, withoutFolder(id, ["plugins", id]))] : []),
        ...(!isBroken && by !== undefined ? [yield* problemAt(isLost ? (user ?? by).data : by.data, problem)] : [])
      )
      continue
    }
    const listed = listing && { file: listing.file, text: JSON.stringify(listing.entry) }
    found.push({
      id,
      name,
      folder: installation.folder,
      data: `${folder}/data/${id.replaceAll(/[^\w-]/g, "-")}`,
      ...((byProject(id) ?? isUsers(id)) ? {} : { hostSkips: true as const }),
      ...(listed !== undefined && { listed })
    })
  }
  return { plugins: found, diagnostics }
})
