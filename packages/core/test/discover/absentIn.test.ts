// One listing answers what a folder does not have, and never denies what it may have.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import { absentIn } from "@hookline/core/kit/discover/absentIn"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const folder = "/project/plugin"

const inFolder = (names: ReadonlyArray<string>) =>
  Effect.provide(
    absentIn(folder),
    ConfigFiles.layerMemory(Object.fromEntries(names.map((name) => [`${folder}/${name}`, "{}"])))
  )

/** Letters with several spellings: composed and decomposed, and the signs of Kelvin and of a long s. */
const Letters = Schema.NonEmptyArray(
  Schema.Literals(["a", "B", "s", "k", "\u00e9", "e\u0301", "\u00df", "\u0130", "\u212a", "\u017f", "-", ".", " "])
)

const upperCased = (name: string): string => name.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())

describe("a listing", () => {
  it.effect.prop(
    "finds each name of the folder, however a disk spells it, and what is below it",
    [Schema.NonEmptyArray(Letters)],
    ([letters]) =>
      Effect.gen(function* () {
        const names = letters.map((name) => name.join(""))
        const isAbsent = yield* inFolder(names)
        for (const name of names) {
          for (const spelled of [name, upperCased(name), name.normalize("NFD"), name.normalize("NFC")]) {
            assert.isFalse(isAbsent(spelled), spelled)
            assert.isFalse(isAbsent(`${spelled}/SKILL.md`), spelled)
          }
        }
      })
  )

  it.effect("knows what is absent", () =>
    Effect.gen(function* () {
      const isAbsent = yield* inFolder(["hooks.json", "Skills/release/SKILL.md"])
      const paths = ["skills", "hooks/hooks.json", "hooks.json", ".claude-plugin/plugin.json", "agents"]
      assert.deepStrictEqual(
        paths.filter((path) => isAbsent(path)),
        ["hooks/hooks.json", ".claude-plugin/plugin.json", "agents"]
      )
    })
  )

  it.effect("of a folder that can't be listed rules nothing out", () =>
    Effect.gen(function* () {
      const files = yield* ConfigFiles
      const locked = { ...files, entries: (path: string) => Effect.fail(new Inaccessible({ path, why: "EACCES" })) }
      const isAbsent = yield* Effect.provideService(absentIn(folder), ConfigFiles, locked)
      assert.isFalse(isAbsent("skills"))
    }).pipe(Effect.provide(ConfigFiles.layerMemory({})))
  )
})
