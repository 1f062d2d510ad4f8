// Calls of a port that end at once are called without a limit. Whatever they do is answered as with any other call.
import { assert, describe, it } from "@effect/vitest"
import * as BoundedFiles from "@hookline/core/kit/discover/BoundedFiles"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import { type Call, immediately, preceded, runOf } from "@hookline/core/kit/discover/immediate"
import * as ReadingFailures from "@hookline/core/kit/discover/ReadingFailures"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** The ways in which a call can end. */
const Ends = Schema.Literals(["text", "absent", "EACCES", "EMFILE", "throw", "throw a text", "die", "interrupt"])

type Ends = typeof Ends.Type

const exitOf = (end: Ends, path: string): Exit.Exit<string | undefined, Inaccessible> => {
  switch (end) {
    case "text":
      return Exit.succeed(`the text of ${path}`)
    case "absent":
      return Exit.succeed(undefined)
    case "EACCES":
    case "EMFILE":
      return Exit.fail(new Inaccessible({ path, why: end }))
    case "throw":
      throw new Error("no such thing")
    case "throw a text":
      throw "no such thing"
    case "die":
      return Exit.die(new Error("no such thing"))
    case "interrupt":
      return Exit.interrupt(1)
  }
}

interface Seen {
  readonly results: ReadonlyArray<unknown>
  readonly broken: ReadonlyArray<readonly [path: string, message: string]>
}

const paths = ["/a", "/b"]

/** Reads paths by a port, within limits. */
const readBy = (read: Call<string, string | undefined, Inaccessible>): Effect.Effect<Seen> =>
  Effect.gen(function* () {
    const own = yield* ConfigFiles
    const broken: Array<readonly [string, string]> = []
    const clock = yield* Clock.clockWith(Effect.succeed)
    const files = BoundedFiles.bound({ ...own, read }, clock, (path, { message }) => broken.push([path, message]))
    const results = yield* Effect.forEach(paths, (path) => Effect.result(files.read(path)))
    return { results, broken }
  }).pipe(Effect.provide(ConfigFiles.layerMemory({})))

describe("a call that ends at once", () => {
  it.effect.prop("is answered like one within a limit, however it ends", [Ends], ([end]) =>
    Effect.gen(function* () {
      const atOnce = yield* readBy(immediately((path) => exitOf(end, path)))
      const limited = yield* readBy((path) => Effect.suspend(() => exitOf(end, path)))
      assert.deepStrictEqual(atOnce, limited)
    })
  )

  it.effect.prop("makes a reading fail whenever one within a limit does", [Ends], ([end]) =>
    Effect.gen(function* () {
      const own = yield* ConfigFiles
      const recordedBy = (read: Call<string, string | undefined, Inaccessible>) =>
        Effect.provideService(
          ReadingFailures.record(
            Effect.flatMap(ConfigFiles, (files) => Effect.as(Effect.result(files.read("/a")), { diagnostics: [] }))
          ),
          ConfigFiles,
          { ...own, read }
        )
      const atOnce = yield* recordedBy(immediately((path) => exitOf(end, path)))
      const limited = yield* recordedBy((path) => Effect.suspend(() => exitOf(end, path)))
      assert.deepStrictEqual(atOnce, limited)
      assert.strictEqual(ReadingFailures.hasFailed(atOnce), !["text", "absent", "EACCES"].includes(end))
    }).pipe(Effect.provide(ConfigFiles.layerMemory({})))
  )

  it.effect("runs when its effect does, each time", () =>
    Effect.gen(function* () {
      let count = 0
      const read = immediately(() => Exit.succeed(++count))
      const effect = read("x")
      assert.strictEqual(count, 0)
      assert.deepStrictEqual([yield* effect, yield* effect], [1, 2])
    })
  )

  it.effect("stays one when something comes before it, and a decorator makes it one with a limit", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const see = (what: string): void => void seen.push(what)
      const read = immediately((path: string) => {
        see(`read ${path}`)
        return Exit.succeed(path)
      })
      const later: Call<string, string, never> = (path) => read(path)
      assert.isUndefined(runOf(later))
      for (const call of [read, later]) {
        seen.length = 0
        const decorated = preceded(call, (path) => see(`before ${path}`))
        assert.strictEqual(runOf(decorated) === undefined, runOf(call) === undefined)
        const effect = decorated("x")
        assert.deepStrictEqual(seen, [])
        assert.strictEqual(yield* effect, "x")
        assert.deepStrictEqual(seen, ["before x", "read x"])
      }
    })
  )

  it.effect("of a service is not taken for one of its decorator, which may never answer", () =>
    Effect.gen(function* () {
      const at = immediately((path: string) => Exit.succeed(path))
      const layer = Layer.effect(
        ConfigFiles,
        Effect.map(ConfigFiles, (own) => ({ ...own, read: () => Effect.never, status: () => Effect.never }))
      )
      const decorated = yield* Effect.provide(ConfigFiles, layer.pipe(Layer.provide(ConfigFiles.layerMemory({}))))
      assert.isDefined(runOf(at))
      assert.isUndefined(runOf(decorated.read))
    })
  )
})
