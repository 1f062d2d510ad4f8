// Hooks that name the tool of an event in other letters: in another case, with other marks, or with characters that look like
// others. No matcher matches such a name, and a reader takes both for the same tool.
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import type { Dialect } from "../../Dialect.ts"
import { lettersOf } from "../../discover/EventNames.ts"
import * as PermissionRule from "../PermissionRule.ts"
import { alternativesOf } from "../ToolSpelling.ts"
import { rememberedNames } from "./EventPlan.ts"
import { Memo } from "./Memo.ts"
import { hostNames, type NamesOf } from "./toolNames.ts"

/** A hook that does not run on an event, and the name by which it means a tool that looks like the event's. */
export interface LookAlike {
  readonly hook: Hook
  readonly word: string
  /** True if the event's name has characters that names of tools do not have, such as hidden ones. */
  readonly isDisguised: boolean
}

interface Context {
  readonly host: Dialect
  readonly dialectOf: (hook: Hook) => Dialect | undefined
  readonly namesIn: (dialect: Dialect) => NamesOf
}

const noLookAlikes: ReadonlyArray<LookAlike> = []

/** The maximum length of a name that is compared and cached. */
const longestName = 256

const isPlain = (name: string): boolean => /^[\x21-\x7e]+$/.test(name)

/** Returns the names of tools in a hook's matcher. */
const wordsOfMatcher = ({ event, matcher }: Hook, dialect: Dialect): ReadonlyArray<string> => {
  const rule = dialect.matcher(matcher, event)
  const named = matcher === undefined || rule._tag === "All" ? [] : alternativesOf(matcher, rule)
  return named.filter((word) => word !== undefined)
}

/** Returns the name of the tool in a hook's rule, if it has one. */
const wordsOfRule = ({ if: condition }: Hook): ReadonlyArray<string> => {
  const parsed = condition === undefined ? undefined : PermissionRule.parse(condition)
  return parsed?._tag === "Rule" ? [parsed.tool] : []
}

/** Hooks with the same matcher or rule, and one of the tools that it names. */
interface Meant {
  readonly hooks: ReadonlyArray<Hook>
  readonly dialect: Dialect
  readonly word: string
}

/** Returns the hooks of an event's name by the letters of the tools that they name. */
const byLetters = (hooks: ReadonlyArray<Hook>, { dialectOf }: Context): ReadonlyMap<string, ReadonlyArray<Meant>> => {
  const letters = new Map<string, string>()
  const lettersIn = (word: string): string => {
    const found = letters.get(word) ?? lettersOf(word)
    letters.set(word, found)
    return found
  }
  // Hooks of a group share its matcher: thousands of them with thousands of names would be millions.
  const meantBy = (
    textOf: (hook: Hook) => string | undefined,
    words: (hook: Hook, dialect: Dialect) => ReadonlyArray<string>
  ): ReadonlyArray<Meant> =>
    [...Map.groupBy(hooks, dialectOf)].flatMap(([dialect, hooks]) =>
      dialect === undefined
        ? []
        : [...Map.groupBy(hooks, textOf).values()].flatMap((hooks) =>
            (hooks[0] === undefined ? [] : words(hooks[0], dialect)).map((word): Meant => ({ hooks, dialect, word }))
          )
    )
  const meant = [...meantBy(({ matcher }) => matcher, wordsOfMatcher), ...meantBy((hook) => hook.if, wordsOfRule)]
  return Map.groupBy(
    meant.filter(({ word }) => word.length <= longestName),
    ({ word }) => lettersIn(word)
  )
}

/** Returns the hooks of an event which name its tool in other letters, and do not run. `running` returns those that do. */
export type Find = (event: HookEvent, running: () => ReadonlyArray<Hook>) => ReadonlyArray<LookAlike>

/** Creates the function that finds them. `hooks` are those in force. One whose handler runs by another entry is not missed. */
export const lookAlikes = (hooks: ReadonlyArray<Hook>, context: Context): Find => {
  const { host, namesIn } = context
  const ofEvents = new Map(
    Array.from(
      Map.groupBy(
        hooks.filter(({ event, if: rule, matcher }) => Target.isTool(event) && (matcher ?? rule) !== undefined),
        ({ event }) => event
      ),
      ([name, ofName]) => {
        let found: ReadonlyMap<string, ReadonlyArray<Meant>> | undefined
        return [name, () => (found ??= byLetters(ofName, context))] as const
      }
    )
  )
  if (ofEvents.size === 0) return () => noLookAlikes
  const memo = new Memo<ReadonlyArray<LookAlike>>(rememberedNames)

  const find = (
    event: HookEvent,
    names: ReadonlyArray<string>,
    running: () => ReadonlyArray<Hook>
  ): ReadonlyArray<LookAlike> => {
    const meant = ofEvents.get(event._tag)?.()
    if (meant === undefined) return noLookAlikes
    const letters = new Set(names.map(lettersOf).filter((each) => each !== ""))
    const similar = [...letters].flatMap((each) => meant.get(each) ?? [])
    if (similar.length === 0) return noLookAlikes
    const handlers = new Set(running().map(({ handler }) => JSON.stringify(handler)))
    const missed = similar
      .filter(({ dialect, word }) => !names.flatMap(namesIn(dialect)).includes(word))
      .flatMap(({ hooks, word }) => hooks.map((hook) => ({ hook, word })))
      .filter(({ hook }) => !handlers.has(JSON.stringify(hook.handler)))
    const found = [...new Map(missed.map((each) => [each.hook, each])).values()].map(({ hook, word }) => ({
      hook,
      word,
      isDisguised: isPlain(word) && !names.every(isPlain)
    }))
    return found.length === 0 ? noLookAlikes : found
  }

  // An agent uses the same tool several times in a row.
  let lastTag = ""
  let lastTool: string | undefined
  let last = noLookAlikes

  const byName: Find = (event, running) => {
    // A program that is not compiled may emit any value.
    if (!("toolName" in event) || typeof event.toolName !== "string" || event.toolName.length > longestName)
      return noLookAlikes
    const names = hostNames(host, event)
    const key = [event._tag, ...names].join("\0")
    const found = memo.get(key) ?? memo.set(key, find(event, names, running))
    // The further names depend on the input.
    if (host.alsoNamed === undefined) {
      lastTag = event._tag
      lastTool = event.toolName
      last = found
    }
    return found
  }

  return (event, running) =>
    "toolName" in event && event.toolName === lastTool && event._tag === lastTag ? last : byName(event, running)
}
