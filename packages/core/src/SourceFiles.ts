/**
 * Which files a dialect's hooks stand in, for one project: what is there is read, what should be there and is not is
 * told.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { ConfigFiles, type Inaccessible } from "./ConfigFiles.ts"
import type { Base, Dialect, HookFiles } from "./Dialect.ts"
import { isJson } from "@hookline/schema/Json"

/**
 * The folders that a project's hooks come from: its own, the person's home, and where the person keeps configurations.
 *
 * @category models
 * @since 0.1.0
 */
export type Project = Readonly<Record<Base, string>>

/**
 * A file with its text, or what is wrong with it.
 *
 * @category models
 * @since 0.1.0
 */
export type Found =
  | { readonly _tag: "Text"; readonly file: File; readonly text: string }
  | { readonly _tag: "Problem"; readonly diagnostic: Diagnostic }

/**
 * A place where hooks may stand. It is read when it is asked for: the texts of a thousand plugins need not be held at
 * once.
 *
 * @category models
 * @since 0.1.0
 */
export type Place = Effect.Effect<ReadonlyArray<Found>, never, ConfigFiles>

type Folder = HookFiles & { readonly _tag: "Folder" }

/** A problem with a file as a whole: nobody knows which events it speaks of. */
const problem = (
  file: File,
  code: "file-unreadable" | "file-missing" | "file-outside" | "manifest-invalid",
  text: string,
  fix: string
): Found => ({
  _tag: "Problem",
  diagnostic: {
    code,
    level: "error",
    dialect: file.dialect,
    file: file.file,
    line: 1,
    column: 1,
    at: [],
    text,
    fix,
    lost: { entries: 1, events: "all" }
  }
})

/**
 * A file or folder that is there, and can't be read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unreadable = (file: File, what: "file" | "folder", { why }: Inaccessible): Found =>
  problem(
    file,
    "file-unreadable",
    `This ${what} can't be read (${why}), so that none of its hooks run.`,
    why === "EACCES" || why === "EPERM"
      ? `Let its owner make it readable, as with \`chmod u+r${what === "folder" ? "x" : ""}\`.`
      : `Put a ${what} there that can be read, or take away what is there.`
  )

/** A file that may well not be there. */
const optional = (file: File): Place =>
  Effect.flatMap(ConfigFiles, (files) =>
    Effect.match(files.read(file.file), {
      onSuccess: (text): ReadonlyArray<Found> => (text === undefined ? [] : [{ _tag: "Text", file, text }]),
      onFailure: (error) => [unreadable(file, "file", error)]
    })
  )

/** The path inside the plugin's folder that a manifest names, unless it leads out of it. */
const inside = (folder: string, path: string): string | undefined => {
  const steps: Array<string> = []
  for (const step of path.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined
    } else if (step !== "" && step !== ".") steps.push(step)
  }
  return path.startsWith("/") || path.includes("\\") || steps.length === 0 ? undefined : `${folder}/${steps.join("/")}`
}

const fileOutside = (path: string, manifest: File): Found =>
  problem(
    manifest,
    "file-outside",
    `${JSON.stringify(path)} is no path inside of this plugin, so that its hooks don't run.`,
    "Put the file into the plugin's folder, and write its path from there."
  )

/** Whether a symbolic link takes a path out of its folder. What can't be found out, reading the file tells. */
const leadsOut = Effect.fnUntraced(function* (folder: string, target: string) {
  const files = yield* ConfigFiles
  const real = (path: string) => Effect.orElseSucceed(files.real(path), () => undefined)
  const [root, file] = [yield* real(folder), yield* real(target)]
  return root !== undefined && file !== undefined && !file.startsWith(`${root}/`)
})

/** One of the files that a manifest names. */
const named = Effect.fnUntraced(function* (path: string, manifest: File, folder: string) {
  const target = inside(folder, path)
  if (target === undefined) return [fileOutside(path, manifest)]
  const outside = yield* leadsOut(folder, target)
  if (outside) return [fileOutside(path, manifest)]
  const found = yield* optional({ ...manifest, file: target })
  return found.length > 0
    ? found
    : [
        problem(
          manifest,
          "file-missing",
          `${JSON.stringify(path)} is not there, so that its hooks don't run.`,
          "Write the path of the file that was meant."
        )
      ]
})

/** What a manifest says about hooks: the paths of files, or the hooks themselves, or what nobody can follow. */
type Named =
  | { readonly _tag: "Paths"; readonly paths: ReadonlyArray<string> }
  | { readonly _tag: "Inline" }
  | { readonly _tag: "Unclear"; readonly why: string }

const hooksNamed = (text: string, key: string): Named => {
  let manifest: unknown
  try {
    manifest = JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return { _tag: "Unclear", why: "it is no valid JSON" }
  }
  if (!isJson(manifest)) return { _tag: "Unclear", why: "it holds no object" }
  const value = manifest[key]
  if (value === undefined || value === null) return { _tag: "Paths", paths: [] }
  if (isJson(value)) return { _tag: "Inline" }
  const paths: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  return paths.every((path) => typeof path === "string")
    ? { _tag: "Paths", paths }
    : { _tag: "Unclear", why: `"${key}" is neither a path, nor a list of paths, nor hooks` }
}

/** What a plugin's manifest names beside the file that was found anyway. */
const byManifest = Effect.fnUntraced(function* (spec: Folder, plugin: File, folder: string, foundNested: boolean) {
  const [manifest] = yield* optional({ ...plugin, file: `${folder}/${spec.manifest.path}` })
  if (manifest === undefined || manifest._tag === "Problem") return manifest === undefined ? [] : [manifest]
  const hooks = hooksNamed(manifest.text, spec.manifest.key)
  if (hooks._tag === "Inline") return [manifest]
  if (hooks._tag === "Unclear") {
    return [
      problem(
        manifest.file,
        "manifest-invalid",
        `Nobody knows which hooks this plugin's manifest names: ${hooks.why}.`,
        `Write "${spec.manifest.key}": "./${spec.nested}", or take it away where the plugin has just that file.`
      )
    ]
  }
  const isFound = (path: string): boolean => foundNested && inside(folder, path) === `${folder}/${spec.nested}`
  const paths = new Set(hooks.paths.filter((path) => !isFound(path)))
  const files = yield* Effect.forEach(paths, (path) => named(path, manifest.file, folder))
  return files.flat()
})

/** A plugin without hooks is nobody's concern; one that is a link to nowhere was meant to have some. */
const nothingFound = Effect.fnUntraced(function* (plugin: File, folder: string) {
  const files = yield* ConfigFiles
  const real = yield* Effect.orElseSucceed(files.real(folder), () => undefined)
  return real === undefined
    ? [
        problem(
          { ...plugin, file: folder },
          "file-missing",
          "This link leads nowhere, so that no hooks of the plugin run.",
          "Put the plugin there, or take the link away."
        )
      ]
    : []
})

/** The files of one plugin: its own, or where it has none the nested one and those that its manifest names. */
const ofPlugin = Effect.fnUntraced(function* (spec: Folder, own: File, name: string) {
  const pluginFolder = `${own.folder}/${name}`
  const plugin: File = { ...own, plugin: name, pluginFolder, file: `${pluginFolder}/${spec.file}` }
  const first = yield* optional(plugin)
  if (first.length > 0) return first
  const nested = yield* optional({ ...plugin, file: `${pluginFolder}/${spec.nested}` })
  const found = [...nested, ...(yield* byManifest(spec, plugin, pluginFolder, nested.length > 0))]
  return found.length > 0 ? found : yield* nothingFound(plugin, pluginFolder)
})

const inFolder = Effect.fnUntraced(function* (spec: Folder, dialect: string, folder: string) {
  const files = yield* ConfigFiles
  const own: File = { dialect, scope: spec.scope, folder, file: `${folder}/${spec.file}` }
  const plugins = yield* files.folders(folder).pipe(
    Effect.map((names): ReadonlyArray<Place> => names.map((name) => ofPlugin(spec, own, name))),
    Effect.catchTag("Inaccessible", (error) =>
      Effect.succeed([Effect.succeed([unreadable({ ...own, file: folder }, "folder", error)])])
    )
  )
  return [optional(own), ...plugins]
})

/**
 * The places where a dialect's hooks stand, in the order in which the hooks run.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = Effect.fnUntraced(function* (
  dialect: Dialect,
  project: Project
): Effect.fn.Return<ReadonlyArray<Place>, never, ConfigFiles> {
  const pathOf = (spec: HookFiles): string => `${project[spec.base]}/${spec.path}`
  // Where the project is the person's home, their files are one, and are read once.
  const paths = dialect.files.map(pathOf)
  const specs = dialect.files.filter((_, index) => paths.indexOf(paths[index] ?? "") === index)
  const places = yield* Effect.forEach(specs, (spec) => {
    const path = pathOf(spec)
    if (spec._tag === "Folder") return inFolder(spec, dialect.name, path)
    const folder = path.slice(0, path.lastIndexOf("/"))
    return Effect.succeed([optional({ dialect: dialect.name, scope: spec.scope, folder, file: path })])
  })
  return places.flat()
})
