/**
 * `hookline dispatch --host H`: is a host's hook command, in a process for each event.
 */
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { answerCall, askFleetLater, callOf, forCaller, keepAudit } from "./answerCall.ts"
import type * as Seeing from "./fastpath/recordReads.ts"
import { parseFlags, usage } from "./flags.ts"
import { reported } from "../output/reported.ts"
import { unansweredExit } from "./unansweredExit.ts"
import { isDiscarded, write } from "../output/write.ts"

/** Answers, and ends the process. Processes that hooks have left behind end with it. */
export const main = async (
  words: ReadonlyArray<string>,
  text: string,
  keepQuiet: (seen: Seeing.Seen) => void
): Promise<void> => {
  if (words.includes("--help") || words.includes("-h")) {
    write(1, usage)
    process.exit(0)
  }
  const parsed = parseFlags(words)
  if (typeof parsed === "string") {
    write(2, `${reported(parsed)}\n\n${usage}`)
    // An exit code can't ask, so that what asks denies.
    process.exit(unansweredExit(words))
  }
  const flags = forCaller(parsed, text)
  if (flags === undefined) process.exit(0)
  // More than once: a second one must not end it before what it has started is ended.
  process.on("SIGINT", () => process.exit(130))
  process.on("SIGTERM", () => process.exit(143))
  const { answer, askFleet, isRestored, kept, seen, texts } = await Effect.runPromise(
    Effect.flatMap(Scope.make(), (scope) =>
      Effect.provideService(answerCall(flags, callOf(flags, text)), Scope.Scope, scope)
    )
  )
  write(2, texts + answer.stderr)
  const isOut = write(1, answer.stdout) && !(answer.isStrict === true && answer.stdout !== "" && isDiscarded(1))
  if (!isOut) write(2, "hookline: the answer could not be written to standard output\n")
  if (kept !== undefined) write(2, await keepAudit(kept))
  if (askFleet !== undefined) await Effect.runPromise(askFleetLater(askFleet))
  // The values before the project are in no file that is compared later.
  if (answer.isQuiet === true && !isRestored) keepQuiet(seen)
  // It may have been a denial, which the exit code alone can still report.
  process.exit(isOut ? answer.exit : (answer.exitUnwritten ?? 2))
}
