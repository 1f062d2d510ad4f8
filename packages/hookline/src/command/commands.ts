/** All commands but `dispatch`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { attach, detach } from "./attach.ts"
import { check } from "./check.ts"
import { disable } from "./disable.ts"
import { enable } from "./enable.ts"
import { demo } from "./demo.ts"
import { init } from "./init.ts"
import { install } from "./install.ts"
import { list } from "./list.ts"
import { log } from "./log.ts"
import { migrate } from "./migrate.ts"
import { plan } from "./plan.ts"
import { Problem } from "./Problem.ts"
import { remove } from "./remove.ts"
import { run } from "./run.ts"
import { test } from "./test.ts"
import { version } from "./version.ts"

/** It is answered before this is loaded; what stands here is its place among the others. */
const dispatch = Command.make("dispatch").pipe(
  Command.withDescription("Be a host's hook command: its payload on stdin, its own answer out (see dispatch --help)")
)

export const hookline = Command.make("hookline").pipe(
  Command.withDescription("Runs the hooks of every coding agent, in any agent"),
  Command.withSubcommands([
    run,
    plan,
    list,
    check,
    test,
    log,
    init,
    install,
    remove,
    enable,
    disable,
    migrate,
    attach,
    detach,
    demo,
    dispatch
  ])
)

const told = (error: unknown): Effect.Effect<void> =>
  error instanceof Problem && error.message !== "" ? Console.error(`hookline: ${error.message}`) : Effect.void

/** Runs what the command line says. What is wrong is told on standard error. */
export const main = (): void =>
  hookline.pipe(
    Command.run({ version }),
    Effect.tapError(told),
    // Standard output belongs to what was asked for.
    Effect.provideService(References.LogToStderr, true),
    Effect.provide(NodeServices.layer),
    NodeRuntime.runMain
  )
