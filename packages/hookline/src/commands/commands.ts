/** All commands but `dispatch`: the one that is asked for, or where help or anything else is, all of them. */
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
type Started = Effect.Effect<void, Problem | CliError.CliError, Command.Environment>

type Words = ReadonlyArray<string>

const alone =
  <Name extends string, Input, ContextInput>(
    one: Command.Command<Name, Input, ContextInput, Problem, Command.Environment>
  ) =>
  (words: Words): Started =>
    Command.runWith(root.pipe(Command.withSubcommands([one])), { version })(words)

/** Loads a command alone, which is faster. */
const each: Readonly<Record<string, () => Promise<(words: Words) => Started>>> = {
  run: () => import("./run/command.ts").then(({ run }) => alone(run)),
  plan: () => import("./plan/command.ts").then(({ plan }) => alone(plan)),
  list: () => import("./list/command.ts").then(({ list }) => alone(list)),
  check: () => import("./check/command.ts").then(({ check }) => alone(check)),
  log: () => import("./log/command.ts").then(({ log }) => alone(log)),
  test: () => import("./test/command.ts").then(({ test }) => alone(test))
}

const all = (): Promise<(words: Words) => Started> =>
  import("./all.ts").then(({ hookline }) => Command.runWith(hookline, { version }))

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

/** Runs the command line. Problems are reported on standard error. */
export const main = (said: Words): void => {
  const words = meant(said)
  const load = (words[0] === undefined ? undefined : each[words[0]]) ?? all
  // The first signal interrupts what runs. A second one must not end us before what was started is ended.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined)
  Effect.promise(load).pipe(
    Effect.flatMap((start) => start(words)),
    Effect.andThen(standardOutput.whole),
    Effect.tapError(told),
    Effect.provideService(Console.Console, standardOutput.watched),
    Effect.provideService(CliOutput.Presenter, presenter),
    Effect.provideService(CliConfig.CliConfig, CliConfig.make({ builtIns })),
    // Standard output belongs to what was asked for.
    Effect.provideService(References.LogToStderr, true),
    Effect.provide(platform.layer),
    NodeRuntime.runMain
  )
}
