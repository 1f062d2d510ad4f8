/** The two formats of files that dialects choose from. */
import type { ConfigFormat } from "@hookline/core/Dialect"
import type { File } from "@hookline/schema/Source"
import type * as Schema from "effect/Schema"
import { HandlersFile, HooksFile, SettingsFile } from "@hookline/schema/HookFile"
import { readGroups } from "./groups.ts"
import { readHandlers } from "./handlers.ts"
import { locate, read } from "./read.ts"
import type { Rules } from "./rules.ts"
import { writeFlat, writeGroups, writeHandlers } from "./write.ts"

/**
 * Returns the rules for a file: a front matter may have no hooks in any dialect, and the file of a plugin is one of
 * hooks, also where a dialect's own file is one of settings.
 */
const rulesFor = (rules: Rules, others: Rules, { file, plugin }: File): Rules => {
  const own = rules.isSettings === true || rules.isSettingsFile?.(file) === true
  const isSettings = file.endsWith(".md") || (own && plugin === undefined)
  return isSettings === (rules.isSettings === true) ? rules : others
}

/**
 * Creates the format with groups of hooks under each event. Its schema is created when it is asked for: files are read
 * without it, and a host has many.
 */
export const groupsFormat = (rules: Rules, schema?: () => Schema.Top): ConfigFormat => {
  // Made once, because there may be a thousand plugins.
  const others: Rules = { ...rules, isSettings: rules.isSettings !== true }
  return {
    get schema() {
      return schema?.() ?? (rules.isSettings === true ? SettingsFile : HooksFile)
    },
    ...(rules.eventNames !== undefined && { events: [...new Set(Object.values(rules.eventNames))] }),
    read: (file, text) =>
      read(file, text, (root, of, report) => readGroups(root, of, rulesFor(rules, others, of), report), rules),
    write: (hooks) => (rules.flat === undefined ? writeGroups(hooks, rules) : writeFlat(hooks, rules)),
    locate
  }
}

/** Creates the format with a list of handlers under each event. */
export const handlersFormat = (rules: Rules): ConfigFormat => ({
  get schema() {
    return HandlersFile
  },
  read: (file, text) => read(file, text, (root, of, report) => readHandlers(root, of, rules, report), rules),
  write: writeHandlers,
  locate
})
