/** Encodes hooks as the data of a file, in its dialect. */
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { entries, type EntryType } from "@hookline/schema/kit/HookEntry"
import * as Struct from "effect/Struct"
import { isJson, type Json } from "@hookline/schema/Json"
import { nameIn } from "./strayEvents.ts"
import type { Rules } from "./rules.ts"
import { type TimeoutRules, toMillis, toWritten } from "./timeout.ts"

// A native handler is a function of a program, which no file can contain.
const typeOf: Readonly<Record<Exclude<Handler["_tag"], "Native">, EntryType>> = {
  Command: "command",
  Http: "http",
  Prompt: "prompt",
  Agent: "agent",
  Python: "python",
  Module: "module",
  McpTool: "mcp_tool"
}

/** Fields that are encoded from the hook itself, so that no old spelling remains beside the new one. */
const modelled = new Set([
  "matcher",
  "failure_mode",
  ...Object.values(entries).flatMap((entry) => Object.keys(entry.fields))
])

/** Returns the written fields without a schema. */
const rest = (hook: Hook): Json =>
  isJson(hook.written) ? Object.fromEntries(Object.entries(hook.written).filter(([key]) => !modelled.has(key))) : {}

/** Returns the timeout as written if it is unchanged, because a fraction may be rounded in milliseconds. */
const timeoutOf = (hook: Hook, millis: number, rules: TimeoutRules): number => {
  const written = isJson(hook.written) ? hook.written["timeout"] : undefined
  return typeof written === "number" && toMillis(written, rules) === millis ? written : toWritten(millis, rules)
}

/** Encodes one handler. */
export const writeEntry = (hook: Hook, rules: TimeoutRules = {}): Json => ({
  ...(hook.handler._tag !== "Native" && {
    type: typeOf[hook.handler._tag],
    ...Struct.omit(hook.handler, ["_tag"])
  }),
  ...(hook.name !== undefined && { name: hook.name }),
  ...(hook.description !== undefined && { description: hook.description }),
  ...(hook.statusMessage !== undefined && { statusMessage: hook.statusMessage }),
  ...(hook.if !== undefined && { if: hook.if }),
  ...(hook.timeoutMillis !== undefined && { timeout: timeoutOf(hook, hook.timeoutMillis, rules) }),
  ...(hook.once && { once: true }),
  ...(!hook.enabled && { enabled: false }),
  ...(hook.onFailure !== undefined && { onFailure: hook.onFailure }),
  ...(hook.profile !== undefined && { profile: hook.profile }),
  ...rest(hook)
})

const isConfigured = ({ handler }: Hook): boolean => handler._tag !== "Native"

/** Groups items with equal keys, in the order of the first of each. */
const together = <A>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string
): ReadonlyArray<readonly [string, ReadonlyArray<A>]> => [...Map.groupBy(items, keyOf)]

/** Groups adjacent items with equal keys, without reordering. */
const neighbours = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<ReadonlyArray<A>> => {
  const groups: Array<Array<A>> = []
  let last: string | undefined
  for (const item of items) {
    const key = keyOf(item)
    if (key === last) groups.at(-1)?.push(item)
    else groups.push([item])
    last = key
  }
  return groups
}

const policyIn = ({ onFailureWords = {} }: Rules, { onFailure }: Hook): Json => {
  const word = onFailure && onFailureWords[onFailure]
  return word === undefined ? {} : { onFailure: word }
}

/** Encodes a file with groups. */
export const writeGroups = (hooks: ReadonlyArray<Hook>, rules: Rules): Json => ({
  hooks: Object.fromEntries(
    together(hooks.filter(isConfigured), ({ event }) => nameIn(rules, event)).map(([name, ofEvent]) => [
      name,
      neighbours(ofEvent, ({ group, matcher, source }) => JSON.stringify([source.file, group.index, matcher])).map(
        (group) => ({
          ...(group[0]?.matcher !== undefined && { matcher: group[0].matcher }),
          ...(group[0]?.group.parallel === true && { parallel: true }),
          hooks: group.map((hook) => ({ ...writeEntry(hook, rules), ...policyIn(rules, hook) }))
        })
      )
    ])
  )
})

/** Encodes a hook in the list of its event, in the words of the file. */
const writeListed = (hook: Hook, rules: Rules): Json => {
  const reworded = isJson(hook.written) ? rules.inOurWords?.(hook.written, "", hook.source) : undefined
  // An unchanged limit is compared under the shared name.
  const written = reworded !== undefined && "entry" in reworded ? reworded.entry : hook.written
  const entry = { ...writeEntry({ ...hook, written }, rules), ...policyIn(rules, hook) }
  const listed = { ...(hook.matcher !== undefined && { matcher: hook.matcher }), ...entry }
  return rules.inHostWords?.(listed, hook) ?? listed
}

/** Encodes a file whose handlers are in the lists of their events. */
export const writeFlat = (hooks: ReadonlyArray<Hook>, rules: Rules): Json => ({
  hooks: Object.fromEntries(
    together(hooks.filter(isConfigured), (hook) => rules.writtenName?.(hook) ?? nameIn(rules, hook.event)).map(
      ([name, ofEvent]) => [name, ofEvent.map((hook) => writeListed(hook, rules))]
    )
  )
})

const writeHandler = (hook: Hook): Json => {
  const { onFailure, ...entry } = writeEntry(hook)
  return {
    ...entry,
    ...(hook.matcher !== undefined && { matcher: hook.matcher }),
    // The dialect's own field has no `ask`.
    ...(onFailure === "ask" ? { onFailure } : onFailure !== undefined && { failure_mode: onFailure })
  }
}

/** Encodes a file with flat handlers. */
export const writeHandlers = (hooks: ReadonlyArray<Hook>): Json => ({
  hooks: Object.fromEntries(
    together(hooks.filter(isConfigured), ({ event }) => event).map(([event, ofEvent]) => [
      event,
      { handlers: ofEvent.map(writeHandler) }
    ])
  )
})
