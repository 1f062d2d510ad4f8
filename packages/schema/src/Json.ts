/**
 * A JSON object with unknown keys.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export type Json = Readonly<Record<string, unknown>>

/**
 * Checks whether a value is a JSON object, whatever its prototype.
 *
 * @category guards
 * @since 0.1.0
 */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Checks for the prototype of all objects, of another realm, such as that of `node:vm`. */
const isObjectPrototype = (prototype: object): boolean =>
  Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf")

/**
 * Checks whether an object of any realm has no class, so that its own fields are all of it.
 *
 * @category guards
 * @since 0.1.0
 */
export const isPlain = (value: object): value is Json => {
  // An object's prototype is an object or null.
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype === Object.prototype || prototype === null || isObjectPrototype(prototype)
}
