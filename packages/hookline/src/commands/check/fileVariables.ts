/** Variables that a file of settings sets for its own agent: the file's hooks do not have them under other agents. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import { parse } from "jsonc-parser"
import { readFileSync, statSync } from "node:fs"

/** The size above which a script is not searched for variables. */
const largest = 1 << 18

/** Returns the names of the variables that a file sets. A file that can't be read is reported elsewhere. */
const namesIn = (file: string, key: string): ReadonlyArray<string> => {
  try {
    const root: unknown = parse(readFileSync(file, "utf8"), [], { allowTrailingComma: true })
    const { [key]: variables } = isJson(root) ? root : {}
    return isJson(variables) ? Object.keys(variables).filter((name) => /^\w+$/.test(name)) : []
  } catch {
    return []
  }
}

const textOf = (file: string | undefined): string =>
  file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile() === true && statSync(file).size <= largest
    ? readFileSync(file, "utf8")
    : ""

/** Creates a function that returns the variables of a hook's file which its command or its script names. */
export const fileVariables = (): ((
  hook: Hook,
  dialect: Dialect,
  script: string | undefined
) => ReadonlyArray<string>) => {
  const known = new Map<string, ReadonlyArray<string>>()
  return ({ handler, source: { file, plugin, skill } }, { projectEnv }, script) => {
    const settings = projectEnv?.settings
    if (settings === undefined || handler._tag !== "Command" || plugin !== undefined || skill !== undefined) return []
    const names = known.get(file) ?? namesIn(file, settings.key)
    known.set(file, names)
    if (names.length === 0) return []
    const text = [handler.command, ...(handler.args ?? []), textOf(script)].join("\n")
    const words = new Set(text.match(/\w+/g))
    return names.filter((name) => words.has(name))
  }
}
