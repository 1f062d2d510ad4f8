/** Files that have handlers straight under each event. */
import { isJson, type Json } from "@hookline/schema/Json"
import { collected, type Entries, type Entry, type Lost } from "./Agent.ts"
import { called } from "./groups.ts"

/** What an event of theirs is here. `matcher` is what the event itself says about the tool. */
export interface Event {
  readonly event: string
  readonly matcher?: string
}

export interface Reading {
  readonly event: (theirs: string) => Event | undefined
  readonly handler: (
    entry: Json,
    theirs: string
  ) => { readonly handler: Json; readonly changed: ReadonlyArray<string> } | string
}

/** The entries of such a file. Each is a group of its own. */
export const readFlat = (hooks: Json, { event: eventOf, handler: handlerOf }: Reading): Entries =>
  collected(
    Object.entries(hooks).flatMap(([theirs, list]): ReadonlyArray<Entry | Lost> => {
      const under = ["hooks", theirs]
      const ours = eventOf(theirs)
      if (!Array.isArray(list)) return [{ event: theirs, at: under, why: "here stands no list of hooks" }]
      return list.map((entry: unknown, index): Entry | Lost => {
        const at = [...under, index]
        const lost = (why: string): Lost => ({ event: theirs, at, why, ...called(entry) })
        if (!isJson(entry)) return lost("it is no handler")
        if (ours === undefined) return lost(`nothing here comes near to ${theirs}`)
        const { matcher, ...rest } = entry
        if (matcher !== undefined && typeof matcher !== "string") return lost("its matcher is no text")
        const isSaid = matcher !== undefined && matcher !== "" && matcher !== "*"
        if (isSaid && ours.matcher !== undefined) return lost(`what matchers say under ${theirs} is not about tools`)
        const said = handlerOf(rest, theirs)
        if (typeof said === "string") return lost(said)
        const text = ours.matcher ?? matcher
        return { event: ours.event, at, group: index, ...said, ...(text !== undefined && { matcher: text }) }
      })
    })
  )
