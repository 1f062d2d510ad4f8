/**
 * The results of cases as JUnit's XML, for CI servers.
 *
 * @since 0.1.0
 */
import { visible } from "@hookline/schema/kit/shown/visible"
import * as HookCaseListing from "./HookCaseListing.ts"
import type { Verdict } from "./HookCases.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;"
}

/** Writes out what could not be seen, which XML can't contain in part, and escapes what has a meaning in XML. */
const escaped = (text: string): string =>
  visible(text).replaceAll(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character)

const seconds = (millis: number): string => (millis / 1000).toFixed(3)

const caseOf = (verdict: Verdict, className: string): string => {
  const open = `    <testcase name="${escaped(verdict.name)}" classname="${escaped(className)}" time="${seconds(verdict.millis)}"`
  if (verdict.status === "passed") return `${open}/>`
  const [difference] = verdict.differences
  const message = verdict.problem ?? (difference === undefined ? "it failed" : `${difference.field} is not as expected`)
  return [
    `${open}>`,
    `      <failure message="${escaped(message)}">${escaped(HookCaseListing.format(verdict))}</failure>`,
    "    </testcase>"
  ].join("\n")
}

const countsOf = (verdicts: ReadonlyArray<Verdict>): string => {
  const failed = verdicts.filter(({ status }) => status === "failed").length
  const millis = verdicts.reduce((sum, verdict) => sum + verdict.millis, 0)
  return `tests="${verdicts.length}" failures="${failed}" errors="0" time="${seconds(millis)}"`
}

/**
 * Formats the document: a suite for each file. Paths are relative to the reader's working directory.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = (
  verdicts: ReadonlyArray<Verdict>,
  relative: (path: string) => string = (path) => path
): string => {
  const suites = [...Map.groupBy(verdicts, ({ file }) => relative(file))].map(([file, ofFile]) =>
    [
      `  <testsuite name="${escaped(file)}" ${countsOf(ofFile)}>`,
      ...ofFile.map((verdict) => caseOf(verdict, file)),
      "  </testsuite>"
    ].join("\n")
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hookline" ${countsOf(verdicts)}>`,
    ...suites,
    "</testsuites>",
    ""
  ].join("\n")
}
