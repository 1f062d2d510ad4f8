// The decoding of a payload's fields to an event: a required field with a wrong type is an error; an optional one stays
// only in the host's own object.
import * as HookEvent from "@hookline/schema/HookEvent"
import * as EventFields from "@hookline/schema/kit/EventFields"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Known } from "./eventNames.ts"
import { commonTable, type Spellings, type Table, tableOf, valueOf } from "./fields.ts"
import type { Json } from "@hookline/schema/Json"
import { without } from "./payload.ts"
import { type Shape, shapeOf } from "./Shape.ts"
import { misfit } from "./sentences.ts"
import { fitting, inOurForm, toldOf } from "./values.ts"

type Decode = (input: unknown) => Result.Result<HookEvent.HookEvent, Schema.SchemaError>

export interface Plan {
  readonly event: Known
  readonly table: Table
  readonly decode: Decode
}

/** Creates the plans of a host, each on its first event, because most processes decode one. */
export const plansOf = (own: Spellings): ((event: Known) => Plan) => {
  const made = new Map<Known, Plan>()
  return (event) => {
    const known = made.get(event)
    if (known !== undefined) return known
    const plan: Plan = {
      event,
      table: tableOf(event, EventFields.fieldsOf(event), own),
      // The case alone, because its tag is known already, and not before a payload has fields that do not fit.
      decode: (input) => Schema.decodeUnknownResult(HookEvent.cases[event])(input)
    }
    made.set(event, plan)
    return plan
  }
}

/** Values of fields from outside the payload: `instead` of its own, or as defaults. */
export interface Given {
  readonly instead?: Json | undefined
  readonly absent?: Json | undefined
}

interface Gathered {
  readonly fields: Json
  /** True if all required fields exist, and all fields fit. */
  readonly fits: boolean
}

const gather = (
  { event }: Plan,
  payload: Json,
  host: unknown,
  { absent, instead }: Given,
  { fields: all, own }: Shape
): Gathered => {
  const fields: Record<string, unknown> = { _tag: event }
  let fits = true
  // Most fields are absent.
  for (const { field, name: key } of instead === undefined && absent === undefined ? own : all) {
    const name = field.field
    const told = instead?.[name] ?? (key === undefined ? undefined : toldOf(field, payload, key))
    const value = told ?? (absent === undefined ? field.preset : (fitting(field, absent[name]) ?? field.preset))
    if (value === undefined) {
      fits &&= !field.required
    } else {
      fields[name] = value
      // Optional fields are only set if they fit.
      fits &&= !field.required || (field.anyText && typeof value === "string") || field.fits(value)
    }
  }
  fields["host"] = host
  return { fields, fits }
}

/** Decodes an event, or returns a sentence with the problem. `host` is the whole payload, which the event keeps. */
export const readEvent = (
  plan: Plan,
  payload: Json,
  host: unknown,
  given: Given = {},
  shape: Shape = shapeOf(plan.table, payload)
): Result.Result<HookEvent.HookEvent, string> => {
  const { fields, fits } = gather(plan, payload, host, given, shape)
  // Every field fits its own schema, and none is missing, which is what the case's schema checks.
  if (fits) return Result.succeed(fields as unknown as HookEvent.HookEvent)
  return plan
    .decode(fields)
    .pipe(Result.mapError(({ issue }) => misfit(plan.event, plan.table, fields, payload, issue)))
}

const decodeOther = Schema.decodeUnknownResult(HookEvent.cases.Other)

/**
 * Decodes an unknown event. A common field with a wrong type may have another meaning there, so it stays in the data.
 */
export const otherReader = (own: Spellings) => {
  const common = commonTable(own)
  return (name: string, payload: Json, host: unknown): Result.Result<HookEvent.HookEvent, string> => {
    const gathered: Record<string, unknown> = { _tag: "Other", name, host }
    const taken = new Set<string>()
    for (const field of common.fields) {
      const value = inOurForm(field.field, valueOf(field, payload))
      if (value === undefined || !field.fits(value)) continue
      gathered[field.field] = value
      for (const spelling of field.names) taken.add(spelling)
    }
    gathered["data"] = without(payload, taken)
    return decodeOther(gathered).pipe(Result.mapError(() => `its event's name is empty`))
  }
}
