/** Matchers that are for no tool which has a name here: under one of its own they would guard nothing, unnoticed. */
import * as Target from "@hookline/schema/kit/Target"
import { meets } from "./meets.ts"
import { callable, known, type Speaker } from "./vocabulary.ts"

/** Checks whether a matcher is for a tool that has a name here, for tools of servers, or for no tool at all. */
export const isForKnownTool = (side: Speaker, event: string, matcher: string | undefined): boolean => {
  const rule = side.matcher(matcher, event)
  if (!Target.isTool(event) || rule._tag === "All" || /mcp/i.test(matcher ?? "")) return true
  return known(side).some((canonical) =>
    callable({ ...side, tools: { tools: [] } }, side, canonical).some((name) => meets(rule, name))
  )
}
