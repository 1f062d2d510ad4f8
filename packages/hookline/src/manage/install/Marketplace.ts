/**
 * A marketplace's list of plugins, and where one of them is fetched from.
 *
 * @since 0.1.0
 */
import { several } from "@hookline/core/kit/discover/Suggestions"
import * as plugins from "@hookline/dialects/kit/plugins"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"
import { InstallProblem } from "./InstallProblem.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { address } from "./PluginSource.ts"

/**
 * The path of a marketplace's list in its folder.
 *
 * @category models
 * @since 0.1.0
 */
export const file = plugins.marketplace

/**
 * The place of a plugin: the marketplace's own folder, or a repository.
 *
 * @category models
 * @since 0.1.0
 */
export type Origin =
  | { readonly _tag: "Inside"; readonly path: string }
  | { readonly _tag: "Git"; readonly url: string; readonly ref?: string; readonly path?: string }

/**
 * A plugin as the marketplace has it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Entry {
  readonly name: string
  readonly origin: Origin
  /** The other fields of its entry in the marketplace, which may hold hooks. */
  readonly data: Json
}

const refuse = (text: string): Result.Result<never, InstallProblem> =>
  Result.fail(new InstallProblem({ why: "marketplace", text }))

/** Steps inside of a folder, or nothing where they lead out of it. */
const inside = (path: string): string | undefined => {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".")
  const isInside = !path.startsWith("/") && !path.includes("\\") && !steps.includes("..")
  return isInside ? steps.join("/") : undefined
}

const textIn = (source: Json, name: string): string | undefined => {
  const value = source[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A repository that a marketplace names. A path on this machine is no business of a marketplace. */
const fromGit = (source: Json, url: string, told: string): Result.Result<Origin, InstallProblem> => {
  const ref = textIn(source, "sha") ?? textIn(source, "ref")
  const path = textIn(source, "path")
  const within = path === undefined ? undefined : inside(path)
  if (path !== undefined && within === undefined) return refuse(`The path of ${told} leads out of its repository.`)
  return Result.map(address(url, false), (checked) => ({
    _tag: "Git",
    url: checked,
    ...(ref !== undefined && { ref }),
    ...(within !== undefined && { path: within })
  }))
}

const originOf = (entry: Json, root: Json, told: string): Result.Result<Origin, InstallProblem> => {
  const { source } = entry
  if (typeof source === "string") {
    const metadata = isJson(root["metadata"]) ? root["metadata"] : {}
    const base = source.startsWith(".") ? undefined : textIn(metadata, "pluginRoot")
    const path = inside(base === undefined ? source : `${base}/${source}`)
    return path === undefined
      ? refuse(`The source of ${told} leads out of its marketplace: ${onOneLine(source)}.`)
      : Result.succeed({ _tag: "Inside", path })
  }
  if (!isJson(source)) return refuse(`The marketplace has no source for ${told}.`)
  const kind = textIn(source, "source")
  const repo = textIn(source, "repo")
  if (kind === "github" && repo !== undefined) {
    return /^\w[\w.-]*\/\w[\w.-]*$/.test(repo)
      ? fromGit(source, `https://github.com/${repo}.git`, told)
      : refuse(`${onOneLine(repo)}, of which ${told} is to come, is no OWNER/NAME.`)
  }
  const url = textIn(source, "url")
  if ((kind === "url" || kind === "git" || kind === "git-subdir") && url !== undefined) {
    return fromGit(source, url, told)
  }
  return refuse(
    `${told} is to come from ${JSON.stringify(kind ?? source)}, which we don't fetch. Get it yourself, and install its folder.`
  )
}

interface List {
  readonly root: Json
  readonly entries: ReadonlyArray<Json>
  readonly names: ReadonlyArray<string>
}

const listIn = (text: string): Result.Result<List, InstallProblem> => {
  let root: unknown
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return refuse("The marketplace's list is no valid JSON, so that its plugins are unknown.")
  }
  const plugins: ReadonlyArray<unknown> = isJson(root) && Array.isArray(root["plugins"]) ? root["plugins"] : []
  const entries = plugins.filter(isJson).filter(({ name }) => typeof name === "string")
  if (!isJson(root) || entries.length === 0) return refuse("The marketplace's list has no plugins.")
  return Result.succeed({ root, entries, names: entries.map(({ name }) => String(name)) })
}

/**
 * The message where a marketplace is named, and none of its plugins.
 *
 * @category errors
 * @since 0.1.0
 */
export const unnamed = (text: string): InstallProblem => {
  const list = listIn(text)
  if (Result.isFailure(list)) return list.failure
  const names = list.success.names.map(onOneLine).join(", ")
  return new InstallProblem({
    why: "marketplace",
    text: `This is a marketplace: put a # and the name of one of its plugins behind it (${names}).`
  })
}

/**
 * Finds a plugin in a marketplace's list.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (text: string, plugin: string): Result.Result<Entry, InstallProblem> =>
  Result.flatMap(listIn(text), ({ entries, names, root }) => {
    const told = onOneLine(plugin)
    const entry = entries.find(({ name }) => name === plugin)
    if (entry !== undefined) {
      return Result.map(originOf(entry, root, told), (origin) => ({ name: plugin, origin, data: entry }))
    }
    const [meant] = several(plugin, names)
    const hint = meant === undefined ? "" : ` Is ${onOneLine(meant)} meant?`
    return refuse(`${told} is no plugin of this marketplace.${hint} It has ${names.map(onOneLine).join(", ")}.`)
  })
