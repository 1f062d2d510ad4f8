// The fields of each event on the wire: what they are called there, under how many names they may come, and what they
// are where a host leaves them out. All of it is derived from the schema; only what a rule can't say is written down.
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fitsOf } from "../glance.ts"

/** A field by its name, or by its event's and its own where the event is an exception. */
export type Spellings = Readonly<Record<string, ReadonlyArray<string>>>

export interface Field {
  /** Its name in our events. */
  readonly field: string
  /** Its name in what is written. */
  readonly name: string
  /** The names that it is read under: the first that holds something counts. */
  readonly names: ReadonlyArray<string>
  readonly schema: Schema.Constraint
  readonly fits: (value: unknown) => boolean
  /** Whether every text is already what it is in our events, as most are. */
  readonly anyText: boolean
  readonly required: boolean
  /** What it is where the host leaves it out, for fields that have such a value. */
  readonly preset: unknown
}

export interface Table {
  readonly fields: ReadonlyArray<Field>
  /** Every name that one of the fields may come under. */
  readonly names: ReadonlySet<string>
}

/** Names that hosts use beside `snake_case` and `camelCase`, in the order in which they count. */
const spellings: Spellings = {
  toolName: ["tool_name", "name", "toolName"],
  toolInput: ["tool_input", "input", "toolInput", "toolArgs"],
  toolResponse: ["tool_result", "result", "tool_response", "toolResult", "toolResponse"],
  toolUseId: ["tool_use_id", "toolUseId", "tool_call_id", "toolCallId"],
  prompt: ["user_prompt", "userPrompt", "prompt"],
  notificationType: ["notification_type", "type", "notificationType"],
  "SessionStart.source": ["trigger", "source"]
}

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What the constructor makes of nothing at all: the schema alone knows what may be left out, and what it is then. */
const leftOut = (field: string, schema: Schema.Constraint): Pick<Field, "required" | "preset"> => {
  const made = Schema.Struct({ [field]: schema }).makeOption({})
  return { required: Option.isNone(made), preset: Option.isSome(made) ? made.value[field] : undefined }
}

/** Fields that a host may tell in another form than ours, also as a text. */
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
 * The table of a struct, made when it is looked into: most runs read one event. `own` are one host's own names, by which
 * it is written, and read after all others.
 */
export const tableOf = (event: string, struct: Schema.Struct.Fields, own: Spellings): Table => {
  let made: ReadonlyArray<Field> | undefined
  let known: ReadonlySet<string> | undefined
  return {
    get fields() {
      return (made ??= fieldsOf(event, struct, own))
    },
    get names() {
      return (known ??= new Set(this.fields.flatMap(({ names }) => names)))
    }
  }
}

/** A call inside of a batch is told by fields of its own. */
export const callTable: Table = tableOf("ToolCall", HookEvent.cases.PostToolBatch.fields.toolCalls.value.fields, {})

const { data: _data, name: _name, ...common } = HookEvent.cases.Other.fields

/** What every event may carry, whichever it is. */
export const commonTable = (own: Spellings): Table => tableOf("Other", common, own)

/** Null says as little as nothing, and so does an empty name of a tool, which no matcher could ever match. */
const says = (field: string, value: unknown): boolean =>
  value !== undefined && value !== null && (value !== "" || field !== "toolName")

/** The value that a payload has for a field. */
export const valueOf = ({ field, names }: Field, payload: Readonly<Record<string, unknown>>): unknown => {
  for (const name of names) {
    const value = payload[name]
    // Most fields are not there at all.
    if (value !== undefined && says(field, value)) return value
  }
  return undefined
}

/** The name under which a payload has it. */
export const nameIn = (field: Field, payload: Readonly<Record<string, unknown>>): string =>
  field.names.find((name) => says(field.field, payload[name])) ?? field.name
