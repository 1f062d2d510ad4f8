// The `if` conditions of hooks: parsed once, and evaluated for each call.
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import type { Dialect } from "../../Dialect.ts"
import * as PermissionRule from "../PermissionRule.ts"
import { toCanonical } from "../ToolTable.ts"
import { hostNames, type NamesOf } from "./toolNames.ts"

interface Words {
  readonly host: Dialect
  readonly dialectOf: (hook: Hook) => Dialect
  readonly namesIn: (dialect: Dialect) => NamesOf
  readonly project: string | undefined
}

export interface IfRules {
  /** Checks whether the hook's rule is supported. */
  readonly isValid: (hook: Hook) => boolean
  /** Checks whether the hook's rule is about a tool with one of these names. */
  readonly speaksOf: (hook: Hook, names: ReadonlyArray<string>) => boolean
  readonly conditionHolds: (hook: Hook, event: HookEvent) => boolean
}

export const conditionRules = ({ dialectOf, host, namesIn, project }: Words): IfRules => {
  const read = new Map<string, PermissionRule.PermissionRule>()
  const ruleOf = (text: string): PermissionRule.PermissionRule => {
    const rule = read.get(text) ?? PermissionRule.parse(text)
    read.set(text, rule)
    return rule
  }

  const isValid = (hook: Hook): boolean => {
    if (hook.if === undefined) return true
    const rule = ruleOf(hook.if)
    return rule._tag === "Rule" && PermissionRule.isValid(rule, toCanonical(dialectOf(hook).tools, rule.tool, {}).name)
  }

  const conditionHolds = (hook: Hook, event: HookEvent): boolean => {
    if (hook.if === undefined) return true
    if (!Target.isTool(event._tag) || !("toolInput" in event)) return false
    const { input, name } = toCanonical(host.tools, event.toolName, event.toolInput)
    const dialect = dialectOf(hook)
    return PermissionRule.meets(ruleOf(hook.if), {
      tool: name,
      names: hostNames(host, event).flatMap(namesIn(dialect)),
      input,
      besideExpansions: dialect.rulesMatchBesideExpansions ?? false,
      ...(project !== undefined && { project }),
      ...(event.cwd !== undefined && { cwd: event.cwd })
    })
  }

  return {
    isValid,
    conditionHolds,
    speaksOf: (hook, names) => hook.if === undefined || PermissionRule.speaksOf(ruleOf(hook.if), names)
  }
}
