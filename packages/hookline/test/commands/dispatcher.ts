// Answers calls of hosts one after the other, each with its own folder and variables, from the sources. It is none of the
// tests' processes, because it keeps pipes and other parts for later calls, which tests of those would find.
// `scripts/internal/dispatcher.ts` starts it.
import { answerCall, askFleetLater, callOf, forCaller, keepAudit } from "../../src/dispatch/answerCall.ts"
import { callOf as lookUp } from "../../src/dispatch/fastpath/lookup.ts"
import { parseFlags, usage } from "../../src/dispatch/flags.ts"
import { unansweredExit } from "../../src/dispatch/unansweredExit.ts"
import { reported } from "../../src/output/reported.ts"
import { version } from "../../src/version.ts"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import { become } from "./become.ts"
import type { Ended } from "./hookline.ts"
import type { Call } from "./inThisProcess.ts"

/** Returns what the process of a call would have ended with, or `undefined` for an event that needs a process of its own. */
const dispatch = async (bin: string, words: ReadonlyArray<string>, text: string): Promise<Ended | undefined> => {
  const startedAt = performance.now()
  // The bundle names what is known from earlier calls, so that processes of their own share it.
  const known = lookUp({ version, file: path.join(bin, "../../bundle/main.cjs"), words, text })
  if (known.isQuiet) return { stdout: "", stderr: "", exit: 0 }
  if (words.includes("--help")) return { stdout: usage, stderr: "", exit: 0 }
  const parsed = parseFlags(words)
  if (typeof parsed === "string") {
    return { stdout: "", stderr: `${reported(parsed)}\n\n${usage}`, exit: unansweredExit(words) }
  }
  const flags = forCaller({ ...parsed, isPipe: true }, text)
  if (flags === undefined) return { stdout: "", stderr: "", exit: 0 }
  const { answer, askFleet, isRestored, kept, seen, texts } = await Effect.runPromise(
    Effect.scoped(answerCall(flags, callOf(flags, text, startedAt))).pipe(
      // Effect reads the variables once in a process, where an earlier call may have had others.
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv())
    )
  )
  if (answer.isRefused === true) return undefined
  const notices = kept === undefined ? "" : await keepAudit(kept)
  await Effect.runPromise(askFleetLater(askFleet))
  if (answer.isQuiet === true && !isRestored) known.keep(seen)
  return { stdout: answer.stdout, stderr: texts + answer.stderr + notices, exit: answer.exit }
}

const answer = async ({ bin, cwd, env, input, words }: Call): Promise<Ended | undefined> => {
  const restore = become([bin, ...words], cwd, env)
  try {
    return await dispatch(bin, words.slice(1), input)
  } finally {
    restore()
  }
}

interface Message {
  readonly id: number
  readonly call: Call
}

const reply = async (earlier: Promise<void>, { call, id }: Message): Promise<void> => {
  await earlier
  const ended = await answer(call).catch((error: unknown) => {
    // The test then runs it as a process of its own.
    console.error(error)
    return undefined
  })
  process.send?.({ id, ended })
}

let last: Promise<void> = Promise.resolve()

process.on("message", (message: Message) => {
  last = reply(last, message)
})
process.on("disconnect", () => process.exit(0))
