/**
 * Stage 3, match: which hooks an event runs, in what order, and why the others do not. It is compiled once for a
 * catalog, so that an event that nothing is meant for costs next to nothing.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { Plan } from "@hookline/schema/Plan"
import * as Target from "@hookline/schema/Target"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Dialect } from "./Dialect.ts"
import { HookDialects } from "./HookDialects.ts"
import { HostDialect } from "./HostDialect.ts"
import * as EventPlan from "./internal/matching/EventPlan.ts"
import { Findings } from "./internal/matching/Findings.ts"
import { ifRules } from "./internal/matching/ifRules.ts"
import { losses } from "./internal/matching/losses.ts"
import { namesOf, type NamesOf } from "./internal/matching/toolNames.ts"
import * as PatternGuard from "./PatternGuard.ts"

/**
 * Hooks of one dialect that run after those before them: together, or one by one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Step {
  readonly dialect: Dialect
  readonly parallel: boolean
  readonly hooks: ReadonlyArray<Hook>
}

/**
 * A catalog, ready to be asked about events.
 *
 * @category models
 * @since 0.1.0
 */
export interface Compiled {
  readonly catalog: Catalog
  /**
   * The groups that the event would run, in order. Where nothing would, always the same empty list `none`. Hooks whose
   * `if` is about the input of the event's tool are among them: the input may change, `judges` tells when they run.
   */
  readonly steps: (event: HookEvent) => ReadonlyArray<Step>
  /** Whether there are any steps. */
  readonly wants: (event: HookEvent) => boolean
  /** Whether a hook's `if` lets it run on this event. A hook without one always may. */
  readonly judges: (hook: Hook, event: HookEvent) => boolean
  /** Which would run, and for every other hook of the catalog why not. `ranOnce` tells which `once` hooks have run. */
  readonly explain: (event: HookEvent, ranOnce?: (hook: Hook) => boolean) => Plan
  /** The entries that were lost under this event. */
  readonly lost: (eventName: string) => ReadonlyArray<Diagnostic>
  /** What was found out while matching: patterns that had to be stopped, rules that can't be understood. */
  readonly diagnostics: () => ReadonlyArray<Diagnostic>
}

/**
 * No steps: what an event that nothing is meant for runs.
 *
 * @category constructors
 * @since 0.1.0
 */
export const none: ReadonlyArray<Step> = []

/** Why a hook runs on no event at all. */
const whyNever = (hook: Hook): WhyNot | undefined => {
  if (hook.off !== undefined) return hook.off
  const { file, line } = hook.source
  return hook.enabled ? undefined : { _tag: "Disabled", file, line: line ?? 1 }
}

/** For each dialect its hooks, in the order of running. */
const partsOf = (dialects: ReadonlyArray<Dialect>, hooks: ReadonlyArray<Hook>): ReadonlyArray<EventPlan.Part> => {
  const own = Map.groupBy(hooks, ({ source }) => source.dialect)
  return dialects
    .map((dialect) => ({ dialect, hooks: own.get(dialect.name) ?? [] }))
    .filter((part) => part.hooks.length > 0)
}

/**
 * Gets a catalog ready. What an event's hooks need is worked out when the first such event comes.
 *
 * @category matching
 * @since 0.1.0
 */
export const compile =
  (hookDialects: ReadonlyArray<Dialect>, host: Dialect) =>
  (catalog: Catalog): Compiled => {
    // Hooks in the host's own words can be run, whether or not anybody looks for its files.
    const dialects = hookDialects.some(({ name }) => name === host.name) ? hookDialects : [...hookDialects, host]
    const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]))
    const naming = new Map<Dialect, NamesOf>()
    const namesIn = (dialect: Dialect): NamesOf => {
      const known = naming.get(dialect) ?? namesOf(host.tools, dialect.tools)
      naming.set(dialect, known)
      return known
    }

    const findings = new Findings(catalog.diagnostics)
    const active = catalog.hooks.filter((hook) => whyNever(hook) === undefined && byName.has(hook.source.dialect))
    for (const hook of catalog.hooks) {
      if (whyNever(hook) === undefined && !byName.has(hook.source.dialect)) findings.dialectUnknown(hook)
    }
    const ifs = ifRules({ host, dialectOf: (hook) => byName.get(hook.source.dialect) ?? host, namesIn })
    for (const hook of active) {
      if (hook.if === undefined) continue
      if (!Target.isTool(hook.event)) findings.ifNever(hook)
      else if (!ifs.isClear(hook)) findings.ifUnclear(hook)
    }

    const surroundings: EventPlan.Surroundings = {
      none,
      findings,
      guard: PatternGuard.make(),
      namesOf: namesIn,
      ifSpeaksOf: ifs.speaksOf
    }
    const hooksOf = Map.groupBy(active, ({ event }) => event)
    const plans = new Map<string, (event: HookEvent) => ReadonlyArray<Step>>()
    for (const [name, hooks] of hooksOf) {
      plans.set(name, (event) => {
        const plan = EventPlan.make(partsOf(dialects, hooks), surroundings)
        plans.set(name, plan)
        return plan(event)
      })
    }

    const steps = (event: HookEvent): ReadonlyArray<Step> => {
      const plan = plans.get(event._tag === "Other" ? event.name : event._tag)
      return plan === undefined ? none : plan(event)
    }

    const whyNot = (hook: Hook, event: HookEvent, matching: ReadonlySet<Hook>): WhyNot => {
      const never = whyNever(hook)
      if (never !== undefined) return never
      if (!byName.has(hook.source.dialect)) return { _tag: "SourceNotAllowed", setting: "HookDialects" }
      if (hook.event !== nameOf(event)) return { _tag: "OtherEvent", configured: hook.event }
      // With a rule on another tool it is not among those that match; the matcher itself may well have.
      const { if: rule, ...withoutIf } = hook
      const isIf = rule !== undefined && (matching.has(hook) || matchesAlone(withoutIf, event))
      if (isIf && !ifs.judges(hook, event)) return { _tag: "If", rule }
      if (matching.has(hook)) return { _tag: "AlreadyRan" }
      return { _tag: "Matcher", matcher: hook.matcher ?? "", target: Target.of(event) ?? "" }
    }

    const matchesAlone = (hook: Hook, event: HookEvent): boolean =>
      EventPlan.make(partsOf(dialects, [hook]), surroundings)(event) !== none

    const explain = (event: HookEvent, ranOnce: (hook: Hook) => boolean = () => false): Plan => {
      const planned = steps(event)
      const runs = (hook: Hook): boolean => ifs.judges(hook, event) && !(hook.once && ranOnce(hook))
      const groups = planned
        .map(({ dialect, hooks, parallel }) => ({ dialect: dialect.name, parallel, hooks: hooks.filter(runs) }))
        .filter(({ hooks }) => hooks.length > 0)
      const matching = new Set(planned.flatMap(({ hooks }) => hooks))
      const running = new Set(groups.flatMap(({ hooks }) => hooks))
      return {
        event: nameOf(event),
        groups: groups.map((group) => ({ ...group, hooks: group.hooks.map(({ id }) => id) })),
        others: catalog.hooks
          .filter((hook) => !running.has(hook))
          .map((hook) => ({ hook: hook.id, why: whyNot(hook, event, matching) }))
      }
    }

    return {
      catalog,
      steps,
      wants: (event) => steps(event) !== none,
      judges: ifs.judges,
      explain,
      lost: losses([...catalog.diagnostics, ...findings.all]),
      diagnostics: () => findings.all
    }
  }

/**
 * Finds out which hooks events run.
 *
 * @category services
 * @since 0.1.0
 */
export class Matcher extends Context.Service<
  Matcher,
  {
    /** Gets a catalog ready to be asked about events. */
    compile(catalog: Catalog): Compiled
  }
>()("@hookline/core/Matcher") {
  /** Matches as the dialects of the hooks and of the host say. */
  static readonly layerNoDeps: Layer.Layer<Matcher, never, HookDialects | HostDialect> = Layer.effect(
    Matcher,
    Effect.gen(function* () {
      return Matcher.of({ compile: compile(yield* HookDialects, yield* HostDialect) })
    })
  )

  /** The same: there is nothing that a matcher would bring along. */
  static readonly layer = Matcher.layerNoDeps
}
