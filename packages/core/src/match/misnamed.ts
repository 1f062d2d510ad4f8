/** Events whose names are not theirs, so that the hooks that are meant do not run on them. */
import { type HookEvent, isName } from "@hookline/schema/HookEvent"
import * as EventNames from "../discover/EventNames.ts"
import { everyEvent, type Table } from "./NativeHooks.ts"

/** An event whose name is not its own. */
export interface Misnamed {
  readonly text: string
  /** The event that is meant. A name that means none may be that of any action. */
  readonly meant: string
  /** True if a program may have an event of this name. */
  readonly mayBeMeant?: true
}

/** The event of a program that emits something else: it has no name, which is a failure. */
export const nameless: HookEvent = Object.freeze({ _tag: "Other", name: "", data: Object.freeze({}) })

/** Checks whether an event has a name. The type promises one, and a program that is not compiled does not know the type. */
const isNamed = ({ _tag, name }: { readonly _tag?: unknown; readonly name?: unknown }): boolean =>
  typeof _tag === "string" && (_tag !== "Other" || typeof name === "string")

/** Returns an event that has a name. Programs that are not compiled may emit anything. */
export const named = (event: HookEvent): HookEvent => (isNamed(event ?? nothing) ? event : nameless)

const nothing = {}

/** Returns an event whose tag no event has as one of a program, which has capabilities. */
export const ofProgram = (event: HookEvent): HookEvent => {
  const { _tag: name, ...fields }: { readonly _tag: string } = event
  return name === "Other" || isName(name) ? event : { ...fields, _tag: "Other", name, data: {} }
}

/** The event that an action without a known name is taken for, because any may be denied. */
const action = "PreToolUse"

const noName: Misnamed = {
  text: "an event without a name was emitted, so that no hook can run on it: give it a _tag, such as PreToolUse; payloads of a host go to run",
  meant: action
}

const other = "An event of a program has the _tag Other, and a name"

/** Returns what is wrong with a tag that no event has. */
const ofTag = (tag: string, table: Table): Misnamed => {
  const meaning = table.meaningOf(tag)
  const word = JSON.stringify(tag)
  if (meaning._tag === "Event" && isName(meaning.event))
    return {
      text: `${word} was emitted as the _tag of an event, so that its hooks do not run: write ${meaning.event}`,
      meant: meaning.event
    }
  const hint = meaning._tag === "Never" ? `${meaning.hint.replace(/^./, (letter) => letter.toUpperCase())} ` : ""
  return {
    text: `${word} was emitted, which is no event, so that its hooks do not run. ${hint}${other}`,
    meant: EventNames.meantBy(tag)[0] ?? action
  }
}

/** Returns what is wrong with the name of an event of a program. */
const ofOther = (name: string, table: Table): Misnamed | undefined => {
  const word = JSON.stringify(name)
  if (isName(name))
    return {
      text: `${word} was emitted as an event of a program, so that its hooks can't decide: emit it with the _tag ${name}`,
      meant: name
    }
  if (name === everyEvent) return { text: `${word} was emitted, which is no name of an event`, meant: action }
  const meaning = table.meaningOf(name)
  if (meaning._tag === "Never") {
    const [meant = action] = EventNames.meantBy(name)
    return meaning.mayBeOwn === true
      ? { text: `${word} was emitted as an event of a program: ${meaning.hint}`, meant, mayBeMeant: true }
      : { text: `${word} was emitted, on which no hook runs: ${meaning.hint}`, meant }
  }
  if (meaning.event !== name)
    return {
      text: `${word} was emitted as an event of a program, and means ${meaning.event}: emit it with that _tag`,
      meant: meaning.event
    }
  const meant = table.elsewhere(name)
  return meant === undefined
    ? undefined
    : { text: `${word} was emitted as an event of a program; other agents call ${meant} so`, meant, mayBeMeant: true }
}

/** The number of cached names: names of events may come from outside. */
const remembered = 256

type Names = Map<string, Misnamed | undefined>

const cached = (names: Names, name: string, find: () => Misnamed | undefined): Misnamed | undefined => {
  const before = names.get(name)
  if (before !== undefined || names.has(name)) return before
  const found = find()
  if (names.size < remembered) names.set(name, found)
  return found
}

/**
 * Creates the function that returns what is wrong with the name of an event. Of a host's own events it is only that they are
 * known ones, because a host knows the names of its others. Nearly all events have known tags.
 */
export const misnamedBy = (table: Table): ((event: HookEvent, forHost?: boolean) => Misnamed | undefined) => {
  const tags: Names = new Map()
  const others: Names = new Map()
  return (event, forHost = false) => {
    // A program that is not compiled may emit any tag, or none.
    const tag: string = event._tag
    if (isName(tag)) return undefined
    if (!isNamed(event)) return noName
    if (event._tag !== "Other") return cached(tags, tag, () => ofTag(tag, table))
    const { name } = event
    if (name === "") return noName
    if (forHost && !isName(name)) return undefined
    return cached(others, name, () => ofOther(name, table))
  }
}
