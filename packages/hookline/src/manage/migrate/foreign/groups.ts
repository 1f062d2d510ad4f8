/** Files that have groups under each event, as those of the canonical dialect. */
import { isJson, type Json } from "@hookline/schema/Json"
import { collected, type Entries, type Entry, type Lost } from "./Agent.ts"

/** The differences of an agent from the canonical dialect, in files of that shape. */
export interface Reading {
  /** Returns the canonical event for an event of the host, or `undefined` where there is none. */
  readonly event: (hostName: string) => string | undefined
  /** The handler in our words, with changes of its meaning; or the reason why it can't be expressed. */
  readonly handler: (entry: Json) => { readonly handler: Json; readonly changed: ReadonlyArray<string> } | string
}

/** Returns the command of an entry, as its name. */
export const called = (entry: unknown): { readonly hook?: string } => {
  const text = isJson(entry) ? (entry["name"] ?? entry["command"] ?? entry["bash"] ?? entry["powershell"]) : entry
  return typeof text === "string" ? { hook: text } : {}
}

/** The entries of such a file. */
export const readGroups = (hooks: Json, { event: eventOf, handler: handlerOf }: Reading): Entries =>
  collected(
    Object.entries(hooks).flatMap(([hostName, groups]): ReadonlyArray<Entry | Lost> => {
      const event = eventOf(hostName)
      const under = ["hooks", hostName]
      if (!Array.isArray(groups)) {
        return [{ event: hostName, at: under, why: "this is no list of groups" }]
      }
      return groups.flatMap((group: unknown, index): ReadonlyArray<Entry | Lost> => {
        const at = [...under, index]
        const entries = isJson(group) ? group["hooks"] : undefined
        if (!isJson(group) || !Array.isArray(entries))
          return [{ event: hostName, at, why: "it is no group of hooks", ...called(group) }]
        const { matcher } = group
        return entries.map((entry: unknown, place): Entry | Lost => {
          const here = [...at, "hooks", place]
          const lost = (why: string): Lost => ({ event: hostName, at: here, why, ...called(entry) })
          if (!isJson(entry)) return lost("it is no handler")
          if (event === undefined) return lost(`nothing here comes near to ${hostName}`)
          if (matcher !== undefined && typeof matcher !== "string") return lost("its matcher is no text")
          const said = handlerOf(entry)
          if (typeof said === "string") return lost(said)
          return { event, at: here, group: index, ...said, ...(matcher !== undefined && { matcher }) }
        })
      })
    })
  )
