import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import * as Effect from "effect/Effect"

const dialects = [{ marker: ".one", projectVariable: "ONE_DIR" }, { projectVariable: "TWO_DIR" }, {}]

const find = (facts: Partial<ProjectFolder.Facts>, ...marks: ReadonlyArray<string>) =>
  ProjectFolder.find({ env: {}, cwd: "/home/me/a/b/c", home: "/home/me", ...facts }, dialects).pipe(
    Effect.provide(ConfigFiles.layerMemory(Object.fromEntries(marks.map((mark) => [mark, ""]))))
  )

describe("the project's folder", () => {
  it.effect("is what is said, then what the host tells, in the order of the dialects", () =>
    Effect.gen(function* () {
      const env = { TWO_DIR: "/two", ONE_DIR: "/one" }
      assert.strictEqual(yield* find({ project: "/said", env }, "/home/me/a/.git"), "/said")
      assert.strictEqual(yield* find({ env }, "/home/me/a/.git"), "/one")
      assert.strictEqual(yield* find({ env: { TWO_DIR: "/two" } }, "/home/me/a/.git"), "/two")
    })
  )

  it.effect("is not told by a variable that holds no path", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* find({ env: { ONE_DIR: "", TWO_DIR: "two" } }, "/home/me/a/.git"), "/home/me/a")
    })
  )

  it.effect("is the nearest that is marked, by whatever mark", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* find({}, "/home/me/a/.git", "/home/me/a/b/.one"), "/home/me/a/b")
      assert.strictEqual(yield* find({}, "/home/me/a/.git", "/home/me/a/b/c/.hookline"), "/home/me/a/b/c")
      assert.strictEqual(yield* find({}, "/home/me/a/.git", "/home/me/a/b/.two"), "/home/me/a")
    })
  )

  it.effect("is never the home folder, nor one that holds it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* find({}, "/home/me/.one", "/home/.git", "/.git"), "/home/me/a/b/c")
      assert.strictEqual(yield* find({ cwd: "/home" }, "/home/.git"), "/home")
      assert.strictEqual(yield* find({ cwd: "/srv/app/src", home: "/home/me/" }, "/srv/app/.git"), "/srv/app")
      assert.strictEqual(yield* find({ cwd: "/home/me2/x" }, "/home/me2/.git"), "/home/me2")
    })
  )

  it("is looked for upwards, and nowhere else", () => {
    assert.deepStrictEqual(ProjectFolder.candidates("/home/me/a/b/", "/home/me"), ["/home/me/a/b", "/home/me/a"])
    assert.deepStrictEqual(ProjectFolder.candidates("/", "/home/me"), [])
    assert.deepStrictEqual(ProjectFolder.candidates("relative", "/home/me"), [])
  })
})

describe("a mark of a project that can't be looked for", () => {
  for (const why of ["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"]) {
    it.effect(`is no other folder's project (${why})`, () =>
      Effect.gen(function* () {
        const own = yield* Effect.provide(ConfigFiles, ConfigFiles.layerMemory({ "/home/me/a/.one": "" }))
        for (let failing = 0; failing < 3; failing++) {
          let calls = 0
          const files = ConfigFiles.of({
            ...own,
            status: (path) => (calls++ === failing ? Effect.fail(new Inaccessible({ path, why })) : own.status(path))
          })
          const found = ProjectFolder.find({ env: {}, cwd: "/home/me/a/b", home: "/home/me" }, dialects)
          const error = yield* Effect.flip(Effect.provideService(found, ConfigFiles, files))
          assert.strictEqual(error.why, why)
        }
      })
    )
  }
})
