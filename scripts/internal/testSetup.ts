// Tests of the command run the bundle of the sources as they are now.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundle } from "../bundle.ts"

/** The variable that is set where no test runs the command, so that it need not be bundled. */
export const withoutCommand = "HOOKLINE_TESTS_WITHOUT_COMMAND"

/**
 * The variable with the folder in which the command keeps its compiled code. Most tests have a home of their own, and
 * compiling the bundle again in each of them would take longer than running it.
 */
export const compiledCode = "HOOKLINE_TESTS_CACHE"

export default async () => {
  if (process.env[withoutCommand] !== undefined) return undefined
  await bundle()
  const folder = mkdtempSync(join(tmpdir(), "hookline-tests-cache-"))
  // Test files run in processes that are started after this, with these variables.
  process.env[compiledCode] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
