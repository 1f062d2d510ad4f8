/** Known events without the fields that their hooks judge, or with values of another kind in them. */
import { fieldsOf } from "@hookline/schema/kit/EventFields"
import { type HookEvent, isName } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import type * as SchemaAST from "effect/SchemaAST"
import { lettersOf } from "../discover/EventNames.ts"

/** The kind of a field's values, with its name in a sentence. */
interface Kind {
  readonly wanted: string
  readonly is: (value: unknown) => boolean
}

interface Field extends Kind {
  readonly name: string
}

const text: Kind = { wanted: "a text", is: (value) => typeof value === "string" }
const word: Kind = { wanted: "a text that is not empty", is: (value) => typeof value === "string" && value !== "" }
const number: Kind = { wanted: "a number", is: (value) => typeof value === "number" }
const flag: Kind = { wanted: "true or false", is: (value) => typeof value === "boolean" }
const object: Kind = { wanted: "an object", is: (value) => isJson(value) && !(value instanceof Date) }
const any: Kind = { wanted: "a value", is: () => true }

const listOf = (item: Kind): Kind => ({
  wanted: `a list, each of which is ${item.wanted}`,
  is: (value) => Array.isArray(value) && value.every(item.is)
})

const structOf = (fields: ReadonlyArray<Field>): Kind => ({
  wanted: `an object with ${fields.map(({ name }) => name).join(" and ")}`,
  is: (value) => isJson(value) && fields.every(({ is, name }) => is(value[name]))
})

const kindOf = (ast: SchemaAST.AST): Kind => {
  switch (ast._tag) {
    case "String":
      return ast.checks === undefined ? text : word
    case "Number":
      return number
    case "Boolean":
      return flag
    case "Objects": {
      const fields = ast.propertySignatures.map(({ name, type }) => fieldOf(String(name), type))
      return ast.propertySignatures.length === 0 ? object : structOf(fields.filter((field) => field !== undefined))
    }
    case "Arrays": {
      const [item] = ast.rest
      return listOf(item === undefined ? any : kindOf(item))
    }
    case "Union":
      // A word with known values: any text.
      return ast.types.some(({ _tag }) => _tag === "String") ? text : any
    default:
      return any
  }
}

/** Returns a field that an event must have. One with a default may be absent. */
const fieldOf = (name: string, ast: SchemaAST.AST): Field | undefined => {
  const { constructorDefault, isOptional = false } = ast.context ?? {}
  if (isOptional) return undefined
  const { is, wanted } = kindOf(ast)
  return {
    name,
    wanted,
    is: constructorDefault === undefined ? is : (value) => (value ?? undefined) === undefined || is(value)
  }
}

/** The other names under which programs have a field: those of plain events, and of models' calls. */
const otherNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  toolName: ["tool", "name"],
  toolInput: ["input", "args", "arguments", "params", "parameters"],
  prompt: ["text", "user_prompt", "userPrompt", "message", "content"]
}

/** Returns the field of the event that is meant for a missing one. */
const meantFor = (name: string, event: Json, known: ReadonlySet<string>): string | undefined => {
  const strange = Object.keys(event).filter((key) => !known.has(key) && event[key] !== undefined)
  return (
    strange.find((key) => lettersOf(key) === lettersOf(name)) ??
    otherNames[name]?.find((other) => strange.includes(other))
  )
}

/** Returns the kind of a value in words. */
const shown = (value: unknown): string => {
  if (value === null) return "null"
  if (value === "") return "empty"
  if (Array.isArray(value)) return "a list"
  return typeof value === "object"
    ? "an object of another form"
    : `a ${typeof value === "string" ? "text" : typeof value}`
}

const problemOf = ({ name, wanted }: Field, event: Json, known: ReadonlySet<string>): string => {
  const value = event[name]
  if (value !== undefined) return `its ${name} is ${shown(value)}, where ${wanted} belongs`
  const meant = meantFor(name, event, known)
  return meant === undefined ? `it has no ${name}` : `it has ${meant}, where ${name} belongs`
}

interface Form {
  readonly required: ReadonlyArray<Field>
  readonly known: ReadonlySet<string>
}

const forms = new Map<string, Form>()

/** Returns the form of events of a known name. It is derived from the schema once. */
const formOf = (name: string): Form | undefined => {
  const before = forms.get(name)
  if (before !== undefined || !isName(name)) return before
  const fields: Readonly<Record<string, { readonly ast: SchemaAST.AST }>> = fieldsOf(name)
  const form: Form = {
    known: new Set(["_tag", ...Object.keys(fields)]),
    required: Object.entries(fields).flatMap(([key, { ast }]) => fieldOf(key, ast) ?? [])
  }
  forms.set(name, form)
  return form
}

const sentenceOf = (name: string, event: Json, { known, required }: Form): string => {
  const problems = required.filter((field) => !field.is(event[field.name]))
  return `${name} was emitted, and its hooks can't judge it: ${problems.map((field) => problemOf(field, event, known)).join("; ")}`
}

/**
 * Returns a sentence about the fields for which hooks can't judge an event, or `undefined` if it has all that it must have.
 * Fields that an event may have are not looked at. Of an event that has all, it costs a check of a kind for each field.
 */
export const wrongFields = (event: HookEvent): string | undefined => {
  const form = formOf(event._tag)
  if (form === undefined) return undefined
  // The fields of a program that is not compiled are those of any object.
  const given = event as unknown as Json
  for (const { is, name } of form.required) if (!is(given[name])) return sentenceOf(event._tag, given, form)
  return undefined
}
