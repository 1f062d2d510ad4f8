/** Events with handlers under keys that are not read for hooks: beside `hooks`, and one level too deep in it. */
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import type { Loss } from "@hookline/schema/Diagnostic"
import type { Path } from "@hookline/schema/Source"
import { isForeignEvent, ourEvent } from "./foreign.ts"
import { lookup } from "../lookup.ts"
import type { Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"
import { handlersIn, quote } from "./written.ts"

/** Returns the name under which a file has an event, if it has names of its own. */
export const nameIn = ({ eventNames = {} }: Rules, event: string): string =>
  Object.keys(eventNames).find((name) => eventNames[name] === event) ?? event

/** Returns the canonical events that a key names, in the words of any agent. */
const eventsOf = (key: string, { eventNames = {}, hostEvents = {} }: Rules): ReadonlyArray<string> => {
  if (HookEvent.isName(key)) return [key]
  const own = lookup(eventNames, key) ?? lookup(hostEvents, key)
  if (own !== undefined) return [own]
  if (isForeignEvent(key)) return [ourEvent(key) ?? key]
  return EventNames.meantBy(key)
}

/** Checks whether a name is that of an event, in the words of any agent. */
export const isEventName = (name: string, rules: Rules): boolean =>
  eventsOf(name, rules).length > 0 || Object.hasOwn(rules.hostEvents ?? {}, name)

/** Checks whether a value is a group, or a list of groups. */
const holdsGroups = (value: unknown): boolean =>
  [value].flat().some((item) => isJson(item) && (Array.isArray(item["hooks"]) || Array.isArray(item["handlers"])))

/**
 * Returns the events that a key with its value means, if it means some. A name of one word, such as `setup`, is common, so
 * that it counts with groups alone.
 */
export const eventsMeant = (key: string, value: unknown, rules: Rules): ReadonlyArray<string> => {
  const isGroups = holdsGroups(value)
  if (!isGroups && !Array.isArray(value)) return []
  const events = eventsOf(key, rules)
  const isClear = isGroups || rules.flat !== undefined || events.some((name) => /[a-z][A-Z]/.test(name))
  return isClear && events.length > 0 && handlersIn(value) > 0 ? events : []
}

/** Returns the events with handlers in a value, at any depth of objects and lists. */
const eventsWithin = (root: object, rules: Rules): Omit<Loss, "tools"> => {
  const events = new Set<string>()
  let entries = 0
  const waiting: Array<object> = [root]
  const wait = (value: unknown): void => {
    if (typeof value === "object" && value !== null) waiting.push(value)
  }
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (Array.isArray(object)) {
      for (const item of object) wait(item)
      continue
    }
    for (const [key, value] of Object.entries(object)) {
      const meant = eventsMeant(key, value, rules)
      for (const event of meant) events.add(event)
      if (meant.length > 0) entries += handlersIn(value)
      else wait(value)
    }
  }
  return { events: [...events], entries }
}

/** The maximum length of a key whose letters are compared. */
const longest = 64

/** Checks for `hooks` and `hook` in other case or letters, or with hidden ones. */
const isHooks = (key: string): boolean => key.length <= longest && ["hook", "hooks"].includes(EventNames.lettersOf(key))

/** Words by which authors name what shall not count. */
const asideWords: ReadonlySet<string> = new Set(
  "backup bak comment comments disabled doc docs example examples inactive off old sample samples template unused".split(
    " "
  )
)

/**
 * Checks for a key by which authors keep what shall not count, such as `_hooks`, `//hooks` and `hooksDisabled`, the last only
 * if its words count.
 */
export const isKeptAside = (key: string, byWords = true): boolean =>
  /^[_/#!;$%*<.~-]/.test(key) || (byWords && hasAsideWord(key))

const hasAsideWord = (key: string): boolean =>
  key
    .replaceAll(/(?=[A-Z])/g, " ")
    .split(/[^A-Za-z]+/)
    .some((word) => asideWords.has(word.toLowerCase()))

/** Returns the events in the value of a key that is not read. Handlers under `Hooks` without an event may be for any. */
const strayIn = (key: string, value: unknown, rules: Rules): Omit<Loss, "tools"> | undefined => {
  const inner = typeof value === "object" && value !== null ? eventsWithin(value, rules) : undefined
  if (inner !== undefined && inner.entries > 0) return inner
  return isHooks(key) ? { events: "all", entries: handlersIn(value) } : undefined
}

/** Checks cheaply whether a value may have handlers. */
const mayHaveHandlers = (value: unknown): boolean =>
  typeof value === "object" && value !== null && handlersIn(value) > 0

/**
 * Reports events in the value of a key that is not read, and returns true if there are some. What was kept aside on purpose is
 * no loss. `at` is the path of the key's object.
 */
export const reportStray = (key: string, value: unknown, at: Path, rules: Rules, report: Report): boolean => {
  const stray = mayHaveHandlers(value) ? strayIn(key, value, rules) : undefined
  if (stray === undefined) return false
  const isAside = isKeptAside(key)
  const [first = "PreToolUse"] = stray.events === "all" ? [] : stray.events
  const on = stray.events === "all" ? "" : ` on ${stray.events.join(", ")}`
  const why = at.length === 0 ? "where no hooks are read" : "which is no event"
  report({
    code: "hooks-unread",
    at: [...at, key],
    text: `Hooks${on} are under ${quote(key)}, ${why}, so that they never run.`,
    fix: isAside
      ? 'Delete them, or put them under an event of "hooks" if they shall run.'
      : `Put the events right under "hooks": {"hooks": {"${nameIn(rules, first)}": […]}}.`,
    ...(!isAside && { lost: stray })
  })
  return true
}
