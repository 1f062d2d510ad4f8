/**
 * Reads the policies that a port returned. A program that is not compiled may return anything: a field that is wrong costs
 * itself alone, because the guards of its policy are in the other fields. One that is `undefined` is absent.
 */
import { isJson } from "@hookline/schema/Json"
import type { ManagedHooks, Policy } from "./ManagedPolicy.ts"

/** A problem of a policy. Hooks that are missing by it may be any. */
export interface Wrong {
  readonly issue: string
  readonly isOfHooks: boolean
}

/** The parts of policies that can be read, and the problems of the others. */
export interface Returned {
  readonly policies: ReadonlyArray<Policy>
  readonly wrong: ReadonlyArray<Wrong>
}

const isText = (value: unknown): value is string => typeof value === "string"

const documentIn = (found: unknown, index: number, of: string, wrong: Array<Wrong>): ReadonlyArray<ManagedHooks> => {
  const { dialect, name, text }: Readonly<Record<string, unknown>> = isJson(found) ? found : {}
  if (!isText(dialect) || !isText(text)) {
    const field = isText(dialect) ? "text" : "dialect"
    wrong.push({ issue: `hooks[${index}] of ${of}, whose \`${field}\` is no string`, isOfHooks: true })
    return []
  }
  if (isText(name)) return [{ dialect, name, text }]
  wrong.push({ issue: `hooks[${index}] of ${of}, whose \`name\` is no string`, isOfHooks: false })
  return [{ dialect, name: `document-${index + 1}`, text }]
}

const readPolicy = (found: unknown, index: number, wrong: Array<Wrong>): ReadonlyArray<Policy> => {
  if (!isJson(found)) {
    wrong.push({ issue: "a policy that is no object", isOfHooks: true })
    return []
  }
  const { hooks, organisation, settings, version } = found
  const of = isText(organisation) ? `the policy of ${organisation}` : `policy ${index + 1}`
  const textOf = (field: string, value: unknown, otherwise: string): string => {
    if (isText(value)) return value
    wrong.push({ issue: `${of}, whose \`${field}\` is no string`, isOfHooks: false })
    return otherwise
  }
  // Each has a name of its own, because settings are in force for the hooks of their organisation.
  const name = textOf("organisation", organisation, `unknown-${index + 1}`)
  const itsVersion = textOf("version", version, "unknown")
  if (!Array.isArray(hooks)) wrong.push({ issue: `${of}, whose \`hooks\` are no list`, isOfHooks: true })
  // From an iterator, which gives the holes of a list, too.
  const documents: ReadonlyArray<unknown> = Array.isArray(hooks) ? Array.from<unknown>(hooks) : []
  const read = {
    organisation: name,
    version: itsVersion,
    hooks: documents.flatMap((document, place) => documentIn(document, place, of, wrong))
  }
  if (settings === undefined) return [read]
  if (isText(settings)) return [{ ...read, settings }]
  wrong.push({ issue: `${of}, whose \`settings\` are no string`, isOfHooks: false })
  return [read]
}

/** Reads the policies that a port returned. */
export const returnedPolicies = (found: unknown): Returned => {
  if (!Array.isArray(found)) return { policies: [], wrong: [{ issue: "no list of policies", isOfHooks: true }] }
  const wrong: Array<Wrong> = []
  const policies = Array.from<unknown>(found).flatMap((each, index) => readPolicy(each, index, wrong))
  return { policies, wrong }
}
