/**
 * The command. Words that need nothing are answered here; everything else is loaded when it is asked for, since a host
 * waits for `dispatch` before every tool.
 */
import { version } from "./version.ts"

const [first, ...rest] = process.argv.slice(2)

/** Loads the part that is asked for, and runs it. */
const run = async (): Promise<void> => {
  if (first === "dispatch") return (await import("./dispatch.ts")).main(rest)
  return (await import("./commands.ts")).main()
}

/** Nobody can have been answered yet. A host takes exit code 2 for a denial. */
const failed = (error: unknown): void => {
  process.stderr.write(`hookline: it could not be started: ${error instanceof Error ? error.message : String(error)}\n`)
  const isClosed = rest.includes("closed") || rest.includes("--on-failure=closed")
  process.exit(first === "dispatch" && isClosed ? 2 : 1)
}

if (first === "--version") process.stdout.write(`hookline v${version}\n`)
else run().catch(failed)
