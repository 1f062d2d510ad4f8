/**
 * Checks the names of tools for hooks: one that no tool has is ignored, and the guards of the tool that is meant do not run,
 * or do not see the key that they judge.
 */
import { lettersOf } from "@hookline/core/kit/discover/EventNames"
import { isNear } from "@hookline/core/kit/discover/Suggestions"
import { present } from "@hookline/schema/kit/present"
import { isToolName } from "@hookline/core/kit/match/internal/someName"
import { checkOptions, type Kind, kind, record, wrongIn } from "../../options/kinds.ts"
import type { Options, ToolName } from "./Options.ts"

type Names = Readonly<Record<string, string | ToolName>>

/** Returns the known name that an unknown one is meant for. Other unknown names may be those of other tools. */
export const meantBy = (name: string, free: ReadonlyArray<string>): string | undefined =>
  free.find((known) => isNear(lettersOf(known), lettersOf(name)))

const knownAs = (said: string | ToolName): string => (typeof said === "string" ? said : said.name)

/** Creates the error of a name that no tool has. `why` is the hint, or the known names. */
export const noTool = (name: string, said: string | ToolName, why: string): Error =>
  new Error(`names: there is no tool ${JSON.stringify(name)}, so that hooks do not know it as ${knownAs(said)}; ${why}`)

/** A name that matchers can have. Others, such as one with a blank, are matched by none. */
const toolName = kind("a name that a matcher can have, such as Bash,", (value) => isNameOfTool(value))

const isNameOfTool = (value: unknown): boolean => typeof value === "string" && isToolName(value)

const keyName = kind(
  "the key that hooks know",
  (value) => typeof value === "string" && value !== "" && value.trim() === value
)

/** The hooks' names of an input's keys, of which each is one key's alone: the value of another would be hidden. */
const keys: Kind = (name, value) => {
  const wrong = record(name, value)
  if (wrong !== undefined) return wrong
  const known = new Map<unknown, string>()
  for (const [key, said] of Object.entries(present(value as object))) {
    const other = known.get(said)
    if (other !== undefined) return `${name}: hooks can't know both ${other} and ${key} as ${String(said)}`
    known.set(said, key)
    const misnamed = keyName(`${name}: ${key}`, said)
    if (misnamed !== undefined) return misnamed
  }
  return undefined
}

const naming: Kind = (name, value) => {
  if (typeof value === "string") return toolName(name, value)
  const wrong = record(name, value)
  if (wrong !== undefined) return wrong
  const said = { name: undefined, ...(value as object) }
  const strange = wrongIn(said, { name: toolName, keys })
  if (strange !== undefined) return `${name}: ${strange}`
  return said.name === undefined ? `${name}: it has no name for hooks` : undefined
}

const names: Kind = (name, value) => {
  const wrong = record(name, value)
  if (wrong !== undefined) return wrong
  for (const [tool, said] of Object.entries(present(value as object))) {
    const misnamed = naming(`${name}: ${tool}`, said)
    if (misnamed !== undefined) return misnamed
  }
  return undefined
}

/** The kinds of the options. The type keeps the list complete. */
export const kinds: Readonly<Record<keyof Options, Kind>> = {
  names,
  server: kind("the name of a server, without blanks,", isNameOfTool)
}

/** Throws if an option is unknown, or no name. `further` are those of an adapter or an agent. */
export const checkNaming = (what: string, options: object, further: Readonly<Record<string, Kind>> = {}): void =>
  checkOptions(what, options, { ...kinds, ...further })

/** Throws if a name is nearly that of a tool which has no name for hooks. */
export const checkNames = (options: { readonly names?: Names }, tools: object): void => {
  const { names = {} } = present(options)
  const free = Object.keys(tools).filter((tool) => !Object.hasOwn(names, tool))
  for (const [name, said] of Object.entries(names)) {
    const meant = Object.hasOwn(tools, name) ? undefined : meantBy(name, free)
    if (meant !== undefined) throw noTool(name, said, `is ${meant} meant?`)
  }
}
