/** One hook in the words of another dialect, with what it means otherwise there, or why it has none. */
import type { Dialect } from "@hookline/core/Dialect"
import type { MatchRule } from "@hookline/core/MatchRule"
import type { MigrationRules } from "@hookline/dialects/kit/HostFacts"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import type { File } from "@hookline/schema/Source"
import * as Target from "@hookline/schema/kit/Target"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Struct from "effect/Struct"
import { eventsOf } from "../hostEvents.ts"
import * as handlers from "./handler.ts"
import { isForKnownTool } from "./knownTool.ts"
import * as matchers from "./matcher.ts"
import { meets } from "./meets.ts"
import * as toml from "./toml.ts"
import type { Folders } from "./variables.ts"

/** The side that hooks come from. */
export type From = Pick<Dialect, "name" | "title" | "tools" | "matcher" | "defaults">

export interface Facts {
  readonly from: From
  readonly to: Dialect
  /** The file that the hooks are to be written to. */
  readonly file: File
  readonly folders: Folders
  readonly exists: (file: string) => boolean
}

type TranslatedHook = { readonly hook: Hook; readonly changed: ReadonlyArray<string> } | { readonly why: string }

const seconds = (millis: number): string => `${millis / 1000} s`

/** A copy of a hook in another file, or one that the host runs itself, is meant no less. */
const stillMeant = new Set<WhyNot["_tag"]>(["SameAs", "RunByHost", "SelfReference"])

/** Returns the reason why a hook does not run in its file, because it would run elsewhere. */
const offBecause = (off: WhyNot): string => {
  switch (off._tag) {
    case "Disabled":
      return `it is switched off (${off.file}:${off.line}), and would run there`
    default:
      return "it does not run now, and would run there"
  }
}

/** Returns the limit of the source, which is written only if the target's default differs. */
const limit = (hook: Hook, { from, to }: Facts) => {
  const here = from.defaults.timeoutMillis(hook.handler._tag, hook.event)
  const millis = Math.min(hook.timeoutMillis ?? here, from.defaults.capMillis ?? Infinity)
  const there = to.defaults.timeoutMillis(hook.handler._tag, hook.event)
  const isWhole = Hosts.named(to.name)?.migration?.wholeTimeouts === true
  const capped = Math.min(isWhole ? Math.ceil(millis / 1000) * 1000 : millis, to.defaults.capMillis ?? Infinity)
  const isSaid = capped !== there || hook.timeoutMillis !== undefined
  return {
    field: isSaid ? { timeoutMillis: capped } : {},
    changed:
      isWhole && capped > millis
        ? [`it may take ${seconds(capped)} there: limits are whole seconds`]
        : capped < millis
          ? [`it may take ${seconds(millis)}, and there no more than ${seconds(capped)}`]
          : []
  }
}

/** Checks whether a failure of a hook denies where it comes from, and does not by itself where it goes. */
const mustDeny = ({ event, handler }: Hook, from: string, rules: MigrationRules): boolean =>
  handler._tag === "Command" &&
  Hosts.named(from)?.migration?.failuresDeny?.includes(event) === true &&
  rules.failuresDeny?.includes(event) !== true

/** Translates the failure policy. A policy that the target does not have becomes a stricter one. */
const failure = (hook: Hook, from: string, rules: MigrationRules) => {
  const { handler, onFailure } = hook
  if (onFailure === undefined && mustDeny(hook, from, rules)) {
    return { field: { onFailure: "closed" as const }, changed: ["a timeout denies, too, as every other failure does"] }
  }
  if (onFailure === undefined) return { field: {}, changed: [] }
  const isStricter = !rules.onFailure.includes(onFailure)
  const policy = isStricter ? ("closed" as const) : onFailure
  return {
    field: { onFailure: policy },
    changed: [
      ...(isStricter ? ["its failure asks a person, and denies there"] : []),
      ...(rules.ignoresOnFailureOf.includes(handler._tag)
        ? ["what its failure means is read there by Hookline, not by the host itself"]
        : [])
    ]
  }
}

const rulesOut = (
  hook: Hook,
  { to }: Facts,
  rules: MigrationRules,
  events: ReadonlyArray<string>
): string | undefined => {
  if (hook.off !== undefined && !stillMeant.has(hook.off._tag)) return offBecause(hook.off)
  if (!hook.enabled && !rules.honorsEnabled) return `it is switched off, and ${to.title} would run it all the same`
  if (!HookEvent.isName(hook.event)) return `"${hook.event}" is no event that ${to.title} has`
  if (to.config.events?.includes(hook.event) === false) return `files of ${to.title} have no ${hook.event}`
  if (!events.includes(hook.event)) return `${to.title} has no ${hook.event}`
  if (hook.if !== undefined && !rules.hasRules)
    return `${to.title} knows no \`if\`: without it the hook would run more often`
  return undefined
}

/** A type of agents that is not the name of a tool. */
const anyAgent = "some-agent"

/**
 * Checks whether a matcher of agents that start or stop names the tool that starts them, as some hosts allow. To other
 * hosts the same matcher would be a type of agents.
 */
const byTool = ({ event }: Hook, rule: MatchRule, side: string): boolean =>
  (event === "SubagentStart" || event === "SubagentStop") &&
  Hosts.named(side)?.migration?.agentTools?.some((name) => meets(rule, name)) === true &&
  !meets(rule, anyAgent)

/** Returns the fields of entries that are a part of the handler in a host's words. */
const ownFieldsOf = (name: string): ReadonlyArray<string> => Hosts.named(name)?.migration?.ownFields ?? []

/** The hook as the target has it. */
export const translate = (hook: Hook, facts: Facts): TranslatedHook => {
  const { exists, file, folders, from, to } = facts
  const host = Hosts.named(to.name)
  const rules = host?.migration
  if (host === undefined || rules === undefined) return { why: `there is no way to write hooks for ${to.title}` }
  const out = rulesOut(hook, facts, rules, eventsOf(host))
  if (out !== undefined) return { why: out }
  if (byTool(hook, from.matcher(hook.matcher, hook.event), from.name)) {
    return { why: "its matcher names the tool that starts agents; there it would be an agent's type" }
  }
  if (Hosts.named(from.name)?.migration?.onlyKnownTools === true && !isForKnownTool(from, hook.event, hook.matcher)) {
    return {
      why: `its matcher ${JSON.stringify(hook.matcher)} names no tool of ${from.title} whose name here is known`
    }
  }
  const matched = matchers.translate({ from, to, rules: rules.matchers, event: hook.event }, hook.matcher)
  if ("why" in matched) return { why: `its matcher ${JSON.stringify(hook.matcher)} can't be expressed: ${matched.why}` }
  if (byTool(hook, to.matcher(matched.text, hook.event), to.name)) {
    return { why: "its matcher names an agent's type; there it would be the tool that starts all of them" }
  }
  const { oneTool } = rules
  const rule = from.matcher(hook.matcher, hook.event)
  if (oneTool !== undefined && Target.isTool(hook.event) && !meets(rule, oneTool.name)) {
    const other = oneTool.others.find((name) => meets(rule, name))
    if (other !== undefined) {
      return { why: `its matcher is for ${other} and not for ${oneTool.name}, which are one tool in ${to.title}` }
    }
  }
  const handled = handlers.translate(hook.handler, { to, rules, file: hook.source, folders, exists })
  if ("why" in handled) return handled
  const refused = handled.handler._tag === "Command" ? rules.refuses?.(handled.handler.command) : undefined
  if (refused !== undefined) return { why: refused }
  const { changed: limitChanged, field: timeout } = limit(hook, facts)
  const policy = failure(hook, from.name, rules)
  const { group, id, matcher: _matcher, onFailure: _onFailure, source, timeoutMillis: _timeout, ...rest } = hook
  const written = isJson(hook.written) ? hook.written : {}
  const moved: Hook = {
    ...rest,
    id,
    handler: handled.handler,
    once: false,
    ...(matched.text !== undefined && { matcher: matched.text }),
    ...timeout,
    ...policy.field,
    group: {
      index: group.index,
      parallel: rules.groups === "either" && (group.parallel || from.defaults.parallel)
    },
    // Its place decides nothing in another file, but its file keeps groups of several files apart.
    source: { ...source, dialect: to.name, scope: file.scope, at: [] },
    ...(isJson(hook.written) && { written: Struct.omit(hook.written, ownFieldsOf(from.name)) })
  }
  if (file.file.endsWith(".toml") && !toml.canSay(to.config.write([moved]))) {
    return { why: "it holds halves of characters, which TOML can't hold" }
  }
  return {
    hook: moved,
    changed: [
      ...handled.changed,
      ...limitChanged,
      ...policy.changed,
      ...(host.silentEvents?.includes(hook.event) === true
        ? [`${to.title} itself never fires ${hook.event}; Hookline does`]
        : []),
      ...(group.parallel && rules.groups === "inTurn" ? ["its group runs together; there all hooks run in turn"] : []),
      ...(!hook.once && written["once"] === true ? ["`once` means nothing outside of a skill, and is left out"] : [])
    ]
  }
}
