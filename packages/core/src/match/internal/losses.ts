// The losses of a project under one host: configured hooks that will not run, and hooks that may never run.
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { Path } from "@hookline/schema/Source"
import * as Target from "@hookline/schema/kit/Target"
import type { Dialect } from "../../Dialect.ts"
import { matches } from "../MatchRule.ts"
import * as PermissionRule from "../PermissionRule.ts"
import type { NamesOf } from "./toolNames.ts"

/** The host and the dialects of hooks, by which losses are judged. */
export interface LossContext {
  readonly host: Dialect
  readonly dialectOf: (hook: Hook) => Dialect | undefined
  readonly namesIn: (dialect: Dialect) => NamesOf
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

const isPrefix = (one: Path, other: Path): boolean =>
  one.length <= other.length && one.every((step, index) => other[index] === step)

/**
 * Returns the hooks that a diagnostic is about: those of its event or group, or the one that it is inside of. There are
 * none if the entries could not be decoded.
 */
export const hooksAt = <A extends Pick<Hook, "source">>(
  { at, code, file }: Pick<Diagnostic, "at" | "code" | "file">,
  hooks: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const holder = code === "event-unknown" ? at : at.slice(0, -1)
  return hooks.filter(
    ({ source }) => source.file === file && (isPrefix(holder, source.at) || isPrefix(source.at, holder))
  )
}

/** Checks whether a matcher is satisfied by a tool of the host. Broken and slow patterns are not among those reported. */
const isSatisfied = (hook: Hook, { dialectOf, host, namesIn }: LossContext): boolean => {
  const dialect = dialectOf(hook)
  if (dialect === undefined || !Target.isTool(hook.event)) return false
  const rule = dialect.matcher(hook.matcher, hook.event)
  const names = namesIn(dialect)
  return host.tools.tools.some((tool) => names(tool.host).some((name) => matches(rule, name)))
}

/** Checks whether a tool of the host satisfies both the matcher and the rule of a hook. */
const isRuleMet = (hook: Hook, { dialectOf, host, namesIn }: LossContext): boolean => {
  const dialect = dialectOf(hook)
  if (dialect === undefined || hook.if === undefined || !Target.isTool(hook.event)) return false
  const rule = dialect.matcher(hook.matcher, hook.event)
  const condition = PermissionRule.parse(hook.if)
  const tools = host.tools.tools.map((tool) => namesIn(dialect)(tool.host))
  // A call has several names where its input decides about them.
  const calls = host.alsoNamed === undefined ? tools : [tools.flat()]
  return calls.some((names) => names.some((name) => matches(rule, name)) && PermissionRule.speaksOf(condition, names))
}

/** Checks whether the hooks of a diagnostic run for some event of the host. */
const runsHere = (found: Diagnostic, hooks: ReadonlyArray<Hook>, context: LossContext): boolean => {
  const [, name] = found.at
  if (found.code === "event-unknown") {
    return typeof name === "string" && context.host.event.ownEvents?.includes(name) === true
  }
  // It is about the agent at hand, and not about the events of its hooks.
  if (found.code === "agent-unknown") return false
  const isRun = found.code === "if-other-tool" ? isRuleMet : isSatisfied
  return hooksAt(found, hooks).some((hook) => isRun(hook, context))
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
  const sure: Array<Diagnostic> = []
  const doubtful: Array<Diagnostic> = []
  for (const found of diagnostics) {
    const isUncertain = uncertainCodes.has(found.code)
    if ((found.lost === undefined && !isUncertain) || (isUncertain && runsHere(found, hooks, context))) continue
    const meant = isUncertain || found.lost?.inCatalog === true ? hooksAt(found, hooks) : []
    if (meant.length > 0 && !isOfInactive(found) && !meant.some(isActive)) continue
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
  const names = new Set(lost.flatMap(({ lost }) => (lost === undefined || lost.events === "all" ? [] : lost.events)))
  const byName = new Map(
    [...names].map((name) => [
      name,
      lost.filter((each) => each.lost?.events === "all" || each.lost?.events.includes(name) === true)
    ])
  )
  return (eventName, namesOf) => {
    const found = byName.get(eventName) ?? everywhere
    if (namesOf === undefined || found.every((each) => each.lost?.tools === undefined)) return found
    const names = namesOf()
    return found.every((each) => concerns(each, names)) ? found : found.filter((each) => concerns(each, names))
  }
}
