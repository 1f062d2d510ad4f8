// A host with hooks that are processes, as the measurements of processes need it: its runners, a session, and the plain
// way to run a command beside them.
import { CommandRunner } from "@hookline/core/Runners"
import type { Work } from "@hookline/core/Runner"
import * as SessionEnv from "@hookline/core/SessionEnv"
import { Sandbox } from "@hookline/core/Sandbox"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { TestDialects, TestPipeline, TestWork } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { spawn } from "node:child_process"

const command = (text: string) => ({ _tag: "Command", command: text }) as const

export interface ProcessHost {
  /** Work for a hook of Claude Code's on an edit of a file, with all its variables and a payload of about 1 KB. */
  readonly work: (text: string) => Work<"Command">
  readonly cold: (work: Work<"Command">) => Promise<unknown>
  readonly warm: (work: Work<"Command">) => Promise<unknown>
  /** Until as many shells wait as are wanted, and have come to their waiting. */
  readonly rested: () => Promise<void>
  readonly want: (count: number) => Promise<void>
  readonly counts: (typeof ProcessCommandRunner.Warm.Service)["counts"]
  /** What most programs write: three pipes, all of the output, until everything is closed. */
  readonly plain: (text: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

const plain = (text: string, input: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", text])
    const chunks: Array<Buffer> = []
    const keep = (chunk: Buffer) => chunks.push(chunk)
    child.stdout.on("data", keep)
    child.stderr.on("data", keep)
    child.stdin.on("error", () => {})
    child.once("error", reject)
    child.once("close", () => resolve())
    child.stdin.end(input)
  })

/** The services that a runner of processes needs outside of a pipeline. */
export const runnerNeedsIn = (sandbox: Layer.Layer<Sandbox>) =>
  Layer.mergeAll(TestDialects.layer, sandbox, Layer.provide(SessionEnv.layerNone, TestPipeline.thisProject))

export const runnerNeeds = runnerNeedsIn(Sandbox.layerNone)

export const openProcessHost = async (): Promise<ProcessHost> => {
  const project = process.cwd()
  const scope = await Effect.runPromise(Scope.make())
  const build = (layer: typeof ProcessCommandRunner.layerWarm) =>
    Effect.runPromise(Layer.buildWithScope(Layer.provide(Layer.fresh(layer), runnerNeeds), scope))
  const [cold, warm] = [await build(ProcessCommandRunner.layerCold), await build(ProcessCommandRunner.layerWarm)]
  const runners = { cold: Context.get(cold, CommandRunner), warm: Context.get(warm, CommandRunner) }
  const { counts, settled } = Context.get(warm, ProcessCommandRunner.Warm)
  const work = (text: string) => {
    const made = TestWork.make(command(text), { project })
    const payload = made.payload()
    return { ...made, payload: () => payload }
  }
  const { hook, session, settings } = work("exit 0")
  const run = (runner: typeof CommandRunner.Service) => (one: Work<"Command">) => Effect.runPromise(runner.run(one))
  return {
    work,
    cold: run(runners.cold),
    warm: run(runners.warm),
    rested: async () => {
      await Effect.runPromise(settled)
      // Shells that have just come to their waiting would still share the machine with what is measured.
      await pause(3)
    },
    want: async (count) => {
      const hooks = Array.from({ length: count }, () => hook)
      await Effect.runPromise(runners.warm.prewarm?.({ hooks, session, settings }) ?? Effect.void)
      await Effect.runPromise(settled)
    },
    counts,
    plain: (text) => plain(text, work(text).payload()),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
