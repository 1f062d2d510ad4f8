/** The input of a hook: the event under the names of the hook's dialect, and the payload of a process. */
import type * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Dialect } from "../Dialect.ts"
import type { EventContext } from "./EventContext.ts"
import * as ToolNames from "./toolNames.ts"

/** An event under the names of a dialect, with the payload of its processes: created once for all hooks of the dialect. */
export interface HookInput extends ToolNames.LocalizedEvent {
  readonly payload: () => string
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

/** Returns the inputs of an event, one for each dialect. `isAgain` adds that it is a second look. */
export const payloadFor = (
  context: EventContext,
  event: HookEvent,
  isAgain = false
): ((dialect: Dialect) => HookInput) => {
  const inputs = new Map<Dialect, HookInput>()
  return (dialect) => {
    const known = inputs.get(dialect)
    if (known !== undefined) return known
    const words =
      dialect.takesEventsAsSent === true ? sent(context, event) : ToolNames.localize(context.host, dialect, event)
    let text: string | undefined
    const payload = () => {
      if (text !== undefined) return text
      const fields = dialect.event.encodeForHook(complete(context, words.event), words.hostTool)
      text = `${JSON.stringify(isAgain ? { ...fields, second_look: true } : fields)}\n`
      return text
    }
    const made = { ...words, payload }
    inputs.set(dialect, made)
    return made
  }
}
