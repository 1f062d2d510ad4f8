// Hooks in a sandbox of each kind, and sandboxes that break at each step of a start.
import type { PipelineError } from "@hookline/core/PipelineError"
import type { Confinement, Work } from "@hookline/core/Runner"
import type { HookReply } from "@hookline/schema/HookReply"
import { CommandRunner, PythonRunner } from "@hookline/core/Runners"
import { type Inside, type Launch, Sandbox } from "@hookline/core/Sandbox"
import * as SessionEnv from "@hookline/core/SessionEnv"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import type { Handler } from "@hookline/schema/Handler"
import { Requirement, TestDialects, TestPipeline, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const untrusted: Confinement = { profile: "guard", env: "untrusted" }
export const trusted: Confinement = { profile: "work", env: [] }

export const kinds = ["landlock", "bubblewrap", "bubblewrapAndLandlock"] as const
export type Kind = (typeof kinds)[number]

/** One sandbox of each kind for all tests of a file, so that each is tried once. */
export const sandboxes: { readonly [K in Kind]: Layer.Layer<Sandbox> } = {
  landlock: SystemSandbox.layerWith({ kinds: ["landlock"] }),
  bubblewrap: SystemSandbox.layerWith({ kinds: ["bubblewrap"] }),
  bubblewrapAndLandlock: SystemSandbox.layerWith({ kinds: ["bubblewrapAndLandlock"] })
}

const statusOf = (kind: Kind) =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(Sandbox, ({ status }) => status),
      sandboxes[kind]
    )
  )

const statuses = {
  landlock: await statusOf("landlock"),
  bubblewrap: await statusOf("bubblewrap"),
  bubblewrapAndLandlock: await statusOf("bubblewrapAndLandlock")
}

/** Requires that a kind works here. */
export const works =
  (kind: Kind): Requirement.Requirement =>
  () => {
    const status = statuses[kind]
    return status._tag === "Missing" ? status.why : undefined
  }

/** The runners of commands and Python with a sandbox. */
export const runnersIn = (sandbox: Layer.Layer<Sandbox>, options: ProcessCommandRunner.Options = {}) =>
  Layer.provide(
    Layer.mergeAll(
      ProcessCommandRunner.layerWith({ warm: true, ...options }),
      ProcessPythonRunner.layerWith({ ...(options.env !== undefined && { env: options.env }) })
    ),
    [TestDialects.layer, sandbox, Layer.provide(SessionEnv.layerNone, TestPipeline.thisProject)]
  )

/** Runs a command, in a warm shell if one is to be used. */
export const runIn = Effect.fnUntraced(function* (work: Work<"Command">, isWarm: boolean) {
  const runner = yield* CommandRunner
  const { settled } = yield* ProcessCommandRunner.Warm
  if (isWarm) {
    const { confinement, hook, session, settings } = work
    yield* runner.prewarm?.({ hooks: [hook], session, settings, confinementOf: () => confinement }) ?? Effect.void
    yield* settled
  }
  return yield* runner.run(work)
})

/** Runs a hook of any kind that starts a process. */
export const runAny = (
  handler: Extract<Handler, { readonly _tag: "Command" | "Python" }>,
  options: TestWork.Options,
  isWarm: boolean
): Effect.Effect<HookReply, PipelineError, CommandRunner | ProcessCommandRunner.Warm | PythonRunner> =>
  handler._tag === "Command"
    ? runIn(TestWork.make(handler, options), isWarm)
    : Effect.flatMap(PythonRunner, ({ run }) => run(TestWork.make(handler, options)))

/** A sandbox whose starts are changed. */
export const changing = (kind: Kind, change: (launch: Launch) => Launch): Layer.Layer<Sandbox> =>
  Layer.effect(
    Sandbox,
    Effect.map(Sandbox, ({ enter, status }) => ({
      status,
      enter: (profile, place) =>
        Effect.map(enter(profile, place), ({ key, launch }): Inside => ({
          key: `${key} changed`,
          launch: (program) => change(launch(program))
        }))
    }))
  ).pipe(Layer.provide(sandboxes[kind]))
