/** What is wrong with the fields of an entry that its schema refused, and what can be left out of it. */
import type { EntryType, HookEntry } from "@hookline/schema/HookEntry"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Place } from "./entryHook.ts"
import type { Json } from "@hookline/schema/Json"
import { kindOf, quote } from "./written.ts"
import { nearest } from "@hookline/core/Nearest"
import type { Problem, Report } from "./Problem.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Fields that say something to people, and decide nothing. */
const decorative = new Set(["name", "description", "statusMessage"])

/** Fields that hold a list of texts. */
const lists = new Set(["args", "allowedEnvVars"])

/** What a handler of each type can't do without. */
const needed: Readonly<Record<EntryType, ReadonlyArray<string>>> = {
  command: ["command"],
  http: ["url"],
  prompt: ["prompt"],
  agent: ["prompt"],
  mcp_tool: ["server", "tool"],
  python: [],
  module: ["path"]
}

/** What is said about one field; `costs` tells whether the entry is lost with it. */
type Complaint = Pick<Problem, "code" | "text"> & { readonly fix: string; readonly costs: boolean }

/** What to say about one field that its schema refused. */
const complaint = (type: EntryType, field: string, entry: Json): Complaint => {
  const value = entry[field]
  if (needed[type].includes(field) && (value === undefined || value === null || value === "")) {
    const meant = Object.keys(entry).find((key) => key !== field && nearest(key, [field]) !== undefined)
    return {
      code: "field-missing",
      text: `This ${type} handler has ${value === "" ? `an empty "${field}"` : `no "${field}"`}, so that it has nothing to run.`,
      fix: meant === undefined ? `Write "${field}": "…".` : `Write "${field}" where "${meant}" stands.`,
      costs: true
    }
  }
  if (field === "timeout") {
    const seconds = typeof value === "string" ? Number.parseFloat(value) : Number.NaN
    return {
      code: "timeout-invalid",
      text: `A timeout is a positive number of seconds; here stands ${quote(value)}.`,
      fix: seconds > 0 ? `Write "timeout": ${seconds}.` : `Write "timeout": 30, or leave it out.`,
      costs: true
    }
  }
  if (field === "onFailure") {
    return {
      code: "on-failure-unknown",
      text: `${quote(value)} is no policy for failures; until it is one, a failure of this hook denies the action.`,
      fix: `Write "onFailure": "open", "closed" or "ask".`,
      costs: false
    }
  }
  if (decorative.has(field)) {
    return {
      code: "field-ignored",
      text: `"${field}" is a text; here stands ${kindOf(value)}, which is left out.`,
      fix: `Write "${field}": "…".`,
      costs: false
    }
  }
  return {
    code: "field-type",
    text: `"${field}" can't be ${kindOf(value)}.`,
    fix:
      field === "command" && Array.isArray(value)
        ? `Write the program as "command", and the rest as "args".`
        : lists.has(field)
          ? `Write "${field}": ["…"].`
          : `Write another value for "${field}", or leave it out.`,
    costs: true
  }
}

/** The name of a step on the way to a value. */
const nameOf = (step: PropertyKey | { readonly key: PropertyKey } | undefined): string =>
  typeof step === "object" ? String(step.key) : String(step ?? "")

/** Reads an entry that its schema refused: what decides nothing is left out, and told. */
export const mend = (
  type: EntryType,
  entry: Json,
  error: Schema.SchemaError,
  decode: (entry: unknown) => Result.Result<HookEntry, Schema.SchemaError>,
  place: Place,
  report: Report
): HookEntry | undefined => {
  const mended: Record<string, unknown> = { ...entry }
  let costs = false
  const fields = new Set(issuesOf(error.issue).issues.map((issue) => nameOf(issue.path?.[0])))
  for (const field of fields) {
    if (entry[field] === null && !needed[type].includes(field)) {
      delete mended[field] // Nothing is said by `null`, as nothing is by a field that is not there.
      continue
    }
    const found = complaint(type, field, entry)
    // An entry is lost once, whatever else is wrong with it.
    const lost = found.costs && !costs ? { lost: { entries: 1, events: [place.event] } } : {}
    costs ||= found.costs
    report({
      code: found.code,
      at: Object.hasOwn(entry, field) ? [...place.at, field] : place.at,
      text: found.text,
      fix: found.fix,
      ...lost
    })
    if (field === "onFailure") mended[field] = "closed"
    else delete mended[field]
  }
  return costs ? undefined : Result.getOrUndefined(decode(mended))
}
