// A long-lived process sees what happens to its files. Nothing here waits for a time: only until something is seen.
import { assert, describe, it } from "@effect/vitest"
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import type { WatchedCatalog } from "@hookline/core/kit/discover/WatchedCatalog"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Catalog } from "@hookline/schema/Catalog"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as fs from "node:fs"
import { dirname, join } from "node:path"

const file = (...commands: ReadonlyArray<string>): string =>
  JSON.stringify({ hooks: { Stop: [{ hooks: commands.map((command) => ({ type: "command", command })) }] } })

const commandsOf = ({ hooks }: Catalog): ReadonlyArray<string> =>
  hooks.flatMap(({ handler, off }) => (handler._tag === "Command" && off === undefined ? [handler.command] : []))

const write = (path: string, text: string): void => {
  fs.mkdirSync(dirname(path), { recursive: true })
  fs.writeFileSync(path, text)
}

/** Until the change is seen; a change that is never seen fails by the test's own limit. */
const untilStale = ({ current }: WatchedCatalog) =>
  Effect.gen(function* () {
    while (current() !== undefined) yield* Effect.sleep(1)
  })

/** Until nothing is told any more of what was written before the catalog was opened. */
const untilCalm = (live: WatchedCatalog) =>
  Effect.gen(function* () {
    yield* Effect.sleep(20)
    while (live.current() === undefined) {
      yield* live.read()
      yield* Effect.sleep(20)
    }
  })

/** What is done to the files, and the commands that are to be found then. */
type Step = readonly [after: string, change: () => void]

/** Each step is seen, and is what stays. */
const seen = Effect.fnUntraced(function* (live: WatchedCatalog, steps: ReadonlyArray<Step>) {
  for (const [after, change] of steps) {
    change()
    yield* untilStale(live)
    while (commandsOf(yield* live.read()).join() !== after) yield* Effect.sleep(1)
    yield* untilCalm(live)
    assert.strictEqual(commandsOf(yield* live.read()).join(), after)
  }
})

const layerOf = (files: Layer.Layer<ConfigFiles>) =>
  Discoverer.layerNoDeps.pipe(Layer.provide([files, HookDialects.layer(Dialects.all)]))

const open = Effect.fnUntraced(function* (
  files: TestProject.Files,
  prepare: (project: Project) => void = () => undefined
) {
  const project = yield* TestProject.make(files)
  prepare(project)
  const live = yield* (yield* Discoverer).open(project)
  yield* untilCalm(live)
  return { live, project }
})

const changes: Readonly<
  Record<
    string,
    {
      readonly files?: TestProject.Files
      readonly prepare?: (project: Project) => void
      readonly change: (project: Project) => void
      readonly after: ReadonlyArray<string>
    }
  >
> = {
  "a file that is written": {
    files: { ".claude/settings.json": file("old") },
    change: ({ project }) => write(join(project, ".claude/settings.json"), file("new")),
    after: ["new"]
  },
  "a file that another takes the place of": {
    files: { ".claude/settings.json": file("old") },
    change: ({ project }) => {
      write(join(project, ".claude/next"), file("new"))
      fs.renameSync(join(project, ".claude/next"), join(project, ".claude/settings.json"))
    },
    after: ["new"]
  },
  "a file that goes": {
    files: { ".claude/settings.json": file("old") },
    change: ({ project }) => fs.rmSync(join(project, ".claude/settings.json")),
    after: []
  },
  "a file that comes, with all its folders": {
    change: ({ project }) => write(join(project, ".amplifier/hooks/p/hooks/hooks.json"), file("new")),
    after: ["new"]
  },
  "a plugin that comes": {
    files: { ".amplifier/hooks/a/hooks.json": file("a") },
    change: ({ project }) => write(join(project, ".amplifier/hooks/b/hooks.json"), file("b")),
    after: ["a", "b"]
  },
  "a plugin that goes": {
    files: { ".amplifier/hooks/a/hooks.json": file("a"), ".amplifier/hooks/b/hooks.json": file("b") },
    change: ({ project }) => fs.rmSync(join(project, ".amplifier/hooks/a"), { recursive: true }),
    after: ["b"]
  },
  "a folder that another takes the place of": {
    files: { ".claude/settings.json": file("old"), "next/settings.json": file("new") },
    change: ({ project }) => {
      fs.renameSync(join(project, ".claude"), join(project, "away"))
      fs.renameSync(join(project, "next"), join(project, ".claude"))
    },
    after: ["new"]
  },
  "a file that is a link": {
    files: { "dotfiles/claude.json": file("old") },
    prepare: ({ home, project }) => {
      fs.mkdirSync(join(home, ".claude"))
      fs.symlinkSync(join(project, "dotfiles/claude.json"), join(home, ".claude/settings.json"))
    },
    change: ({ project }) => write(join(project, "dotfiles/claude.json"), file("new")),
    after: ["new"]
  },
  "a link that leads elsewhere": {
    files: { "one/settings.json": file("old"), "two/settings.json": file("new") },
    prepare: ({ home, project }) => fs.symlinkSync(join(project, "one"), join(home, ".claude")),
    change: ({ home, project }) => {
      fs.symlinkSync(join(project, "two"), join(home, "next"))
      fs.renameSync(join(home, "next"), join(home, ".claude"))
    },
    after: ["new"]
  },
  settings: {
    files: { ".claude/settings.json": file("ours") },
    change: ({ home }) => write(join(home, ".hookline/settings.json"), `{ "enabled": false }`),
    after: []
  },
  "a person's folder for configurations": {
    change: ({ config }) =>
      write(join(config, "amcp/hooks.json"), `{"hooks":{"Stop":{"handlers":[{"type":"command","command":"new"}]}}}`),
    after: ["new"]
  }
}

for (const [how, layer] of [
  ["by watching", layerOf(ConfigFilesNode.layer)],
  ["by looking, where nothing can be watched", layerOf(ConfigFilesNode.layerUnwatched)]
] as const) {
  describe(`a live catalog ${how}`, () => {
    for (const [what, { after, change, files = {}, prepare }] of Object.entries(changes)) {
      it.live(`sees ${what}`, () =>
        Effect.gen(function* () {
          const { live, project } = yield* open(files, prepare)
          assert.notDeepEqual(commandsOf(yield* live.read()), after)
          change(project)
          yield* untilStale(live)
          // A change may be several, and be told in several pieces.
          while (commandsOf(yield* live.read()).join() !== after.join()) yield* Effect.sleep(1)
          yield* untilCalm(live)
          assert.deepStrictEqual(commandsOf(yield* live.read()), after)
        }).pipe(Effect.provide(layer))
      )
    }

    it.live("sees one change after the other, also of what has come or has been replaced", () =>
      Effect.gen(function* () {
        const { live, project } = yield* open({})
        const path = join(project.project, ".claude/settings.json")
        const steps: ReadonlyArray<Step> = [
          ["a", () => write(path, file("a"))],
          ["b", () => write(path, file("b"))],
          ["", () => fs.rmSync(dirname(path), { recursive: true })],
          ["c", () => write(path, file("c"))],
          ["d", () => write(path, file("d"))]
        ]
        yield* seen(live, steps)
      }).pipe(Effect.provide(layer))
    )

    it.live("sees what happens behind a link that leads elsewhere, and behind folders that come back", () =>
      Effect.gen(function* () {
        const { live, project } = yield* open({})
        // Beside the project and the home folder, where nobody looks but for the links.
        const beside = (name: string) => join(dirname(project.project), name)
        const link = join(project.project, ".claude")
        const settings = (folder: string, text: string) => write(join(beside(folder), "settings.json"), file(text))
        const steps: ReadonlyArray<Step> = [
          [
            "a",
            () => {
              settings("one", "a")
              settings("two", "x")
              fs.symlinkSync(beside("one"), link)
            }
          ],
          [
            "x",
            () => {
              fs.symlinkSync(beside("two"), `${link}-next`)
              fs.renameSync(`${link}-next`, link)
            }
          ],
          ["b", () => settings("two", "b")],
          ["", () => fs.rmSync(beside("two"), { recursive: true })],
          ["c", () => settings("two", "c")],
          ["d", () => settings("two", "d")]
        ]
        yield* seen(live, steps)
      }).pipe(Effect.provide(layer))
    )

    it.live("is the same for as long as nothing happens to what it was read from", () =>
      Effect.gen(function* () {
        const { live, project } = yield* open({ ".claude/settings.json": file("a"), "src/x.ts": "" })
        const before = live.current()
        write(join(project.project, "src/x.ts"), "changed")
        write(join(project.project, "src/y.ts"), "new")
        write(join(project.project, ".claude/other.json"), "{}")
        yield* Effect.sleep(20)
        assert.isDefined(before)
        assert.strictEqual(live.current(), before)
        assert.strictEqual(yield* live.read(), before)
      }).pipe(Effect.provide(layer))
    )

    it.live("reads again when it is told to, and every time when its scope has closed", () =>
      Effect.gen(function* () {
        const project = yield* TestProject.make({ ".claude/settings.json": file("a") })
        const scope = yield* Scope.make()
        const discoverer = yield* Discoverer
        const live = yield* Scope.provide(discoverer.open(project), scope)
        write(join(project.project, ".claude/settings.json"), file("b"))
        // No event can have been told yet.
        assert.deepStrictEqual(commandsOf(yield* live.refresh), ["b"])
        yield* Scope.close(scope, Exit.void)
        assert.strictEqual(live.current(), undefined)
        write(join(project.project, ".claude/settings.json"), file("c"))
        assert.deepStrictEqual(commandsOf(yield* live.read()), ["c"])
        assert.strictEqual(live.current(), undefined)
      }).pipe(Effect.provide(layer))
    )
  })
}

describe("a live catalog", () => {
  it.live("tells once that nothing can be watched, and says nothing where it can", () =>
    Effect.gen(function* () {
      const codes = (files: Layer.Layer<ConfigFiles>) =>
        open({ ".claude/settings.json": file("a"), ".amplifier/hooks/a/hooks.json": file("b") }).pipe(
          Effect.flatMap(({ live }) => Effect.andThen(live.refresh, live.read())),
          Effect.map(({ diagnostics }) => diagnostics.map(({ code }) => code)),
          Effect.provide(layerOf(files))
        )
      assert.deepStrictEqual(yield* codes(ConfigFilesNode.layerUnwatched), ["folder-unwatched"])
      assert.deepStrictEqual(yield* codes(ConfigFilesNode.layer), [])
    })
  )

  it.live("is read once for all that ask at the same time", () =>
    Effect.gen(function* () {
      const { live, project } = yield* open({ ".claude/settings.json": file("a") })
      write(join(project.project, ".claude/settings.json"), file("b"))
      yield* untilStale(live)
      yield* Effect.sleep(20)
      const catalogs = yield* Effect.all([live.read(), live.read(), live.read()], { concurrency: "unbounded" })
      assert.strictEqual(new Set(catalogs).size, 1)
      assert.deepStrictEqual(catalogs.map(commandsOf), [["b"], ["b"], ["b"]])
    }).pipe(Effect.provide(layerOf(ConfigFilesNode.layer)))
  )
})
