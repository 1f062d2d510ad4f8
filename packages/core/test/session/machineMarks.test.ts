// Marks of a machine and marks that all machines share: by their kind alone, in every method, and at the end.
import { assert, describe, it } from "@effect/vitest"
import { memory } from "@hookline/core/kit/session/memory"
import { type SessionKey, SessionState, type Storing } from "@hookline/core/SessionState"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { cases } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const key: SessionKey = { project: "/project", session: "s" }

/** A state that records the marks which reach it. */
const recording = () => {
  const inner = memory()
  const reached: Array<string> = []
  const state: Storing = {
    ...inner,
    has: (key, mark) =>
      Effect.andThen(
        Effect.sync(() => reached.push(mark)),
        inner.has(key, mark)
      ),
    mark: (key, mark) =>
      Effect.andThen(
        Effect.sync(() => reached.push(mark)),
        inner.mark(key, mark)
      ),
    unmark: (key, mark) =>
      Effect.andThen(
        Effect.sync(() => reached.push(mark)),
        inner.unmark(key, mark)
      ),
    claim: (key, mark, lease) =>
      Effect.andThen(
        Effect.sync(() => reached.push(mark)),
        inner.claim(key, mark, lease)
      )
  }
  return { state, reached }
}

/** All that can be done with a mark. */
const all = Effect.fnUntraced(function* (state: Storing, mark: string) {
  const before = yield* state.has(key, mark)
  const isNew = yield* state.mark(key, mark)
  const claimed = (yield* state.claim(key, mark, 1000))._tag
  return [before, isNew, claimed, yield* state.unmark(key, mark), yield* state.has(key, mark)]
})

describe("a state of two", () => {
  // proves: docs/native-handlers.md
  it.effect.prop(
    "keeps each mark where its scope is, and nowhere else",
    [SessionMark.SessionMark],
    Effect.fnUntraced(function* ([mark]) {
      const [shared, machine] = [recording(), recording()]
      const text = SessionMark.encode(mark)
      const found = yield* all(SessionState.apart(shared.state, machine.state), text)
      assert.deepStrictEqual(found, [false, true, "Done", true, false])
      const isShared = SessionMark.scopes[mark._tag] === "shared"
      assert.deepStrictEqual([shared.reached.length, machine.reached.length], isShared ? [5, 0] : [0, 5])
    })
  )

  it.effect("shares the marks of programs, and keeps the others in memory by itself", () =>
    Effect.gen(function* () {
      const { reached, state } = recording()
      const apart = SessionState.apart(state)
      yield* apart.mark(key, "reviewed")
      yield* apart.mark(key, SessionMark.encode({ _tag: "StartReported" }))
      assert.deepStrictEqual(reached, ["reviewed"])
      assert.isTrue(yield* apart.has(key, SessionMark.encode({ _tag: "StartReported" })))
    })
  )

  it.effect("forgets both, also where the shared one breaks", () =>
    Effect.gen(function* () {
      const mark = SessionMark.encode({ _tag: "StartReported" })
      for (const end of [() => Effect.die("away"), () => assert.fail("away")]) {
        const apart = SessionState.apart({ ...memory(), end })
        yield* apart.mark(key, mark)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(apart.end(key))))
        assert.isFalse(yield* apart.has(key, mark))
      }
    })
  )

  it.effect("has the problems of both, and the readiness of the shared one", () =>
    Effect.gen(function* () {
      const plain = SessionState.apart(memory(), memory())
      assert.deepStrictEqual([plain.problems, plain.ready], [undefined, undefined])
      const asked: Array<SessionKey> = []
      const ready = (key: SessionKey) => Effect.sync(() => void asked.push(key))
      const apart = SessionState.apart(
        { ...memory(), ready, problems: () => ["away"] },
        { ...memory(), problems: () => ["full"] }
      )
      assert.deepStrictEqual(apart.problems?.(), ["away", "full"])
      yield* apart.ready?.(key) ?? Effect.void
      assert.deepStrictEqual(asked, [key])
    })
  )

  it.effect("shares nothing of a session with a loss, ends of turns and no once hook", () => {
    const { reached, state } = recording()
    const files = { ".amplifier/hooks/hooks.json": { hooks: { PreToolUse: [{ hooks: [{ type: "unknown" }] }] } } }
    const provide = [SessionState.layerEffect(Effect.sync(() => SessionState.apart(state)))]
    return Effect.gen(function* () {
      const { answer, run } = yield* Pipeline
      for (let round = 0; round < 50; round++) {
        yield* run({ event: "prompt:submit", data: { session_id: "s", prompt: "go" } })
        yield* answer(cases.PreToolUse.make({ sessionId: "s", toolName: "bash", toolInput: {} }))
        yield* run({ event: "orchestrator:complete", data: { session_id: "s" } })
      }
      assert.deepStrictEqual(reached, [])
    }).pipe(Effect.provide(TestPipeline.layer(files, {}, { host: Amplifier, provide })))
  })
})
