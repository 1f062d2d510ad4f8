/** Decodes entries whose files have other words than the shared schemas. */
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import type { Path } from "@hookline/schema/Source"
import { readEntry } from "./entry.ts"
import type { Place } from "./entryHook.ts"
import { lookup } from "../lookup.ts"
import type { Problem, Report } from "./Problem.ts"
import type { Rules } from "./rules.ts"

/** Renames the field of a problem, and of its fix, to the one that the file has. */
const inHostFields = (problem: Problem, at: Path, fieldNames: NonNullable<Rules["fieldNames"]>): Problem => {
  const field = problem.at.length === at.length + 1 ? problem.at.at(-1) : undefined
  const own = typeof field === "string" ? lookup(fieldNames, field) : undefined
  if (own === undefined) return problem
  const fix = problem.fix?.replaceAll(`"${field}"`, `"${own}"`)
  return { ...problem, at: [...at, own], ...(fix !== undefined && { fix }) }
}

// Made once, because there may be thousands of entries.
const noNames: NonNullable<Rules["fieldNames"]> = {}

/** Decodes one entry below an event of a file to a hook that keeps it as it is written, or reports it as a loss. */
export const readWritten = (
  written: unknown,
  name: string,
  place: Place,
  { fieldNames = noNames, inOurWords, types }: Rules,
  report: Report
): Hook | undefined => {
  if (inOurWords === undefined || !isJson(written)) return readEntry(written, place, report, types)
  const reworded = inOurWords(written, name, place.file)
  if ("lost" in reworded) {
    const loss = reworded.isNoHook === true ? {} : { lost: { entries: 1, events: [place.event] } }
    report({ ...reworded.lost, at: place.at, ...loss })
    return undefined
  }
  const { entry, matcher = place.matcher } = reworded
  const own = matcher === undefined ? place : { ...place, matcher }
  const hook = readEntry(entry, own, (problem) => report(inHostFields(problem, place.at, fieldNames)), types)
  return hook && { ...hook, written }
}
