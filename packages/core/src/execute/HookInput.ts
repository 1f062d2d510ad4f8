/** The input of a hook: the event under the names of the hook's dialect, and the payload of a process. */
import type * as Change from "@hookline/schema/Change"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { changedByJson } from "@hookline/schema/kit/changedByJson"
import type { Dialect } from "../Dialect.ts"
import type { EventContext } from "./EventContext.ts"
import type { Confinement } from "./Runner.ts"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as ToolNames from "./toolNames.ts"

/**
 * An event under the names of a dialect, with the payload of its processes: created once for all hooks of the dialect that
 * are given the same.
 */
export interface HookInput extends Pick<ToolNames.LocalizedEvent, "event" | "toHost"> {
  readonly payload: () => string
  /** Returns a sentence about what the payload has not as the event has it, if the payload was asked for. */
  readonly unlike: () => string | undefined
  /** Absent for a hook that runs with full effect. */
  readonly limits?: Limits
}

/** The limits of a hook that does not run with full effect. */
export interface Limits {
  readonly trust: HookTrust
  readonly confinement: Confinement
  /** True if only what tightens counts of its outcome. */
  readonly clamped: boolean
}

/** Completes an event with the folder and the time that every hook gets, if its host leaves them out. */
const complete = ({ at, projectDir }: EventContext, event: HookEvent): HookEvent => ({
  ...event,
  cwd: event.cwd ?? projectDir,
  timestamp: event.timestamp ?? new Date(at).toISOString()
})

const asSent = (change: Change.Change): Change.Change => change

/** An event for functions of the program: with the host's names, and with the time at which it arrived. */
const sent = ({ at }: EventContext, event: HookEvent): ToolNames.LocalizedEvent => ({
  event: { ...event, timestamp: new Date(at).toISOString() },
  toHost: asSent
})

/** Returns the input of an event for a hook of a dialect. `isAgain` adds that it is a second look. */
export const inputOf = (
  context: EventContext,
  event: HookEvent,
  dialect: Dialect,
  hook: Hook,
  isAgain = false
): HookInput => made(context, event, dialect, dialect.configuredEvent?.(hook), isAgain, unlikeOf(context, event))

/** Creates the function that returns what JSON changes of an event. All dialects share it, because an event may be large. */
const unlikeOf = ({ forHost }: EventContext, event: HookEvent): (() => string | undefined) => {
  let isKnown = false
  let unlike: string | undefined
  return () => {
    // The event of a host was parsed from JSON.
    if (!isKnown && !forHost) unlike = changedByJson("the event", event)
    isKnown = true
    return unlike
  }
}

const made = (
  context: EventContext,
  event: HookEvent,
  dialect: Dialect,
  configured: string | undefined,
  isAgain: boolean,
  unlike: () => string | undefined
): HookInput => {
  const localized =
    dialect.takesEventsAsSent === true ? sent(context, event) : ToolNames.localize(context.host, dialect, event)
  let text: string | undefined
  const payload = () => {
    if (text !== undefined) return text
    const fields = dialect.event.encodeForHook(complete(context, localized.event), localized.hostTool, configured)
    text = `${JSON.stringify(isAgain ? { ...fields, second_look: true } : fields)}\n`
    // Now, because the program may change its event while the hook runs.
    unlike()
    return text
  }
  return {
    event: localized.event,
    toHost: localized.toHost,
    payload,
    unlike: () => (text === undefined ? undefined : unlike())
  }
}

/** Returns the inputs of an event, one for each dialect, and for each event of its files where that decides the payload. */
export const inputsOf = (
  context: EventContext,
  event: HookEvent,
  isAgain = false
): ((dialect: Dialect, hook: Hook) => HookInput) => {
  const inputs = new Map<Dialect | string, HookInput>()
  const unlike = unlikeOf(context, event)
  return (dialect, hook) => {
    const configured = dialect.configuredEvent?.(hook)
    const key = configured === undefined ? dialect : `${dialect.name} ${configured}`
    const known = inputs.get(key)
    if (known !== undefined) return known
    const input = made(context, event, dialect, configured, isAgain, unlike)
    inputs.set(key, input)
    return input
  }
}
