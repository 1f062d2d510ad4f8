// The problems of a payload, for the user: the field, its names, and the kind of its value. Values themselves are never
// shown.
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { callTable, type Field, nameIn, type Table } from "./fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { kindOf } from "./payload.ts"

const samples: ReadonlyArray<unknown> = ["text", 0, false, {}, []]

const listed = (words: ReadonlyArray<string>, join: "or" | "and"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${join} ${words.at(-1)}`

/** Returns the type that a field requires, which is found by trying a value of each kind. */
const wantedBy = (schema: Schema.Constraint): string =>
  listed(samples.filter((sample) => Schema.is(schema)(sample)).map(kindOf), "or")

const quoted = (names: ReadonlyArray<string>): string =>
  listed(
    names.map((name) => `\`${name}\``),
    "or"
  )

/** Returns the sentence for a payload without an event's name. */
export const noName = (names: ReadonlyArray<string>, found: unknown): string =>
  found === undefined || found === null || found === ""
    ? `it does not name its event: ${quoted(names)} is missing`
    : `it does not name its event: ${quoted(names)} must be a text, and is ${kindOf(found)}`

/** Returns the sentence for a value that is no payload. */
export const noPayload = (found: unknown): string => `a payload is a JSON object, and this is ${kindOf(found)}`

const otherNames = (field: Field, name: string): string => {
  const others = field.names.filter((other) => other !== name)
  return others.length === 0 ? "" : ` (it may be called ${quoted(others)} too)`
}

const missing = (of: string, field: Field, at: string): string =>
  `${of} lacks \`${at}${field.name}\`${otherNames(field, field.name)}`

const wrong = (of: string, field: Field, at: string, source: Json, value: unknown): string => {
  const name = nameIn(field, source)
  const found = kindOf(value)
  const wanted = wantedBy(field.schema)
  return found === "a text" && wanted === "an object"
    ? `\`${at}${name}\` of ${of} is a text that holds no JSON object${otherNames(field, name)}`
    : `\`${at}${name}\` of ${of} must be ${wanted}, and is ${found}${otherNames(field, name)}`
}

const valueAt = (value: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  // A schema's path leads through objects and lists only.
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Returns the reason for which the gathered fields are not those of the event. `source` is what they were gathered
 * from, because the user knows its names.
 */
export const misfit = (event: string, table: Table, gathered: Json, source: Json, issue: SchemaIssue.Issue): string => {
  const path = (format(issue).issues[0]?.path ?? []).map((key) => (typeof key === "object" ? key.key : key))
  const [first, index, inner] = path
  const found = valueAt(gathered, path)
  const field = table.fields.find(({ field }) => field === first)
  if (field === undefined) return `it is no payload of ${event}`
  if (index === undefined)
    return found === undefined ? missing(event, field, "") : wrong(event, field, "", source, found)
  const at = `${nameIn(field, source)}[${String(index)}]`
  const call = callTable.fields.find(({ field }) => field === inner)
  if (call === undefined) return `\`${at}\` of ${event} is ${kindOf(found)}, which does not belong there`
  const told = valueAt(source, [nameIn(field, source), index])
  return found === undefined
    ? missing(event, call, `${at}.`)
    : wrong(event, call, `${at}.`, isJson(told) ? told : {}, found)
}
