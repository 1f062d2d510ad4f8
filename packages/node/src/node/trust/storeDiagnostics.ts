/**
 * Diagnostics of the record of what a user trusts in a project.
 *
 * @since 0.1.0
 */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as fs from "node:fs"
import { fileOf } from "./places.ts"
import * as TrustStore from "./TrustStore.ts"

/**
 * Returns the problem that keeps the record of a project from counting. Without a record there is none: nothing is trusted
 * by it, and nothing was.
 *
 * @category getters
 * @since 0.1.0
 */
export const storeDiagnostics = (home: string, project: string): ReadonlyArray<Diagnostic.Diagnostic> => {
  const file = fileOf(home, project)
  // A record that can't be looked at is one that can't be read.
  const isThere = (() => {
    try {
      return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined
    } catch {
      return true
    }
  })()
  const { problem } = isThere ? TrustStore.read(home, project) : {}
  if (problem === undefined || problem.code === "trust-store-unwritable") return []
  const { code, fix, issue, path } = problem
  const text = `What you have trusted in this project does not count: ${issue}.`
  return [Diagnostic.ofFile(code, path, { text, ...(fix !== undefined && { fix }) })]
}
