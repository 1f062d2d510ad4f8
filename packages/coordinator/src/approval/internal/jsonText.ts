/** Text and hashes of values, for values that are JSON. */
import { hashOfText, randomHex } from "../../internal/digest.ts"

/** Checks for a list or an object of which JSON has every part: without a class, gaps, and keys that JSON leaves out. */
const isPlain = (value: object): boolean => {
  const maker: unknown = Object.getPrototypeOf(value)
  const { length } = Reflect.ownKeys(value)
  return Array.isArray(value)
    ? maker === Array.prototype && length === value.length + 1 && !value.includes(undefined)
    : (maker === Object.prototype || maker === null) && length === Object.keys(value).length
}

/** Checks for a value that no other value has the text of. A key without a value is the same as none. */
const isFaithful = (value: unknown): boolean => {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return true
    case "number":
      return Number.isFinite(value)
    case "object":
      return value === null || isPlain(value)
    default:
      return false
  }
}

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

interface Options {
  readonly isSorted?: boolean
  readonly indent?: number
}

/**
 * Returns the text of a value, or `undefined` if it is no JSON: a value of a class, a cycle, a value that is too deep.
 * Such a value is never taken for another one.
 */
export const jsonText = (root: unknown, { indent, isSorted = false }: Options = {}): string | undefined => {
  try {
    // `this` is the object of the key, which has the value that `toJSON` may have replaced.
    const replacer = function (this: Readonly<Record<string, unknown>>, key: string): unknown {
      const value = this[key]
      if (!isFaithful(value)) throw new TypeError("the value is no JSON")
      return isSorted ? sorted(value) : value
    }
    return JSON.stringify(root, replacer, indent)
  } catch {
    return undefined
  }
}

/** Returns the hash of a value, whatever the order of its keys, or `undefined` if it is no JSON. */
export const hashOf = (value: unknown): string | undefined => {
  const text = jsonText(value, { isSorted: true })
  return text === undefined ? undefined : hashOfText(text)
}

/** Returns a hash that equals no other, for what has none. */
export const unique = (): string => randomHex(32)
