/** Fields that are `undefined`, which are absent: programs without types omit options in this way. */
import { isJson, isPlain } from "./Json.ts"

/** The levels of objects in options, such as those of the keys of a tool in `names`. */
const most = 4

/** Checks whether no field is `undefined`, as in nearly all objects: each outcome of a handler is asked. */
const isWhole = (value: unknown, levels: number): boolean => {
  if (levels === 0 || !isJson(value) || !isPlain(value)) return true
  for (const name in value) {
    const field = value[name]
    if (field === undefined || !isWhole(field, levels - 1)) return false
  }
  return true
}

/**
 * Returns a value without fields that are `undefined`, in objects of no class and in those that are their fields. One without
 * such fields is returned as it is.
 */
export const present = <A>(value: A, levels = most): A => {
  if (isWhole(value, levels) || !isJson(value)) return value
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [[name, present(field, levels - 1)] as const]
  )
  // A field that may be `undefined` is optional, so that the type allows its absence.
  return Object.fromEntries(fields) as A
}
