/** Fields of entries and groups under a name that is nearly the right one, or at the wrong level, where they are not read. */
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import { isNear } from "@hookline/core/kit/discover/Suggestions"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import { isJson, type Json } from "@hookline/schema/Json"
import { entries, type EntryType, shared } from "@hookline/schema/kit/HookEntry"
import type { Path } from "@hookline/schema/Source"
import type { Report } from "./Problem.ts"
import { toolsOfNames } from "./repeated.ts"
import type { Rules } from "./rules.ts"
import { isKeptAside } from "./strayEvents.ts"
import { quote } from "./written.ts"

const { lettersOf } = EventNames

const byLetters = (names: ReadonlyArray<string>): ReadonlySet<string> => new Set(names.map(lettersOf))

/** Names of a policy for failures in words, as authors and other agents write them. */
const policyNames = byLetters([
  "errorPolicy",
  "failMode",
  "failPolicy",
  "failureAction",
  "failureMode",
  "failurePolicy",
  "onError",
  "onFail",
  "onFailed",
  "onFailurePolicy"
])

/** Names of a flag by which a failure denies, and by which it does not. */
const closing = byLetters([
  "abortOnError",
  "abortOnFailure",
  "blockOnError",
  "blockOnFail",
  "blockOnFailure",
  "denyOnError",
  "denyOnFailure",
  "exitOnError",
  "failClosed",
  "failOnError",
  "failOnFailure",
  "failsClosed",
  "stopOnError",
  "stopOnFailure"
])
const opening = byLetters([
  "allowFailure",
  "allowFailures",
  "allowOnFailure",
  "continueOnError",
  "continueOnFailure",
  "failOpen",
  "failsOpen",
  "ignoreError",
  "ignoreErrors",
  "ignoreFailure",
  "ignoreFailures"
])

/** Names of a flag that means `closing` if it is true, and may have a value about something else. */
const requiring = byLetters(["blocking", "isBlocking", "isRequired", "mandatory", "mustPass", "required"])

/** Letters of words for failures that pass, and for those that deny. */
const openWords = byLetters(
  (
    "allow bestEffort continue debug failOpen false ignore ignored info log logged logOnly lenient n never no noop none notify " +
    "off open pass proceed quiet resume silence silent silently skip skipped suppress swallow tolerate warn warning warnOnly"
  ).split(" ")
)
const closedWords = byLetters(
  (
    "abort always block blocked cancel closed crash deny denied error exit fail failClosed fatal forbid halt interrupt on raise " +
    "refuse reject stop strict terminate throw true y yes"
  ).split(" ")
)

const falseWords = byLetters(["false", "n", "no", "off"])
const trueWords = byLetters(["on", "true", "y", "yes"])

/** Returns the letters of a word, also of a flag or a number in the place of one. An object or a list is no word. */
const wordOf = (value: unknown): string => {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return ""
  const text = String(value)
  return lettersOf(text === "0" ? "false" : text === "1" ? "true" : text)
}

const policyLetters = lettersOf("onFailure")

/** A policy that a field means. `isGuess` is true if its word is unknown, so that the policy is the strict one. */
interface Meant {
  readonly policy: OnFailure
  readonly isGuess?: true
}

const closed: Meant = { policy: "closed" }

/**
 * Returns the policy that a field means, or `undefined` if it means none. A value that is not known is strict, like one of
 * `onFailure`, and an open one of another name needs no report, because open is the default.
 */
const policyOf = (letters: string, value: unknown): Meant | undefined => {
  if (closing.has(letters)) return falseWords.has(wordOf(value)) ? undefined : closed
  if (opening.has(letters)) return falseWords.has(wordOf(value)) ? closed : undefined
  if (requiring.has(letters)) return trueWords.has(wordOf(value)) ? closed : undefined
  const isOwn = letters === policyLetters || isNear(letters, policyLetters)
  if (!isOwn && !policyNames.has(letters)) return undefined
  const word = wordOf(value)
  if (openWords.has(word)) return isOwn ? { policy: "open" } : undefined
  if (word === "ask") return { policy: "ask" }
  return closedWords.has(word) ? closed : { policy: "closed", isGuess: true }
}

/** Other names of fields. */
const synonyms: ReadonlyMap<string, string> = new Map(
  (
    [
      ["args", ["arg", "argument", "arguments", "argv"]],
      ["timeout", ["timeoutMs", "timeoutMillis", "timeoutMilliseconds", "timeoutSec", "timeoutSecs", "timeoutSeconds"]],
      ["enabled", ["disabled"]]
    ] as const
  ).flatMap(([field, others]) => others.map((other) => [lettersOf(other), field] as const))
)

/** Names of a matcher, as authors write them. */
const matcherNames = byLetters(["matcher", "matchers", "match", "tool", "tools", "toolName", "toolNames"])

/** The minimum length of a name that is compared by edits: among shorter ones, too many are near. */
const shortest = 6

const lettersOfFields = new Map<EntryType, ReadonlyArray<readonly [field: string, letters: string]>>()

const fieldsOf = (type: EntryType): ReadonlyArray<readonly [field: string, letters: string]> => {
  const known = lettersOfFields.get(type)
  if (known !== undefined) return known
  const fields = Object.keys(entries[type].fields).map((field) => [field, lettersOf(field)] as const)
  lettersOfFields.set(type, fields)
  return fields
}

/** Returns the field of a type of entry that a name is nearly. */
const fieldMeant = (type: EntryType, letters: string): string | undefined => {
  const fields = fieldsOf(type)
  const same = fields.find(([, each]) => each === letters)?.[0]
  if (same !== undefined) return same
  const other = synonyms.get(letters)
  if (other !== undefined && other in entries[type].fields) return other
  if (letters.length < shortest) return undefined
  return fields.find(([, each]) => each.length >= shortest && isNear(letters, each))?.[0]
}

/** Fields that do not decide what runs. A handler that misses another one may run as something else. */
const harmless: ReadonlySet<string> = new Set([
  ...Object.keys(shared),
  "type",
  "async",
  "asyncRewake",
  "continueOnBlock",
  "model"
])

/** The longest name that is compared. */
const longest = 64

/** All names that some dialect reads in an entry, so that no other one is meant by them. */
const knownFields: ReadonlySet<string> = new Set([
  ...Object.values(entries).flatMap(({ fields }) => Object.keys(fields)),
  ..."bash commandWindows cwd env exec failure_mode hooks loop_limit matcher parallel powershell windows".split(" ")
])

const typeOf = ({ written }: Hook): EntryType => {
  const type = isJson(written) ? written["type"] : undefined
  return typeof type === "string" && Object.hasOwn(entries, type)
    ? // `hasOwn` has just found it among the types.
      (type as EntryType)
    : "command"
}

/** Returns the fix that writes a policy as the dialect has it. */
const inField = ({ failureField }: Rules, policy: OnFailure): string =>
  failureField === "failClosed" ? `"failClosed": ${policy !== "open"}` : `"${failureField ?? "onFailure"}": "${policy}"`

/** Returns the fix of a field that means a policy. Where that is a guess, the author decides. */
const fixOf = (rules: Rules, { isGuess, policy }: Meant): string =>
  isGuess === true
    ? `${inField(rules, policy)}, or ${inField(rules, "open")} if a failure is to pass`
    : inField(rules, policy)

const strictness = { open: 0, ask: 1, closed: 2 } as const

/** Returns a hook with a policy that is as strict as another one. */
const atLeast = (hook: Hook, policy: OnFailure): Hook =>
  policy === "open" || (hook.onFailure !== undefined && strictness[hook.onFailure] >= strictness[policy])
    ? hook
    : { ...hook, onFailure: policy }

/** Reports a field of a handler that is not read as it was meant. Returns its policy for failures, if it is one. */
const aboutField = (hook: Hook, key: string, value: unknown, rules: Rules, report: Report): OnFailure | undefined => {
  const at = [...hook.source.at, key]
  const letters = lettersOf(key)
  const meant = policyOf(letters, value)
  if (meant !== undefined) {
    const { policy } = meant
    const until =
      policy === "open" ? "" : `; until it is, a failure of this hook ${policy === "ask" ? "asks" : "denies"}`
    report({
      code: "on-failure-unknown",
      at,
      text: `${quote(key)}: ${quote(value)} is not written as a policy for failures${until}.`,
      fix: `Write ${fixOf(rules, meant)}.`
    })
    return policy
  }
  if (hook.matcher === undefined && matcherNames.has(letters)) {
    report({
      code: "field-misspelt",
      at,
      text: `${quote(key)} is not read: the hook runs on every ${hook.event}.`,
      fix: 'Write "matcher": "Bash", or whatever tools are meant, where the file has matchers.'
    })
    return undefined
  }
  const type = typeOf(hook)
  const field = fieldMeant(type, letters)
  if (field === undefined || field === key) return undefined
  if (field === "enabled" && (letters === lettersOf("disabled") ? value !== true : value !== false)) return undefined
  const { event, matcher } = hook
  const tools = matcher === undefined ? undefined : toolsOfNames(matcher)
  const isCostly = !harmless.has(field)
  report({
    code: "field-misspelt",
    at,
    text: `${quote(key)} is no field of a handler, and is not read: ${quote(field)} may be meant.`,
    fix:
      field === "enabled"
        ? `Write "enabled": false.`
        : letters === lettersOf(field) || !synonyms.has(letters)
          ? `Rename it to "${field}".`
          : `Write it as "${field}".`,
    ...(isCostly && {
      lost: { entries: 1, events: [event], ...(tools !== undefined && { tools }), inCatalog: true }
    })
  })
  return undefined
}

/**
 * Reports fields of a handler that are nearly known ones, so that they are not read. Returns the hook with the policy for
 * failures that one of them means, unless that is an open one: a failure of the hook must not pass by a typing error.
 */
export const withMeantFields = (hook: Hook, rules: Rules, report: Report): Hook => {
  const { written } = hook
  if (!isJson(written)) return hook
  let meant = hook
  for (const key in written) {
    if (knownFields.has(key) && key !== rules.failureField && key !== "failure_mode") continue
    const value = written[key]
    if (value === undefined || value === null || key.length > longest || isKeptAside(key, false)) continue
    if (key === rules.failureField && (key !== "failClosed" || typeof value === "boolean")) continue
    if (rules.fieldNames !== undefined && Object.values(rules.fieldNames).includes(key)) continue
    const policy = aboutField(hook, key, value, rules, report)
    if (policy !== undefined) meant = atLeast(meant, policy)
  }
  return meant
}

/** Fields of a handler that have an effect, and are not read in its group. */
const ofHandlers: ReadonlySet<string> = new Set(["async", "if", "profile", "shell", "timeout"])

/** A group whose fields are reported: its event, its path, and the key under which its handlers are. */
interface Holder {
  readonly event: string
  readonly at: Path
  readonly right: "hooks" | "handlers"
}

/**
 * Reports fields of a group that are not read there. Returns the policy for failures that one of them means for its handlers,
 * as in `withMeantFields`.
 */
export const policyOfGroup = (
  group: Json,
  { at, event, right }: Holder,
  rules: Rules,
  report: Report
): OnFailure | undefined => {
  let meant: OnFailure | undefined
  for (const key in group) {
    if (key === right || (key === "matcher" && right === "hooks") || key === "parallel" || key === "description")
      continue
    const value = group[key]
    if (value === undefined || value === null || key.length > longest || isKeptAside(key, false)) continue
    const letters = lettersOf(key)
    const found = (text: string, fix: string): void => report({ code: "field-misplaced", at: [...at, key], text, fix })
    const means = policyOf(letters, value)
    if (means !== undefined) {
      const { policy } = means
      if (meant === undefined || strictness[policy] > strictness[meant]) meant = policy
      const until = policy === "open" ? "" : ` Until it is there, a failure ${policy === "ask" ? "asks" : "denies"}.`
      found(
        `${quote(key)} belongs to each handler; here it is not read.${until}`,
        `Write ${fixOf(rules, means)} beside each "type".`
      )
    } else if ((right === "handlers" || !("matcher" in group)) && matcherNames.has(letters)) {
      found(
        `${quote(key)} is not read here: the hooks run on every ${event}${right === "handlers" ? ", unless they have a matcher of their own" : ""}.`,
        `Write "matcher": "Bash", or whatever tools are meant${right === "handlers" ? `, beside each "type"` : ""}.`
      )
    } else if (
      ofHandlers.has(key) ||
      (key === "enabled" && value === false) ||
      (key === "disabled" && value === true)
    ) {
      found(
        `${quote(key)} belongs to each handler; here it is not read.`,
        `Write ${key === "disabled" ? `"enabled": false` : quote(key)} beside each "type".`
      )
    }
  }
  return meant
}

/** Returns a hook with the policy of its group, unless it has its own. */
export const withPolicy = (hook: Hook, policy: OnFailure | undefined): Hook =>
  policy === undefined || hook.onFailure !== undefined ? hook : atLeast(hook, policy)
