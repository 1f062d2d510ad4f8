import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import * as Effect from "effect/Effect"

const dialects = [{ marker: ".one" }, { marker: ".other" }, {}]

const find = (facts: Partial<ProjectFolder.Facts>, ...marks: ReadonlyArray<string>) =>
  Effect.map(
    ProjectFolder.find({ env: {}, cwd: "/home/me/a/b/c", home: "/home/me", ...facts }, dialects),
    ({ folder }) => folder
  ).pipe(Effect.provide(ConfigFiles.layerMemory(Object.fromEntries(marks.map((mark) => [mark, ""])))))

describe("the project's folder", () => {
  // proves: docs/security.md
  it.effect("is what is said, then what the host reports by its own variable, and not what other hosts report", () =>
    Effect.gen(function* () {
      const env = { TWO_DIR: "/two", ONE_DIR: "/one" }
      const here = (facts: Partial<ProjectFolder.Facts>) => find({ env, ...facts }, "/home/me/a/.git")
      assert.strictEqual(yield* here({ project: "/said", variable: "ONE_DIR" }), "/said")
      assert.strictEqual(yield* here({ variable: "ONE_DIR" }), "/one")
      assert.strictEqual(yield* here({ variable: "TWO_DIR" }), "/two")
      assert.strictEqual(yield* here({ variable: "THREE_DIR" }), "/home/me/a")
      assert.strictEqual(yield* here({}), "/home/me/a")
    })
  )

  it.effect("is not told by a variable that holds no path", () =>
    Effect.gen(function* () {
      const env = { ONE_DIR: "", TWO_DIR: "two" }
      for (const variable of Object.keys(env)) {
        assert.strictEqual(yield* find({ env, variable }, "/home/me/a/.git"), "/home/me/a")
      }
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
