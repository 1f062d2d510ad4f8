// Texts that are nearly right: a few changes to one that is. The same seed makes the same changes.

/** Numbers at random, the same ones for the same seed. */
export interface Chance {
  /** A whole number from nothing up to, and without, the one that is said. */
  readonly below: (count: number) => number
  readonly of: <A>(items: ReadonlyArray<A>) => A
}

export const chance = (seed: number): Chance => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
  return {
    below,
    of: (items) => {
      const item = items[below(items.length)]
      // An empty list has nothing to choose; all of ours are literals below, or are checked by who calls.
      if (item === undefined) throw new Error("nothing to choose from")
      return item
    }
  }
}

/** What files and outputs are broken by. */
const tokens = [
  "{", "}", "[", "]", '"', ",", ":", "\\", "\n", "\r\n", "\t", "\0", "\uFEFF", "\u2028", "null", "true", "-1", "1e999",
  "0.0000001", '"hooks"', '"matcher"', '"type"', '"command"', '"timeout"', "//", "/*", "*/", "#", "'", '"""', "[[", "]]",
  "---", "&a", "*a", "!!js", "$(", "`", "${", "\u0000", "\ud800", "é", "__proto__", "constructor", "NaN", "''", "  - "
] // prettier-ignore

type Edit = (text: string, chance: Chance) => string

const slice = (text: string, { below }: Chance): readonly [from: number, to: number] => {
  const from = below(text.length + 1)
  return [from, Math.min(text.length, from + 1 + below(40))]
}

const edits: ReadonlyArray<Edit> = [
  // Something is taken away.
  (text, chance) => {
    const [from, to] = slice(text, chance)
    return text.slice(0, from) + text.slice(to)
  },
  // Something comes in.
  (text, chance) => {
    const at = chance.below(text.length + 1)
    return text.slice(0, at) + chance.of(tokens) + text.slice(at)
  },
  // Something stands twice, elsewhere.
  (text, chance) => {
    const [from, to] = slice(text, chance)
    const at = chance.below(text.length + 1)
    return text.slice(0, at) + text.slice(from, to) + text.slice(at)
  },
  // It is cut off.
  (text, chance) => text.slice(0, chance.below(text.length + 1)),
  // One character is another.
  (text, chance) => {
    const at = chance.below(text.length)
    return text.slice(0, at) + String.fromCharCode(chance.below(128)) + text.slice(at + 1)
  },
  // It is many times as long.
  (text, chance) => {
    const [from, to] = slice(text, chance)
    return text.slice(0, from) + text.slice(from, to).repeat(chance.below(50)) + text.slice(to)
  }
]

const values: ReadonlyArray<unknown> = [
  null, true, false, 0, -1, 0.5, 1e21, "", " ", "*", "(", "Bash", "PreToolUse", "command", [], {}, [[]], [null], { hooks: [] },
  { type: "command", command: "x" }, { matcher: 7 }, "a".repeat(3000), "../..", "rm -rf /", "\ud800", { __proto__: null }
] // prettier-ignore

const keys = [
  "hooks",
  "matcher",
  "type",
  "command",
  "timeout",
  "handlers",
  "PreToolUse",
  "preToolUse",
  "",
  "0",
  "event",
  "data"
]

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Changes one place of a value, in whatever depth. */
const changed = (value: unknown, chance: Chance): unknown => {
  if (chance.below(4) === 0) return chance.of(values)
  if (isList(value) && value.length > 0) {
    const at = chance.below(value.length)
    const item = value[at]
    if (chance.below(6) === 0) return value.toSpliced(at, 1)
    if (chance.below(6) === 0) return [...value, item]
    return value.with(at, changed(item, chance))
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    const key = chance.of(Object.keys(value))
    const { [key]: inner, ...others } = value
    if (chance.below(8) === 0) return others
    if (chance.below(8) === 0) return { ...others, [chance.of(keys)]: inner }
    if (chance.below(8) === 0) return { ...value, [chance.of(keys)]: chance.of(values) }
    return { ...value, [key]: changed(inner, chance) }
  }
  return chance.of(values)
}

const asTree: Edit = (text, chance) => {
  try {
    return JSON.stringify(changed(JSON.parse(text), chance), undefined, chance.below(3)) ?? text
  } catch {
    // It is no JSON, or no more: the letters are changed.
    return chance.of(edits)(text, chance)
  }
}

/** The text with one change, or a few. */
export const mutated = (text: string, chance: Chance): string => {
  let changing = text
  for (let count = 1 + chance.below(4); count > 0; count--) {
    changing = chance.below(2) === 0 ? asTree(changing, chance) : chance.of(edits)(changing, chance)
  }
  return changing.slice(0, 1 << 18)
}

/** A shorter text that still is a problem: halves, quarters, and so on are taken away as long as it stays one. */
export const shortened = async (text: string, isProblem: (shorter: string) => Promise<boolean>): Promise<string> => {
  let short = text
  for (let size = Math.ceil(short.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < short.length;) {
      const without = short.slice(0, at) + short.slice(at + size)
      if (await isProblem(without)) short = without
      else at += size
    }
  }
  return short
}
