/** Converts a valid entry to a hook. */
import type { Handler } from "@hookline/schema/Handler"
import type { Group, Hook, OnFailure } from "@hookline/schema/Hook"
import { entries, type EntryType, type HookEntry, shared } from "@hookline/schema/kit/HookEntry"
import * as HookId from "@hookline/schema/kit/HookId"
import type { File, Path } from "@hookline/schema/Source"
import type * as Types from "effect/Types"
import type { Json } from "@hookline/schema/Json"
import { type TimeoutRules, toMillis } from "./timeout.ts"

/** The position and context of an entry. */
export interface Place {
  readonly file: File
  readonly event: string
  /** The origin of this event's hooks in this file, see `HookId`. */
  readonly origin: string
  readonly matcher: string | undefined
  readonly group: Group
  readonly at: Path
  readonly timeouts: TimeoutRules
}

const policies = {
  open: "open",
  continue: "open",
  closed: "closed",
  block: "closed",
  ask: "ask"
} as const satisfies Record<NonNullable<HookEntry["onFailure"]>, OnFailure>

const tags = {
  command: "Command",
  http: "Http",
  prompt: "Prompt",
  agent: "Agent",
  mcp_tool: "McpTool",
  python: "Python",
  module: "Module"
} as const satisfies Record<EntryType, Handler["_tag"]>

/** The fields of each type that belong to its handler. */
const own = new Map<string, ReadonlySet<string>>(
  Object.entries(entries).map(([type, { fields }]) => [
    type,
    new Set(Object.keys(fields).filter((field) => field !== "type" && !(field in shared)))
  ])
)

const toHandler = (entry: HookEntry): Handler => {
  const handler: Record<string, unknown> = { _tag: tags[entry.type] }
  const fields = own.get(entry.type)
  const written: Json = entry
  for (const field in written) {
    if (fields?.has(field) === true) handler[field] = written[field]
  }
  // An entry's own fields are those of its handler, by name and type; the tests of entries check this.
  return handler as unknown as Handler
}

/**
 * Converts a valid entry to a hook. Thousands are converted at once, so fields are set one by one, and none is copied.
 */
export const toHook = (
  entry: HookEntry,
  written: Json,
  { at, event, file, group, matcher, origin, timeouts }: Place
): Hook => {
  const handler = toHandler(entry)
  const hook: Types.Mutable<Hook> = {
    id: HookId.make({ origin, matcher, name: entry.name, if: entry.if, handler }),
    event,
    handler,
    // Elsewhere `once` has no effect, which is reported.
    once: entry.once === true && file.skill !== undefined && file.carrier !== "agent",
    enabled: entry.enabled !== false,
    group,
    source: { ...file, at },
    written
  }
  if (matcher !== undefined) hook.matcher = matcher
  if (entry.if !== undefined) hook.if = entry.if
  if (entry.timeout !== undefined) hook.timeoutMillis = toMillis(entry.timeout, timeouts)
  if (entry.onFailure !== undefined) hook.onFailure = policies[entry.onFailure]
  if (entry.profile !== undefined) hook.profile = entry.profile
  if (entry.name !== undefined) hook.name = entry.name
  if (entry.description !== undefined) hook.description = entry.description
  if (entry.statusMessage !== undefined) hook.statusMessage = entry.statusMessage
  return hook
}
