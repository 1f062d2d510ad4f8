/**
 * The host names of tools and of the keys of their inputs, and their canonical names.
 *
 * @since 0.1.0
 */

/**
 * One tool: its host name, its canonical name, and the keys of its input that differ.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolNames {
  readonly host: string
  readonly canonical: string
  /** Host key → canonical key. */
  readonly keys?: Readonly<Record<string, string>>
}

/**
 * The tools of a vendor. `mcpSeparator` divides the host names of MCP tools; the canonical name is `mcp__server__tool`.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolTable {
  readonly tools: ReadonlyArray<ToolNames>
  readonly mcpSeparator?: string
  /** Pairs of names for one tool: a matcher may use either, and a hook gets the host's. */
  readonly aliases?: ReadonlyArray<readonly [string, string]>
  /** Set if hooks of this vendor know host names and no canonical names. */
  readonly hooksUse?: "host"
}

/**
 * The table of a vendor whose names are canonical.
 *
 * @example
 * ```ts
 * import * as ToolTable from "@hookline/core/ToolTable"
 *
 * const names = ToolTable.namesOf(ToolTable.none, "Bash")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const none: ToolTable = { tools: [] }

type Input = Readonly<Record<string, unknown>>

/**
 * A call in canonical names, with the way back to host names.
 *
 * @category models
 * @since 0.1.0
 */
export interface CanonicalCall {
  readonly name: string
  readonly input: Input
  readonly hostName: string
  /** The renamed keys: the old and the new name of each. */
  readonly exchanged: ReadonlyArray<readonly [string, string]>
}

const mcpName = (name: string, separator: string | undefined): string | undefined => {
  const parts = separator === undefined ? [] : name.split(separator)
  return parts.length > 2 && parts[0] === "mcp" && parts[1] !== ""
    ? `mcp__${parts[1]}__${parts.slice(2).join(separator)}`
    : undefined
}

type Renaming = ReadonlyArray<readonly [string, string]>

/** Renames keys, all at once. Other keys keep their names, including `__proto__`. */
const rename = (input: Input, renaming: Renaming): Input => {
  const names = new Map(renaming)
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]))
}

/**
 * Returns the renaming of the host keys in an input to canonical keys. A key that already has the canonical name gets
 * the name that became free, so that no value is dropped: every chain of names is closed to a cycle. Of two host keys
 * for one canonical key, the first counts.
 */
const exchange = (keys: Readonly<Record<string, string>>, input: Input): Renaming => {
  const taken = new Map<string, string>()
  for (const [hostKey, canonicalKey] of Object.entries(keys)) {
    if (Object.hasOwn(input, hostKey) && !taken.has(canonicalKey)) taken.set(canonicalKey, hostKey)
  }
  const onwards = new Map([...taken].map(([canonicalKey, hostKey]) => [hostKey, canonicalKey]))
  const endOf = (key: string): string => {
    const next = onwards.get(key)
    return next === undefined ? key : endOf(next)
  }
  const starts = [...onwards.keys()].filter((key) => !taken.has(key))
  return [...onwards, ...starts.map((start) => [endOf(start), start] as const)]
}

/**
 * Converts a call to canonical names.
 *
 * **Details**
 *
 * A key is renamed only if the host key is in the input. Then the canonical key must have its value, whatever else the
 * input contains; otherwise a guard would check a decoy. `toHost` undoes exactly this renaming, so that both ways
 * together are the identity.
 *
 * @category mapping
 * @since 0.1.0
 */
export const toCanonical = (table: ToolTable, hostName: string, input: Input): CanonicalCall => {
  const tool = table.tools.find(({ host }) => host === hostName)
  const name = tool?.canonical ?? mcpName(hostName, table.mcpSeparator) ?? hostName
  const exchanged = exchange(tool?.keys ?? {}, input)
  return { name, hostName, exchanged, input: rename(input, exchanged) }
}

/**
 * Converts an input to host keys: the call's own input, or one that a hook changed. Unknown keys stay unchanged.
 *
 * @category mapping
 * @since 0.1.0
 */
export const toHost = (seen: Pick<CanonicalCall, "exchanged">, input: Input): Input =>
  rename(
    input,
    seen.exchanged.map(([before, now]) => [now, before])
  )

/**
 * Returns every name by which a matcher may refer to a tool: host name, canonical name, and aliases of both.
 *
 * @category getters
 * @since 0.1.0
 */
export const namesOf = (table: ToolTable, hostName: string): ReadonlyArray<string> => {
  const names = new Set([hostName, toCanonical(table, hostName, {}).name])
  for (const [one, other] of table.aliases ?? []) {
    if (names.has(one)) names.add(other)
    else if (names.has(other)) names.add(one)
  }
  return [...names]
}
