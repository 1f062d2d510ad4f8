/**
 * The fleet that the user's settings name, read apart from all other settings: who has none pays for a search in a text
 * that is read anyway.
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { SettingsFile } from "@hookline/schema/kit/SettingsFile"
import type { Fleet } from "@hookline/schema/Settings"
import { strict } from "@hookline/core/kit/discover/internal/looseJson"
import { isJson } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A fleet, or the reason why the one that is meant is unknown: its guards may be missing then. */
export type FleetSetting =
  | { readonly _tag: "Fleet"; readonly fleet: Fleet }
  | { readonly _tag: "Unknown"; readonly issue: string }

const isSetting = Schema.is(Schema.Struct({ fleet: SettingsFile.fields.fleet }))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(strict(text))
  } catch {
    // The settings report what is wrong with the file.
    return undefined
  }
}

/** Reads the fleet from the text of a settings file. */
export const inText = (text: string | undefined, file: string): FleetSetting | undefined => {
  if (text === undefined) return undefined
  const isNamed = text.includes(`"fleet"`)
  // JSON may write a letter as an escape: such a text is parsed in any case.
  if (!isNamed && !text.includes("\\u")) return undefined
  const root = parsed(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  const unknown = (why: string): FleetSetting => ({ _tag: "Unknown", issue: `the fleet in ${file} is unknown: ${why}` })
  if (!isJson(root)) return isNamed ? unknown("the file is no JSON") : undefined
  const setting: unknown = { fleet: root["fleet"] }
  if (root["fleet"] === undefined) return undefined
  return isSetting(setting) && setting.fleet !== undefined
    ? { _tag: "Fleet", fleet: setting.fleet }
    : unknown(`"fleet" is not valid; \`hookline check\` shows what it may be`)
}

/** Reads the fleet of a user. */
export const read = (home: string): Effect.Effect<FleetSetting | undefined, never, ConfigFiles> => {
  const file = `${home}/.hookline/settings.json`
  return Effect.flatMap(ConfigFiles, (files) =>
    Effect.match(files.read(file), {
      onSuccess: (text) => inText(text, file),
      // What is in a file that can't be read is reported with the settings.
      onFailure: () => undefined
    })
  )
}
