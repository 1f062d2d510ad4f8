// Tests of the command run the bundle of the sources as they are now, or the sources in one process for many calls.
import { bundle } from "../bundle.ts"
import { listen } from "./dispatcher.ts"

/** The variable that is set where no test runs the command, so that it need not be bundled. */
export const withoutCommand = "HOOKLINE_TESTS_WITHOUT_COMMAND"

export default async () => {
  if (process.env[withoutCommand] !== undefined) return undefined
  await bundle()
  return listen()
}
