/** The two formats of files that dialects choose from. */
import type { ConfigFormat } from "@hookline/core/Dialect"
import type { File } from "@hookline/schema/Source"
import { HandlersFile, HooksFile, SettingsFile } from "@hookline/schema/HookFile"
import { readGroups } from "./groups.ts"
import { readHandlers } from "./handlers.ts"
import { locate, read } from "./read.ts"
import type { Rules } from "./rules.ts"
import { writeGroups, writeHandlers } from "./write.ts"

/** Relaxes the rules for a front matter, which may have no hooks in any dialect. */
const rulesFor = (rules: Rules, { file }: File): Rules =>
  file.endsWith(".md") && rules.isSettings !== true ? { ...rules, isSettings: true } : rules

/** Creates the format with groups of hooks under each event. */
export const groupsFormat = (rules: Rules): ConfigFormat => ({
  schema: rules.isSettings === true ? SettingsFile : HooksFile,
  read: (file, text) =>
    read(file, text, (root, of, report) => readGroups(root, of, rulesFor(rules, of), report), rules.offKey),
  write: (hooks) => writeGroups(hooks, rules.onFailureWords),
  locate
})

/** Creates the format with a list of handlers under each event. */
export const handlersFormat = (rules: Rules): ConfigFormat => ({
  schema: HandlersFile,
  read: (file, text) => read(file, text, (root, of, report) => readHandlers(root, of, rules, report)),
  write: writeHandlers,
  locate
})
