/** Files whose calls end: each within a limit, and all of a reading within a second one after the first that broke. */
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { callPort, issueOf, PortFailed, portLimit } from "../execute/port.ts"
import { sentence } from "../PipelineError.ts"
import { type ConfigFiles, Inaccessible, type Watch, wrapCalls } from "./ConfigFiles.ts"
import { type Call, immediately, runOf } from "./immediate.ts"

type Files = ConfigFiles["Service"]

const filesName = "ConfigFiles"

/**
 * Bounds the calls of one reading. A call that is late, breaks or interrupts itself can't read its path, and is passed to
 * `onBroken`. After it all others share one more limit, so that a port that never answers ends the reading.
 */
export const bound = (
  files: Files,
  clock: Clock.Clock,
  onBroken: (path: string, failure: PortFailed) => void
): Files => {
  let deadline: number | undefined
  const broken = (asked: string | number, failure: PortFailed): Exit.Exit<never, Inaccessible> => {
    deadline ??= clock.currentTimeMillisUnsafe() + portLimit
    const path = typeof asked === "number" ? `group ${asked}` : asked
    onBroken(path, failure)
    return Exit.fail(new Inaccessible({ path, why: failure.message }))
  }
  const bounded = <A, Asked extends string | number>(
    look: Call<Asked, A, Inaccessible>
  ): Call<Asked, A, Inaccessible> => {
    const run = runOf(look)
    if (run !== undefined) {
      return immediately((asked) => {
        const exit = run(asked)
        if (Exit.isSuccess(exit) || Cause.hasFails(exit.cause)) return exit
        return broken(asked, new PortFailed({ port: filesName, issue: issueOf(exit, portLimit) }))
      })
    }
    return (asked) =>
      Effect.suspend(() => {
        const limit = deadline === undefined ? portLimit : deadline - clock.currentTimeMillisUnsafe()
        // A path that can't be read is an answer of the port.
        const call = callPort(filesName, () => Effect.result(look(asked)), Math.max(0, limit))
        return Effect.matchEffect(call, {
          onSuccess: (found) => (Result.isSuccess(found) ? Effect.succeed(found.success) : Effect.fail(found.failure)),
          onFailure: (failure) => broken(asked, failure)
        })
      })
  }
  return wrapCalls(files, bounded)
}

/** Guards a watch that may throw. Nothing is known of its paths from then on, as if they could not be watched. */
const guarded = (watch: Watch, root: string): Watch => {
  let broken: Inaccessible | undefined
  // No result is wrapped, because every event asks for changes.
  const onThrow = (error: unknown): void => {
    const { message } = new PortFailed({ port: filesName, issue: `broke: ${sentence(error)}` })
    broken ??= new Inaccessible({ path: root, why: message })
  }
  return {
    watchPath: (path) => {
      try {
        watch.watchPath(path)
      } catch (error) {
        onThrow(error)
      }
    },
    changed: () => {
      try {
        return broken !== undefined || watch.changed()
      } catch (error) {
        onThrow(error)
        return true
      }
    },
    unwatched: () => {
      try {
        return broken ?? watch.unwatched()
      } catch (error) {
        onThrow(error)
        return broken
      }
    }
  }
}

/** Watches by a port. If it is late, breaks or interrupts itself, every event reads the files. */
export const watch = (
  files: Files,
  roots: ReadonlyArray<string>,
  onChange: () => void
): Effect.Effect<Watch, never, Scope.Scope> => {
  const [root = "/"] = roots
  return Effect.flatMap(Effect.scope, (scope) =>
    Effect.match(
      callPort(filesName, () => Effect.provideService(files.watch(roots, onChange), Scope.Scope, scope)),
      {
        onSuccess: (found) => guarded(found, root),
        onFailure: ({ message }): Watch => ({
          watchPath: () => undefined,
          changed: () => true,
          unwatched: () => new Inaccessible({ path: root, why: message })
        })
      }
    )
  )
}
