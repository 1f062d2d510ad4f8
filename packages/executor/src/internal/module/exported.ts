/** The function that a hook configures, among the exports of its module. */

export type Fn = (event: unknown, context: unknown) => unknown

const isFunction = (value: unknown): value is Fn => typeof value === "function"

const own = (value: unknown, name: string): unknown => {
  const mayHave = typeof value === "function" || (typeof value === "object" && value !== null)
  // Own properties only, because every object has `toString`.
  return mayHave && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** Names in a namespace that the module does not export itself. */
const ours = new Set(["__esModule", "module.exports"])

const namesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null ? Object.keys(value).filter((name) => !ours.has(name)) : []

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return "nothing"
  return Array.isArray(value) ? "a list" : `${typeof value === "object" ? "an" : "a"} ${typeof value}`
}

const listed = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "it exports nothing" : `its exports are ${names.join(", ")}`

/** Finds the export, or returns the reason for which there is none. */
export const find = (file: string, namespace: unknown, name: string): Fn | string => {
  const direct = own(namespace, name)
  if (isFunction(direct)) return direct
  // A CommonJS module exports one value, whose properties may be unknown before it runs.
  const whole = own(namespace, "default")
  const part = own(whole, name)
  if (isFunction(part)) return part
  const names = [...new Set([...namesIn(namespace), ...namesIn(whole)])]
  if (!names.includes(name)) return `${file} has no export "${name}": ${listed(names)}`
  return `the export "${name}" of ${file} is ${kindOf(direct ?? part)} and no function: ${listed(names)}`
}
