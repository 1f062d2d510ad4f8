/** Checks the options of the callbacks of the Claude Agent SDK. */
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import { isName, names } from "@hookline/schema/HookEvent"
import { checkOptions, type Kind, kind, list, oneOf } from "../../options/kinds.ts"
import type { Options } from "./types.ts"

/** The names of events. The SDK calls nothing back for another one. */
const events: Kind = (name, value) => {
  const wrong = list(name, value)
  if (wrong !== undefined) return wrong
  // The check above finds what is no list.
  const strange = (value as ReadonlyArray<unknown>).find((event) => typeof event !== "string" || !isName(event))
  if (strange === undefined) return undefined
  const meant = typeof strange === "string" ? nearest(strange, names) : undefined
  return `${name}: ${JSON.stringify(strange)} is no event${meant === undefined ? "" : `; is ${meant} meant?`}`
}

/** The kinds of the options. The type keeps the list complete. */
const kinds: Readonly<Record<keyof Options, Kind>> = {
  events,
  onFailure: oneOf("block", "continue"),
  source: oneOf("startup", "resume"),
  timeout: kind("a number of seconds above 0", (value) => typeof value === "number" && value > 0)
}

/** Throws if an option is unknown or of another kind. */
export const checkCallbackOptions = (options: Options): void => checkOptions("ClaudeAgentSdk.hooks", options, kinds)
