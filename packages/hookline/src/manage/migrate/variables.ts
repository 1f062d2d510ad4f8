/** Variables in a command's text, under another dialect's hosts. */
import type { HostVariables, VariableMeaning } from "@hookline/dialects/kit/HostFacts"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { File } from "@hookline/schema/Source"
import * as path from "node:path"
import { agents } from "./foreign/agents.ts"

/** The variables of all hosts, and of the agents whose files are only read, by their meanings. */
const meanings: Readonly<Record<string, VariableMeaning>> = Object.fromEntries(
  [
    ...Hosts.all.map(({ migration }) => migration?.variables.meanings ?? {}),
    ...agents.map((each) => each.variables)
  ].flatMap((each) => Object.entries(each))
)

/** The folders of variables. */
export interface Folders {
  readonly project: string
  readonly home: string
}

const variable = /\$(?:\{(\w+)(:?[-+?=][^}]*)?\}|(\w+))/g

const inside = (folder: string, root: string): string | undefined => {
  const rest = path.relative(root, folder)
  return rest.startsWith("..") || path.isAbsolute(rest) ? undefined : rest
}

/** A folder as a command may name it, in the place of the variable that held it. */
const placeOf = (folder: string, { home, project }: Folders, projectVariable: string): string | undefined => {
  const [inProject, inHome] = [inside(folder, project), inside(folder, home)]
  const place =
    inProject !== undefined
      ? `\${${projectVariable}}${inProject === "" ? "" : `/${inProject}`}`
      : inHome !== undefined
        ? `\${HOME}/${inHome}`
        : folder
  // The text's own quotes may be around it or not: a value that would be split without them is not written.
  return /^[\w./${}@-]+$/.test(place) ? place : undefined
}

/** A text in the target's variables, or the one that can't be had there. */
export const rename = (
  text: string,
  { file, folders, to }: { readonly file: File; readonly folders: Folders; readonly to: HostVariables }
): { readonly text: string; readonly renamed: ReadonlyArray<string> } | { readonly missing: string } => {
  let missing: string | undefined
  const renamed = new Set<string>()
  const projectVariable = to.names.project ?? ""
  const out = text.replaceAll(
    variable,
    (whole: string, braced: string | undefined, rest: string | undefined, plain: string | undefined) => {
      const name = braced ?? plain ?? ""
      const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined
      if (meaning === undefined || to.kept.includes(name)) return whole
      const folder = meaning === "plugin" ? (file.pluginFolder ?? file.folder) : file.folder
      const isPlace = meaning === "plugin" || meaning === "hooks"
      // Where these are set for hooks of a plugin only, they are not set for another file.
      const isSet = file.plugin !== undefined
      if (isPlace && !isSet && Hosts.named(file.dialect)?.migration?.variables.foldersInEveryFile !== true) {
        missing ??= name
        return whole
      }
      const other = isPlace ? placeOf(folder, folders, projectVariable) : to.names[meaning]
      if (other === undefined) {
        missing ??= name
        return whole
      }
      renamed.add(isPlace ? `$${name} is written as ${other}` : `$${name} is called $${other}`)
      if (isPlace) return other
      return braced === undefined ? `$${other}` : `\${${other}${rest ?? ""}}`
    }
  )
  return missing === undefined ? { text: out, renamed: [...renamed] } : { missing }
}

/** Variables that a text speaks of by name alone, as other programs' code does, and that have another name there. */
export const mentioned = (text: string, to: HostVariables): ReadonlyArray<string> =>
  Object.keys(meanings).filter(
    (name) => !to.kept.includes(name) && new RegExp(String.raw`(?<![$\w{])${name}\b`).test(text)
  )
