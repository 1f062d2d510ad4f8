// The losses of a project under one host: configured hooks that will not run, and hooks that may never run.
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as Target from "@hookline/schema/kit/Target"
import type { Dialect } from "../../Dialect.ts"
import type { MatchRule } from "../MatchRule.ts"
import * as PermissionRule from "../PermissionRule.ts"
import type { NamesOf } from "./toolNames.ts"

/** The host and the dialects of hooks, by which losses are judged. */
export interface LossContext {
  readonly host: Dialect
  readonly dialectOf: (hook: Hook) => Dialect | undefined
  readonly namesIn: (dialect: Dialect) => NamesOf
  /** Checks whether a rule matches a name, within a time limit. An aborted pattern matches, as where hooks are run. */
  readonly mayMatch: (rule: MatchRule, name: string) => boolean
}

/** The diagnostics of losses: those that are sure, and those of hooks that may never run. */
export interface Losses {
  readonly sure: ReadonlyArray<Diagnostic>
  readonly doubtful: ReadonlyArray<Diagnostic>
}

/** The codes of entries that may never run. They are losses only where nothing can satisfy them. */
const uncertainCodes: ReadonlySet<string> = new Set([
  "agent-unknown",
  "event-unknown",
  "if-other-tool",
  "matcher-invalid",
  "matcher-never"
])

/** The code of an entry whose hook is inactive for the very reason that is reported. */
const ofInactive = "module-not-allowed"

/** Checks for the loss of a hook that is inactive for the reason that is reported, and that has all it needs to be matched. */
export const isOfInactive = ({ code }: Pick<Diagnostic, "code">): boolean => code === ofInactive

interface Placed {
  readonly source: Hook["source"]
}

/** The hooks of a file by their paths: those at a path, and those at it or below it. */
interface Places<A> {
  readonly at: Map<string, Array<A>>
  readonly below: Map<string, Array<A>>
}

const add = <A>(lists: Map<string, Array<A>>, key: string, item: A): void => {
  const found = lists.get(key)
  if (found === undefined) lists.set(key, [item])
  else found.push(item)
}

const placesOf = <A extends Placed>(hooks: ReadonlyArray<A>): Places<A> => {
  const at = new Map<string, Array<A>>()
  const below = new Map<string, Array<A>>()
  for (const hook of hooks) {
    const path = hook.source.at
    add(at, JSON.stringify(path), hook)
    for (let length = 0; length <= path.length; length++) add(below, JSON.stringify(path.slice(0, length)), hook)
  }
  return { at, below }
}

/** Returns the places of a list's hooks in one file. A file may have thousands of hooks, and as many diagnostics. */
const placesBy = <A extends Placed>(hooks: ReadonlyArray<A>): ((file: string) => Places<A>) => {
  const byFile = Map.groupBy(hooks, ({ source }) => source.file)
  const known = new Map<string, Places<A>>()
  return (file) => {
    const found = known.get(file) ?? placesOf(byFile.get(file) ?? [])
    known.set(file, found)
    return found
  }
}

const places = new WeakMap<ReadonlyArray<Placed>, (file: string) => Places<Placed>>()

const placesIn = <A extends Placed>(hooks: ReadonlyArray<A>, file: string): Places<A> => {
  const known = places.get(hooks) ?? placesBy(hooks)
  places.set(hooks, known)
  // They were made of this list, whose elements are of the type A.
  return known(file) as Places<A>
}

const noHooks: ReadonlyArray<never> = []

/**
 * Returns the hooks that a diagnostic is about: those of its event or group, or the one that it is inside of. There are
 * none if the entries could not be decoded. The list must not be changed later, because its places are kept.
 */
export const hooksAt = <A extends Placed>(
  { at, code, file }: Pick<Diagnostic, "at" | "code" | "file">,
  hooks: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const holder = code === "event-unknown" ? at : at.slice(0, -1)
  const known = placesIn(hooks, file)
  const below = known.below.get(JSON.stringify(holder)) ?? noHooks
  const above = holder.flatMap(
    (_, length): ReadonlyArray<A> => known.at.get(JSON.stringify(holder.slice(0, length))) ?? noHooks
  )
  // The same list for the same path, so that what is computed of it is computed once.
  return above.length === 0 ? below : [...above, ...below]
}

/** Returns a check of the hooks of diagnostics, once for each list of them, which thousands of diagnostics may share. */
const once = (check: (hooks: ReadonlyArray<Hook>) => boolean): ((hooks: ReadonlyArray<Hook>) => boolean) => {
  const known = new Map<ReadonlyArray<Hook>, boolean>()
  return (hooks) => {
    const result = known.get(hooks) ?? check(hooks)
    known.set(hooks, result)
    return result
  }
}

/** Checks of hooks on the tools of a host. */
interface Checks {
  /** Checks whether a matcher is satisfied by a tool of the host. */
  readonly isSatisfied: (hook: Hook) => boolean
  /** Checks whether a tool of the host satisfies both the matcher and the rule of a hook. */
  readonly isRuleMet: (hook: Hook) => boolean
}

const checksOf = ({ dialectOf, host, mayMatch, namesIn }: LossContext): Checks => {
  const names = new Map<Dialect, ReadonlyArray<ReadonlyArray<string>>>()
  const namesOf = (dialect: Dialect): ReadonlyArray<ReadonlyArray<string>> => {
    const known = names.get(dialect) ?? host.tools.tools.map((tool) => namesIn(dialect)(tool.host))
    names.set(dialect, known)
    return known
  }
  const namesMatching = (dialect: Dialect, rule: MatchRule): ReadonlySet<string> =>
    new Set([...new Set(namesOf(dialect).flat())].filter((name) => mayMatch(rule, name)))
  // Hooks of a group share its matcher.
  const matched = new Map<Dialect, Map<string, Map<string | undefined, ReadonlySet<string>>>>()
  const matchedBy = (dialect: Dialect, { event, matcher }: Hook): ReadonlySet<string> => {
    const events = matched.get(dialect) ?? new Map<string, Map<string | undefined, ReadonlySet<string>>>()
    matched.set(dialect, events)
    const known = events.get(event) ?? new Map<string | undefined, ReadonlySet<string>>()
    events.set(event, known)
    const found = known.get(matcher) ?? namesMatching(dialect, dialect.matcher(matcher, event))
    known.set(matcher, found)
    return found
  }
  return {
    isSatisfied: (hook) => {
      const dialect = dialectOf(hook)
      return dialect !== undefined && Target.isTool(hook.event) && matchedBy(dialect, hook).size > 0
    },
    isRuleMet: (hook) => {
      const dialect = dialectOf(hook)
      if (dialect === undefined || hook.if === undefined || !Target.isTool(hook.event)) return false
      const matching = matchedBy(dialect, hook)
      if (matching.size === 0) return false
      const condition = PermissionRule.parse(hook.if)
      const tools = namesOf(dialect)
      // A call has several names where its input decides about them.
      const calls = host.alsoNamed === undefined ? tools : [tools.flat()]
      return calls.some(
        (names) => names.some((name) => matching.has(name)) && PermissionRule.speaksOf(condition, names)
      )
    }
  }
}

/** Creates the check whether the hooks of a diagnostic run for some event of the host. */
const runsIn = (context: LossContext): ((found: Diagnostic, hooks: ReadonlyArray<Hook>) => boolean) => {
  const { isRuleMet, isSatisfied } = checksOf(context)
  const areSatisfied = once((hooks) => hooks.some(isSatisfied))
  const areMet = once((hooks) => hooks.some(isRuleMet))
  return (found, hooks) => {
    const [, name] = found.at
    if (found.code === "event-unknown") {
      return typeof name === "string" && context.host.event.ownEvents?.includes(name) === true
    }
    // It is about the agent at hand, and not about the events of its hooks.
    if (found.code === "agent-unknown") return false
    return (found.code === "if-other-tool" ? areMet : areSatisfied)(hooksAt(found, hooks))
  }
}

/**
 * Divides the diagnostics of a catalog. A hook that runs for some event of the host at hand is neither a loss there nor a
 * doubt, and neither are hooks that are inactive.
 */
export const lossesOf = (
  diagnostics: ReadonlyArray<Diagnostic>,
  hooks: ReadonlyArray<Hook>,
  isActive: (hook: Hook) => boolean,
  context: LossContext
): Losses => {
  const runsHere = runsIn(context)
  const areActive = once((meant) => meant.some(isActive))
  const sure: Array<Diagnostic> = []
  const doubtful: Array<Diagnostic> = []
  for (const found of diagnostics) {
    const isUncertain = uncertainCodes.has(found.code)
    if ((found.lost === undefined && !isUncertain) || (isUncertain && runsHere(found, hooks))) continue
    const meant = isUncertain || found.lost?.inCatalog === true ? hooksAt(found, hooks) : []
    if (meant.length > 0 && !isOfInactive(found) && !areActive(meant)) continue
    if (found.lost !== undefined) sure.push(found)
    else doubtful.push(found)
  }
  return { sure, doubtful }
}

/** Checks whether a loss concerns a tool with one of these names. */
const concerns = ({ lost }: Diagnostic, names: ReadonlyArray<string>): boolean =>
  lost?.tools === undefined ||
  lost.tools.some((tool) => names.some((name) => name.toLowerCase() === tool.toLowerCase()))

/**
 * Creates the function that returns the diagnostics with losses under an event, as the same list for each name. With the
 * names of a tool, losses of other tools are left out. `namesOf` is called only if a loss is one of some tools, because
 * nearly no project has any.
 */
export const losses = (
  lost: ReadonlyArray<Diagnostic>
): ((eventName: string, namesOf?: () => ReadonlyArray<string>) => ReadonlyArray<Diagnostic>) => {
  const everywhere = lost.filter((each) => each.lost?.events === "all")
  const order = new Map(lost.map((each, place) => [each, place]))
  const byName = Map.groupBy(
    lost.flatMap((each) => {
      const events = each.lost?.events ?? []
      return events === "all" ? [] : Array.from(new Set(events), (name) => ({ each, name }))
    }),
    ({ name }) => name
  )
  const known = new Map<string, ReadonlyArray<Diagnostic>>()
  const listOf = (name: string): ReadonlyArray<Diagnostic> => {
    const own = byName.get(name)
    if (own === undefined) return everywhere
    const list =
      known.get(name) ??
      [...everywhere, ...own.map(({ each }) => each)].toSorted(
        (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)
      )
    known.set(name, list)
    return list
  }
  return (eventName, namesOf) => {
    const found = listOf(eventName)
    if (namesOf === undefined || found.every((each) => each.lost?.tools === undefined)) return found
    const names = namesOf()
    return found.every((each) => concerns(each, names)) ? found : found.filter((each) => concerns(each, names))
  }
}
