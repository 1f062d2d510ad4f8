/** Files that have handlers straight under each event. */
import { isJson, type Json } from "@hookline/schema/Json"
import { collected, type Entries, type Entry, type Lost } from "./Agent.ts"
import { called } from "./groups.ts"

/** An event of this project for an event of the host. `matcher` has the tools that the event itself names. */
export interface Event {
  readonly event: string
  readonly matcher?: string
}

export interface Reading {
  readonly event: (hostName: string) => Event | undefined
  readonly handler: (
    entry: Json,
    hostName: string
  ) => { readonly handler: Json; readonly changed: ReadonlyArray<string> } | string
}

/** The entries of such a file. Each is a group of its own. */
export const readFlat = (hooks: Json, { event: eventOf, handler: handlerOf }: Reading): Entries =>
  collected(
    Object.entries(hooks).flatMap(([hostName, list]): ReadonlyArray<Entry | Lost> => {
      const under = ["hooks", hostName]
      const canonical = eventOf(hostName)
      if (!Array.isArray(list)) return [{ event: hostName, at: under, why: "here stands no list of hooks" }]
      return list.map((entry: unknown, index): Entry | Lost => {
        const at = [...under, index]
        const lost = (why: string): Lost => ({ event: hostName, at, why, ...called(entry) })
        if (!isJson(entry)) return lost("it is no handler")
        if (canonical === undefined) return lost(`nothing here comes near to ${hostName}`)
        const { matcher, ...rest } = entry
        if (matcher !== undefined && typeof matcher !== "string") return lost("its matcher is no text")
        const isSaid = matcher !== undefined && matcher !== "" && matcher !== "*"
        if (isSaid && canonical.matcher !== undefined)
          return lost(`what matchers say under ${hostName} is not about tools`)
        const said = handlerOf(rest, hostName)
        if (typeof said === "string") return lost(said)
        const text = canonical.matcher ?? matcher
        return { event: canonical.event, at, group: index, ...said, ...(text !== undefined && { matcher: text }) }
      })
    })
  )
