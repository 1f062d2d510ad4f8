/** The entries that a host should have: which events, and what each says. */
import * as Ourselves from "@hookline/core/Ourselves"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/Target"
import * as path from "node:path"
import { groups, type Handler, handlers, type Layout } from "./layout.ts"

/** A host whose settings can run a command on its events. */
export type Host = "claude" | "amplihack" | "amcp"

/** What is to be registered. */
export interface Options {
  readonly host: Host
  /** The program and its arguments in front of `dispatch`: the absolute path of Node, its options, our script's path. */
  readonly command: readonly [program: string, ...rest: ReadonlyArray<string>]
  /** What follows `dispatch --host HOST`. */
  readonly more?: ReadonlyArray<string>
  /** The most that our hooks may take on an event. */
  readonly limitMillis: (event: string) => number
  /** The events to register for, in order: all of the host's unless it is given. */
  readonly events?: ReadonlyArray<string>
}

/** One entry. */
export interface Wanted {
  readonly event: string
  readonly matcher: string | undefined
  readonly handler: Handler
}

/** What the files of a host look like, and its events. */
export const hosts: Readonly<
  Record<Host, { readonly layout: Layout; readonly execForm: boolean; readonly events: ReadonlyArray<string> }>
> = {
  // A hook on WorktreeCreate takes the place of the host's own way to make one: without a path from us nobody could.
  claude: { layout: groups, execForm: true, events: HookEvent.names.filter((name) => name !== "WorktreeCreate") },
  amplihack: {
    layout: groups,
    execForm: true,
    events: ["SessionStart", "Stop", "PreToolUse", "PostToolUse", "UserPromptSubmit", "PreCompact", "SessionEnd"]
  },
  amcp: {
    layout: handlers,
    execForm: false,
    events: [
      "SessionStart",
      "SessionEnd",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "Stop",
      "PreCompact",
      "Notification"
    ]
  }
}

/** A word as `sh` reads it back. */
const quoted = (word: string): string =>
  /^[\w/.:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

const isOurs = (command: string, args?: ReadonlyArray<string>): boolean =>
  Ourselves.is({ _tag: "Command", command, ...(args !== undefined && { args }) })

/**
 * How the host is told to run us. As a text for the shell, which every version of every host that reads these files
 * understands: one that does not know `args` would run Node alone, and each guard would be lost. Only where the text
 * could not be recognised as ours again, because of letters in a path, it is a program with its arguments. Nothing where
 * neither can be recognised.
 */
export const commandOf = ({ command, host, more = [] }: Options): Handler | undefined => {
  const [program, ...rest] = [...command, "dispatch", "--host", host, ...more] as const
  const args: ReadonlyArray<string> = rest
  // The host starts us in folders of its own choice.
  if (![command[0], command.at(-1) ?? ""].every((word) => path.isAbsolute(word))) return undefined
  const text = [program, ...args].map(quoted).join(" ")
  const isWindows = /^[A-Za-z]:[\\/]/.test(program ?? "")
  if (!isWindows && isOurs(text)) return { type: "command", command: text }
  if (!hosts[host].execForm || program === undefined || !isOurs(program, args)) return undefined
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

/** The entries that are wanted, in order; nothing where they could not be told from others'. */
export const wanted = (options: Options): ReadonlyArray<Wanted> | undefined => {
  const command = commandOf(options)
  const events = options.events ?? hosts[options.host].events
  return (
    command &&
    [...new Set(events)].map((event) => ({
      event,
      matcher: Target.isTool(event) ? "*" : undefined,
      handler: { ...command, timeout: timeoutOf(event, options.limitMillis(event)) }
    }))
  )
}
