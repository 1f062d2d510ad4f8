/** Checks the names of tools for hooks: one that no tool has is ignored, and the guards of the tool that is meant do not run. */
import { lettersOf } from "@hookline/core/kit/discover/EventNames"
import { isNear } from "@hookline/core/kit/discover/Suggestions"
import type { Options, ToolName } from "./Options.ts"

/** Returns the known name that an unknown one is meant for. Other unknown names may be those of other tools. */
const meantBy = (name: string, free: ReadonlyArray<string>): string | undefined =>
  free.find((known) => isNear(lettersOf(known), lettersOf(name)))

/** Throws if a name is nearly that of a tool which has no name for hooks. */
export const checkNames = ({ names = {} }: Pick<Options, "names">, tools: object): void => {
  const free = Object.keys(tools).filter((tool) => !Object.hasOwn(names, tool))
  for (const [name, said] of Object.entries<string | ToolName>(names)) {
    const meant = Object.hasOwn(tools, name) ? undefined : meantBy(name, free)
    if (meant === undefined) continue
    const known = typeof said === "string" ? said : said.name
    throw new Error(
      `names: there is no tool ${JSON.stringify(name)}, so that hooks do not know it as ${known}; is ${meant} meant?`
    )
  }
}
