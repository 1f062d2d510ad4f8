/**
 * Stage 3, match: the hooks that an event runs, in order, and the reasons for which others do not run. A catalog is
 * compiled once, so that an event without hooks costs next to nothing.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { Plan } from "@hookline/schema/Plan"
import * as Target from "@hookline/schema/kit/Target"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Dialect } from "../Dialect.ts"
import { HookDialects } from "../HookDialects.ts"
import { HostDialect } from "../HostDialect.ts"
import { ThisProject } from "../ThisProject.ts"
import * as EventPlan from "./internal/EventPlan.ts"
import { Findings } from "./internal/Findings.ts"
import { conditionRules } from "./internal/conditionRules.ts"
import { type LookAlike, lookAlikes } from "./internal/lookAlikes.ts"
import { hooksAt, isOfInactive, losses, lossesOf } from "./internal/losses.ts"
import { hostNames, namesOf, type NamesOf } from "./internal/toolNames.ts"
import { type Unfired, unfiredOf } from "./internal/unfired.ts"
import { own } from "../ownStages.ts"
import { matches, type MatchRule } from "./MatchRule.ts"
import * as PatternGuard from "./PatternGuard.ts"
import { PatternRealm, type Realm } from "./PatternRealm.ts"

export type { LookAlike }

/**
 * Hooks of one dialect that run after earlier groups, in parallel or in sequence.
 *
 * @category models
 * @since 0.1.0
 */
export interface Group {
  readonly dialect: Dialect
  readonly parallel: boolean
  readonly hooks: ReadonlyArray<Hook>
}

/**
 * A catalog that is compiled for matching events.
 *
 * @category models
 * @since 0.1.0
 */
export interface Compiled {
  readonly catalog: Catalog
  /**
   * Returns the groups that the event would run, in order; `none`, always the same empty list, if there are none. Where a
   * look-alike is to be reported the list without groups is another one. Hooks
   * with an `if` on the tool's input are included, because the input may change: `conditionHolds` decides when they
   * run.
   */
  readonly groups: (event: HookEvent) => ReadonlyArray<Group>
  /** Checks whether the event has any groups, or a look-alike. */
  readonly wants: (event: HookEvent) => boolean
  /** Checks whether a hook's `if` holds for this event. A hook without `if` always runs. */
  readonly conditionHolds: (hook: Hook, event: HookEvent) => boolean
  /**
   * Returns the plan: hooks that would run, and for every other hook of the catalog the reason. `ranOnce` decides which
   * `once` hooks have run.
   */
  readonly explain: (event: HookEvent, ranOnce?: (hook: Hook) => boolean) => Plan
  /** Returns the losses of events of a name. With the host's names of a tool, losses of other tools are left out. */
  readonly lost: (eventName: string, ...toolNames: ReadonlyArray<string>) => ReadonlyArray<Diagnostic>
  /** Returns the losses of an event. */
  readonly lostOn: (event: HookEvent) => ReadonlyArray<Diagnostic>
  /** The diagnostics of all losses under this host, found while reading. */
  readonly losses: ReadonlyArray<Diagnostic>
  /** The diagnostics of hooks that may never run under this host. They are no losses: other programs may run them. */
  readonly doubts: ReadonlyArray<Diagnostic>
  /**
   * The diagnostics of hooks whose events this host never fires, by the names of the events. A program that is the host
   * itself may still emit them.
   */
  readonly unfired: Unfired
  /**
   * Returns the hooks that an event does not run, and whose matcher or rule names its tool in other letters. The same empty
   * list, if there are none.
   */
  readonly lookAlikes: (event: HookEvent) => ReadonlyArray<LookAlike>
  /** Diagnostics that were found while matching: aborted patterns, and invalid rules. */
  readonly diagnostics: () => ReadonlyArray<Diagnostic>
}

/** Checks for the loss of a part of a matcher, whose other parts run the hook. */
const isOfPart = ({ code }: Diagnostic): boolean => code === "matcher-part"

/**
 * The groups of an event without hooks.
 *
 * @example
 * ```ts
 * import * as Matcher from "@hookline/core/Matcher"
 * import type { HookEvent } from "@hookline/schema/HookEvent"
 *
 * const hasHooks = (compiled: Matcher.Compiled, event: HookEvent) => compiled.groups(event) !== Matcher.none
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const none: ReadonlyArray<Group> = []

/** The groups of an event without any, and with hooks whose names of tools look like its own. */
const lookAlike: ReadonlyArray<Group> = []

const noGroups = (_event: HookEvent): ReadonlyArray<Group> => none

/** Returns the reason for which a hook runs on no event. */
const whyNever = (hook: Hook): WhyNot | undefined => {
  if (hook.off !== undefined) return hook.off
  const { file, line } = hook.source
  return hook.enabled ? undefined : { _tag: "Disabled", file, line: line ?? 1 }
}

/** Groups hooks by dialect, in the order in which they run. */
const partsOf = (dialects: ReadonlyArray<Dialect>, hooks: ReadonlyArray<Hook>): ReadonlyArray<EventPlan.Part> => {
  const own = Map.groupBy(hooks, ({ source }) => source.dialect)
  return dialects
    .map((dialect) => ({ dialect, hooks: own.get(dialect.name) ?? [] }))
    .filter((part) => part.hooks.length > 0)
}

/**
 * Compiles a catalog. The groups of an event are computed when the first such event arrives. Rules on paths begin at the
 * folder of the project, if it is given.
 *
 * @category matching
 * @since 0.1.0
 */
export const compile =
  (hookDialects: ReadonlyArray<Dialect>, host: Dialect, realm?: Realm) =>
  (catalog: Catalog, project?: string): Compiled => {
    // Hooks in the host's dialect can be run, even if its files are not read.
    const dialects = hookDialects.some(({ name }) => name === host.name) ? hookDialects : [...hookDialects, host]
    const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]))
    const naming = new Map<Dialect, NamesOf>()
    const namesIn = (dialect: Dialect): NamesOf => {
      const known = naming.get(dialect) ?? namesOf(host.tools, dialect.tools)
      naming.set(dialect, known)
      return known
    }

    const findings = new Findings(catalog.diagnostics)
    // Native hooks are matched by their table.
    const hooks = catalog.hooks.filter(({ handler }) => handler._tag !== "Native")
    const active = hooks.filter((hook) => whyNever(hook) === undefined && byName.has(hook.source.dialect))
    for (const hook of hooks) {
      if (whyNever(hook) === undefined && !byName.has(hook.source.dialect)) findings.dialectUnknown(hook)
    }
    const conditions = conditionRules({
      host,
      dialectOf: (hook) => byName.get(hook.source.dialect) ?? host,
      namesIn,
      project
    })
    for (const hook of active) {
      if (hook.if === undefined) continue
      if (!Target.isTool(hook.event)) findings.ifNever(hook)
      else if (!conditions.isValid(hook)) findings.ifUnclear(hook)
    }

    const guard = PatternGuard.make(realm)
    const surroundings: EventPlan.Surroundings = {
      none,
      lookAlike,
      isLookAlike: (event) => similar(event, () => []).length > 0,
      findings,
      guard,
      namesOf: namesIn,
      alsoNamed: host.alsoNamed,
      ifSpeaksOf: conditions.speaksOf
    }
    const hooksOf = Map.groupBy(active, ({ event }) => event)
    const plans = new Map<string, (event: HookEvent) => ReadonlyArray<Group>>()
    // Events of one name mostly follow each other.
    let lastName: string | undefined
    let lastPlan = noGroups
    for (const [name, hooks] of hooksOf) {
      plans.set(name, (event) => {
        const plan = EventPlan.make(partsOf(dialects, hooks), surroundings)
        plans.set(name, plan)
        lastName = undefined
        return plan(event)
      })
    }

    const groups = (event: HookEvent): ReadonlyArray<Group> => {
      const name = event._tag === "Other" ? event.name : event._tag
      if (name !== lastName) {
        lastPlan = plans.get(name) ?? noGroups
        lastName = name
      }
      return lastPlan(event)
    }

    const whyNot = (hook: Hook, event: HookEvent, matching: ReadonlySet<Hook>): WhyNot => {
      const never = whyNever(hook)
      if (never !== undefined) return never
      if (!byName.has(hook.source.dialect)) return { _tag: "SourceNotAllowed", setting: "HookDialects" }
      if (hook.event !== nameOf(event)) return { _tag: "OtherEvent", configured: hook.event }
      // Without the rule, `groups` shows whether the matcher matches.
      const { if: rule, ...withoutIf } = hook
      const isIf = rule !== undefined && (matching.has(hook) || matchesAlone(withoutIf, event))
      if (isIf && !conditions.conditionHolds(hook, event)) return { _tag: "If", rule }
      if (matching.has(hook)) return { _tag: "AlreadyRan" }
      return { _tag: "Matcher", matcher: hook.matcher ?? "", target: Target.of(event) ?? "" }
    }

    const matchesAlone = (hook: Hook, event: HookEvent): boolean =>
      EventPlan.make(partsOf(dialects, [hook]), surroundings)(event).length > 0

    const explain = (event: HookEvent, ranOnce: (hook: Hook) => boolean = () => false): Plan => {
      const planned = groups(event)
      const runs = (hook: Hook): boolean => conditions.conditionHolds(hook, event) && !(hook.once && ranOnce(hook))
      const runGroups = planned
        .map(({ dialect, hooks, parallel }) => ({ dialect: dialect.name, parallel, hooks: hooks.filter(runs) }))
        .filter(({ hooks }) => hooks.length > 0)
      const matching = new Set(planned.flatMap(({ hooks }) => hooks))
      const running = new Set(runGroups.flatMap(({ hooks }) => hooks))
      return {
        event: nameOf(event),
        groups: runGroups.map((group) => ({ ...group, hooks: group.hooks.map(({ id }) => id) })),
        others: hooks
          .filter((hook) => !running.has(hook))
          .map((hook) => ({ hook: hook.id, why: whyNot(hook, event, matching) }))
      }
    }

    const mayMatch = (rule: MatchRule, name: string): boolean =>
      rule._tag === "Pattern" ? guard.ready(rule)(name) !== "differs" : matches(rule, name)
    const context = { host, dialectOf: (hook: Hook) => byName.get(hook.source.dialect), namesIn, mayMatch }
    const { doubtful, sure } = lossesOf(catalog.diagnostics, hooks, (hook) => whyNever(hook) === undefined, context)
    // A matcher that is reported already is written in other letters than any tool.
    const reported = new Set(
      [...sure, ...doubtful].flatMap((found) => (found.code === "matcher-never" ? hooksAt(found, hooks) : []))
    )
    const similar = lookAlikes(
      active.filter((hook) => !reported.has(hook)),
      context
    )
    const lost = losses([...sure, ...findings.all.filter((found) => found.lost !== undefined)])
    const lostOf = (eventName: string, tools: ReadonlyArray<string>): ReadonlyArray<Diagnostic> =>
      lost(eventName, tools.length === 0 ? undefined : () => dialects.flatMap((one) => tools.flatMap(namesIn(one))))

    /** Checks whether an event would run a hook if that were active. */
    const wouldRun = (hook: Hook, event: HookEvent): boolean =>
      hook.event === nameOf(event) && matchesAlone(hook, event) && conditions.conditionHolds(hook, event)

    /**
     * Leaves out a part of a matcher where another part matches the tool, because its names differ from host to host, and
     * inactive hooks that the event would not run.
     */
    const lostOn = (event: HookEvent): ReadonlyArray<Diagnostic> => {
      const found = lostOf(nameOf(event), hostNames(host, event))
      if (!found.some((each) => isOfPart(each) || isOfInactive(each))) return found
      const running = groups(event).flatMap((group) => group.hooks)
      return found.filter((each) => {
        if (isOfInactive(each)) return hooksAt(each, hooks).some((hook) => wouldRun(hook, event))
        return !isOfPart(each) || hooksAt(each, running).length === 0
      })
    }

    return {
      catalog,
      groups,
      wants: (event) => groups(event) !== none,
      conditionHolds: conditions.conditionHolds,
      explain,
      lost: (eventName, ...toolNames) => lostOf(eventName, toolNames),
      lostOn,
      losses: sure,
      doubts: doubtful,
      unfired: unfiredOf(hooks, host, (hook) => byName.get(hook.source.dialect)),
      lookAlikes: (event) => similar(event, () => groups(event).flatMap((group) => group.hooks)),
      diagnostics: () => findings.all
    }
  }

/**
 * Decides which hooks an event runs.
 *
 * @example
 * ```ts
 * import { Matcher } from "@hookline/core/Matcher"
 * import * as Catalog from "@hookline/schema/Catalog"
 * import { cases } from "@hookline/schema/HookEvent"
 * import * as Effect from "effect/Effect"
 *
 * const plan = Effect.map(Matcher, ({ compile }) => compile(Catalog.empty).explain(cases.Stop.make({})))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Matcher extends Context.Service<
  Matcher,
  {
    /** Compiles a catalog for matching events. */
    compile(catalog: Catalog): Compiled
  }
>()("@hookline/core/Matcher") {
  /** Matches by the rules of the hooks' dialects and of the host. Rules on paths begin at the folder of the project. */
  static readonly layerNoDeps: Layer.Layer<Matcher, never, HookDialects | HostDialect | ThisProject> = Layer.effect(
    Matcher,
    Effect.gen(function* () {
      const compiling = compile(yield* HookDialects, yield* HostDialect, yield* PatternRealm)
      const { project } = yield* ThisProject
      return own(Matcher.of({ compile: (catalog) => compiling(catalog, project.project) }))
    })
  )

  /** Equals `layerNoDeps`, because a matcher has no dependency with a default. */
  static readonly layer = Matcher.layerNoDeps
}
