/**
 * Files that look like hooks at places where neither a host nor Hookline reads them: all their guards are lost.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { HostFacts, UnreadPlace } from "@hookline/dialects/kit/HostFacts"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import * as layout from "@hookline/dialects/kit/plugins"
import { parse } from "jsonc-parser"
import * as fs from "node:fs"
import * as path from "node:path"
import { type NearlyRead, nearlyRead } from "./nearlyRead.ts"

/** The size above which a file is no configuration of hooks. */
const largest = 1 << 22

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isJson(value) && Object.keys(value).length > 0

/** Checks whether a text looks like hooks: it has filled `hooks`, or events at its top. It may be broken JSON. */
const looksLikeHooks = (text: string): boolean => {
  const root: unknown = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })
  if (!isJson(root)) return false
  return (
    isFilled(root["hooks"]) || Object.entries(root).some(([key, value]) => HookEvent.isName(key) && isFilled(value))
  )
}

const textOf = (file: string): string | undefined => {
  try {
    const status = fs.statSync(file, { throwIfNoEntry: false })
    return status?.isFile() === true && status.size <= largest ? fs.readFileSync(file, "utf8") : undefined
  } catch {
    // It is not known to hold hooks.
    return undefined
  }
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns the files at a place. Cases of `hookline test` are no hooks. */
const filesAt = (base: string, { path: at }: UnreadPlace): ReadonlyArray<string> => {
  const [folder, name] = [path.join(base, path.dirname(at)), path.basename(at)]
  if (name !== "*.json") return [path.join(folder, name)]
  return namesIn(folder)
    .filter((each) => each.endsWith(".json") && !each.endsWith(".test.json"))
    .map((each) => path.join(folder, each))
}

/** Checks whether a text would count in a file that is read. */
const wouldCount = (file: string, text: string): boolean => {
  if (file.endsWith(".md")) return /^\uFEFF?---[ \t]*\r?\n(?:(?!---)[^\n]*\n)*?hooks[ \t]*:/.test(text)
  if (file.endsWith(".toml")) return /^\s*\[+\s*hooks\b|^\s*hooks\b.*=/m.test(text)
  // Settings, and manifests of plugins, count without hooks.
  if (/(?:[\\/]\.hookline[\\/][^\\/]+|[\\/]plugin\.json)$/.test(file)) return isFilled(parse(text))
  return looksLikeHooks(text)
}

const aboutNearlyRead = ({ belongs, dialect, file }: NearlyRead): ReadonlyArray<Diagnostic.Diagnostic> => {
  if (!wouldCount(belongs, textOf(file) ?? "")) return []
  return [
    Diagnostic.ofFile("file-unread", file, {
      dialect,
      text: "This path is nearly one that is read, and it is not read: nothing in it counts.",
      fix: fs.existsSync(belongs) ? `What it holds belongs into ${belongs}, which is read.` : `Rename it to ${belongs}.`
    })
  ]
}

const diagnosticOf = (host: HostFacts, file: string, belongs: string): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("file-unread", file, {
    dialect: host.name,
    text: "This looks like hooks, and it is not read: none of its hooks run.",
    fix: `It belongs at ${belongs}.`
  })

/** Returns the folders in the folders of plugins, also those of which no file was read. */
const installedIn = (base: string): ReadonlyArray<string> =>
  namesIn(path.join(base, layout.folder)).map((name) => path.join(base, layout.folder, name))

/**
 * Returns a diagnostic for each file that looks like hooks and is not read. `enabled` are the folders of plugins that hosts
 * have installed and enabled.
 *
 * @category getters
 * @since 0.1.0
 */
export const unreadFiles = (
  folders: Project,
  { files }: Pick<Catalog, "files">,
  enabled: ReadonlyArray<string>
): ReadonlyArray<Diagnostic.Diagnostic> => {
  const { home, project } = folders
  const read = new Set(files.map(({ file }) => file))
  const withHooks = new Set(files.flatMap(({ pluginFolder }) => pluginFolder ?? []))
  const plugins = new Set([...withHooks, ...enabled, ...[project, home].flatMap(installedIn)])
  // A plugin with hooks may have files for other agents beside them.
  const withoutHooks = [...plugins].filter((folder) => !withHooks.has(folder))
  const atOtherPlaces = Hosts.all.flatMap((host) =>
    (host.unread ?? []).flatMap((place) => {
      const places = project === home ? [home] : [project, home]
      const bases =
        place.inPlugins === undefined
          ? places
          : place.inPlugins === "without hooks"
            ? withoutHooks
            : [project, ...plugins]
      return [...new Set(bases)].flatMap((base) =>
        filesAt(base, place)
          .filter((file) => !read.has(file) && looksLikeHooks(textOf(file) ?? ""))
          .map((file) => diagnosticOf(host, file, path.join(base, place.belongs)))
      )
    })
  )
  const known = new Set([...read, ...atOtherPlaces.map(({ file }) => file)])
  return [
    ...atOtherPlaces,
    ...nearlyRead(folders, [...plugins]).flatMap((one) => (known.has(one.file) ? [] : aboutNearlyRead(one)))
  ]
}
