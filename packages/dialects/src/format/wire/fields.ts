// The fields of each event in payloads: their names there, and their defaults. All is derived from the schema, except
// exceptions to its rules.
import * as EventFields from "@hookline/schema/kit/EventFields"
import * as Option from "effect/Option"
import type { Json } from "@hookline/schema/Json"
import * as Schema from "effect/Schema"
import { fitsOf } from "../FastCheck.ts"
import { snakeCase, type Spellings, spellings } from "./spellings.ts"

export type { Spellings }

export interface Field {
  /** Its canonical name. */
  readonly field: string
  /** Its name when encoding. */
  readonly name: string
  /** The names that are read. The first one with a value counts. */
  readonly names: ReadonlyArray<string>
  readonly schema: Schema.Constraint
  readonly fits: (value: unknown) => boolean
  /** True if the schema accepts every string, as most do. */
  readonly anyText: boolean
  /** True if a value of a wrong type is an error, and so is an absent one without a default. */
  readonly required: boolean
  /** The default of a field that has one. */
  readonly preset: unknown
}

export interface Table {
  readonly fields: ReadonlyArray<Field>
  /** All names of the fields. */
  readonly names: ReadonlySet<string>
  /** True for the event whose payload has several calls. */
  readonly isBatch: boolean
}

/**
 * Values of fields that the schema requires and hosts may leave out. A prompt without text, such as one of images
 * alone, reaches every guard; one of another type is refused, because a guard would judge a text that is not there.
 */
const absentValues: Json = { prompt: "" }

/** Returns a field's default from the schema's constructor, because only the schema knows it. */
const leftOut = (field: string, schema: Schema.Constraint): Pick<Field, "required" | "preset"> => {
  const { context } = schema.ast
  // Most fields are optional without a default, and a constructor for each takes long.
  if (context?.isOptional === true && context.constructorDefault === undefined) {
    return { required: false, preset: undefined }
  }
  const made = Schema.Struct({ [field]: schema }).makeOption({})
  return Option.isSome(made)
    ? { required: false, preset: made.value[field] }
    : { required: true, preset: absentValues[field] }
}

/** Fields that a host may encode in another form, also as a string. */
const formed = new Set(["toolInput", "timestamp", "toolCalls"])

const fieldsOf = (event: string, struct: Schema.Struct.Fields, own: Spellings): ReadonlyArray<Field> => {
  const spelled = (all: Spellings, field: string) => all[`${event}.${field}`] ?? all[field]
  return Object.entries(struct).flatMap(([field, schema]): ReadonlyArray<Field> => {
    if (field === "_tag" || field === "host") return []
    const mine = spelled(own, field)
    const fits = fitsOf(schema)
    const names = [...(spelled(spellings, field) ?? [snakeCase(field), field]), ...(mine ?? [])]
    return [
      {
        field,
        name: mine?.[0] ?? snakeCase(field),
        names: [...new Set(names)],
        schema,
        fits,
        anyText: !formed.has(field) && fits("") && fits("any"),
        ...leftOut(field, schema)
      }
    ]
  })
}

/**
 * Creates the table of a struct, whose fields are computed on first access, because most processes decode one event.
 * `own` are one host's own names, which are used for encoding, and read after all others.
 */
export const tableOf = (event: string, struct: Schema.Struct.Fields, own: Spellings): Table => {
  let made: ReadonlyArray<Field> | undefined
  let known: ReadonlySet<string> | undefined
  return {
    get fields() {
      return (made ??= fieldsOf(event, struct, own))
    },
    isBatch: event === "PostToolBatch",
    get names() {
      return (known ??= new Set(this.fields.flatMap(({ names }) => names)))
    }
  }
}

/** The table of a call inside of a batch. */
export const callTable: Table = tableOf("ToolCall", EventFields.fieldsOf("PostToolBatch").toolCalls.value.fields, {})

/** Creates the table of the fields that every event may have. */
export const commonTable = (own: Spellings): Table => tableOf("Other", EventFields.common, own)

/** Checks for a value. `null` counts as absent, and so does an empty name of a tool, which no matcher could match. */
export const isGiven = (field: string, value: unknown): boolean =>
  value !== undefined && value !== null && (value !== "" || field !== "toolName")

/** Returns the value of a field in a payload. */
export const valueOf = ({ field, names }: Field, payload: Readonly<Record<string, unknown>>): unknown => {
  for (const name of names) {
    const value = payload[name]
    // Most fields are absent.
    if (value !== undefined && isGiven(field, value)) return value
  }
  return undefined
}

/** Returns the name under which a payload has a field. */
export const nameIn = (field: Field, payload: Readonly<Record<string, unknown>>): string =>
  field.names.find((name) => isGiven(field.field, payload[name])) ?? field.name
