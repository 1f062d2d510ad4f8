/**
 * A vendor's names for tools and for the keys of their inputs, beside those that hooks know.
 *
 * @since 0.1.0
 */

/**
 * One tool: its name there and here, and the keys of its input that are called something else.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolNames {
  readonly theirs: string
  readonly ours: string
  /** Their key → our key. */
  readonly keys?: Readonly<Record<string, string>>
}

/**
 * A vendor's tools. `mcpSeparator` is what divides names of MCP tools there; ours is `mcp__server__tool`.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolTable {
  readonly tools: ReadonlyArray<ToolNames>
  readonly mcpSeparator?: string
  /** Names of one and the same tool: a matcher may say either, and a hook is told what the host said. */
  readonly aliases?: ReadonlyArray<readonly [string, string]>
  /** Set where this vendor's own hooks know its names, and not ours. */
  readonly hooksSay?: "theirs"
}

/**
 * The table of a vendor whose names are ours.
 *
 * @category constructors
 * @since 0.1.0
 */
export const none: ToolTable = { tools: [] }

type Input = Readonly<Record<string, unknown>>

/**
 * A call in our names, and the way back to theirs.
 *
 * @category models
 * @since 0.1.0
 */
export interface Seen {
  readonly name: string
  readonly input: Input
  readonly theirName: string
  /** The keys that were exchanged: what each was called, and what it is called now. */
  readonly exchanged: ReadonlyArray<readonly [string, string]>
}

const mcpName = (name: string, separator: string | undefined): string | undefined => {
  const parts = separator === undefined ? [] : name.split(separator)
  return parts.length > 2 && parts[0] === "mcp" ? `mcp__${parts[1]}__${parts.slice(2).join(separator)}` : undefined
}

type Renaming = ReadonlyArray<readonly [string, string]>

/** Names keys anew, all at once. A key that nobody names keeps its name, also one that an object takes for an order. */
const rename = (input: Input, renaming: Renaming): Input => {
  const names = new Map(renaming)
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]))
}

/**
 * Each of their keys that is there gets our name. What stands under our name gets the name that came free, so that
 * nothing is lost: every chain of names is closed to a circle. Of two of their keys for one of ours the first counts.
 */
const exchange = (keys: Readonly<Record<string, string>>, input: Input): Renaming => {
  const ours = new Map<string, string>()
  for (const [theirKey, ourKey] of Object.entries(keys)) {
    if (Object.hasOwn(input, theirKey) && !ours.has(ourKey)) ours.set(ourKey, theirKey)
  }
  const onwards = new Map([...ours].map(([ourKey, theirKey]) => [theirKey, ourKey]))
  const endOf = (key: string): string => {
    const next = onwards.get(key)
    return next === undefined ? key : endOf(next)
  }
  const starts = [...onwards.keys()].filter((key) => !ours.has(key))
  return [...onwards, ...starts.map((start) => [endOf(start), start] as const)]
}

/**
 * A call as hooks know it.
 *
 * **Details**
 *
 * A key is exchanged only where theirs is there: then ours must mean the same value, whatever else the call holds, or
 * a guard would look at a decoy. The way back undoes just what was done, so that there and back is the identity.
 *
 * @category mapping
 * @since 0.1.0
 */
export const see = (table: ToolTable, theirName: string, input: Input): Seen => {
  const tool = table.tools.find(({ theirs }) => theirs === theirName)
  const name = tool?.ours ?? mcpName(theirName, table.mcpSeparator) ?? theirName
  const exchanged = exchange(tool?.keys ?? {}, input)
  return { name, theirName, exchanged, input: rename(input, exchanged) }
}

/**
 * An input in their keys: the call's own, or one that a hook changed. Keys that the table does not know stay as they
 * are.
 *
 * @category mapping
 * @since 0.1.0
 */
export const back = (seen: Pick<Seen, "exchanged">, input: Input): Input =>
  rename(
    input,
    seen.exchanged.map(([before, now]) => [now, before])
  )

/**
 * Every name that a matcher may call this tool by: theirs, ours, and what either is called as well.
 *
 * @category getters
 * @since 0.1.0
 */
export const namesOf = (table: ToolTable, theirName: string): ReadonlyArray<string> => {
  const names = new Set([theirName, see(table, theirName, {}).name])
  for (const [one, other] of table.aliases ?? []) {
    if (names.has(one)) names.add(other)
    else if (names.has(other)) names.add(one)
  }
  return [...names]
}
