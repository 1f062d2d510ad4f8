// The names of all tools that are known, in all dialects.
import { amcpTools } from "./amcp/tools.ts"
import { amplifierTools } from "./amplifier/tools.ts"
import { amplihackTools } from "./amplihack/tools.ts"
import { claudeToolNames, claudeTools } from "./claude/tools.ts"

const tables = [claudeTools, amplifierTools, amcpTools, amplihackTools]

/** Canonical names of tools. */
export const canonicalTools: ReadonlyArray<string> = claudeToolNames

/** All names by which a matcher may refer to a tool that is known. */
export const allTools: ReadonlyArray<string> = [
  ...new Set([
    ...claudeToolNames,
    ...tables.flatMap(({ aliases = [], tools }) => [
      ...aliases.flat(),
      ...tools.flatMap(({ canonical, host }) => [canonical, host])
    ])
  ])
]
