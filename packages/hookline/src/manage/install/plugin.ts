/** A plugin in a folder: its files, and its manifest. */
import * as plugins from "@hookline/dialects/kit/plugins"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import { InstallProblem } from "./InstallProblem.ts"
import type { Origin, RefType } from "./Installed.ts"
import type * as Marketplace from "./Marketplace.ts"
import * as PluginFiles from "./PluginFiles.ts"
import type { Fetched } from "./PluginFetch.ts"
import type { PluginSource } from "./PluginSource.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

const { manifest: manifestPath, nested: nestedPath, own: ownPath } = plugins.files

/** A folder that may be a plugin or a marketplace, and what is known of it. */
export interface Place {
  readonly root: string
  /** A marketplace's list, where that was named itself. */
  readonly list?: string
  readonly source: PluginSource
  readonly commit?: string
  readonly committedAt?: number
  readonly refType?: RefType
  readonly origin?: Origin
  readonly listed?: string
  /** The last word of its path or address. */
  readonly called: string
}

/** Reads a manifest's data. One that can't be read is empty here, and reported by the check. */
const manifestOf = (files: ReadonlyArray<PluginFiles.PluginFile>): Json => {
  const text = PluginFiles.textOf(files, manifestPath)
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return isJson(value) ? value : {}
  } catch {
    return {}
  }
}

const textAt = (data: Json, key: string): string | undefined => {
  const value = data[key]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A folder without anything in it that we know. */
export const nothingThere = (told: string) =>
  new InstallProblem({
    why: "plugin",
    text: `${told} is no plugin: it has neither ${ownPath}, nor ${nestedPath}, nor ${manifestPath}.`
  })

/** Adds hooks of a marketplace's list that the plugin lacks to its manifest, where they are found. */
const withHooksOf = (
  files: ReadonlyArray<PluginFiles.PluginFile>,
  { data, name }: Marketplace.Entry
): Effect.Effect<ReadonlyArray<PluginFiles.PluginFile>, InstallProblem> => {
  const { hooks } = data
  if (hooks === undefined || hooks === null) return Effect.succeed(files)
  const manifest = manifestOf(files)
  if (JSON.stringify(manifest["hooks"]) === JSON.stringify(hooks)) return Effect.succeed(files)
  const isBroken = PluginFiles.textOf(files, manifestPath) !== undefined && Object.keys(manifest).length === 0
  if (manifest["hooks"] !== undefined || isBroken || PluginFiles.textOf(files, ownPath) !== undefined) {
    return Effect.fail(
      new InstallProblem({
        why: "marketplace",
        text:
          `Both the marketplace's list and ${onOneLine(name)} itself name hooks, so that one of them would not run. ` +
          "Get the plugin yourself, put its hooks together, and install its folder."
      })
    )
  }
  const text = `${JSON.stringify({ name, ...manifest, hooks }, undefined, 2)}\n`
  const others = files.filter((file) => file.path !== manifestPath)
  return Effect.succeed([...others, { path: manifestPath, bytes: Buffer.from(text), runs: false }])
}

/** Reads it. `entry` is its entry in the marketplace. */
export const plugin = Effect.fnUntraced(function* (
  folder: string,
  place: Omit<Place, "root">,
  limits: PluginFiles.Limits | undefined,
  entry?: Marketplace.Entry
): Effect.fn.Return<Fetched, InstallProblem> {
  const own = yield* PluginFiles.read(folder, limits)
  const files = entry === undefined ? own : yield* withHooksOf(own, entry)
  const has = (at: string): boolean => files.some((file) => file.path === at)
  if (![ownPath, nestedPath, manifestPath].some(has)) {
    return yield* nothingThere(onOneLine(entry?.name ?? place.called))
  }
  const manifest = manifestOf(files)
  const [version, description] = ["version", "description"].map(
    (key) => textAt(manifest, key) ?? textAt(entry?.data ?? {}, key)
  )
  return {
    name: entry?.name ?? textAt(manifest, "name") ?? place.called,
    source: place.source,
    files,
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    ...(place.commit !== undefined && { commit: place.commit }),
    ...(place.committedAt !== undefined && { committedAt: place.committedAt }),
    ...(place.refType !== undefined && { refType: place.refType }),
    ...(place.origin !== undefined && { origin: place.origin }),
    ...(place.listed !== undefined && { listed: place.listed })
  }
})
