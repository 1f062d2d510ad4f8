/** Runs a command line by the commands that are loaded for it. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type * as CliError from "effect/cli/CliError"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as platform from "./platform.ts"
import { fitted } from "../output/layout.ts"
import { reported } from "../output/reported.ts"
import { builtIns, presenter } from "../output/presenter.ts"
import { Problem } from "./Problem.ts"
import { root } from "./root.ts"
import * as standardOutput from "../output/standardOutput.ts"
import { version } from "../version.ts"

/** A command that was understood, or was not. */
export type Started = Effect.Effect<void, Problem | CliError.CliError, Command.Environment>

export type Words = ReadonlyArray<string>

/** Parses a command line for one command alone, which is faster than to load all of them. */
export const alone =
  <Name extends string, Input, ContextInput>(
    one: Command.Command<Name, Input, ContextInput, Problem, Command.Environment>
  ) =>
  (words: Words): Started =>
    Command.runWith(root.pipe(Command.withSubcommands([one])), { version })(words)

/** Parses a command line. */
export type Load = (words: Words) => Started

/** Returns the words of a command line, where `help list` is `list --help`, as other programs have it. */
const meant = ([first, ...rest]: Words): Words =>
  first === "help" ? [...rest, "--help"] : first === undefined ? [] : [first, ...rest]

/** Everything that went wrong, each with a sentence of its own. */
const told = (error: Problem | CliError.CliError): Effect.Effect<void> => {
  const unwritten = standardOutput.failure()
  const problems = new Set([error, unwritten].filter((one) => one instanceof Problem))
  return Effect.forEach(
    [...problems].filter(({ message }) => message !== ""),
    ({ message }) => Console.error(fitted(reported(message), process.stderr)),
    { discard: true }
  )
}

/** Loads the commands for the first word of a command line. */
export type LoadOf = (word: string | undefined) => () => Promise<Load>

/** Returns the run of a command line. Problems are reported on standard error, and then it fails by them. */
export const runWith = (said: Words, loadOf: LoadOf): Effect.Effect<void, Problem | CliError.CliError> => {
  const words = meant(said)
  return Effect.promise(loadOf(words[0])).pipe(
    Effect.flatMap((parse) => parse(words)),
    Effect.andThen(standardOutput.whole),
    Effect.tapError(told),
    Effect.provideService(CliOutput.Presenter, presenter),
    Effect.provideService(CliConfig.CliConfig, CliConfig.make({ builtIns })),
    // Standard output belongs to what was asked for.
    Effect.provideService(References.LogToStderr, true),
    Effect.provide(platform.layer)
  )
}

/** Runs the command line as this process. */
export const start = (said: Words, loadOf: LoadOf): void => {
  // The first signal interrupts what runs. A second one must not end us before what was started is ended.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined)
  runWith(said, loadOf).pipe(Effect.provideService(Console.Console, standardOutput.watched), NodeRuntime.runMain)
}
