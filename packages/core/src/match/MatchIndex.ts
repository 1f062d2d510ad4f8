/**
 * An index of many rules: exact names, prefixes and substrings are looked up in tables, and only other patterns are
 * tried one by one.
 *
 * @since 0.1.0
 */
import { type Shape, shapesOf } from "./internal/shapes.ts"
import type { MatchRule } from "./MatchRule.ts"
import type { Pattern, PatternGuard, Tried } from "./PatternGuard.ts"

/**
 * The rules, by their indices in the list.
 *
 * @category models
 * @since 0.1.0
 */
export interface MatchIndex {
  /** Returns the indices of all rules that match one of the names, in order. */
  readonly select: (names: ReadonlyArray<string>) => ReadonlyArray<number>
}

type Places = Array<number>

/** A table of texts, with their lengths. */
class Texts {
  readonly #places = new Map<string, Array<Places>>()
  #lengths: ReadonlyArray<number> = []

  add(text: string, added: Places): void {
    const places = this.#places.get(text)
    if (places !== undefined) {
      places.push(added)
      return
    }
    this.#places.set(text, [added])
    if (!this.#lengths.includes(text.length)) {
      this.#lengths = [...this.#lengths, text.length].toSorted((one, other) => one - other)
    }
  }

  is(name: string, found: Places): void {
    const lists = this.#places.get(name)
    if (lists === undefined) return
    for (const places of lists) for (const place of places) found.push(place)
  }

  starts(name: string, found: Places, canFollow: (rest: string) => boolean): void {
    for (const length of this.#lengths) {
      if (length > name.length) return
      if (canFollow(name.slice(length))) this.is(name.slice(0, length), found)
    }
  }

  holds(name: string, found: Places): void {
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= name.length; at++) this.is(name.slice(at, at + length), found)
    }
  }
}

const anything = (): boolean => true
const newLine = /[\n\r\u2028\u2029]/
const oneLine = (rest: string): boolean => !newLine.test(rest)

/** The tables for one way to compare case. */
class LiteralIndex {
  readonly #fold: (name: string) => string
  readonly #texts = { Is: new Texts(), Starts: new Texts(), StartsLine: new Texts(), Holds: new Texts() }
  #isEmpty = true

  constructor(fold: (name: string) => string) {
    this.#fold = fold
  }

  add({ _tag, text }: Exclude<Shape, { _tag: "All" }>, places: Places): void {
    this.#isEmpty = false
    this.#texts[_tag].add(this.#fold(text), places)
  }

  find(name: string, found: Places): void {
    if (this.#isEmpty) return
    const folded = this.#fold(name)
    this.#texts.Is.is(folded, found)
    this.#texts.Starts.starts(folded, found, anything)
    this.#texts.StartsLine.starts(folded, found, oneLine)
    this.#texts.Holds.holds(folded, found)
  }
}

/**
 * Folds case like a regular expression without the `u` flag does for ASCII: only ASCII letters change. `toLowerCase`
 * would turn the Kelvin sign into `k`.
 */
const foldAscii = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

interface Residual {
  readonly test: (name: string) => Tried
  readonly places: Places
}

/**
 * Creates the index of rules. `stopped` is called for each rule whose pattern was aborted, which counts as a match.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  rules: ReadonlyArray<MatchRule>,
  guard: PatternGuard,
  stopped: (place: number) => void
): MatchIndex => {
  const all: Places = []
  const asIs = new LiteralIndex((name) => name)
  const lower = new LiteralIndex((name) => name.toLowerCase())
  const ascii = new LiteralIndex(foldAscii)
  const residual = new Map<(name: string) => Tried, Residual>()

  const addPattern = (pattern: Pattern, places: Places): void => {
    const shapes = shapesOf(pattern.source)
    if (shapes === undefined) {
      const test = guard.ready(pattern)
      const known = residual.get(test)
      if (known === undefined) residual.set(test, { test, places: [...places] })
      else for (const place of places) known.places.push(place)
    } else if (shapes.some(({ _tag }) => _tag === "All")) for (const place of places) all.push(place)
    else {
      for (const shape of shapes) if (shape._tag !== "All") (pattern.ignoreCase ? ascii : asIs).add(shape, places)
    }
  }

  // A rule of many names that thousands of hooks share is added once.
  const placesOf = Map.groupBy(rules.keys(), (place) => rules[place])
  for (const [rule, places] of placesOf) {
    switch (rule?._tag) {
      case "All":
        for (const place of places) all.push(place)
        break
      case "Names":
        for (const text of new Set(rule.names)) (rule.ignoreCase ? lower : asIs).add({ _tag: "Is", text }, places)
        break
      case "Pattern":
        addPattern(rule, places)
        break
      case "Broken":
      case undefined:
        break
    }
  }
  all.sort((one, other) => one - other)

  const tryResidual = ({ places, test }: Residual, name: string, found: Places): void => {
    const tried = test(name)
    if (tried === "stopped") for (const place of places) stopped(place)
    if (tried !== "differs") for (const place of places) found.push(place)
  }

  const select = (names: ReadonlyArray<string>): ReadonlyArray<number> => {
    const found: Places = []
    for (const name of names) {
      asIs.find(name, found)
      lower.find(name, found)
      ascii.find(name, found)
      for (const each of residual.values()) tryResidual(each, name, found)
    }
    // Avoids a copy of `all` for each name that no other rule matches.
    return found.length === 0 ? all : [...new Set([...all, ...found])].toSorted((one, other) => one - other)
  }

  return { select }
}
