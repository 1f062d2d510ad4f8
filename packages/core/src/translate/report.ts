/** The parts of a report that no hook contributes. */
import type { Report } from "@hookline/schema/Report"
import type { Compiled } from "../match/Matcher.ts"

/** Returns the problems of the files, and those that were found while matching. */
export const diagnosticsOf = ({ catalog, diagnostics }: Compiled): Report["diagnostics"] => {
  const found = diagnostics()
  return found.length === 0 ? catalog.diagnostics : [...catalog.diagnostics, ...found]
}
