// What the events of one name run. It is made when the first of them comes, and remembers what each target runs.
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/Target"
import type { Dialect } from "../../Dialect.ts"
import type { Step } from "../../Matcher.ts"
import * as MatchIndex from "../../MatchIndex.ts"
import type { PatternGuard } from "../../PatternGuard.ts"
import type { Findings } from "./Findings.ts"
import { Memo } from "./Memo.ts"
import { type Selection, stepMaker } from "./steps.ts"
import type { NamesOf } from "./toolNames.ts"

/** How many names are remembered for each event. They may come from afar: servers name their tools as they like. */
export const rememberedNames = 4096

/** A longer name is worked out each time: remembering thousands of them could fill the memory. */
const longestName = 1024

/** The hooks of one dialect under one event. */
export interface Part {
  readonly dialect: Dialect
  readonly hooks: ReadonlyArray<Hook>
}

export interface Surroundings {
  readonly none: ReadonlyArray<Step>
  readonly guard: PatternGuard
  readonly findings: Findings
  readonly namesOf: (dialect: Dialect) => NamesOf
  /** Whether a hook's `if` is about a tool that is called so. */
  readonly ifSpeaksOf: (hook: Hook, names: ReadonlyArray<string>) => boolean
}

type Select = (target: string, event: HookEvent) => Selection

const selectOf = ({ dialect, hooks }: Part, { findings, guard, ifSpeaksOf, namesOf }: Surroundings): Select => {
  const rules = hooks.map(({ event, matcher }) => dialect.matcher(matcher, event))
  const index = MatchIndex.make(rules, guard, (place) => {
    const hook = hooks[place]
    if (hook !== undefined) findings.patternStopped(hook)
  })
  return (target, event) => {
    const isTool = Target.isTool(event._tag)
    const own = isTool ? namesOf(dialect)(target) : [target]
    const also = dialect.alsoMatches?.(event) ?? []
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

/** Answers which steps an event of this name runs. */
export const make = (
  parts: ReadonlyArray<Part>,
  surroundings: Surroundings
): ((event: HookEvent) => ReadonlyArray<Step>) => {
  const { none } = surroundings
  const selects = parts.map((part) => selectOf(part, surroundings))
  const places = new Map(parts.flatMap(({ hooks }) => hooks).map((hook, place) => [hook, place]))
  const toSteps = stepMaker((hook) => places.get(hook) ?? 0, rememberedNames)
  const also = parts.flatMap(({ dialect }) => dialect.alsoMatches ?? [])
  const memo = new Memo<ReadonlyArray<Step>>(rememberedNames)
  let untargeted: ReadonlyArray<Step> | undefined

  const stepsOf = (selections: ReadonlyArray<Selection>): ReadonlyArray<Step> =>
    selections.every(({ hooks }) => hooks.length === 0) ? none : toSteps(selections)

  /** Without a target matchers say nothing; an `if` speaks of tools, and there is none. */
  const withoutTarget = (): ReadonlyArray<Step> =>
    stepsOf(parts.map(({ dialect, hooks }) => ({ dialect, hooks: hooks.filter((hook) => hook.if === undefined) })))

  const find = (key: string, target: string, event: HookEvent): ReadonlyArray<Step> => {
    const steps = stepsOf(selects.map((select) => select(target, event)))
    return key.length > longestName ? steps : memo.set(key, steps)
  }

  return (event) => {
    // All that tools' events are asked for is their tool's name, and they are asked at every call.
    const target = "toolName" in event ? event.toolName : Target.of(event)
    if (target === undefined) return (untargeted ??= withoutTarget())
    const key = also.length === 0 ? target : [target, ...also.flatMap((words) => words(event))].join("\0")
    return memo.get(key) ?? find(key, target, event)
  }
}
