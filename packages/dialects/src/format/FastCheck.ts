// A fast check of values against schemas. Most fields are strings, and a payload is decoded before every tool call:
// asking the schema for each field would cost more than parsing the payload.
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as ExactJson from "@hookline/schema/kit/ExactJson"

type Fits = (value: unknown) => boolean

const noOptions = {}

const isText: Fits = (value) => typeof value === "string"
const isTruth: Fits = (value) => typeof value === "boolean"

const isNumber: Fits = (value) => typeof value === "number"

/**
 * Creates a sound but incomplete fast check: `true` means the schema accepts the value, `false` means ask the schema.
 * Returns `undefined` if there is no such check.
 */
const fastCheck = (ast: SchemaAST.AST): Fits | undefined => {
  if (ast.encoding !== undefined) return undefined
  const fits = byType(ast)
  const { checks } = ast
  if (fits === undefined || checks === undefined) return fits
  const tests = checks.flatMap((check) => (check._tag === "Filter" ? [check] : []))
  if (tests.length < checks.length) return undefined
  return (value) => {
    if (!fits(value)) return false
    // Without a function for each value, because most entries have a field with a check.
    for (const test of tests) if (test.run(value, ast, noOptions) !== undefined) return false
    return true
  }
}

const byType = (ast: SchemaAST.AST): Fits | undefined => {
  switch (ast._tag) {
    case "Unknown":
      return () => true
    case "String":
      return isText
    case "Number":
      return isNumber
    case "Boolean":
      return isTruth
    case "Literal":
      return (value) => value === ast.literal
    case "Union": {
      const members = ast.types.flatMap((type) => fastCheck(type) ?? [])
      return members.length === 0 ? undefined : (value) => members.some((fits) => fits(value))
    }
    case "Objects": {
      const [keys, others] = ast.indexSignatures
      const isOpen = keys !== undefined && others === undefined && ast.propertySignatures.length === 0
      return isOpen && keys.parameter._tag === "String" && keys.type._tag === "Unknown" ? ExactJson.isObject : undefined
    }
    default:
      return undefined
  }
}

/** Creates the check whether a value fits a schema. */
export const fitsOf = (schema: Schema.Constraint): Fits => {
  const seen = fastCheck(schema.ast)
  let asked: Fits | undefined
  const ask: Fits = (value) => (asked ??= Schema.is(schema))(value)
  return seen === undefined ? ask : (value) => seen(value) || ask(value)
}
