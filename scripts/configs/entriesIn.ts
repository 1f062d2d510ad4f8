// How many entries a person would count in a file: things that say what to run, or that stand where such a thing belongs.
// It shares nothing with the loader, so that both can't be wrong in the same way.
import * as Toml from "effect/encoding/Toml"
import * as Yaml from "effect/encoding/Yaml"
import * as Result from "effect/Result"

/** Keys of settings that hold commands of another kind. */
const settings = new Set(["statusLine", "fileSuggestion", "permissions", "env", "sandbox", "_metadata"])

const saysWhatToRun = (node: object): boolean =>
  ["command", "bash", "powershell", "windows", "prompt", "url", "script", "function", "server"].some(
    (key) => key in node
  ) ||
  ("type" in node && !("hooks" in node) && !("handlers" in node))

const count = (node: unknown, depth: number): number => {
  if (typeof node === "string") return depth <= 1 && node !== "" ? 1 : 0
  if (typeof node !== "object" || node === null) return 0
  if (Array.isArray(node)) return node.reduce<number>((sum, item) => sum + count(item, depth), 0)
  const nested = "hooks" in node || "handlers" in node
  if (!nested && saysWhatToRun(node)) return 1
  return Object.entries(node)
    .filter(([key]) => key !== "matcher" && !settings.has(key))
    .reduce<number>(
      (sum, [key, value]) =>
        sum + (typeof value === "string" && nested && key !== "hooks" ? 0 : count(value, depth + 1)),
      0
    )
}

const isEmpty = (node: unknown): boolean => JSON.stringify(node)?.replaceAll(/[[\]{},"\s]|null/g, "") === ""

/** Whatever stands under an event was meant as an entry, also where nothing in it looks like one. */
const perEvent = (hooks: unknown): number => {
  if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks)) return count(hooks, 0)
  return Object.values(hooks).reduce<number>((sum, value) => sum + (count(value, 1) || (isEmpty(value) ? 0 : 1)), 0)
}

const withoutComments = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?\*\//g, "$1").replaceAll(/,(\s*[}\]])/g, "$1")

const parse = (text: string, name: string): unknown => {
  if (name.endsWith(".toml")) return Result.getOrThrow(Toml.parse(text))
  if (name.endsWith(".md")) return Yaml.parse(text.split(/^---\r?\n/m)[1] ?? "")
  return JSON.parse(withoutComments(text.replace(/^\uFEFF/, "")))
}

/** The entries of a file. One that nobody can parse has as many as it has commands and prompts. */
export const entriesIn = (text: string, name: string): number => {
  let root: unknown
  try {
    root = parse(text, name)
  } catch {
    return text.match(/"(?:command|prompt)"\s*:/g)?.length ?? 0
  }
  if (typeof root !== "object" || root === null) return 0
  if ("hooks" in root) return perEvent(root.hooks)
  const entries = Object.entries(root).filter(([key, value]) => !settings.has(key) && typeof value === "object")
  return perEvent(Object.fromEntries(entries))
}
