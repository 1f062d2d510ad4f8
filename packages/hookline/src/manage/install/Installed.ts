/**
 * What is installed in a project: `.hookline/installed.json`, with each plugin's source and the hash of every file of it.
 *
 * @since 0.1.0
 */
import * as plugins from "@hookline/dialects/kit/plugins"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as path from "node:path"
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
 * Schema for a plugin as it was installed.
 *
 * @category schemas
 * @since 0.1.0
 */
export const InstalledPlugin = Schema.Struct({
  name: Schema.String,
  source: PluginSource,
  version: Schema.optionalKey(Schema.String),
  commit: Schema.optionalKey(Schema.String),
  installedAt: Schema.String,
  files: Schema.Array(InstalledFile)
}).annotate({ identifier: "InstalledPlugin" })

/** @since 0.1.0 */
export type InstalledPlugin = typeof InstalledPlugin.Type

/**
 * Schema for the file.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Installed = Schema.Struct({
  version: Schema.Literal(1),
  plugins: Schema.Array(InstalledPlugin)
}).annotate({ identifier: "Installed" })

/** @since 0.1.0 */
export type Installed = typeof Installed.Type

const fromText = Schema.decodeUnknownEffect(Schema.fromJsonString(Installed))

/**
 * Where it stands.
 *
 * @category getters
 * @since 0.1.0
 */
export const fileOf = (project: string): string => path.join(project, ".hookline/installed.json")

/**
 * Where a plugin of that name stands.
 *
 * @category getters
 * @since 0.1.0
 */
export const folderOf = (project: string, name: string): string => path.join(project, plugins.folder, name)

/** A name from a file that anybody may have written leads nowhere else. */
const isName = (name: string): boolean => name !== "" && !/[/\\]/.test(name) && !/^\.+$/.test(name)

/**
 * Reads what is installed: nothing, where there is no such file.
 *
 * @category constructors
 * @since 0.1.0
 */
export const read = (project: string): Effect.Effect<Installed, InstallProblem> =>
  Effect.gen(function* () {
    const file = fileOf(project)
    const refuse = (why: string) =>
      new InstallProblem({
        why: "record",
        text: `${file} can't be read: ${why}. Mend it, or take it away; then nobody knows any more what was installed.`
      })
    const text = yield* Effect.try({
      try: () => disk.read(file).bytes?.toString(),
      catch: (error) => refuse(disk.whyOf(error))
    })
    if (text === undefined) return { version: 1, plugins: [] } as const
    const installed = yield* Effect.mapError(fromText(text), ({ message }) => refuse(onOneLine(message)))
    const odd = installed.plugins.find(({ name }) => !isName(name))
    return odd === undefined ? installed : yield* refuse(`${JSON.stringify(odd.name)} is no name of a plugin`)
  })

/**
 * The text of the file: a file's path, mode and hash on one line.
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
