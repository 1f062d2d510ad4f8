// What ends hooks that run: an abort, and closing. No process is left.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { Hookline } from "@hookline/node"
import { getEventListeners } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { bash, commands, opened, rejection } from "./opened.ts"

/** A hook that starts a child of its own, tells both numbers, and waits for as long as it may. */
const endless = commands(`sleep 300 & echo "$$ $!" > pids.tmp; mv pids.tmp pids; wait`)

const until = (holds: () => boolean): Promise<void> => Effect.runPromise(Leftovers.until(holds))

const pidsIn = async (project: string): Promise<ReadonlyArray<string>> => {
  await until(() => existsSync(`${project}/pids`))
  return readFileSync(`${project}/pids`, "utf8").trim().split(" ")
}

const dead = (pids: ReadonlyArray<string>): Promise<void> => until(() => pids.every((pid) => !Leftovers.isAlive(pid)))

describe("an aborted event", () => {
  it.live("rejects with the signal's reason, and its whole tree dies while the hooks are open", () =>
    opened(endless, async (hooks, { project }) => {
      const abort = new AbortController()
      const asked = rejection(hooks.emit(bash, { signal: abort.signal }))
      const pids = await pidsIn(project)
      assert.lengthOf(pids, 2)
      const reason = new Error("the user pressed escape")
      abort.abort(reason)
      assert.strictEqual(await asked, reason)
      await dead(pids)
      assert.isTrue((await hooks.emit({ event: "Stop" })).goesOn)
    })
  )

  it.live("runs nothing where it was aborted before", () =>
    opened(commands("touch ran"), async (hooks, { project }) => {
      const error = await rejection(hooks.emit(bash, { signal: AbortSignal.abort() }))
      assert.deepInclude(error as object, { name: "AbortError" })
      assert.isFalse(existsSync(`${project}/ran`))
    })
  )

  it.live("leaves nothing on the signal once it has answered", () =>
    opened(commands("true"), async (hooks) => {
      const { signal } = new AbortController()
      await Promise.all(Array.from({ length: 20 }, () => hooks.emit(bash, { signal })))
      assert.lengthOf(getEventListeners(signal, "abort"), 0)
    })
  )

  it.live("tells a handler that nobody waits for it", () =>
    opened({}, async (hooks) => {
      const abort = new AbortController()
      let told = false
      hooks.on("PreToolUse", (_, { signal }) => {
        abort.abort()
        signal.addEventListener("abort", () => (told = true))
        return new Promise(() => {})
      })
      await rejection(hooks.emit(bash, { signal: abort.signal }))
      await until(() => told)
    })
  )
})

describe("closed hooks", () => {
  it.live("leave no process, no file and no listener", () =>
    // What tests before this one ended may not have been taken away yet.
    Effect.andThen(
      Leftovers.until(() => Leftovers.now().children.length === 0),
      Leftovers.none(
        opened(endless, async (hooks, { project }) => {
          const asked = rejection(hooks.emit(bash))
          const pids = await pidsIn(project)
          await hooks.close()
          assert.deepInclude((await asked) as object, { code: "closed" })
          assert.isFalse(pids.some(Leftovers.isAlive))
        })
      )
    )
  )

  it.live("may be closed again, and at once", () =>
    opened(commands("true"), async (hooks) => {
      await hooks.emit(bash)
      await Promise.all([hooks.close(), hooks.close()])
      await hooks.close()
      await hooks[Symbol.asyncDispose]()
    })
  )

  it.live("are closed by await using", () =>
    opened({}, async (_, { home, project }) => {
      let kept
      {
        await using hooks = await Hookline.open({ project, home })
        kept = hooks
      }
      assert.deepInclude((await rejection(kept.refresh())) as object, { code: "closed" })
    })
  )

  it.live("answer nothing any more, and say so", () =>
    opened({}, async (hooks) => {
      const registration = hooks.on("Stop", () => {})
      await hooks.close()
      for (const asked of [hooks.emit(bash), hooks.plan(bash), hooks.refresh()]) {
        assert.deepInclude((await rejection(asked)) as object, { code: "closed" })
      }
      assert.throws(() => hooks.wants(bash), /closed/)
      assert.throws(() => hooks.on("Stop", () => {}), /closed/)
      registration.off()
    })
  )
})
