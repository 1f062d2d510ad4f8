/** Reports readings that failed for lack of resources: at every event, because each of them answered without the files. */
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import { isFailure } from "../discover/ReadingFailures.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"

/**
 * Adds failed readings to the report of an event, by the policy for failures. The report has the diagnostics of the
 * catalog that answered, which another reading of the same event may not have.
 */
export const withFailedReadings = (report: Report, event: HookEvent, onFailure: () => OnFailure): Report => {
  if (report.diagnostics.length === 0) return report
  const failures = new Map(report.diagnostics.filter(isFailure).map((failure) => [failure.file, failure]))
  if (failures.size === 0) return report
  const outcomes = Array.from(failures, ([file, { text }]) =>
    FailurePolicy.decide(onFailure(), { by: file, text: `hooks at ${file} may be missing: ${text}` }, event)
  )
  return { ...report, outcome: Outcome.reducer.combineAll([...outcomes, report.outcome]) }
}
