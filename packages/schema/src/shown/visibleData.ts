/** Data for a person: every text in it, also every key, is made visible at once, so that no field is forgotten. */
import { onOneLine, visible } from "./visible.ts"

const isRecord = (value: object): boolean => {
  const maker: unknown = Object.getPrototypeOf(value)
  return maker === Object.prototype || maker === null
}

/** The keys of data that are no text on one line: texts of several lines, and values that are passed as they are. */
export interface VisibleDataKeys {
  readonly lines?: ReadonlySet<string>
  readonly raw?: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/**
 * Copies data with every text made visible on one line, or on several under the keys of `lines`. Values of classes, apart
 * from maps and sets, are passed as they are.
 */
export const visibleData = <A>(data: A, { lines = none, raw = none }: VisibleDataKeys = {}): A => {
  const copies = { lines: new Map<object, unknown>(), line: new Map<object, unknown>() }
  const copy = (value: unknown, hasLines: boolean): unknown => {
    if (typeof value === "string") return hasLines ? visible(value) : onOneLine(value)
    if (typeof value !== "object" || value === null) return value
    const { [hasLines ? "lines" : "line"]: mine } = copies
    const found = mine.get(value)
    if (found !== undefined) return found
    // A file's data may contain itself, so that each copy is known before its parts are.
    const known = <C extends object>(made: C): C => {
      mine.set(value, made)
      return made
    }
    if (Array.isArray(value)) {
      const list = known<Array<unknown>>([])
      for (const one of value) list.push(copy(one, hasLines))
      return list
    }
    if (value instanceof Map) {
      const map = known(new Map<unknown, unknown>())
      for (const [key, one] of value) map.set(copy(key, false), copy(one, hasLines))
      return map
    }
    if (value instanceof Set) {
      const set = known(new Set<unknown>())
      for (const one of value) set.add(copy(one, hasLines))
      return set
    }
    if (!isRecord(value)) return value
    const record = known<Record<string, unknown>>({})
    for (const [key, one] of Object.entries(value)) {
      // `__proto__` of a file is a key like others.
      Object.defineProperty(record, onOneLine(key), {
        value: raw.has(key) ? one : copy(one, lines.has(key)),
        enumerable: true,
        configurable: true,
        writable: true
      })
    }
    return record
  }
  // A copy has the shape of what was copied: only its texts differ, and they are texts.
  return copy(data, false) as A
}
