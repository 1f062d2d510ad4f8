/**
 * The text of a plugin of Hookline: a line with its hash, its constants, and the program that the dialect brings.
 *
 * @since 0.1.0
 */
import { isFields, type Settings } from "@hookline/dialects/kit/opencode/plugin/Settings"
import { pluginText } from "@hookline/dialects/kit/opencode/pluginText"
import * as path from "node:path"
import { RefusedCommand } from "../AttachProblem.ts"
import { type Options, registeredEvents, timeoutOf } from "../entriesFor.ts"
import * as Seal from "../Seal.ts"

/**
 * The events for which the plugin calls Hookline, and its text.
 *
 * @category models
 * @since 0.1.0
 */
export interface PluginText {
  readonly text: string
  readonly events: ReadonlyArray<string>
}

const mark = "//"

/**
 * Returns the text of the plugin.
 *
 * @category constructors
 * @since 0.1.0
 */
export const of = ({ command, host, limitMillis, onFailure = "open" }: Options): PluginText | RefusedCommand => {
  // opencode starts its plugins in folders of its own choice.
  if (![command[0], command.at(-1) ?? ""].every((word) => path.isAbsolute(word))) {
    return new RefusedCommand({ command, why: "its paths are not absolute" })
  }
  const events = registeredEvents(host)
  const limits = Object.fromEntries(events.map((event) => [event, timeoutOf(host, event, limitMillis(event))]))
  const settings: Settings = { command, policy: onFailure, limits }
  const rest = [
    `// Written by \`hookline attach ${host.name}\`. \`hookline detach ${host.name}\` deletes it, unless it was changed.`,
    `const hookline = ${JSON.stringify(settings, undefined, 2)};`,
    pluginText
  ].join("\n")
  return { text: Seal.of(mark, rest), events }
}

/**
 * Checks whether a text is one that `attach` wrote, without a change.
 *
 * @category guards
 * @since 0.1.0
 */
export const isOurs = (text: string): boolean => Seal.isWhole(mark, text)

/** Checks constants, because a file that was changed may hold anything. */
const isSettings = (value: unknown): value is Settings =>
  isFields(value) &&
  Array.isArray(value["command"]) &&
  value["command"].every((word) => typeof word === "string") &&
  ["open", "ask", "closed"].some((policy) => policy === value["policy"]) &&
  isFields(value["limits"])

/**
 * Checks whether a plugin has the program of this version of Hookline.
 *
 * @category guards
 * @since 0.1.0
 */
export const isCurrent = (text: string): boolean => text.endsWith(pluginText)

/**
 * Returns the constants of a plugin of Hookline, or `undefined` for another text.
 *
 * @category getters
 * @since 0.1.0
 */
export const settingsIn = (text: string): Settings | undefined => {
  if (!Seal.has(mark, text)) return undefined
  const [, json] = /^const hookline = (\{[^]*?^\});$/m.exec(text) ?? []
  try {
    const value: unknown = JSON.parse(json ?? "")
    return isSettings(value) ? value : undefined
  } catch {
    return undefined
  }
}
