/** The hooks of another agent's file, decoded as hooks of ours would be. */
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import type { File, Path } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import * as Toml from "effect/encoding/Toml"
import * as Result from "effect/Result"
import type { Told } from "../Migration.ts"
import { dataOf, isObstacle, parse } from "@hookline/node/kit/json/tree"
import type { From } from "../hook.ts"
import { isForKnownTool } from "../knownTool.ts"
import type { Agent, Entry, Lost } from "./Agent.ts"
import { called } from "./groups.ts"

/** Returns the agent as a side of a migration. An unknown time limit is that of the target. */
export const sideOf = ({ defaultMillis, matcher, name, parallel, title, tools }: Agent, to: Dialect): From => ({
  name,
  title,
  // Our own names for one and the same tool hold for its hooks as well.
  tools: { ...tools, aliases: [...(tools.aliases ?? []), ...(Dialects.canonical.tools.aliases ?? [])] },
  matcher,
  defaults: {
    timeoutMillis: (kind, event) => defaultMillis(event) ?? to.defaults.timeoutMillis(kind, event),
    parallel,
    shortCircuit: "never"
  }
})

/** Returns the hooks of an agent's file. */
export interface Found {
  readonly hooks: ReadonlyArray<Hook>
  readonly unsupported: ReadonlyArray<Told>
  readonly changed: ReadonlyMap<Hook, ReadonlyArray<string>>
}

/** Reads an entry, as the canonical dialect would read it in a file of its own. */
const hookOf = Effect.fnUntraced(function* (entry: Entry, file: File) {
  const { at, event, group, handler, matcher } = entry
  const text = JSON.stringify({ hooks: { [event]: [{ hooks: [handler] }] } })
  const { diagnostics, hooks } = yield* Dialects.canonical.config.read(
    { ...file, dialect: Dialects.canonical.name },
    text
  )
  const [hook] = hooks
  if (hook === undefined) return diagnostics.map(({ text: why }) => why).join(" ")
  const read: Hook = {
    ...hook,
    ...(matcher !== undefined && { matcher }),
    group: { index: group, parallel: false },
    source: { ...file, at }
  }
  return read
})

/** Handlers where none are looked for: in a list, or under events without what they belong under. */
const strayed = (isSettings: boolean, root: unknown): Lost | undefined => {
  const hooks = isJson(root) ? root["hooks"] : root
  if (isJson(hooks)) return undefined
  const isEmpty = hooks === undefined || (Array.isArray(hooks) && hooks.length === 0)
  const others = isJson(root) ? Object.values(root).some((value) => Array.isArray(value) && value.some(isJson)) : false
  if (isEmpty && (isSettings ? !others : isJson(root) && Object.keys(root).length === 0)) return undefined
  return {
    event: "all",
    at: [],
    why: `nothing in this file could be read: its "hooks" is no object with a key for each event`
  }
}

/** Returns the data of a file, or the problem for which it has none. */
const rootOf = (
  { file }: File,
  text: string
): { readonly root: unknown } | { readonly issue: string; readonly line: number } => {
  if (file.endsWith(".toml")) {
    const parsed = Toml.parse(text)
    if (Result.isSuccess(parsed)) return { root: parsed.success }
    const { message } = parsed.failure
    return { issue: `it is no valid TOML: ${message}`, line: Number(/at line (\d+)/.exec(message)?.[1] ?? 1) }
  }
  const tree = parse(text)
  return isObstacle(tree) ? tree : { root: tree.root === undefined ? {} : dataOf(tree.root) }
}

/** Reads a file of an agent. */
export const read = Effect.fnUntraced(function* (agent: Agent, file: File, text: string): Effect.fn.Return<Found> {
  const data = rootOf(file, text)
  const position = yield* Dialects.canonical.config.locate(file, text)
  const told = ({ at, event, hook, why }: Omit<Lost, "at"> & { readonly at: Path }): Told => ({
    event,
    file: file.file,
    line: position(at).line,
    ...(hook !== undefined && { hook }),
    text: why
  })
  if ("issue" in data) {
    const { issue, line } = data
    return { hooks: [], unsupported: [{ event: "all", file: file.file, line, text: issue }], changed: new Map() }
  }
  const { root } = data
  const { entries, lost } = isJson(root) ? agent.read(root) : { entries: [], lost: [] }
  // A configuration has other purposes, so that it may have no hooks.
  const stray = strayed(agent.isSettings === true || file.file.endsWith(".toml"), root)
  const unsupported = [...(stray === undefined ? [] : [stray]), ...lost].map(told)
  const changed = new Map<Hook, ReadonlyArray<string>>()
  for (const entry of entries) {
    const hook = yield* hookOf(entry, file)
    const { hook: name = "" } = called(entry.handler)
    if (typeof hook === "string") unsupported.push(told({ ...entry, hook: name, why: hook }))
    else if (!isForKnownTool(agent, entry.event, entry.matcher)) {
      const why = `its matcher ${JSON.stringify(entry.matcher)} names no tool of ${agent.title} whose name here is known`
      unsupported.push(told({ ...entry, hook: name, why }))
    } else {
      const { line, column } = position(entry.at)
      const placed = { ...hook, source: { ...hook.source, line, column } }
      changed.set(placed, entry.changed)
    }
  }
  return { hooks: [...changed.keys()], unsupported, changed }
})
