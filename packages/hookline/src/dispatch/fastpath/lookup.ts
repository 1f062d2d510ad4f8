// One call of `dispatch`, as far as it may be known already that there is nothing to answer.
import { flatHosts } from "@hookline/dialects/kit/flatHosts"
import { areSpelledTwice } from "@hookline/dialects/kit/format/wire/spellings"
import { workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import { isJson } from "@hookline/schema/Json"
import * as RepeatedKey from "@hookline/schema/kit/RepeatedKey"
import * as path from "node:path"
import { folder, isKnown, keep } from "./cache.ts"
import { callerOf, cacheKeyOf } from "./cacheKey.ts"
import type { Seen } from "./recordReads.ts"
import { mayBeGuarded } from "../../ownGuard/mayBeGuarded.ts"
import { fingerprintOf } from "./fingerprint.ts"

/** The input of a process. */
export interface Called {
  /** The version of this program, and the file it is in: another program may answer otherwise. */
  readonly version: string
  readonly file: string
  readonly words: ReadonlyArray<string>
  readonly text: string
}

export interface Call {
  /** `true` if an earlier call found an empty answer, which still holds. */
  readonly isQuiet: boolean
  /** Keeps that there was nothing to answer. */
  readonly keep: (seen: Pick<Seen, "fingerprints" | "since">) => void
}

/** A call whose answer may depend on anything. */
const unknown: Call = { isQuiet: false, keep: () => {} }

/** Parses the payload of a host. A text that a person wrote may be none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The full call reports what is wrong with it.
    return undefined
  }
}

/** Checks for a field with two values, of which the question may have but one. */
const isDoubtful = (text: string, payload: unknown): boolean =>
  !isJson(payload) || areSpelledTwice(Object.keys(payload)) || RepeatedKey.inText(text, payload) !== undefined

const isFlat = (words: ReadonlyArray<string>): boolean =>
  flatHosts.some((host) => words.includes(`--host=${host}`) || words[words.indexOf("--host") + 1] === host)

/** Removes the event, which only failures ask for: the calls of a host share what is known. */
const withoutEvent = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = words.indexOf("--event")
  return at < 0 ? words : [...words.slice(0, at), ...words.slice(at + 2)]
}

const known = ({ file, text, version, words }: Called): Call => {
  const { folder: cwd, isRemoved } = workingFolder()
  if (path.extname(file) !== ".cjs" || !isFlat(words) || isRemoved) return unknown
  const payload = parsed(text)
  const question = cacheKeyOf(payload)
  // The question has no input of a tool, which our own guard judges, and of a key that is there twice only the last value,
  // and of two names of one field perhaps only the kinds of their values.
  if (question === undefined || isDoubtful(text, payload) || mayBeGuarded(payload, cwd, process.env)) return unknown
  const called = { version: `${version} ${fingerprintOf(file)}`, words: withoutEvent(words) }
  const caller = callerOf({ ...called, cwd, env: process.env })
  const place = folder(process.env)
  return {
    isQuiet: isKnown(place, caller, question),
    // A process may be stopped for long after it has looked: what counts is when it did.
    keep: ({ fingerprints, since }) => keep(place, caller, question, fingerprints, since)
  }
}

/** Returns the call that this process is. Sources are not asked, because they change while they are worked on. */
export const callOf = (called: Called): Call => {
  try {
    return known(called)
  } catch {
    // Nothing is known of it, so that it is answered, with the failure policy of the user.
    return unknown
  }
}
