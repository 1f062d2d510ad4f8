/**
 * The plugins that are installed in a project: `.hookline/lock.json`, with each plugin's source, its commit, and the hash of
 * every file of it.
 *
 * **Details**
 *
 * A list of version 1, in `.hookline/installed.json`, is read where there is no other. The next change writes the lock in its
 * place, so that there is one list. The list detects changes and grants nothing, because the author of a plugin can write it, too.
 *
 * @since 0.1.0
 */
import * as plugins from "@hookline/dialects/kit/plugins"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import * as path from "node:path"
import { digestOf } from "./digest.ts"
import { InstallProblem } from "./InstallProblem.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { PluginSource } from "./PluginSource.ts"

/**
 * Schema for one file of a plugin as it was installed.
 *
 * @category schemas
 * @since 0.1.0
 */
export const InstalledFile = Schema.Struct({
  path: Schema.String,
  mode: Schema.Literals(["0644", "0755"]),
  sha256: Schema.String
})

/** @since 0.1.0 */
export type InstalledFile = typeof InstalledFile.Type

/**
 * Schema for the kind of a ref when it was installed. A tag that names another commit later was re-pointed; a branch moves.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RefType = Schema.Literals(["branch", "tag", "commit"])

/** @since 0.1.0 */
export type RefType = typeof RefType.Type

/**
 * Schema for the repository of a plugin that its marketplace only lists.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Origin = Schema.Struct({
  git: Schema.String,
  ref: Schema.optionalKey(Schema.String),
  /** The plugin's folder in the repository. */
  path: Schema.optionalKey(Schema.String)
})

/** @since 0.1.0 */
export type Origin = typeof Origin.Type

/**
 * Schema for a plugin as it was installed.
 *
 * @category schemas
 * @since 0.1.0
 */
export const InstalledPlugin = Schema.Struct({
  name: Schema.String,
  source: PluginSource,
  version: Schema.optionalKey(Schema.String),
  /** The commit of the files. */
  commit: Schema.optionalKey(Schema.String),
  /** The kind of the ref that was asked for, in the repository of the files. */
  refType: Schema.optionalKey(RefType),
  origin: Schema.optionalKey(Origin),
  /** The commit of the marketplace that listed it, if its files are in another repository. */
  listed: Schema.optionalKey(Schema.String),
  /** The digest of all files, see `digestOf`. */
  digest: Schema.String,
  installedAt: Schema.String,
  files: Schema.Array(InstalledFile)
}).annotate({ identifier: "InstalledPlugin" })

/** @since 0.1.0 */
export type InstalledPlugin = typeof InstalledPlugin.Type

/**
 * Schema for the list.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Installed = Schema.Struct({
  version: Schema.Literal(2),
  plugins: Schema.Array(InstalledPlugin)
}).annotate({ identifier: "Installed" })

/** @since 0.1.0 */
export type Installed = typeof Installed.Type

/** A list of version 1. */
const FormerInstalled = Schema.Struct({
  version: Schema.Literal(1),
  plugins: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      source: PluginSource,
      version: Schema.optionalKey(Schema.String),
      commit: Schema.optionalKey(Schema.String),
      installedAt: Schema.String,
      files: Schema.Array(InstalledFile)
    })
  )
})

const decode = Schema.decodeUnknownEffect(Installed)
const decodeFormer = Schema.decodeUnknownEffect(FormerInstalled)
const fromText = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/**
 * Returns the path of the list.
 *
 * @category getters
 * @since 0.1.0
 */
export const fileOf = (project: string): string => path.join(project, ".hookline/lock.json")

/**
 * Returns the path of a list of version 1.
 *
 * @category getters
 * @since 0.1.0
 */
export const formerFileOf = (project: string): string => path.join(project, ".hookline/installed.json")

/**
 * Returns the folder of a plugin.
 *
 * @category getters
 * @since 0.1.0
 */
export const folderOf = (project: string, name: string): string => path.join(project, plugins.folder, name)

/** Checks for a name that leads nowhere else, because anyone may have written the file. */
const isName = (name: string): boolean => name !== "" && !/[/\\\0]/.test(name) && !/^\.+$/.test(name)

/** Checks for a path that stays in the plugin's folder, on every system. */
const isInner = (at: string): boolean =>
  !/[\\\0]/.test(at) && at.split("/").every((step) => step !== "" && step !== "." && step !== "..")

const duplicate = (words: ReadonlyArray<string>): string | undefined =>
  words.find((word, index) => words.indexOf(word, index + 1) !== -1)

/** Returns what is wrong with the parts of a list that fit their schema, as the end of a sentence. */
const wrongWith = ({ plugins: all }: Installed): string | undefined => {
  const odd = all.find(({ name }) => !isName(name))
  if (odd !== undefined) return `${JSON.stringify(odd.name)} is no name of a plugin`
  const twice = duplicate(all.map(({ name }) => name))
  if (twice !== undefined) return `${onOneLine(twice)} is in it twice`
  for (const { digest, files, name } of all) {
    const out = files.find((file) => !isInner(file.path))
    if (out !== undefined) return `the path ${JSON.stringify(out.path)} of ${onOneLine(name)} leads out of its folder`
    const paths = new Set(files.map((file) => file.path))
    if (paths.size < files.length) return `a file of ${onOneLine(name)} is in it twice`
    if (digest !== digestOf(files)) return `the digest of ${onOneLine(name)} is not that of its files`
  }
  return undefined
}

/** The most bytes that a list may have: far more than ten thousand files need. */
const mostBytes = 32 * 1024 * 1024

const bytesOf = (file: string, project: string): Buffer | undefined => {
  const { isInside, real } = disk.placeOf(file, project)
  if (!isInside) throw new disk.Blocked("a link leads from it out of the project")
  if ((fs.statSync(real, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) throw new disk.Blocked("it is too large")
  return disk.read(real).bytes
}

/**
 * The files of both lists as they are.
 *
 * @category models
 * @since 0.1.0
 */
export interface Files {
  readonly now: Buffer | undefined
  readonly former: Buffer | undefined
}

const refuse = (file: string, why: string) =>
  new InstallProblem({
    why: "record",
    text:
      `${file} can't be read: ${why}. Nothing of it counts. Restore it from your repository, or take it away: ` +
      "then it is not known any more what was installed."
  })

/**
 * Reads the bytes of the lists.
 *
 * @category constructors
 * @since 0.1.0
 */
export const files = (project: string): Effect.Effect<Files, InstallProblem> => {
  const bytes = (file: string) =>
    Effect.try({ try: () => bytesOf(file, project), catch: (error) => refuse(file, disk.whyOf(error)) })
  return Effect.all({ now: bytes(fileOf(project)), former: bytes(formerFileOf(project)) })
}

const versionOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "version" in value ? value.version : undefined

/**
 * Reads the list of these files: empty, if there is none. A list of which any part is wrong counts for nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readFrom = Effect.fnUntraced(function* (
  project: string,
  { former, now }: Files
): Effect.fn.Return<Installed, InstallProblem> {
  const isFormer = now === undefined
  const file = isFormer ? formerFileOf(project) : fileOf(project)
  const text = disk.textOf(now ?? former ?? Buffer.from(`{ "version": 1, "plugins": [] }`))
  if (text === undefined) return yield* refuse(file, "it is no UTF-8")
  const wrong = ({ message }: { readonly message: string }) => refuse(file, onOneLine(message))
  const value = yield* Effect.mapError(fromText(text), wrong)
  const version = versionOf(value)
  if (typeof version === "number" && version > 2) {
    return yield* refuse(file, `a newer Hookline wrote it (version ${version}); use that one`)
  }
  const installed = isFormer
    ? yield* Effect.map(Effect.mapError(decodeFormer(value), wrong), (before): Installed => ({
        version: 2,
        plugins: before.plugins.map((plugin) => ({ ...plugin, digest: digestOf(plugin.files) }))
      }))
    : yield* Effect.mapError(decode(value), wrong)
  const what = wrongWith(installed)
  return what === undefined ? installed : yield* refuse(file, what)
})

/**
 * Reads what is installed: nothing, if there is no list.
 *
 * @category constructors
 * @since 0.1.0
 */
export const read = (project: string): Effect.Effect<Installed, InstallProblem> =>
  Effect.flatMap(files(project), (found) => readFrom(project, found))

/**
 * Formats the list: a file's path, mode and hash on one line.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = (installed: Installed): string =>
  `${JSON.stringify(installed, undefined, 2).replaceAll(
    // No text in JSON has a line's end, so that nothing else can look like this.
    /\{\n +("path": .*)\n +("mode": .*)\n +("sha256": .*)\n +\}/g,
    "{ $1 $2 $3 }"
  )}\n`
