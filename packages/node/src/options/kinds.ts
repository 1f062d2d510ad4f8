/**
 * The kinds of options' values. A program without types may give any value, which would be ignored, or fail far from where
 * it was written.
 */
import { strangeIn } from "@hookline/core/kit/discover/Suggestions"
import { isJson, isPlain } from "@hookline/schema/Json"
import * as Layer from "effect/Layer"

/** Returns a sentence about a value of another kind under its name, or `undefined`. */
export type Kind = (name: string, value: unknown) => string | undefined

/** Returns the kind of an object: with its class, which shows what was given in the place of plain options. */
const ofObject = (value: object): string => {
  // An object's prototype is an object or null. That of all objects names no class.
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype === null || isPlain(value) || !Object.hasOwn(prototype, "constructor")) return "an object"
  const made: unknown = prototype.constructor
  return typeof made === "function" ? `an object of the class ${made.name}` : "an object"
}

/** Returns the kind of a value, in words. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? ofObject(value) : `a ${typeof value}`
}

/** Returns a value as a sentence shows it: a short one itself, and the kind of another. */
const shown = (value: unknown): string => {
  if (typeof value === "string" && value.length < 60) return JSON.stringify(value)
  return typeof value === "number" ? String(value) : kindOf(value)
}

/** Creates a kind from its check. `wanted` is what belongs there, in words. */
export const kind =
  (wanted: string, is: (value: unknown) => boolean): Kind =>
  (name, value) =>
    is(value) ? undefined : `${name} is ${shown(value)}, where ${wanted} belongs`

export const flag = kind("true or false", (value) => typeof value === "boolean")
export const text = kind("a string", (value) => typeof value === "string")
export const list = kind("a list", Array.isArray)
export const layer = kind("a layer", Layer.isLayer)

export const functions = kind("a function", (value) => typeof value === "function")
export const objects = kind("an object", isJson)

/** A text that is not empty, because an empty path is that of the working folder. */
export const folder = kind("the path of a folder", (value) => typeof value === "string" && value !== "")

/** An object of no class: what a `Map` has is no field of it. */
export const record: Kind = (name, value) => objects(name, value) ?? plain(name, value)

const plain = kind("an object of no class", (value) => isJson(value) && isPlain(value))

/** Creates the kind of some words. */
export const oneOf = (...words: ReadonlyArray<string>): Kind =>
  kind(words.map((word) => JSON.stringify(word)).join(" or "), (value) => words.some((word) => word === value))

/**
 * Returns a sentence about the first field that is unknown or of another kind, or `undefined`. An absent field, and one that
 * is `undefined`, has its default.
 */
export const wrongIn = (value: object, kinds: Readonly<Record<string, Kind>>): string | undefined => {
  const strange = strangeIn(value, Object.keys(kinds))
  if (strange !== undefined) return strange
  for (const [name, given] of Object.entries(value)) {
    const wrong = given === undefined ? undefined : kinds[name]?.(name, given)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Creates the kind of an object with fields of these kinds. */
export const shape =
  (kinds: Readonly<Record<string, Kind>>): Kind =>
  (name, value) => {
    const wrong = record(name, value)
    if (wrong !== undefined) return wrong
    // The check above finds what is no object.
    const within = wrongIn(value as object, kinds)
    return within === undefined ? undefined : `${name}: ${within}`
  }

/** Throws if options are no object, or if one of them is unknown or of another kind. `what` takes the options. */
export const checkOptions = (what: string, options: unknown, kinds: Readonly<Record<string, Kind>>): void => {
  const wrong = objects("options", options) ?? wrongIn(Object(options) as object, kinds)
  if (wrong !== undefined) throw new Error(`${what}: ${wrong}`)
}
