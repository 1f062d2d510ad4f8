/** The entries that a host should have: which events, and what each says. */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import * as Target from "@hookline/schema/kit/Target"
import * as path from "node:path"
import { eventsOf } from "../hostEvents.ts"
import { quotedWord } from "../shellWords.ts"
import type { Handler } from "./layout.ts"

/** What is to be registered. */
export interface Options {
  readonly host: HostFacts
  /** The program and its arguments in front of `dispatch`: the absolute path of Node, its options, our script's path. */
  readonly command: readonly [program: string, ...rest: ReadonlyArray<string>]
  /** What follows `dispatch --host HOST`. */
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
 * How the host is told to run us. As a text for the shell, which every version of every host that reads these files
 * understands: one that does not know `args` would run Node alone, and each guard would be lost. Only where the text
 * could not be recognised as ours again, because of letters in a path, it is a program with its arguments. Nothing where
 * neither can be recognised.
 */
export const commandOf = ({ command, host, more = [] }: Options): Handler | undefined => {
  const [program, ...rest] = [...command, "dispatch", "--host", host.name, ...more] as const
  const args: ReadonlyArray<string> = rest
  // The host starts us in folders of its own choice.
  if (![command[0], command.at(-1) ?? ""].every((word) => path.isAbsolute(word))) return undefined
  const text = [program, ...args].map(quotedWord).join(" ")
  const isWindows = /^[A-Za-z]:[\\/]/.test(program ?? "")
  if (!isWindows && isOurs(text)) return { type: "command", command: text }
  if (!host.settings.execForm || program === undefined || !isOurs(program, args)) return undefined
  return { type: "command", command: program, args }
}

/** What Node needs to start and to answer, beside what hooks take. */
const margin = 5

/** The longest that hosts let all hooks of an event take together, in seconds, where there is such a limit. */
const caps: Readonly<Record<string, number>> = { SessionEnd: 60 }

/** Longer than a day is no limit any more. */
const day = 86_400

/** A limit that ours never reach: an answer that comes after it would not count. */
const timeoutOf = (event: string, millis: number): number => {
  const seconds = Number.isNaN(millis) ? day : Math.max(1, Math.ceil(millis / 1000))
  return Math.min(seconds + margin, Object.hasOwn(caps, event) ? (caps[event] ?? day) : day)
}

/** Returns the events of a host that are registered unless others are asked for. */
export const registeredEvents = (host: HostFacts): ReadonlyArray<string> =>
  eventsOf(host).filter((event) => host.settings.onRequest?.includes(event) !== true)

/** Returns the wanted entries in order, or `undefined` where they could not be recognised as ours. */
export const entriesFor = (options: Options): ReadonlyArray<Wanted> | undefined => {
  const command = commandOf(options)
  const events = options.events ?? registeredEvents(options.host)
  return (
    command &&
    [...new Set(events)].map((event) => ({
      event,
      matcher: Target.isTool(event) ? "*" : undefined,
      handler: { ...command, timeout: timeoutOf(event, options.limitMillis(event)) }
    }))
  )
}
