/** Fields of a reply that are not read where they are, and may be a denial all the same. */
import { isNear } from "@hookline/core/kit/discover/Suggestions"
import { isJson, type Json } from "@hookline/schema/Json"
import type * as Verdict from "@hookline/schema/Verdict"

/** A field that may be a decision, by its path. */
export interface Doubt {
  readonly field: string
  readonly tag: Extract<Verdict.Tag, "Ask" | "Deny">
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

const denials = words(
  "abort aborted block blocked cancel denied deny disallow disallowed forbid forbidden halt no refuse refused reject rejected stop"
)

/** Denials that have no other meaning, whatever their field is called. */
const sureDenials = words(
  "block blocked denied deny disallow disallowed forbid forbidden refuse refused reject rejected"
)

/** Words of a decision that denies nothing. */
const grants = words(
  "accept accepted allow allowed approve approved continue default defer grant granted none null ok pass passed permit " +
    "permitted proceed true undefined yes"
)

/** Fields with a decision in the words of some agent or program. Their other words are data. */
const decisions = words(
  "action answer behavior behaviour effect judgement judgment outcome permission permissions response result status verdict"
)

/** The fields of a decision here. Any word there that is no grant may be a denial. */
const ownDecisions = ["decision", "permissiondecision"]

/** Returns flags with the words that authors put before them, as in `isAllowed` and `can_proceed`. */
const flags = (befores: ReadonlyArray<string>, text: string): ReadonlySet<string> =>
  new Set(text.split(" ").flatMap((flag) => [flag, ...befores.map((before) => before + flag)]))

/** Flags that deny if they are true. That a call can or may be blocked denies nothing. */
const denying = flags(
  ["is", "must", "should", "was"],
  "abort block blocked cancel deny denied disallow disallowed forbid forbidden halt refuse refused reject rejected stop"
)

/** Flags that deny if they are false. */
const granting = flags(
  ["can", "is", "may", "should", "was"],
  "allow allowed approve approved continue grant granted permit permitted proceed"
)

/** The values of flags, as programs and scripts write them. */
const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, "1", "on", "true", "y", "yes"].map((value) => [value, true] as const),
  ...[false, 0, "0", "false", "n", "no", "off"].map((value) => [value, false] as const)
])

/** The longest name and word that is compared. */
const longest = 40

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, "")

const isOwn = (letters: string): boolean => ownDecisions.some((own) => letters === own || isNear(letters, own))

/** The place of a field: of the reply or of `hookSpecificOutput` itself, of an object in it, or of one in a list. */
type Place = "own" | "inner" | "listed"

/** Returns the decision that a word of a field may be. Further in, more words are about something else. */
const ofWord = (letters: string, text: string, place: Place): Doubt["tag"] | undefined => {
  const word = text.length > longest ? "" : text.trim().toLowerCase()
  if (word === "") return undefined
  const own = isOwn(letters)
  if (own || (decisions.has(letters) && place !== "listed")) {
    if (word === "ask") return "Ask"
    if ((own || place === "own" ? denials : sureDenials).has(word)) return "Deny"
  }
  if (own && place === "own") return grants.has(word) || truths.get(word) === true ? undefined : "Deny"
  if (place === "own" && sureDenials.has(word)) return "Deny"
  return ofFlag(letters, truths.get(word))
}

const ofFlag = (letters: string, value: boolean | undefined): Doubt["tag"] | undefined => {
  if (value === undefined) return undefined
  if (value) return denying.has(letters) ? "Deny" : undefined
  const isGrant = granting.has(letters) || isOwn(letters) || isNear(letters, "continue")
  return isGrant ? "Deny" : undefined
}

/** The maximum depth at which a decision is searched for, and the maximum number of fields at each level. */
const deepest = 4
const most = 100

/** Fields beside which others may still be the whole reply. */
const neutral = words("hookeventname suppressoutput systemmessage terminalsequence version")

/** Fields with what a hook was given, or by what it judges. Its words are not the hook's own. */
const given = words(
  "args arguments context event hookinput input parameters params payload policies request rules toolinput toolresponse toolresult"
)

const letteredName = (name: string): string => (name.length > longest ? "" : lettersOf(name))

const inField = (name: string, value: unknown, path: string, place: Place): Doubt | undefined => {
  const letters = letteredName(name)
  // Further in, numbers are counts.
  const isFlag = typeof value === "boolean" || place === "own"
  const tag =
    typeof value === "string" ? ofWord(letters, value, place) : isFlag ? ofFlag(letters, truths.get(value)) : undefined
  return tag === undefined ? undefined : { field: path, tag }
}

const strictest = (one: Doubt | undefined, other: Doubt | undefined): Doubt | undefined =>
  one === undefined || (one.tag === "Ask" && other?.tag === "Deny") ? other : one

/** Returns the strictest doubt of these names. */
const overNames = (names: ReadonlyArray<string>, of: (name: string) => Doubt | undefined): Doubt | undefined => {
  let found: Doubt | undefined
  for (const name of names.slice(0, most)) {
    found = strictest(found, of(name))
    if (found?.tag === "Deny") return found
  }
  return found
}

const isAround = (value: unknown): value is object => typeof value === "object" && value !== null

/**
 * Checks whether objects are all that fields have: one of them may then be the reply. Beside a decision, or a field of
 * another kind, they are data, such as a log or the event itself.
 */
const isWrapping = (fields: Json): boolean =>
  Object.keys(fields).every((name) => {
    const value = fields[name]
    return (
      value === undefined ||
      value === null ||
      neutral.has(letteredName(name)) ||
      (name !== "hookSpecificOutput" && isAround(value))
    )
  })

const inWrapped = (fields: Json, names: ReadonlyArray<string>, path: string, depth: number): Doubt | undefined =>
  depth < deepest && isWrapping(fields)
    ? overNames(names, (name) =>
        given.has(letteredName(name)) ? undefined : inside(fields[name], `${path}${name}`, depth + 1)
      )
    : undefined

/** Searches an object, or each of a list of results. */
const inside = (value: unknown, path: string, depth: number): Doubt | undefined => {
  if (isJson(value)) return inObject(value, `${path}.`, depth, "inner")
  if (!Array.isArray(value)) return undefined
  let found: Doubt | undefined
  for (const [index, one] of value.slice(0, most).entries()) {
    if (isJson(one)) found = strictest(found, inObject(one, `${path}[${index}].`, depth, "listed"))
  }
  return found
}

const inObject = (fields: Json, path: string, depth: number, place: Place): Doubt | undefined => {
  const names = Object.keys(fields)
  return (
    overNames(names, (name) => inField(name, fields[name], `${path}${name}`, place)) ??
    notOk(fields, path) ??
    inWrapped(fields, names, path, depth)
  )
}

/** Checks for the judgement of a prompt hook, which another hook does not have. Alone, `ok` is about what a program did. */
const notOk = ({ ok, reason }: Json, path: string): Doubt | undefined =>
  truths.get(ok) === false && typeof reason === "string" ? { field: `${path}ok`, tag: "Deny" } : undefined

/**
 * Returns the strictest decision that fields may be which are not read, or `undefined` if there is none. `ignored` are their
 * names in the reply. What is in them is searched only if the reply has nothing else.
 */
export const inIgnored = (fields: Json, ignored: ReadonlyArray<string>): Doubt | undefined =>
  overNames(ignored, (name) => inField(name, fields[name], name, "own")) ??
  (ignored.includes("ok") ? notOk(fields, "") : undefined) ??
  inWrapped(fields, ignored, "", 0)

const reasons = ["reason", "permissionDecisionReason", "stopReason"] as const
const decided = ["decision", "permissionDecision", "continue", "block", "ok", "permission", "behavior"] as const

/** Returns the reason that fields have without a decision, also one that is `null`. */
export const reasonAlone = (fields: Json): Doubt | undefined => {
  if (decided.some((name) => Object.hasOwn(fields, name))) return undefined
  const field = reasons.find((name) => typeof fields[name] === "string" && fields[name] !== "")
  return field === undefined ? undefined : { field, tag: "Deny" }
}
