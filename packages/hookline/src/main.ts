/**
 * The command. Words that need nothing are answered here; everything else is loaded when it is asked for, since a host
 * waits for `dispatch` before every tool.
 */
import { callOf } from "./dispatch/fastpath/lookup.ts"
import { readInput } from "./dispatch/readInput.ts"
import { unansweredExit } from "./dispatch/unansweredExit.ts"
import { version } from "./version.ts"
import { write } from "./output/write.ts"

const [first, ...rest] = process.argv.slice(2)

/** Answers a host: at once if the answer is known to be empty. */
const dispatch = async (): Promise<void> => {
  const isHelp = rest.includes("--help") || rest.includes("-h")
  if (rest.includes("--pipe") && !isHelp) return (await import("./dispatch/pipe.ts")).main(rest, import.meta.filename)
  const text = isHelp ? "" : readInput()
  const call = callOf({ version, file: import.meta.filename, words: rest, text })
  if (call.isQuiet) process.exit(0)
  return (await import("./dispatch/command.ts")).main(rest, text, call.keep)
}

/** Checks for `hookline fleet`, also where flags of every command are before the word. */
const isFleet = first === "fleet" || (first?.startsWith("-") === true && rest.includes("fleet"))

/** Loads the part that is asked for, and runs it. */
const run = async (): Promise<void> => {
  if (first === "dispatch") return dispatch()
  const { main } = await (isFleet ? import("./commands/fleet/program.ts") : import("./commands/commands.ts"))
  return main(process.argv.slice(2))
}

/** Reports a failure before any answer. A host takes exit code 2 for a denial. */
const failed = (error: unknown): void => {
  process.stderr.write(`hookline: it could not be started: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(first === "dispatch" ? unansweredExit(rest) : 1)
}

if (first === "--version") process.exitCode = write(1, `hookline v${version}\n`) ? 0 : 1
else run().catch(failed)
