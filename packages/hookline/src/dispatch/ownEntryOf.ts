/** The entries by which a host itself calls Hookline, where it also runs those of another agent's settings. */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import { folderOf } from "@hookline/dialects/kit/settingsPlace"
import { boundedText } from "@hookline/node/kit/node/boundedText"
import { isJson } from "@hookline/schema/Json"
import * as path from "node:path"

const read = (file: string): unknown => {
  try {
    return JSON.parse(boundedText(file) ?? "null")
  } catch {
    // A file that can't be read calls nothing for sure.
    return undefined
  }
}

/** Returns the handlers in the list of an event: in it, or in the groups in it. */
const handlersIn = (list: unknown): ReadonlyArray<unknown> =>
  Array.isArray(list) ? list.flatMap((one: unknown) => groupIn(one) ?? [one]) : []

/** Returns the handlers of a group, or `undefined` for any other value. */
const groupIn = (value: unknown): ReadonlyArray<unknown> | undefined => {
  const hooks: unknown = isJson(value) ? value["hooks"] : undefined
  return Array.isArray(hooks) ? hooks : undefined
}

const isOurs = (handler: unknown): boolean => {
  const command = isJson(handler) ? (handler["bash"] ?? handler["command"]) : undefined
  return typeof command === "string" && SelfReference.is({ _tag: "Command", command })
}

/** Checks whether a file surely calls Hookline for an event. A file that its host may refuse does not. */
const calls = (root: unknown, event: string, { settings: { rootFields = {} } }: HostFacts): boolean => {
  if (!isJson(root) || !isJson(root["hooks"]) || root["disableAllHooks"] === true) return false
  if (Object.entries(rootFields).some(([key, value]) => root[key] !== undefined && root[key] !== value)) return false
  return handlersIn(root["hooks"][event]).some(isOurs)
}

/** Checks whether a host calls Hookline for an event by an entry of its own settings. */
export const hasOwnEntry = (
  host: HostFacts,
  event: string,
  folders: { readonly home: string; readonly project: string }
): boolean =>
  (["user", "project"] as const).some((scope) => {
    const place = host.settings.files[scope]
    if (place === undefined) return false
    const base = scope === "user" ? folders.home : folders.project
    return calls(read(path.join(folderOf(place, base, process.env), path.basename(place.path))), event, host)
  })
