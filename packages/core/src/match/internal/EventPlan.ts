// The groups of all events of one name. They are compiled when the first such event arrives, and cached by target.
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import type { Dialect } from "../../Dialect.ts"
import type { Group } from "../Matcher.ts"
import * as MatchIndex from "../MatchIndex.ts"
import type { MatchRule } from "../MatchRule.ts"
import type { PatternGuard } from "../PatternGuard.ts"
import type { Findings } from "./Findings.ts"
import { Memo } from "./Memo.ts"
import { type Selection, groupMaker } from "./groups.ts"
import type { NamesOf } from "./toolNames.ts"

/** The number of cached names for each event. Names may come from outside: servers name their tools freely. */
export const rememberedNames = 4096

/** The maximum length of a cached name, because thousands of longer ones could exhaust the memory. */
const longestName = 1024

/** The hooks of one dialect under one event. */
export interface Part {
  readonly dialect: Dialect
  readonly hooks: ReadonlyArray<Hook>
}

export interface Surroundings {
  readonly none: ReadonlyArray<Group>
  /** The groups of an event without any that a hook may be meant for, or that hooks can't judge: it is to be reported. */
  readonly lookAlike: ReadonlyArray<Group>
  /** Checks whether an event that runs no hook has a tool that looks like the one of a hook. */
  readonly isLookAlike: (event: HookEvent) => boolean
  readonly guard: PatternGuard
  readonly findings: Findings
  readonly namesOf: (dialect: Dialect) => NamesOf
  /** The host's further names of an event's tool, if it has any. */
  readonly alsoNamed: Dialect["alsoNamed"]
  /** Checks whether a hook's `if` is about a tool with one of these names. */
  readonly ifSpeaksOf: (hook: Hook, names: ReadonlyArray<string>) => boolean
}

type Select = (target: string, event: HookEvent) => Selection

const selectOf = ({ dialect, hooks }: Part, surroundings: Surroundings): Select => {
  const { alsoNamed, findings, guard, ifSpeaksOf, namesOf } = surroundings
  // Hooks of a group share its matcher, and may be thousands.
  const read = new Map<string | undefined, MatchRule>()
  const rules = hooks.map(({ event, matcher }) => {
    const rule = read.get(matcher) ?? dialect.matcher(matcher, event)
    read.set(matcher, rule)
    return rule
  })
  const index = MatchIndex.make(rules, guard, (place) => {
    const hook = hooks[place]
    if (hook !== undefined) findings.patternStopped(hook)
  })
  return (target, event) => {
    const isTool = Target.isTool(event._tag)
    const own = isTool ? namesOf(dialect)(target) : [target]
    const named = isTool ? (alsoNamed?.(event) ?? []).flatMap(namesOf(dialect)) : []
    const also = [...named, ...(dialect.alsoMatches?.(event) ?? [])]
    const names = also.length === 0 ? own : [...new Set([...own, ...also])]
    const isMeant = (hook: Hook): boolean => hook.if === undefined || (isTool && ifSpeaksOf(hook, names))
    const selected: Array<Hook> = []
    for (const place of index.select(names)) {
      const hook = hooks[place]
      if (hook !== undefined && isMeant(hook)) selected.push(hook)
    }
    return { dialect, hooks: selected }
  }
}

/** Creates the function that returns the groups of an event of this name. */
export const make = (
  parts: ReadonlyArray<Part>,
  surroundings: Surroundings
): ((event: HookEvent) => ReadonlyArray<Group>) => {
  const { alsoNamed, isLookAlike, lookAlike, none } = surroundings
  const selects = parts.map((part) => selectOf(part, surroundings))
  const places = new Map(parts.flatMap(({ hooks }) => hooks).map((hook, place) => [hook, place]))
  const toSteps = groupMaker((hook) => places.get(hook) ?? 0, rememberedNames)
  const also = [alsoNamed ?? [], ...parts.map(({ dialect }) => dialect.alsoMatches ?? [])].flat()
  const isByTarget = also.length === 0
  const memo = new Memo<ReadonlyArray<Group>>(rememberedNames)
  let untargeted: ReadonlyArray<Group> | undefined
  // An agent uses the same tool several times in a row.
  let lastKey: string | undefined
  let last: ReadonlyArray<Group> = none

  const stepsOf = (selections: ReadonlyArray<Selection>): ReadonlyArray<Group> =>
    selections.every(({ hooks }) => hooks.length === 0) ? none : toSteps(selections)

  /**
   * Returns the groups of an event without a target. Matchers are ignored, and a hook with `if` does not run without a
   * tool.
   */
  const withoutTarget = (): ReadonlyArray<Group> => {
    const all = parts.flatMap(({ hooks }) => hooks)
    const steps = stepsOf(
      parts.map(({ dialect, hooks }) => ({ dialect, hooks: hooks.filter((hook) => hook.if === undefined) }))
    )
    return steps === none && all.some(({ event }) => Target.isTool(event)) ? lookAlike : steps
  }

  const find = (key: string, target: string, event: HookEvent): ReadonlyArray<Group> => {
    const found = stepsOf(selects.map((select) => select(target, event)))
    const steps = found === none && isLookAlike(event) ? lookAlike : found
    return key.length > longestName ? steps : memo.set(key, steps)
  }

  const byKey = (key: string, target: string, event: HookEvent): ReadonlyArray<Group> => {
    const found = memo.get(key) ?? find(key, target, event)
    if (key.length <= longestName) {
      last = found
      lastKey = key
    }
    return found
  }

  const keyOf = (target: string, event: HookEvent): string =>
    [target, ...also.flatMap((words) => words(event))].join("\0")

  const other = (target: unknown, event: HookEvent): ReadonlyArray<Group> => {
    // A program that is not compiled may emit any value.
    if (typeof target !== "string") return (untargeted ??= withoutTarget())
    const key = isByTarget ? target : keyOf(target, event)
    return key === lastKey ? last : byKey(key, target, event)
  }

  // Each event of this name asks, so that this function is short enough to be inlined.
  return (event) => {
    // The tool's name first, because tool events are the most frequent.
    const target = "toolName" in event ? event.toolName : Target.of(event)
    if (isByTarget && target !== undefined && target === lastKey) return last
    return other(target, event)
  }
}
