// A folder above the current one counts only if no other user can put hooks there: as another user tries it.
import { assert, describe, it } from "@effect/vitest"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Discoverer } from "@hookline/core/Discoverer"
import { membersIn } from "@hookline/node/kit/node/owners"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { Requirement, TestProject } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import { join } from "node:path"

const { gid, uid } = Requirement.anotherUser

/** A user whose folders settings may accept. */
const listed = 12_345

/** Rights of a path that is mostly the user's own, since a chain counts only where all of it does. */
const Rights = Schema.Union([
  Schema.Struct({ owner: Schema.Literal(0), group: Schema.Literal(0), mode: Schema.Literal(0o755) }),
  Schema.Struct({
    owner: Schema.Literals([0, uid, listed]),
    group: Schema.Literals([0, gid, listed]),
    mode: Schema.Literals([0o755, 0o775, 0o777, 0o1777, 0o1775, 0o700, 0o2775])
  })
])

/** The paths of a tree, the outermost first: two parents, the project, and what is read in it. */
const paths = [
  "a",
  "a/b",
  "a/b/project",
  "a/b/project/.amplifier",
  "a/b/project/.amplifier/hooks",
  "a/b/project/.amplifier/hooks/hooks.json"
]

const Tree = Schema.Struct({
  accepts: Schema.Boolean,
  rights: Schema.Tuple([Rights, Rights, Rights, Rights, Rights, Rights])
})

type Tree = typeof Tree.Type

const create = (
  root: string,
  {
    accepts,
    rights: all
  }: Pick<Tree, "accepts"> & {
    readonly rights: ReadonlyArray<{ readonly owner: number; readonly group: number; readonly mode: number }>
  }
): void => {
  fs.mkdirSync(join(root, "a/b/project/.amplifier/hooks"), { recursive: true })
  fs.mkdirSync(join(root, "a/b/project/src"))
  fs.writeFileSync(join(root, paths.at(-1) ?? ""), "{}")
  fs.mkdirSync(join(root, "home/.hookline"), { recursive: true })
  const settings = accepts ? { trust: { owners: [listed] } } : {}
  fs.writeFileSync(join(root, "home/.hookline/settings.json"), JSON.stringify(settings))
  for (const [index, path] of paths.entries()) {
    const { group, mode, owner } = all[index] ?? { owner: 0, group: 0, mode: 0o755 }
    fs.chownSync(join(root, path), owner, group)
    fs.chmodSync(join(root, path), index === paths.length - 1 ? mode & 0o666 : mode)
  }
}

/** Tries whatever puts another file in the place of one that is read. Prints the trees in which something worked. */
const attack = `
const fs = require("node:fs")
const { paths, roots } = JSON.parse(fs.readFileSync(0, "utf8"))
const works = (attempt) => { try { attempt(); return true } catch { return false } }
const taken = roots.filter((root) =>
  paths.some((path) => {
    const at = root + "/" + path
    works(() => fs.chmodSync(at, 0o777))
    if (works(() => fs.renameSync(at, at + ".gone"))) return true
    // A parent may have other entries, as long as none of its own is replaced.
    return path.includes("project") && (
      works(() => fs.writeFileSync(at + "/hooks.json", "{}", { flag: "wx" })) ||
      works(() => fs.mkdirSync(at + "/.amcp")) ||
      works(() => fs.closeSync(fs.openSync(at, "r+"))))
  }))
process.stdout.write(JSON.stringify(taken))
`

const here = (root: string, folder: string): Effect.Effect<Project> =>
  Effect.orDie(
    Effect.provide(
      NodeDiscovery.here({ cwd: join(root, folder) }, { HOME: join(root, "home") }),
      ConfigFilesNode.layerOnce
    )
  )

const inFolder = <A, E>(use: (root: string) => Effect.Effect<A, E>) =>
  Effect.scoped(
    Effect.flatMap(TestProject.make({}), ({ project }) => {
      fs.chmodSync(join(project, ".."), 0o755)
      return use(project)
    })
  )

describe("a folder above the current one", () => {
  // proves: docs/security.md
  Requirement.live(Requirement.otherUsers)("counts only where another user can put no hooks", () =>
    inFolder((root) =>
      Effect.gen(function* () {
        const trees = yield* Effect.orDie(Arbitrary.sampleEffect(Arbitrary.schema(Tree), { count: 100 }))
        const roots = trees.map((_, index) => join(root, String(index)))
        for (const [index, one] of trees.entries()) create(roots[index] ?? "", one)
        const counting = new Set<string>()
        for (const each of roots) {
          const { found, project } = yield* here(each, "a/b/project/src")
          if (project === join(each, "a/b/project")) counting.add(each)
          // It is reported where it does not count.
          else
            assert.deepStrictEqual(
              found?.passedOver.map(({ folder }) => folder),
              [join(each, "a/b/project")]
            )
        }
        const taken = JSON.parse(Requirement.anotherUser.run(attack, JSON.stringify({ paths, roots }))) as unknown
        assert.isTrue(Array.isArray(taken))
        const lost = (Array.isArray(taken) ? taken : []).filter((each) => counting.has(String(each)))
        assert.deepStrictEqual(
          lost.map((each) => trees[roots.indexOf(String(each))]),
          []
        )
        // Neither side of the law is empty.
        assert.isAbove(counting.size, 0)
        assert.isAbove((Array.isArray(taken) ? taken : []).length, 5)
      })
    )
  )

  // proves: docs/security.md
  Requirement.live(Requirement.otherUsers)(
    "is root's or the user's own, or another's that settings accept, without others' rights",
    () =>
      inFolder((root) =>
        Effect.gen(function* () {
          const project = join(root, "a/b/project")
          const own = { owner: 0, group: 0, mode: 0o755 }
          const counts = Effect.fnUntraced(function* (accepts: boolean, mode: number) {
            fs.rmSync(join(root, "a"), { recursive: true, force: true })
            fs.rmSync(join(root, "home"), { recursive: true, force: true })
            const users = { owner: listed, group: listed, mode }
            create(root, { accepts, rights: [own, own, users, users, users, users] })
            fs.chownSync(join(project, "src"), listed, listed)
            return [(yield* here(root, "a/b/project/src")).project, (yield* here(root, "a/b/project")).project].map(
              (folder) => folder === project
            )
          })
          // The current folder always counts. A group with its owner's number is the owner's own.
          assert.deepStrictEqual(yield* counts(false, 0o755), [false, true])
          assert.deepStrictEqual(yield* counts(false, 0o775), [false, true])
          assert.deepStrictEqual(yield* counts(true, 0o755), [true, true])
          assert.deepStrictEqual(yield* counts(true, 0o775), [true, true])
          assert.deepStrictEqual(yield* counts(true, 0o777), [false, true])
        })
      )
  )

  // proves: docs/security.md
  Requirement.live(Requirement.otherUsers)(
    "does not count over a link of another user, nor with a link to what another user may replace",
    () =>
      inFolder((root) =>
        Effect.gen(function* () {
          fs.mkdirSync(join(root, "open/theirs"), { recursive: true })
          fs.chmodSync(join(root, "open"), 0o777)
          fs.mkdirSync(join(root, "mine/src"), { recursive: true })
          fs.symlinkSync(join(root, "open/theirs"), join(root, "mine/.amplifier"))
          assert.strictEqual((yield* here(root, "mine/src")).project, join(root, "mine/src"))
          fs.chmodSync(join(root, "open"), 0o755)
          assert.strictEqual((yield* here(root, "mine/src")).project, join(root, "mine"))
          fs.mkdirSync(join(root, "sticky"))
          fs.chmodSync(join(root, "sticky"), 0o1777)
          fs.symlinkSync(join(root, "mine"), join(root, "sticky/link"))
          fs.lchownSync(join(root, "sticky/link"), uid, gid)
          assert.strictEqual((yield* here(root, "sticky/link/src")).project, join(root, "sticky/link/src"))
          fs.lchownSync(join(root, "sticky/link"), 0, 0)
          assert.strictEqual((yield* here(root, "sticky/link/src")).project, join(root, "sticky/link"))
        })
      )
  )
})

describe("a folder that others may write", () => {
  const diagnostics = (project: Project) =>
    Effect.provide(
      Effect.flatMap(Discoverer, ({ discover }) => discover(project)),
      NodeDiscovery.layer
    ).pipe(Effect.map((catalog) => catalog.diagnostics.map(({ code, text }) => [code, text] as const)))

  // proves: docs/security.md
  it.live("counts where it is the current one or named, and is reported", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ ".amplifier/hooks/hooks.json": { json: { hooks: {} } } })
        assert.deepStrictEqual(
          (yield* diagnostics(place)).map(([code]) => code),
          []
        )
        for (const path of [
          place.project,
          join(place.project, ".amplifier"),
          join(place.project, ".amplifier/hooks")
        ]) {
          const { mode } = fs.statSync(path)
          for (const open of [0o777, 0o1777]) {
            fs.chmodSync(path, open)
            const [[code, text] = []] = yield* diagnostics(place)
            assert.strictEqual(code, "project-shared")
            assert.include(text, `other users may write ${path}`)
          }
          fs.chmodSync(path, mode)
        }
      })
    )
  )

  it.live("is a failure where it is not there, or is no folder", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ file: "" })
        for (const gone of ["gone", "file", "file/below"]) {
          const [[code] = []] = yield* diagnostics({ ...place, project: join(place.project, gone) })
          assert.strictEqual(code, "project-missing")
        }
      })
    )
  )
})

describe("the users in a group", () => {
  const users = ["root:x:0:0::/root:/bin/sh", "me:x:1000:1000::/home/me:/bin/sh", "other:x:1001:100::/:/bin/sh"]
  const groups = ["root:x:0:", "me:x:1000:", "staff:x:50:me,other", "odd:x:60:me,gone", "users:x:100:", ""]
  const split = (lines: ReadonlyArray<string>) => lines.map((line) => line.split(":"))
  const members = (group: number) => membersIn(group, split(users), split(groups))

  it("are those that it lists, and those whose own it is", () => {
    assert.deepStrictEqual(members(1000), new Set([1000]))
    assert.deepStrictEqual(members(50), new Set([1000, 1001]))
    assert.deepStrictEqual(members(100), new Set([1001]))
    assert.deepStrictEqual(members(60), new Set([1000, Number.NaN]))
    assert.isUndefined(members(77))
  })
})
