// Runs a command in this process, by the function that its process runs. A process of its own takes twenty times as long,
// and most tests are about what a command reads, writes and prints.
//
// The first command of each word in a test file is a process, and every eighth after it; all are in the long lane.
import { run } from "../../src/commands/commands.ts"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { expect } from "vitest"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import type { Ended } from "./hookline.ts"

/** Commands that are about a process: its exit, its input, its version, its bundle, or that go on until they are ended. */
const isOfProcess = (words: ReadonlyArray<string>): boolean =>
  ["dispatch", "demo", "fleet"].includes(words[0] ?? "") ||
  words.some((word) => ["--watch", "--follow", "--version"].includes(word))

const processEach = 8
const counts = new Map<string, number>()

/** Counts a word of a test file. Returns the number of earlier ones. */
const counted = (word: string): number => {
  const key = `${expect.getState().testPath} ${word}`
  const count = counts.get(key) ?? 0
  counts.set(key, count + 1)
  return count
}

/** Returns true for a command that can run in this process, and is not one of those that run as processes all the same. */
export const canRunHere = (words: ReadonlyArray<string>): boolean => {
  if (isOfProcess(words) || isWhole) return false
  return counted(words[0] ?? "") % processEach !== 0
}

/** Gives this process other variables, another folder and other words. Returns the function that restores them. */
const become = (words: ReadonlyArray<string>, cwd: string, env: Readonly<Record<string, string>>): (() => void) => {
  const before = { argv: process.argv, cwd: process.cwd(), env: { ...process.env } }
  const put = (variables: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(variables, name)) delete process.env[name]
    for (const [name, value] of Object.entries(variables)) process.env[name] = value
  }
  put(env)
  process.chdir(cwd)
  process.argv = [process.execPath, ...words]
  return () => {
    put(before.env)
    process.chdir(before.cwd)
    process.argv = before.argv
  }
}

interface Call {
  readonly bin: string
  readonly words: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const line = (parts: ReadonlyArray<unknown>): string => `${parts.join(" ")}\n`

const command = async (words: ReadonlyArray<string>): Promise<Ended> => {
  let [stdout, stderr] = ["", ""]
  const console: Console.Console = {
    ...globalThis.console,
    log: (...parts: ReadonlyArray<unknown>) => void (stdout += line(parts)),
    error: (...parts: ReadonlyArray<unknown>) => void (stderr += line(parts))
  }
  const exit = await Effect.runPromiseExit(
    run(words).pipe(
      Effect.provideService(Console.Console, console),
      // Effect reads the variables once in a process, where a command of an earlier test may have had others.
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv())
    )
  )
  let code = 0
  Runtime.defaultTeardown(exit, (one) => (code = one))
  if (Exit.isFailure(exit) && exit.cause.reasons.some(({ _tag }) => _tag === "Die")) stderr += line([exit.cause])
  return { stdout, stderr, exit: code }
}

const runNow = async ({ bin, cwd, env, words }: Call): Promise<Ended> => {
  const restore = become([bin, ...words], cwd, env)
  try {
    return await command(words)
  } finally {
    restore()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs it after all that were asked for before, because a process has one folder and one set of variables. */
export const runHere = (call: Call): Promise<Ended> => {
  const ended = last.then(() => runNow(call))
  last = ended.catch(() => undefined)
  return ended
}
