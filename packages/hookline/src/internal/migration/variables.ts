/** Variables in a command's text, under another dialect's hosts. */
import type { File } from "@hookline/schema/Source"
import * as path from "node:path"

/** What a variable stands for. Those of one meaning take each other's place. */
type Meaning = "project" | "session" | "envFile" | "plugin" | "hooks" | "other"

const meanings: Readonly<Record<string, Meaning>> = {
  CLAUDE_PROJECT_DIR: "project",
  AMPLIFIER_PROJECT_DIR: "project",
  AMCP_PROJECT_DIR: "project",
  GEMINI_PROJECT_DIR: "project",
  GEMINI_CWD: "project",
  CURSOR_PROJECT_DIR: "project",
  AMPLIFIER_SESSION_ID: "session",
  AMCP_SESSION_ID: "session",
  GEMINI_SESSION_ID: "session",
  AMPLIFIER_ENV_FILE: "envFile",
  CLAUDE_ENV_FILE: "envFile",
  CLAUDE_PLUGIN_ROOT: "plugin",
  CLAUDE_SKILL_DIR: "plugin",
  AMPLIFIER_HOOKS_DIR: "hooks",
  AMCP_HOOK_EVENT: "other",
  AMCP_TOOL_NAME: "other",
  CLAUDE_PLUGIN_DATA: "other",
  GEMINI_PLANS_DIR: "other"
}

/** The variables that hooks of a dialect's own settings get, by what they mean. */
const names: Readonly<Record<string, Readonly<Partial<Record<Meaning, string>>>>> = {
  claude: { project: "CLAUDE_PROJECT_DIR", envFile: "CLAUDE_ENV_FILE" },
  amplifier: {
    project: "AMPLIFIER_PROJECT_DIR",
    session: "AMPLIFIER_SESSION_ID",
    envFile: "AMPLIFIER_ENV_FILE"
  },
  amcp: { project: "AMCP_PROJECT_DIR", session: "AMCP_SESSION_ID" }
}

/** Those that mean the same in the target, under the same name. */
const kept: Readonly<Record<string, ReadonlySet<string>>> = {
  claude: new Set(["CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE"]),
  amplifier: new Set(["CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE", "AMPLIFIER_PROJECT_DIR"]),
  amcp: new Set(["AMCP_PROJECT_DIR", "AMCP_SESSION_ID"])
}

/** Where things lie. */
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
  // The text's own quotes may stand around it, and may not: what would fall apart without them is not written.
  return /^[\w./${}@-]+$/.test(place) ? place : undefined
}

/** A text in the target's variables, or the one that can't be had there. */
export const rename = (
  text: string,
  { file, folders, to }: { readonly file: File; readonly folders: Folders; readonly to: string }
): { readonly text: string; readonly renamed: ReadonlyArray<string> } | { readonly missing: string } => {
  let missing: string | undefined
  const renamed = new Set<string>()
  const projectVariable = names[to]?.project ?? ""
  const out = text.replaceAll(
    variable,
    (whole: string, braced: string | undefined, rest: string | undefined, plain: string | undefined) => {
      const name = braced ?? plain ?? ""
      const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined
      if (meaning === undefined || kept[to]?.has(name) === true) return whole
      const folder = meaning === "plugin" ? (file.pluginFolder ?? file.folder) : file.folder
      const isPlace = meaning === "plugin" || meaning === "hooks"
      // Elsewhere than in Amplifier's folders these are a plugin's alone, and here is none.
      if (isPlace && file.dialect !== "amplifier") {
        missing ??= name
        return whole
      }
      const other = isPlace ? placeOf(folder, folders, projectVariable) : names[to]?.[meaning]
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
export const mentioned = (text: string, to: string): ReadonlyArray<string> =>
  Object.keys(meanings).filter(
    (name) => kept[to]?.has(name) !== true && new RegExp(String.raw`(?<![$\w{])${name}\b`).test(text)
  )
