/** The kinds of the options that `Hookline.layer` and `Hookline.open` share. */
import { sentence } from "@hookline/core/PipelineError"
import { Settings } from "@hookline/schema/Settings"
import { present } from "@hookline/schema/kit/present"
import { strangeIn } from "@hookline/core/kit/discover/Suggestions"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { flag, type Kind, record } from "./kinds.ts"

/** Settings whose names are known, and whose values the settings of files may have. */
const settings: Kind = (name, value) => {
  const wrong = record(name, value)
  if (wrong !== undefined) return wrong
  // The check above finds what is no object.
  const given = present(value as object)
  const strange = strangeIn(given, Object.keys(Settings.fields))
  if (strange !== undefined) return `${name}: ${strange}`
  const read = Schema.decodeUnknownResult(Settings)(given)
  return Result.isFailure(read) ? `${name}: ${sentence(read.failure).replaceAll(/\s+/g, " ")}` : undefined
}

export const sharedKinds = { excludeHostHooks: flag, settings }
