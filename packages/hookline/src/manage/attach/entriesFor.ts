/** The entries that a host should have: their events and their commands. */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import type { OnFailure } from "@hookline/schema/Hook"
import * as Target from "@hookline/schema/kit/Target"
import { unanswered } from "@hookline/dialects/kit/unanswered"
import * as path from "node:path"
import { eventsOf } from "../hostEvents.ts"
import { neverDenied } from "../../dispatch/unansweredExit.ts"
import { quotedWhole, quotedWord } from "../shellWords.ts"
import type { Handler } from "./layout.ts"

/** The entries to register. */
export interface Options {
  readonly host: HostFacts
  /** The program and its arguments in front of `dispatch`: the absolute path of Node, its options, our script's path. */
  readonly command: readonly [program: string, ...rest: ReadonlyArray<string>]
  /** The meaning of Hookline's own failures, and of its absence; `open`, if left out. */
  readonly onFailure?: OnFailure
  /** Returns the words after `dispatch --host HOST --event EVENT`. */
  readonly more?: ReadonlyArray<string>
  /** The most that our hooks may take on an event. */
  readonly limitMillis: (event: string) => number
  /** The events to register for, in order; if absent, those of the host that are not on request only. */
  readonly events?: ReadonlyArray<string>
}

/** One entry. */
export interface Wanted {
  readonly event: string
  readonly matcher: string | undefined
  readonly handler: Handler
}

const isOurs = (command: string, args?: ReadonlyArray<string>): boolean =>
  SelfReference.is({ _tag: "Command", command, ...(args !== undefined && { args }) })

/**
 * Returns the end of a command's text that decides where the command itself could not run: it turns any failure into what
 * the host reads as a denial, or a failure that the host would take for one into a pass.
 */
const fallbackOf = ({ host, onFailure = "open" }: Options, event: string): string => {
  const { anyDenies = [], denials = {}, needsText = false } = host.settings.exits ?? {}
  const isAny = anyDenies === "all" || anyDenies.includes(event)
  // Any exit code would prolong the end of some work there.
  if (isAny && neverDenied.has(event)) return " || exit 0"
  // All exit codes prevent it but 0, while 2 is a denial that a hook wants, which such a host may read from 2 alone.
  if (onFailure === "open") return isAny ? ` || [ $? -ne 2 ]${needsText ? " || exit 2" : ""}` : ""
  if (neverDenied.has(event)) return ""
  if (Object.hasOwn(denials, event)) return ` || echo ${quotedWhole(JSON.stringify(denials[event]))}`
  return needsText ? ` || { echo ${quotedWhole(unanswered)} >&2; exit 2; }` : " || exit 2"
}

/**
 * Returns the command by which the host runs Hookline. It is a text for the shell, which every version of every host that
 * reads these files understands: one that does not know `args` would run Node alone, and each guard would be lost. Only
 * where the text could not be recognised again, because of letters in a path, it is a program with its arguments. It is
 * `undefined` where neither can be recognised.
 */
export const commandOf = (options: Options, event: string): Handler | undefined => {
  const { command, host, more = [], onFailure = "open" } = options
  const policy = onFailure === "open" ? [] : ["--on-failure", onFailure]
  const own = ["dispatch", "--host", host.name, "--event", event, ...policy, ...more]
  const [program, ...rest] = [...command, ...own] as const
  const args: ReadonlyArray<string> = rest
  // The host starts us in folders of its own choice.
  if (![command[0], command.at(-1) ?? ""].every((word) => path.isAbsolute(word))) return undefined
  const words = [program, ...args].map(quotedWord).join(" ")
  if (host.settings.refuses?.(words) !== undefined) return undefined
  const text = words + fallbackOf(options, event)
  const isWindows = /^[A-Za-z]:[\\/]/.test(program ?? "")
  if (!isWindows && isOurs(text)) return { type: "command", command: text }
  if (!host.settings.execForm || program === undefined || !isOurs(program, args)) return undefined
  return { type: "command", command: program, args }
}

/** The time that Node needs to start and to answer, beside that of hooks. */
const margin = 5

/** The longest that hosts let all hooks of an event take together, in seconds, where there is such a limit. */
const caps: Readonly<Record<string, number>> = { SessionEnd: 60 }

/** Longer than a day is no limit any more. */
const day = 86_400

/** Returns a limit, in the host's unit, that ours never reach: an answer that comes after it would not count. */
export const timeoutOf = ({ settings }: HostFacts, event: string, millis: number): number => {
  const { caps: own = {}, most = Infinity, perSecond = 1 } = settings.timeouts ?? {}
  const seconds = Number.isNaN(millis) ? day : Math.max(1, Math.ceil(millis / 1000))
  const all: Readonly<Record<string, number>> = { ...caps, ...own }
  const limit = Math.min(seconds + margin, Object.hasOwn(all, event) ? (all[event] ?? day) : day)
  return Math.min(limit * perSecond, most)
}

/** Returns the events of a host that are registered unless others are asked for. */
export const registeredEvents = (host: HostFacts): ReadonlyArray<string> =>
  eventsOf(host).filter((event) => host.settings.onRequest?.includes(event) !== true)

/** Returns the wanted entries in order, or `undefined` where they could not be recognised as ours. */
export const entriesFor = (options: Options): ReadonlyArray<Wanted> | undefined => {
  const { host, limitMillis } = options
  const { closedFields, eventNames = {}, fields, withoutMatcher = false } = host.settings
  const isClosed = options.onFailure !== undefined && options.onFailure !== "open"
  const events = options.events ?? registeredEvents(host)
  const entries = new Map<string, Wanted>()
  for (const event of new Set(events)) {
    const name = Object.hasOwn(eventNames, event) ? (eventNames[event] ?? event) : event
    // The payload decides which of several events of one name it is.
    if (entries.has(name)) continue
    const command = commandOf(options, event)
    if (command === undefined) return undefined
    const timeout = timeoutOf(host, event, limitMillis(event))
    const matcher = Target.isTool(event) && !withoutMatcher ? "*" : undefined
    const closed = isClosed && !neverDenied.has(event) ? closedFields : undefined
    entries.set(name, { event: name, matcher, handler: { ...command, ...fields, ...closed, timeout } })
  }
  return [...entries.values()]
}
