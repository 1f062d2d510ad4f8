// Settings as no person writes them, from a seed: blanks, comments and commas anywhere, entries of ours among others'.

/** Numbers that look random, the same for each seed. */
const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Kind {
  /** Whether entries of ours are among the others. */
  readonly own: boolean
  readonly comments: boolean
}

const own = [
  `{"type": "command", "command": "hookline dispatch --host claude"}`,
  `{"command":"/old/node '/my tools/hookline.js' dispatch","timeout":7,"statusMessage":"x"}`,
  `{"type": "command",\n"command": "hookline", "args": ["dispatch", "--host", "claude"]}`
]

const others = [
  `{"type": "command", "command": "./guard.sh"}`,
  `{"type":"command","command":"echo hookline dispatch"}`,
  `{\n\t"type": "http",\n\t"url": "https://x.example/{}[],//"\n}`,
  `{"type": "command", "command": "hookline check", "extra": {"a": [1, {"b": null}]}}`,
  `null`,
  `"what"`
]

/** A text of settings. */
export const oddSettings = (seed: number, kind: Kind): string => {
  const next = numbers(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = (words: ReadonlyArray<string>): string => words[below(words.length)] ?? ""
  const end = pick(["\n", "\r\n"])
  const noise = pick(["tidy", "tight", "wild"])

  const gap = (): string => {
    if (noise === "tight") return ""
    if (noise === "tidy") return pick(["", " "])
    const comments = kind.comments ? [`// c, "}]${end}`, "/* c */", `/*${end},*/`] : []
    return Array.from({ length: below(4) }, () => pick([" ", "\t", end, "  ", ...comments])).join("")
  }
  const list = (open: string, items: ReadonlyArray<string>, close: string, depth: number): string => {
    const line = noise === "tidy" && items.length > 0 ? end + "\t".repeat(depth) : ""
    const inner = items.map((item) => line + gap() + (line && "\t") + item + gap()).join(",")
    const comma = kind.comments && items.length > 0 && below(4) === 0 ? `,${gap()}` : ""
    return open + inner + comma + (items.length === 0 ? gap() : line) + close
  }
  const property = (name: string, value: string): string => `"${name}"${gap()}:${gap()}${value}`
  const some = (most: number, make: () => string): ReadonlyArray<string> =>
    Array.from({ length: below(most + 1) }, make)

  const handler = (): string => (kind.own && below(3) === 0 ? pick(own) : pick(others))
  const group = (): string => {
    if (below(12) === 0) return pick([`"x"`, `{}`, `{"hooks": {}}`, `[]`])
    const hooks = property("hooks", list("[", some(3, handler), "]", 4))
    const matcher = property("matcher", pick([`"*"`, `"Bash"`, `""`]))
    return list("{", pick(["0", "1"]) === "0" ? [hooks] : [matcher, hooks], "}", 3)
  }
  const event = (): string =>
    property(pick(["PreToolUse", "Stop", "SessionStart", "Own"]), list("[", some(3, group), "]", 2))
  const member = (): string =>
    pick([`"model": "opus"`, `"marker":1`, property("env", list("{", [`"A": "//, }"`], "}", 1)), `"deep": [[{}, []]]`])
  const hooks = (): string => property("hooks", list("{", some(4, event), "}", 1))

  const before = some(2, member)
  const middle = below(5) === 0 ? [] : below(8) === 0 ? [hooks(), hooks()] : [hooks()]
  const root = list("{", [...before, ...middle, ...some(2, member)], "}", 0)
  return pick(["", "", "\ufeff"]) + gap() + root + gap() + pick(["", end])
}
