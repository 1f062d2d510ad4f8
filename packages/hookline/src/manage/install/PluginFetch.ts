/**
 * Fetches a plugin: reads its files, wherever they are. Nothing is written but in a temporary folder that is gone
 * afterwards, and nothing of the plugin is run.
 *
 * @since 0.1.0
 */
import * as plugins from "@hookline/dialects/kit/plugins"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { InstallProblem } from "./InstallProblem.ts"
import { whyOf } from "@hookline/node/kit/node/disk"
import * as git from "./git.ts"
import { nothingThere, type Place, plugin } from "./plugin.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Marketplace from "./Marketplace.ts"
import type * as PluginFiles from "./PluginFiles.ts"
import type { Origin, RefType } from "./Installed.ts"
import { address, type Named, type PluginSource, withoutSecret } from "./PluginSource.ts"

/**
 * A plugin that was fetched.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fetched {
  /** Its own name, or that in its marketplace; else its folder's name. */
  readonly name: string
  readonly source: PluginSource
  readonly files: ReadonlyArray<PluginFiles.PluginFile>
  readonly version?: string
  readonly description?: string
  /** The commit of the files. */
  readonly commit?: string
  /** The committer's time, in milliseconds. */
  readonly committedAt?: number
  readonly refType?: RefType
  /** The repository of the files, if it is another than that of the marketplace. */
  readonly origin?: Origin
  /** The commit of the marketplace then. */
  readonly listed?: string
}

/**
 * The commits to fetch, in place of what the refs name now.
 *
 * @category models
 * @since 0.1.0
 */
export interface Pinned {
  readonly commit?: string | undefined
  readonly listed?: string | undefined
}

/**
 * The limits of fetching: time and size.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly limitMillis?: number
  readonly limits?: PluginFiles.Limits
}

/** A folder that goes with its scope. */
export const temporary: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "hookline-install-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

/** A repository at a ref, or at a commit in its place. */
const repository = Effect.fnUntraced(function* (
  url: string,
  ref: string | undefined,
  options: Options,
  commit: string | undefined = ref
) {
  const root = yield* temporary
  const limitMillis = options.limitMillis ?? 120_000
  const fetched = yield* git.fetch({ url, into: root, limitMillis, ...(commit !== undefined && { ref: commit }) })
  const called = path.posix.basename(url.replace(/[/:]+$/, "").replace(/:(?!\/\/)/g, "/")).replace(/\.git$/, "")
  const source: PluginSource = { git: withoutSecret(url), ...(ref !== undefined && { ref }) }
  return { root, source, called, ...fetched } satisfies Place
})

/** A folder inside of another, which no link may take out of it. */
const within = (root: string, inner: string, told: string): Effect.Effect<string, InstallProblem> =>
  Effect.try({
    try: () => {
      const [real, base] = [fs.realpathSync(path.join(root, inner)), fs.realpathSync(root)]
      return real === base || real.startsWith(`${base}/`) ? real : undefined
    },
    catch: (error) => whyOf(error)
  }).pipe(
    Effect.orElseSucceed(() => undefined),
    Effect.flatMap((real) =>
      real !== undefined && fs.statSync(real).isDirectory()
        ? Effect.succeed(real)
        : new InstallProblem({
            why: "marketplace",
            text: `${told} is not where its marketplace lists it: ${onOneLine(inner)}.`
          })
    )
  )

const listOf = ({ list, root }: Place): string | undefined => {
  const file = list ?? path.join(root, Marketplace.file)
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true ? fs.readFileSync(file, "utf8") : undefined
}

const fromMarketplace = Effect.fnUntraced(function* (
  place: Place,
  list: string,
  name: string,
  options: Options,
  pinned: Pinned = {}
) {
  const entry = yield* Effect.fromResult(Marketplace.find(list, name))
  const source = { ...place.source, plugin: name }
  const { origin } = entry
  if (origin._tag === "Inside") {
    const folder = yield* within(place.root, origin.path, onOneLine(name))
    return yield* plugin(folder, { ...place, source }, options.limits, entry)
  }
  const { path: inner, ref, url } = origin
  const from = yield* repository(url, ref, options, pinned.commit)
  const folder = yield* within(from.root, inner ?? "", onOneLine(name))
  const listed: Omit<Place, "root"> = {
    ...from,
    source,
    origin: { git: withoutSecret(url), ...(ref !== undefined && { ref }), ...(inner !== undefined && { path: inner }) },
    ...(place.commit !== undefined && { listed: place.commit })
  }
  return yield* plugin(folder, listed, options.limits, entry)
})

/** Fetches a source without a name: a plugin, or a marketplace, which is an error that lists the names. */
const bare = Effect.fnUntraced(function* (place: Place, options: Options) {
  const list = listOf(place)
  if (list === undefined) return yield* plugin(place.root, place, options.limits)
  if (place.list !== undefined) return yield* Marketplace.unnamed(list)
  return yield* Effect.mapError(plugin(place.root, place, options.limits), () => Marketplace.unnamed(list))
})

const fromFolder = Effect.fnUntraced(function* (
  named: Named & { readonly _tag: "Folder" },
  project: string,
  options: Options,
  pinned: Pinned = {}
) {
  const isFile = fs.statSync(named.path).isFile()
  const isList = isFile && named.path.endsWith(".json") && path.basename(named.path) === "marketplace.json"
  if (isFile && !isList) {
    return yield* new InstallProblem({
      why: "source",
      text: `${onOneLine(named.path)} is a file: name the plugin's folder, or a marketplace's marketplace.json.`
    })
  }
  const parent = path.dirname(named.path)
  const root = isList ? (path.basename(parent) === plugins.metadataFolder ? path.dirname(parent) : parent) : named.path
  const relative = path.relative(project, root)
  const isInside = relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative)
  const place: Place = {
    root,
    source: { folder: isInside ? `./${relative.split(path.sep).join("/")}` : root },
    called: path.basename(root),
    ...(isList && { list: named.path })
  }
  if (named.plugin === undefined) return yield* bare(place, options)
  const list = listOf(place)
  return list === undefined
    ? yield* new InstallProblem({
        why: "marketplace",
        text: `${onOneLine(root)} is no marketplace: it has no ${Marketplace.file}, so that # means nothing.`
      })
    : yield* fromMarketplace(place, list, named.plugin, options, pinned)
})

/** Reads the word after a repository's #: one of its plugins, if it is a marketplace that has it; else a branch. */
const fromGit = Effect.fnUntraced(function* ({ url, words }: Named & { readonly _tag: "Git" }, options: Options) {
  const [first, second] = words
  if (second !== undefined || first === undefined) {
    const place = yield* repository(url, first, options)
    if (second === undefined) return yield* bare(place, options)
    const list = listOf(place)
    if (list === undefined) return yield* nothingThere(`${place.called}#${second}`)
    return yield* fromMarketplace(place, list, second, options)
  }
  const newest = yield* repository(url, undefined, options)
  const list = listOf(newest)
  const found = list === undefined ? undefined : Marketplace.find(list, first)
  if (list !== undefined && found !== undefined && Result.isSuccess(found))
    return yield* fromMarketplace(newest, list, first, options)
  const branch = yield* Effect.result(repository(url, first, options))
  if (Result.isSuccess(branch)) return yield* bare(branch.success, options)
  return yield* found !== undefined && Result.isFailure(found) ? found.failure : branch.failure
})

/**
 * Fetches what was named.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fetch = (
  named: Named,
  project: string,
  options: Options = {}
): Effect.Effect<Fetched, InstallProblem, Scope.Scope> =>
  named._tag === "Git" ? fromGit(named, options) : fromFolder(named, project, options)

/** A repository as it was recorded, where each word is known for a ref or a plugin. */
const fromRecord = Effect.fnUntraced(function* (
  { plugin: name, ref }: PluginSource,
  url: string,
  options: Options,
  { commit, listed }: Pinned
) {
  const place = yield* repository(url, ref, options, listed ?? commit)
  if (name === undefined) return yield* bare(place, options)
  const list = listOf(place)
  if (list === undefined) return yield* nothingThere(`${place.called}#${name}`)
  return yield* fromMarketplace(place, list, name, options, listed === undefined ? {} : { commit })
})

/**
 * Fetches a source that was recorded: what its ref names now, or these commits.
 *
 * @category constructors
 * @since 0.1.0
 */
export const again = Effect.fnUntraced(function* (
  source: PluginSource,
  project: string,
  pinned: Pinned = {},
  options: Options = {}
): Effect.fn.Return<Fetched, InstallProblem, Scope.Scope> {
  const { folder, git: url, plugin: name } = source
  if (url !== undefined) return yield* fromRecord(source, yield* Effect.fromResult(address(url, true)), options, pinned)
  const place = path.resolve(project, folder ?? "")
  if (folder === undefined || !fs.existsSync(place)) {
    return yield* new InstallProblem({
      why: "source",
      text: `${onOneLine(folder ?? "its source")} is not there, so that nothing can be read from it.`
    })
  }
  const named = { _tag: "Folder", path: place, ...(name !== undefined && { plugin: name }) } as const
  return yield* fromFolder(named, project, options, pinned)
})
