/**
 * The folders and files of a plugin that bring hooks while they are in use: its skills, agents and commands.
 *
 * @since 0.1.0
 */
import { isJson, type Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import { absentIn } from "./absentIn.ts"
import { ConfigFiles } from "./ConfigFiles.ts"
import * as ConfigLocations from "./ConfigLocations.ts"
import type { PluginLayout } from "../Dialect.ts"

/**
 * A folder with files of one kind. `only` is the one file in it that is meant.
 *
 * @category models
 * @since 0.1.0
 */
export interface CarrierFolder {
  readonly kind: PluginLayout["carriers"][number]["kind"]
  readonly path: string
  readonly only?: string
}

/** Decodes a manifest. One that is no JSON is reported where the plugin's hooks are read. */
const dataOf = (text: string | undefined): Json => {
  if (text === undefined) return {}
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return isJson(data) ? data : {}
  } catch {
    return {}
  }
}

/** Returns the texts of a value that is a path or a list of paths. */
const pathsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).filter((path): path is string => typeof path === "string")

/**
 * Checks whether a plugin may have carriers, as far as its folder was listed. Nearly all have none.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayHaveAny = ({
  isAbsent,
  layout,
  list
}: Pick<ConfigLocations.Plugin, "isAbsent" | "layout" | "list">): boolean => {
  if (isAbsent === undefined || list !== undefined || !isAbsent(layout.manifest.path)) return true
  for (const { path } of layout.carriers) if (!isAbsent(path)) return true
  return false
}

/**
 * Lists the folders of a plugin's carriers: the usual ones, and those that its manifest or a list names. A path out of
 * the plugin's folder is left out, because only the user chooses what runs from elsewhere.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = Effect.fnUntraced(function* (
  plugin: ConfigLocations.Plugin
): Effect.fn.Return<ReadonlyArray<CarrierFolder>, never, ConfigFiles> {
  const { folder, isAbsent: known, layout, list } = plugin
  const files = yield* ConfigFiles
  const isAbsent = known ?? (yield* absentIn(folder))
  if (!mayHaveAny({ ...plugin, isAbsent })) return []
  const path = `${folder}/${layout.manifest.path}`
  const manifest = isAbsent(layout.manifest.path)
    ? undefined
    : yield* Effect.orElseSucceed(files.read(path), () => undefined)
  const data = [dataOf(manifest), dataOf(list)]
  const targets = layout.carriers.flatMap(({ key, kind, path: usual }) =>
    Array.from(new Set([usual, ...data.flatMap((one) => pathsOf(one[key]))]), (named) => ({
      kind,
      target: ConfigLocations.inside(folder, named)
    }))
  )
  const found: Array<CarrierFolder> = []
  let isReal: boolean | undefined
  for (const { kind, target } of targets) {
    if (target === undefined || isAbsent(target.slice(folder.length + 1))) continue
    // A link that turns in a circle is reported with the plugin's hooks, and leads to no carriers.
    isReal ??= yield* Effect.isSuccess(files.realPath(folder))
    if (!isReal || (yield* ConfigLocations.leadsOut(folder, target))) continue
    const cut = target.lastIndexOf("/")
    const isFile = kind !== "skill" && target.endsWith(".md")
    found.push(isFile ? { kind, path: target.slice(0, cut), only: target.slice(cut + 1) } : { kind, path: target })
  }
  return found
})
