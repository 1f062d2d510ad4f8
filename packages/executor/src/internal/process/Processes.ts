/**
 * The resources that all processes of one session share: pipes, process groups, and pipes that leftover processes still
 * hold.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Floor } from "./ColdProcess.ts"
import { makeGroups } from "./Groups.ts"
import { closeAllPipes, sharedPipes } from "./sharedPipes.ts"
import { makeSpawnQueue, type SpawnQueue } from "./SpawnQueue.ts"

/** The maximum number of pipes held by leftover processes. Beyond it, the oldest is closed. */
const mostHeld = 64

const makeHeld = (): { readonly hold: Floor["hold"]; readonly giveUpAll: () => void } => {
  const held = new Set<() => void>()
  const hold: Floor["hold"] = (giveUp) => {
    held.add(giveUp)
    if (held.size > mostHeld) {
      const [oldest = giveUp] = held
      held.delete(oldest)
      oldest()
    }
    return () => {
      held.delete(giveUp)
    }
  }
  const giveUpAll = () => {
    for (const giveUp of held) giveUp()
    held.clear()
  }
  return { hold, giveUpAll }
}

export interface Ground extends Floor {
  readonly turns: SpawnQueue
}

/** The clean-up functions for the exit of this process. One listener runs all, because Node warns of many. */
const atExit = new Set<() => void>()
const endAll = () => {
  for (const end of atExit) end()
}

/** Creates the resources. When the scope closes, all processes are ended. */
const makeGround: Effect.Effect<Ground, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const pipes = sharedPipes()
    const groups = makeGroups()
    // A host that exits without closing its scope must not leave hooks behind.
    const onExit = () => {
      // Closed pipes make room for the files that are read to find all processes.
      closeAllPipes()
      groups.killAll()
    }
    if (atExit.size === 0) process.on("exit", endAll)
    atExit.add(onExit)
    return { pipes, groups, ...makeHeld(), turns: makeSpawnQueue(), onExit }
  }),
  ({ giveUpAll, groups, onExit, pipes }) =>
    Effect.promise(async () => {
      pipes.close()
      await groups.close()
      // A process that escaped can't be ended; the parent's end of its pipe is closed.
      giveUpAll()
      atExit.delete(onExit)
      if (atExit.size === 0) process.off("exit", endAll)
    })
)

/** The shared resources of all runners that spawn processes. */
export class Processes extends Context.Service<Processes, Ground>()("@hookline/executor/Processes") {
  static readonly layer = Layer.effect(Processes, makeGround)
}

/** Waits until a process may be spawned. Returns `undefined` if that is now. */
export const nextTurn = ({ pipes, turns }: Ground): Effect.Effect<void> | undefined =>
  pipes.isReady()
    ? turns.next()
    : Effect.andThen(
        Effect.promise(() => pipes.ready()),
        Effect.suspend(() => turns.next() ?? Effect.void)
      )
