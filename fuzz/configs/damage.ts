// Configurations with one mistake, as people make them: in the name of an event, a matcher, a key, a type, a bracket.
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Chance } from "../mutate.ts"

/** An entry as it is meant: its event, its tool if the event is about one, and the command that tells it apart. */
export interface Entry {
  readonly event: HookEvent.Tag
  readonly tool: string | undefined
  readonly command: string
}

/** A file with a mistake in one of its entries. */
export interface Damaged {
  readonly dialect: "claude" | "amplifier" | "amcp"
  readonly entries: ReadonlyArray<Entry>
  readonly text: string
  /** The mistake, in words. */
  readonly mistake: string
  /** True if the mistake is at a random place of the text. */
  readonly isOfText: boolean
}

type Json = Readonly<Record<string, unknown>>

/** Events that can be denied. Their names are far from each other. */
const events = [
  "PreToolUse",
  "PreToolUse",
  "PermissionRequest",
  "UserPromptSubmit",
  "PreCompact",
  "ConfigChange",
  "TaskCreated"
] as const

const tools = ["Bash", "Edit", "Write", "WebFetch"] as const

const isTool = (event: string): boolean => event === "PreToolUse" || event === "PermissionRequest"

const letters = "abcdefghijklmnopqrstuvwxyz"

const hidden = ["\u200b", "\u{ad}", "\u2060", "\u{feff}", "\u0301", "_", "-", " ", ".", ":", "\t"]

const alike: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  e: "е",
  o: "о",
  p: "р",
  P: "Р",
  S: "Ѕ",
  T: "Т",
  i: "і"
}

const insert = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at)

/** Ways to misspell a name, of which its letters stay the same to a reader. */
const spellings: ReadonlyArray<(name: string, chance: Chance) => string> = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
  (name, { below, of }) => insert(name, below(name.length + 1), of(hidden)),
  (name, { of }) => {
    const found = Array.from(name).filter((letter) => alike[letter] !== undefined)
    const letter = found.length === 0 ? "" : of(found)
    return letter === "" ? `${name} ` : name.replace(letter, alike[letter] ?? letter)
  }
]

/** Single edits of a name. */
const edits: ReadonlyArray<(name: string, chance: Chance) => string> = [
  (name, { below }) => {
    const at = below(name.length)
    return name.slice(0, at) + name.slice(at + 1)
  },
  (name, { below, of }) => insert(name, below(name.length + 1), of(Array.from(letters))),
  (name, { below, of }) => {
    const at = below(name.length)
    return name.slice(0, at) + of(Array.from(letters)) + name.slice(at + 1)
  },
  (name, { below }) => {
    const at = below(name.length - 1)
    return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
  }
]

const misspelt = (name: string, chance: Chance): string => {
  const edited = chance.below(2) === 0 ? chance.of(edits)(name, chance) : name
  const spelt = edited === name || chance.below(2) === 0 ? chance.of(spellings)(edited, chance) : edited
  return spelt === name ? `${name}_` : spelt
}

/** Matchers that no tool can satisfy. */
const matchers: ReadonlyArray<(tool: string, chance: Chance) => string> = [
  (tool) => `${tool}(rm *)`,
  (tool) => `${tool}(git push:*)`,
  (tool) => `${tool}(src/**)`,
  (tool) => `${tool}(`,
  (tool) => `${tool})`,
  (tool) => `${tool}[`,
  (tool) => `${tool}^`,
  (tool) => `$${tool}`,
  (tool) => `*${tool}`,
  (tool) => `\\A${tool}\\Z`,
  (tool) => `${tool} ${tool}`,
  (tool) => `tool == "${tool}"`,
  (tool) => `tool == "${tool}" && tool_input.x matches "a b"`,
  (tool, { of }) => `${tool}${of(["\u200b", "\u00a0", "\u202e"])}(x)`
]

const odd: ReadonlyArray<unknown> = [5, true, "guard", [], {}, [["x"]], { a: 1 }]

const handlerOf = ({ command }: Entry): Json => ({ type: "command", command })

/** The file of entries: one group or handler for each. `change` changes the entry of the mistake. */
interface Parts {
  readonly name: (entry: Entry) => string
  readonly handler: (entry: Entry) => unknown
  readonly matcher: (entry: Entry) => unknown
  /** Replaces the whole group. */
  readonly group?: (entry: Entry) => unknown
}

const plain: Parts = { name: ({ event }) => event, handler: handlerOf, matcher: ({ tool }) => tool }

const rootOf = (dialect: Damaged["dialect"], entries: ReadonlyArray<Entry>, partsOf: (entry: Entry) => Parts): Json => {
  const hooks: Record<string, Array<unknown>> = {}
  for (const entry of entries) {
    const { group, handler, matcher, name } = partsOf(entry)
    const made = handler(entry)
    const pattern = matcher(entry)
    const withMatcher = pattern === undefined ? {} : { matcher: pattern }
    const isObject = typeof made === "object" && made !== null && !Array.isArray(made)
    const whole =
      group?.(entry) ??
      (dialect === "amcp" ? (isObject ? { ...withMatcher, ...made } : made) : { ...withMatcher, hooks: [made] })
    const list = (hooks[name(entry)] ??= [])
    list.push(whole)
  }
  return {
    hooks:
      dialect === "amcp"
        ? Object.fromEntries(Object.entries(hooks).map(([name, handlers]) => [name, { handlers }]))
        : hooks
  }
}

type Mistake = (
  entry: Entry,
  chance: Chance,
  dialect: Damaged["dialect"]
) => readonly [what: string, parts: Partial<Parts>]

const mistakes: ReadonlyArray<Mistake> = [
  ({ event }, chance) => {
    const name = misspelt(event, chance)
    return [`the event is ${JSON.stringify(name)}`, { name: () => name }]
  },
  ({ event, tool }, chance) => {
    if (tool === undefined) return [`the event is ${event.toLowerCase()}`, { name: () => event.toLowerCase() }]
    const matcher = chance.of(matchers)(tool, chance)
    return [`the matcher is ${JSON.stringify(matcher)}`, { matcher: () => matcher }]
  },
  (entry, { of }) => {
    const type = of(["comand", "Command", "shell", 5, true, [], {}])
    return [`the type is ${JSON.stringify(type)}`, { handler: () => ({ ...handlerOf(entry), type }) }]
  },
  (entry, { of }) => {
    const command = of(["", 5, true, {}, ["a", "b"]])
    return [`the command is ${JSON.stringify(command)}`, { handler: () => ({ ...handlerOf(entry), command }) }]
  },
  (entry, { of }) => {
    const key = of(["comand", "Command", "cmd", "script"])
    return [`the command is under ${key}`, { handler: () => ({ type: "command", [key]: entry.command }) }]
  },
  (entry, { of }) => {
    const timeout = of([-1, 0, "5s", "x", [], {}])
    return [`the timeout is ${JSON.stringify(timeout)}`, { handler: () => ({ ...handlerOf(entry), timeout }) }]
  },
  (_, { of }) => {
    const handler = of(odd.filter((value) => JSON.stringify(value) !== "[]" && JSON.stringify(value) !== "{}"))
    return [`the handler is ${JSON.stringify(handler)}`, { handler: () => handler }]
  },
  (entry, { of }, dialect) => {
    const matcher = of([5, true, ["Bash"], { tool: "Bash" }])
    return dialect === "amcp" || entry.tool !== undefined
      ? [`the matcher is ${JSON.stringify(matcher)}`, { matcher: () => matcher }]
      : [`the type is absent and the command, too`, { handler: () => ({ matcher }) }]
  },
  (entry, { of }, dialect) => {
    if (dialect === "amcp") return ["the handler is its command", { handler: () => entry.command }]
    const group = of([
      handlerOf(entry),
      { matcher: entry.tool ?? "*", hook: [handlerOf(entry)] },
      { matcher: entry.tool ?? "*", hooks: handlerOf(entry) },
      { matcher: entry.tool ?? "*", hooks: entry.command },
      entry.command,
      [handlerOf(entry)]
    ])
    return [`the group is ${JSON.stringify(group)}`, { group: () => group }]
  }
]

/** Mistakes of the file as a whole. */
const wholes: ReadonlyArray<(root: Json, chance: Chance) => readonly [what: string, root: unknown]> = [
  ({ hooks }) => ["the events are at the top", hooks],
  ({ hooks }, { of }) => {
    const key = of(["hook", "Hooks", "hoks", "hooks "])
    return [`the hooks are under ${JSON.stringify(key)}`, { [key]: hooks }]
  },
  (root) => ["the file is a list", [root]],
  ({ hooks }) => ["the hooks are a list", { hooks: [hooks] }]
]

/** Mistakes of a text. */
const texts: ReadonlyArray<(text: string, chance: Chance) => readonly [what: string, text: string]> = [
  (text, { below }) => {
    const at = 1 + below(text.length - 2)
    return [`the text ends at ${at}`, text.slice(0, at)]
  },
  (text, { of }) => {
    const marks = Array.from(text.matchAll(/[{}[\]:,"]/g), ({ index }) => index)
    const at = of(marks)
    return [`${JSON.stringify(text.charAt(at))} is missing at ${at}`, text.slice(0, at) + text.slice(at + 1)]
  },
  (text, { below, of }) => {
    const at = 1 + below(text.length - 1)
    const mark = of(["{", "}", "[", "]", ",", ":", '"', "\\", "#", "\n"])
    return [`${JSON.stringify(mark)} is inserted at ${at}`, insert(text, at, mark)]
  },
  (text, { of }) => {
    const commands = Array.from(text.matchAll(/"command":"guard-\d"/g), ({ index }) => index)
    const at = of(commands)
    return ["the command is repeated", insert(text, at, `"command":"other",`)]
  }
]

const json = (root: unknown): string => JSON.stringify(root) ?? ""

/** Makes a file with one mistake. */
export const damaged = (chance: Chance): Damaged => {
  const dialect = chance.of(["claude", "amplifier", "amcp"] as const)
  const entries = Array.from({ length: 1 + chance.below(3) }, (_, index): Entry => {
    const event = chance.of(events)
    return { event, tool: isTool(event) ? chance.of(tools) : undefined, command: `guard-${index}` }
  })
  const kind = chance.below(8)
  if (kind < 5) {
    const victim = chance.of(entries)
    const [mistake, parts] = chance.of(mistakes)(victim, chance, dialect)
    const root = rootOf(dialect, entries, (entry) => (entry === victim ? { ...plain, ...parts } : plain))
    return { dialect, entries, isOfText: false, mistake: `${victim.command}: ${mistake}`, text: json(root) }
  }
  const root = rootOf(dialect, entries, () => plain)
  if (kind === 5) {
    const [mistake, made] = chance.of(wholes)(root, chance)
    return { dialect, entries, isOfText: false, mistake, text: json(made) }
  }
  const [mistake, text] = chance.of(texts)(json(root), chance)
  return { dialect, entries, isOfText: true, mistake, text }
}
