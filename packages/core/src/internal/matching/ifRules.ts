// The `if` of hooks: read once, and judged for each call.
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/Target"
import type { Dialect } from "../../Dialect.ts"
import * as PermissionRule from "../../PermissionRule.ts"
import { see } from "../../ToolTable.ts"
import type { NamesOf } from "./toolNames.ts"

interface Words {
  readonly host: Dialect
  readonly dialectOf: (hook: Hook) => Dialect
  readonly namesIn: (dialect: Dialect) => NamesOf
}

export interface IfRules {
  /** Whether it is known what the hook's rule says. */
  readonly isClear: (hook: Hook) => boolean
  /** Whether the hook's rule is about a tool that is called so. */
  readonly speaksOf: (hook: Hook, names: ReadonlyArray<string>) => boolean
  readonly judges: (hook: Hook, event: HookEvent) => boolean
}

export const ifRules = ({ dialectOf, host, namesIn }: Words): IfRules => {
  const read = new Map<string, PermissionRule.PermissionRule>()
  const ruleOf = (text: string): PermissionRule.PermissionRule => {
    const rule = read.get(text) ?? PermissionRule.parse(text)
    read.set(text, rule)
    return rule
  }

  const isClear = (hook: Hook): boolean => {
    if (hook.if === undefined) return true
    const rule = ruleOf(hook.if)
    return rule._tag === "Rule" && PermissionRule.isClear(rule, see(dialectOf(hook).tools, rule.tool, {}).name)
  }

  const judges = (hook: Hook, event: HookEvent): boolean => {
    if (hook.if === undefined) return true
    if (!Target.isTool(event._tag) || !("toolInput" in event)) return false
    const { input, name } = see(host.tools, event.toolName, event.toolInput)
    return PermissionRule.meets(ruleOf(hook.if), {
      tool: name,
      names: namesIn(dialectOf(hook))(event.toolName),
      input,
      ...(event.cwd !== undefined && { cwd: event.cwd })
    })
  }

  return {
    isClear,
    judges,
    speaksOf: (hook, names) => hook.if === undefined || PermissionRule.speaksOf(ruleOf(hook.if), names)
  }
}
