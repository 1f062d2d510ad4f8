// Readings of one moment list a folder once. A later moment lists it again, and other files are other listings.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, type Entry, Inaccessible } from "@hookline/core/ConfigFiles"
import { absentIn } from "@hookline/core/kit/discover/absentIn"
import * as ReadingFailures from "@hookline/core/kit/discover/ReadingFailures"
import * as SharedListings from "@hookline/core/kit/discover/SharedListings"
import * as Effect from "effect/Effect"

const folder = "/plugin"

const entry = (name: string): Entry => ({ name, kind: "folder", link: false })

/** Files whose folder has these entries, or can't be listed. */
const make = (names: () => ReadonlyArray<string> | undefined) =>
  Effect.gen(function* () {
    const own = yield* ConfigFiles
    let calls = 0
    const files = ConfigFiles.of({
      ...own,
      entries: (path) =>
        Effect.suspend(() => {
          calls++
          const found = names()
          return found === undefined
            ? Effect.fail(new Inaccessible({ path, why: "EMFILE" }))
            : Effect.succeed(found.map(entry))
        })
    })
    const reading = ReadingFailures.record(
      Effect.map(absentIn(folder), (isAbsent) => ({ diagnostics: [], isAbsent: isAbsent("skills") }))
    )
    return { reading: Effect.provideService(reading, ConfigFiles, files), calls: () => calls }
  }).pipe(Effect.provide(ConfigFiles.layerMemory({})))

describe("a listing", () => {
  it.effect("is shared by the readings of one moment, and by no others", () =>
    Effect.gen(function* () {
      let names: ReadonlyArray<string> = []
      const { calls, reading } = yield* make(() => names)
      const both = SharedListings.during(Effect.all([reading, reading]))
      assert.deepStrictEqual(
        (yield* both).map(({ isAbsent }) => isAbsent),
        [true, true]
      )
      assert.strictEqual(calls(), 1)
      names = ["skills"]
      assert.deepStrictEqual(
        (yield* both).map(({ isAbsent }) => isAbsent),
        [false, false]
      )
      assert.strictEqual(calls(), 2)
      yield* reading
      yield* reading
      assert.strictEqual(calls(), 4)
    })
  )

  it.effect("of other files is another one", () =>
    Effect.gen(function* () {
      const one = yield* make(() => [])
      const other = yield* make(() => ["skills"])
      const found = yield* SharedListings.during(Effect.all([one.reading, other.reading, one.reading]))
      assert.deepStrictEqual(
        found.map(({ isAbsent }) => isAbsent),
        [true, false, true]
      )
      assert.deepStrictEqual([one.calls(), other.calls()], [1, 1])
    })
  )

  it.effect("is of one folder: another one of the same name, or in it, is another one", () =>
    Effect.gen(function* () {
      const own = yield* ConfigFiles
      const paths = ["/one/plugin", "/other/plugin", "/one/plugin/plugin", "/one"]
      const seen = yield* SharedListings.during(
        ReadingFailures.record(
          Effect.map(
            Effect.forEach([...paths, ...paths], (path) => absentIn(path)),
            (checks) => ({
              diagnostics: [],
              seen: checks.map((isAbsent) => paths.filter((path) => !isAbsent(path.slice(1))))
            })
          )
        )
      ).pipe(
        Effect.provideService(
          ConfigFiles,
          ConfigFiles.of({
            ...own,
            entries: (path) => Effect.succeed(path.startsWith("/other") ? [entry("other")] : [])
          })
        )
      )
      const each = [[], ["/other/plugin"], [], []]
      assert.deepStrictEqual(seen.seen, [...each, ...each])
    }).pipe(Effect.provide(ConfigFiles.layerMemory({})))
  )

  it.effect("that failed is not shared: each reading reports it", () =>
    Effect.gen(function* () {
      const { calls, reading } = yield* make(() => undefined)
      const found = yield* SharedListings.during(Effect.all([reading, reading]))
      assert.isTrue(found.every(ReadingFailures.hasFailed))
      assert.isFalse(found.some(({ isAbsent }) => isAbsent))
      assert.strictEqual(calls(), 2)
    })
  )
})
