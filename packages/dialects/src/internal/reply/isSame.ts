/** Whether two values hold the same. They are a model's, and may be deeper than any stack of calls. */
import { isJson } from "@hookline/schema/Json"

type Pair = readonly [one: unknown, other: unknown]

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** The values inside of two, side by side; nothing where they are no two lists or objects with the same keys. */
const inside = (one: unknown, other: unknown): ReadonlyArray<Pair> | undefined => {
  if (isList(one) && isList(other)) {
    return one.length === other.length ? one.map((value, index): Pair => [value, other[index]]) : undefined
  }
  if (!isJson(one) || !isJson(other)) return undefined
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length || !keys.every((key) => Object.hasOwn(other, key))) return undefined
  return keys.map((key): Pair => [one[key], other[key]])
}

/** Whether two values of JSON are the same, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => {
  const left: Array<Pair> = [[one, other]]
  // What holds itself is met again, and need not be gone through twice.
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
