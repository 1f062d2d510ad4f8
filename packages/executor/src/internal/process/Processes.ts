/** What all processes of one session share: its pipes, its groups, and pipes that somebody left behind still holds. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Floor } from "./ColdProcess.ts"
import { makeGroups } from "./Groups.ts"
import { makePipes } from "./Pipes.ts"
import { makeTurns, type Turns } from "./Turns.ts"

/** So many pipes may be held by processes that hooks have left behind; beyond that the oldest is given up. */
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
  readonly turns: Turns
}

/** What is to be ended with this process. One listener serves all: Node warns of many. */
const atExit = new Set<() => void>()
const endAll = () => {
  for (const end of atExit) end()
}

/** What processes need, until the scope closes: then all of them end, and nothing is left. */
const makeGround: Effect.Effect<Ground, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const pipes = makePipes()
    const groups = makeGroups()
    // Who ends without closing anything must not leave hooks behind.
    const onExit = () => {
      groups.killAll()
      pipes.close()
    }
    if (atExit.size === 0) process.on("exit", endAll)
    atExit.add(onExit)
    return { pipes, groups, ...makeHeld(), turns: makeTurns(), onExit }
  }),
  ({ giveUpAll, groups, onExit, pipes }) =>
    Effect.promise(async () => {
      await groups.close()
      // Who got away with one of them can't be ended; our own end of it can be closed.
      giveUpAll()
      pipes.close()
      atExit.delete(onExit)
      if (atExit.size === 0) process.off("exit", endAll)
    })
)

/** The one ground of all runners that start processes. */
export class Processes extends Context.Service<Processes, Ground>()("@hookline/executor/Processes") {
  static readonly layer = Layer.effect(Processes, makeGround)
}

/** Waits for the moment in which a process may be started, where that is not now. */
export const nextTurn = ({ pipes, turns }: Ground): Effect.Effect<void> | undefined =>
  pipes.isReady()
    ? turns.next()
    : Effect.andThen(
        Effect.promise(() => pipes.ready),
        Effect.suspend(() => turns.next() ?? Effect.void)
      )
