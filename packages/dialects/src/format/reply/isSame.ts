/** Structural equality of two values, which come from a model and may be nested deeper than the call stack. */
import { isJson } from "@hookline/schema/Json"

type Pair = readonly [one: unknown, other: unknown]

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Returns the pairs of children of two values, or `undefined` if they are not two lists or objects with equal keys. */
const inside = (one: unknown, other: unknown): ReadonlyArray<Pair> | undefined => {
  if (isList(one) && isList(other)) {
    return one.length === other.length ? one.map((value, index): Pair => [value, other[index]]) : undefined
  }
  if (!isJson(one) || !isJson(other)) return undefined
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length || !keys.every((key) => Object.hasOwn(other, key))) return undefined
  return keys.map((key): Pair => [one[key], other[key]])
}

/** Checks whether two JSON values are equal, regardless of the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => {
  const left: Array<Pair> = [[one, other]]
  // Cyclic values are visited once.
  const met = new Map<unknown, Set<unknown>>()
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [a, b] = pair
    if (Object.is(a, b) || met.get(a)?.has(b) === true) continue
    const pairs = inside(a, b)
    if (pairs === undefined) return false
    met.set(a, (met.get(a) ?? new Set()).add(b))
    for (const each of pairs) left.push(each)
  }
  return true
}
