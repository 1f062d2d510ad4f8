// What goes wrong with runners while machines use the fleet. Each fault is over at its end: all runners are there again.
import * as Effect from "effect/Effect"
import { setTimeout } from "node:timers/promises"
import type { Runners } from "./runners.ts"

/** A fault of a fleet, which lasts for this time where it lasts. */
export interface Fault {
  readonly name: string
  readonly run: (fleet: Runners, millis: number) => Promise<void>
}

const first = ({ runners }: Runners) => {
  const [runner] = runners
  if (runner === undefined) throw new Error("the fleet has no runner")
  return runner
}

export const faults: ReadonlyArray<Fault> = [
  {
    name: "kill -9 of a runner, and another one at its address",
    run: async (fleet, millis) => {
      await first(fleet).kill()
      await setTimeout(millis)
      await first(fleet).start()
    }
  },
  {
    name: "a runner that stands still, and goes on",
    run: async (fleet, millis) => {
      first(fleet).send("SIGSTOP")
      await setTimeout(millis)
      first(fleet).send("SIGCONT")
    }
  },
  {
    name: "a frozen wire between a runner and the database",
    run: async (fleet, millis) => {
      first(fleet).database.is("frozen")
      await setTimeout(millis)
      first(fleet).database.is("carries")
    }
  },
  {
    name: "replies of the database that do not arrive, and the death of their runner",
    run: async (fleet, millis) => {
      first(fleet).database.is("keeps the replies")
      await setTimeout(millis)
      await first(fleet).kill()
      first(fleet).database.is("carries")
      await first(fleet).start()
    }
  },
  {
    name: "a database that is away for all",
    run: async ({ runners }, millis) => {
      for (const { database } of runners) database.is("refuses")
      await setTimeout(millis)
      for (const { database } of runners) database.is("carries")
    }
  },
  {
    name: "an orderly end of a runner, and another one at its address",
    run: async (fleet) => {
      await first(fleet).end()
      await first(fleet).start()
    }
  }
]

/** Runs a fault in the middle of something. */
export const during = <A, E, R>(
  fleet: Runners,
  { run }: Fault,
  { after, millis }: { readonly after: number; readonly millis: number },
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.map(
    Effect.all(
      [
        effect,
        Effect.andThen(
          Effect.sleep(after),
          Effect.promise(() => run(fleet, millis))
        )
      ],
      { concurrency: 2 }
    ),
    ([result]) => result
  )
