/** Converts a valid entry to a hook. */
import type { Handler } from "@hookline/schema/Handler"
import type { Group, Hook, OnFailure } from "@hookline/schema/Hook"
import { entries, type EntryType, type HookEntry, shared } from "@hookline/schema/kit/HookEntry"
import * as HookId from "@hookline/schema/kit/HookId"
import type { File, Path, Source } from "@hookline/schema/Source"
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

const ofCommand = own.get("command") ?? new Set()

/** Checks whether an entry has just a command, as nearly all have. */
const isPlainCommand = (entry: HookEntry): boolean => {
  for (const field in entry) if (field !== "command" && ofCommand.has(field)) return false
  return true
}

const toHandler = (entry: HookEntry): Handler => {
  if (entry.type === "command" && isPlainCommand(entry)) return { _tag: "Command", command: entry.command }
  const fields = own.get(entry.type)
  const handler: Record<string, unknown> = { _tag: tags[entry.type] }
  const written: Json = entry
  for (const field in written) {
    if (fields?.has(field) === true) handler[field] = written[field]
  }
  // An entry's own fields are those of its handler, by name and type; the tests of entries check this.
  return handler as unknown as Handler
}

/**
 * Returns the source of a file's hooks, with a position to replace. That of a plugin, of which there may be a thousand, is
 * written out, because a field that is added later makes each copy two objects.
 */
const templateOf = (file: File, at: Path): Source => {
  const { dialect, folder, plugin, pluginFolder, scope } = file
  return plugin !== undefined && pluginFolder !== undefined && Object.keys(file).length === 6
    ? { dialect, scope, folder, file: file.file, plugin, pluginFolder, at }
    : { ...file, at }
}

// The hooks of a file are read one after the other.
let lastFile: File | undefined
let template: Source | undefined

const sourceAt = (file: File, at: Path): Source => {
  if (template === undefined || file !== lastFile) {
    lastFile = file
    template = templateOf(file, at)
  }
  const source: Types.Mutable<Source> = { ...template }
  source.at = at
  return source
}

/** Creates a hook with the fields that most hooks have. They are written out, because adding one later takes more memory. */
const hookOf = (
  { event, group, matcher }: Place,
  id: string,
  handler: Handler,
  once: boolean,
  enabled: boolean,
  source: Source,
  written: Json,
  timeoutMillis: number | undefined
): Types.Mutable<Hook> => {
  if (timeoutMillis === undefined) {
    return matcher === undefined
      ? { id, event, handler, once, enabled, group, source, written }
      : { id, event, handler, once, enabled, group, source, written, matcher }
  }
  return matcher === undefined
    ? { id, event, handler, once, enabled, group, source, written, timeoutMillis }
    : { id, event, handler, once, enabled, group, source, written, matcher, timeoutMillis }
}

/**
 * Converts a valid entry to a hook. Thousands are converted at once, so fields are set one by one, and none is copied.
 */
export const toHook = (entry: HookEntry, written: Json, place: Place): Hook => {
  const { at, file, matcher, origin, timeouts } = place
  const handler = toHandler(entry)
  const id = HookId.make({ origin, matcher, name: entry.name, if: entry.if, handler })
  // Elsewhere `once` has no effect, which is reported.
  const once = entry.once === true && file.skill !== undefined && file.carrier !== "agent"
  const timeoutMillis = entry.timeout === undefined ? undefined : toMillis(entry.timeout, timeouts)
  // A rule comes before the timeout, as fields of a hook are printed in this order.
  const early = entry.if === undefined ? timeoutMillis : undefined
  const hook = hookOf(place, id, handler, once, entry.enabled !== false, sourceAt(file, at), written, early)
  if (entry.if !== undefined) hook.if = entry.if
  if (early === undefined && timeoutMillis !== undefined) hook.timeoutMillis = timeoutMillis
  if (entry.onFailure !== undefined) hook.onFailure = policies[entry.onFailure]
  if (entry.profile !== undefined) hook.profile = entry.profile
  if (entry.name !== undefined) hook.name = entry.name
  if (entry.description !== undefined) hook.description = entry.description
  if (entry.statusMessage !== undefined) hook.statusMessage = entry.statusMessage
  return hook
}
