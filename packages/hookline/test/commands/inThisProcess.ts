// Runs a command in this process, by the function that its process runs. A process of its own takes twenty times as long,
// and most tests are about what a command reads, writes and prints.
//
// Every eighth command of a word in a test file is a process, from one on that the names decide; all are in the long lane.
import { run } from "../../src/commands/commands.ts"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Hash from "effect/Hash"
import * as Runtime from "effect/Runtime"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect } from "vitest"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { become } from "./become.ts"
import { dispatchElsewhere } from "./dispatchElsewhere.ts"
import type { Ended } from "./hookline.ts"

/** Commands that are about a process: its exit, its version, its bundle, or that go on until they are ended. */
const isOfProcess = (words: ReadonlyArray<string>): boolean =>
  ["demo", "fleet"].includes(words[0] ?? "") ||
  words.some((word) => ["--watch", "--follow", "--version", "--pipe"].includes(word))

/** Checks whether a payload is all that the command reads from standard input. */
const readsPayload = (words: ReadonlyArray<string>): boolean => words[words.indexOf("--payload") + 1] === "-"

const processEach = 8
const counts = new Map<string, number>()

/** Counts a word of a test file, from a number that is the same in each run. */
const counted = (word: string): number => {
  const key = `${path.basename(expect.getState().testPath ?? "")} ${word}`
  const count = counts.get(key) ?? Math.abs(Hash.string(key))
  counts.set(key, count + 1)
  return count
}

/** Returns true for a command that can run in this process, and is not one of those that run as processes all the same. */
export const canRunHere = (words: ReadonlyArray<string>, input: string): boolean => {
  if (isOfProcess(words) || isWhole || (input !== "" && words[0] !== "dispatch" && !readsPayload(words))) return false
  return counted(words[0] ?? "") % processEach !== 0
}

/** A command, with the file that it is in. */
export interface Call {
  readonly bin: string
  readonly words: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
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

/** Writes what a process would have on standard input to a file, and names that instead. Returns `-` where nothing comes. */
const inputFile = (input: string): { readonly name: string; readonly remove: () => void } => {
  if (input === "") return { name: "-", remove: () => {} }
  const folder = mkdtempSync(path.join(tmpdir(), "hookline-input-"))
  const name = path.join(folder, "input")
  writeFileSync(name, input)
  return { name, remove: () => rmSync(folder, { recursive: true }) }
}

const runNow = async ({ bin, cwd, env, input, words }: Call): Promise<Ended> => {
  const file = inputFile(input)
  const restore = become([bin, ...words], cwd, env)
  try {
    return await command(words.map((word) => (word === "-" ? file.name : word)))
  } finally {
    restore()
    file.remove()
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs it after all that were asked for before, because a process has one folder and one set of variables. Returns `undefined`
 * for one that needs a process of its own.
 */
export const runHere = (call: Call): Promise<Ended | undefined> => {
  if (call.words[0] === "dispatch") return dispatchElsewhere(call)
  const ended = last.then(() => runNow(call))
  last = ended.catch(() => undefined)
  return ended
}
