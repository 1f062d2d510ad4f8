/** Checks the names of a toolkit for hooks by its tools and by the keys of their inputs, which are all known. */
import { present } from "@hookline/schema/kit/present"
import type * as Tool from "effect/ai/Tool"
import { checkNaming, meantBy, noTool } from "./checkedNames.ts"
import { inputKeysOf } from "./inputKeys.ts"
import type { Options, ToolName } from "./Options.ts"

const listed = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "there are none" : `there are ${names.join(", ")}`

/** Throws if a key is not in the tool's input, or gets the name of another key that is. */
const checkKeys = (what: string, keys: NonNullable<ToolName["keys"]>, tool: Tool.Any): void => {
  const known = inputKeysOf(tool)
  const free = known.keys.filter((key) => !Object.hasOwn(keys, key))
  for (const [key, said] of Object.entries(keys)) {
    if (!known.keys.includes(key)) {
      const meant = meantBy(key, free)
      if (meant === undefined && known.isOpen) continue
      const hint = meant === undefined ? listed(known.keys) : `is ${meant} meant?`
      throw new Error(`${what}: the input has no key ${JSON.stringify(key)}, so that hooks get no ${said}; ${hint}`)
    }
    if (free.includes(said)) throw new Error(`${what}: hooks can't know both ${key} and ${said} as ${said}`)
  }
}

/** Returns the options of a toolkit. Throws if one is unknown, or names a tool or a key that the toolkit does not have. */
export const checkedToolkit = <Tools extends Record<string, Tool.Any>>(
  options: Options<Tools>,
  tools: Tools
): Options => {
  checkNaming("a guarded toolkit", options)
  // The check above finds any names and keys that are no texts, whatever tools the type has.
  const checked = present(options) as Options
  const { names = {} } = checked
  const free = Object.keys(tools).filter((tool) => !Object.hasOwn(names, tool))
  for (const [name, said] of Object.entries(names)) {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool === undefined) {
      const meant = meantBy(name, free)
      throw noTool(name, said, meant === undefined ? listed(Object.keys(tools)) : `is ${meant} meant?`)
    }
    if (typeof said === "object" && said.keys !== undefined) checkKeys(`names: ${name}: keys`, said.keys, tool)
  }
  return checked
}
