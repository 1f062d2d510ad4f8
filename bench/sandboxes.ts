// Hooks in a sandbox, beside the same hooks without one, and beside `spawn("sh", ["-c", "exit 0"])`, which is R.
import type { Confinement, Work } from "@hookline/core/Runner"
import { CommandRunner } from "@hookline/core/Runners"
import { Sandbox } from "@hookline/core/Sandbox"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import { TestWork } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { asyncRounds } from "./asyncRounds.ts"
import { openProcessHost, pause, runnerNeedsIn } from "./processHost.ts"
import type { Result } from "./Result.ts"

const text = "exit 0"

/** All but secrets, as without a sandbox, so that the variables are as many. */
const confinement: Confinement = { profile: "guard", env: ["*"] }

interface Host {
  readonly cold: () => Promise<unknown>
  readonly warm: () => Promise<unknown>
  readonly rested: () => Promise<void>
  readonly taken: () => number
}

/** Runners in one sandbox, or nothing where it does not work here. */
const open = async (kind: SystemSandbox.Kind, scope: Scope.Scope): Promise<Host | undefined> => {
  const sandbox = SystemSandbox.layerWith({ kinds: [kind] })
  const status = await Effect.runPromise(
    Effect.provide(
      Effect.flatMap(Sandbox, (one) => one.status),
      sandbox
    )
  )
  if (status._tag === "Missing") return undefined
  const build = (layer: typeof ProcessCommandRunner.layerWarm) =>
    Effect.runPromise(Layer.buildWithScope(Layer.provide(Layer.fresh(layer), runnerNeedsIn(sandbox)), scope))
  const [cold, warm] = [await build(ProcessCommandRunner.layerCold), await build(ProcessCommandRunner.layerWarm)]
  const made = TestWork.make({ _tag: "Command", command: text }, { project: process.cwd(), confinement })
  const payload = made.payload()
  const work: Work<"Command"> = { ...made, payload: () => payload }
  const { hook, session, settings } = work
  const { counts, settled } = Context.get(warm, ProcessCommandRunner.Warm)
  const runner = Context.get(warm, CommandRunner)
  await Effect.runPromise(
    runner.prewarm?.({ hooks: [hook, hook], session, settings, confinementOf: () => confinement }) ?? Effect.void
  )
  const rested = async () => {
    await Effect.runPromise(settled)
    await pause(3)
  }
  await rested()
  return {
    cold: () => Effect.runPromise(Context.get(cold, CommandRunner).run(work)),
    warm: () => Effect.runPromise(runner.run(work)),
    rested,
    taken: () => counts().taken
  }
}

const targets: Readonly<Record<string, { readonly ofWarm?: number; readonly ofR?: number }>> = {
  landlock: { ofWarm: 1.15 },
  bubblewrap: { ofR: 0.3 },
  bubblewrapAndLandlock: {}
}

/** A sandbox for each kind that works here. */
export const sandboxes = async (): Promise<ReadonlyArray<Result>> => {
  const host = await openProcessHost()
  await host.want(2)
  const scope = await Effect.runPromise(Scope.make())
  const plain = host.work(text)
  const rounds = 300
  const results: Array<Result> = []
  for (const kind of ["landlock", "bubblewrap", "bubblewrapAndLandlock"] as const) {
    const inside = await open(kind, scope)
    if (inside === undefined) continue
    const before = async () => {
      await host.rested()
      await inside.rested()
    }
    const taken = inside.taken()
    const cases = [
      { name: "R", before, run: () => host.plain(text) },
      { name: "warm", before, run: () => host.warm(plain) },
      { name: "warm inside", before, run: inside.warm },
      { name: "cold inside", before, run: inside.cold }
    ]
    const [, warm, warmInside, coldInside] = await asyncRounds(cases, { rounds })
    if (inside.taken() - taken < rounds) throw new Error(`not every run in ${kind} had a shell that waited`)
    if (warm === undefined || warmInside === undefined || coldInside === undefined) throw new Error("a case is missing")
    const { ofR, ofWarm } = targets[kind] ?? {}
    const row = (name: string, ratio: number, { p50, p95 }: typeof warm, target?: number): Result => ({
      name,
      ratio,
      ...(target !== undefined && { target }),
      p50: p50 / 1000,
      p95: p95 / 1000,
      unit: "ms"
    })
    results.push(
      row(`one hook in ${kind}, warm / warm without a sandbox`, warmInside.p50 / warm.p50, warmInside, ofWarm),
      row(`one hook in ${kind}, warm / R`, warmInside.ratio, warmInside, ofR),
      row(`one hook in ${kind}, cold / R`, coldInside.ratio, coldInside)
    )
  }
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await host.close()
  return results
}
