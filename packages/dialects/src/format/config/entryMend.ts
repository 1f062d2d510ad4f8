/** The problems of an entry that its schema refuses, and the fields that can be dropped from it. */
import type { EntryType, HookEntry } from "@hookline/schema/kit/HookEntry"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Place } from "./entryHook.ts"
import type { Json } from "@hookline/schema/Json"
import { kindOf, quote } from "./written.ts"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import type { Problem, Report } from "./Problem.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Fields for the user, without an effect. */
const decorative = new Set(["name", "description", "statusMessage"])

/** Fields with a list of strings. */
const lists = new Set(["args", "allowedEnvVars"])

/** The required fields of each type. */
const needed: Readonly<Record<EntryType, ReadonlyArray<string>>> = {
  command: ["command"],
  http: ["url"],
  prompt: ["prompt"],
  agent: ["prompt"],
  mcp_tool: ["server", "tool"],
  python: [],
  module: ["path"]
}

/** The problem of one field. `costs` is true if it makes the entry a loss. */
type Complaint = Pick<Problem, "code" | "text"> & { readonly fix: string; readonly costs: boolean }

/** Creates the problem of a field that its schema refuses. */
const complaint = (type: EntryType, field: string, entry: Json, perSecond: number): Complaint => {
  const value = entry[field]
  const isBlank = typeof value === "string" && value.trim() === ""
  if (needed[type].includes(field) && (value === undefined || value === null || isBlank)) {
    const meant = Object.keys(entry).find((key) => key !== field && nearest(key, [field]) !== undefined)
    return {
      code: "field-missing",
      text: `This ${type} handler has ${isBlank ? `an empty "${field}"` : `no "${field}"`}, so that it has nothing to run.`,
      fix: meant === undefined ? `Write "${field}": "…".` : `Rename "${meant}" to "${field}".`,
      costs: true
    }
  }
  if (field === "timeout") {
    const seconds = typeof value === "string" ? Number.parseFloat(value) : Number.NaN
    return {
      code: "timeout-invalid",
      text: `A timeout must be a positive number of ${perSecond === 1000 ? "milliseconds" : "seconds"}, and is ${quote(value)}.`,
      fix: seconds > 0 ? `Write "timeout": ${seconds}.` : `Write "timeout": ${30 * perSecond}, or leave it out.`,
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
  if (field === "profile") {
    return {
      code: "profile-unknown",
      text: `${quote(value)} is no profile; until it is one, this hook runs in the profile guard.`,
      fix: `Write "profile": "guard", "work", "net", "notify" or "open".`,
      costs: false
    }
  }
  if (decorative.has(field)) {
    return {
      code: "field-ignored",
      text: `"${field}" must be a string, and is ${kindOf(value)}, which is ignored.`,
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

/** Returns the key of one step of a path. */
const nameOf = (step: PropertyKey | { readonly key: PropertyKey } | undefined): string =>
  typeof step === "object" ? String(step.key) : String(step ?? "")

/** Decodes an entry that its schema refuses: fields without an effect are dropped and reported. */
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
      delete mended[field] // `null` counts as absent.
      continue
    }
    const found = complaint(type, field, entry, place.timeouts.perSecond ?? 1)
    // An entry is one loss, however many problems it has.
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
    else if (field === "profile") mended[field] = "guard"
    else delete mended[field]
  }
  return costs ? undefined : Result.getOrUndefined(decode(mended))
}
