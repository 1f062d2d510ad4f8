// The list of an installed plugin counts what a seal of its hooks counts: one rule for what is changed.
import { assert, describe, it } from "@effect/vitest"
import * as Seals from "@hookline/core/kit/trust/seal"
import { realFolders } from "@hookline/node/kit/node/trust/places"
import { makeSealer } from "@hookline/node/kit/node/trust/sealing"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import type { Hook } from "@hookline/schema/Hook"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import * as os from "node:os"
import path from "node:path"
import * as Installed from "hookline/kit/manage/install/Installed"
import * as InstalledChanges from "hookline/kit/manage/install/InstalledChanges"
import { hashOf } from "hookline/kit/manage/install/PluginFiles"

const names = [
  "guard.sh",
  "lib/rules.json",
  "lib/check.py",
  "data/seen.db",
  "data/run.log",
  "data/odd.sh",
  "notes.md",
  "__pycache__/guard.pyc",
  "lib/__pycache__/check.cpython-312.pyc",
  ".git/HEAD",
  "new.txt",
  "json.py",
  "node_modules/x/index.js",
  "package.json",
  "deep/er/x.bin"
] as const

/** What becomes of one file. */
const Edit = Schema.Struct({
  name: Schema.Literals(names),
  as: Schema.Literals(["text", "other text", "runs", "link", "gone"])
})

/** Files that were installed, what became of them, and what the user takes as state. */
const Case = Schema.Struct({
  before: Schema.Array(Schema.Literals(names)),
  state: Schema.Array(Schema.Literals([...names, "data/", "lib/"])),
  edits: Schema.Array(Edit)
})

const pluginHook = (project: string, folder: string): Hook => ({
  id: "claude/PreToolUse/guard",
  event: "PreToolUse",
  matcher: "Bash",
  handler: { _tag: "Command", command: "true" },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: {
    dialect: "claude",
    scope: "project",
    file: path.join(folder, "hooks/hooks.json"),
    folder: project,
    plugin: "p",
    pluginFolder: folder,
    at: ["hooks", "PreToolUse", 0, "hooks", 0]
  }
})

const apply = (folder: string, { as, name }: typeof Edit.Type): void => {
  const file = path.join(folder, name)
  fs.rmSync(file, { force: true })
  if (as === "gone") return
  fs.mkdirSync(path.dirname(file), { recursive: true })
  if (as === "link") fs.symlinkSync("/etc/hostname", file)
  else fs.writeFileSync(file, as, { mode: as === "runs" ? 0o755 : 0o644 })
}

const project = Effect.acquireRelease(
  Effect.sync(() => {
    const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "hookline-list-"))
    for (const one of ["home", "project"]) fs.mkdirSync(path.join(root, one))
    return { root, home: path.join(root, "home"), project: path.join(root, "project") }
  }),
  ({ root }) => Effect.sync(() => fs.rmSync(root, { recursive: true, force: true }))
)

/** Whether the list, and the seal, of one case say that the plugin is changed. */
const judged = Effect.fnUntraced(function* ({ before, edits, state }: typeof Case.Type) {
  const here = yield* project
  const folder = Installed.folderOf(here.project, "p")
  fs.mkdirSync(folder, { recursive: true })
  const inside = [...new Set(before)].filter((name) => !/__pycache__|\.git/.test(name)).toSorted()
  for (const name of inside) apply(folder, { name, as: name === "guard.sh" ? "runs" : "text" })
  const files = inside.map((name) => {
    const text = name === "guard.sh" ? "runs" : "text"
    const mode = name === "guard.sh" ? ("0755" as const) : ("0644" as const)
    return { path: name, mode, sha256: hashOf(Buffer.from(text)) }
  })
  const hook = pluginHook(here.project, folder)
  const folders = realFolders(here)
  const inProject = state.map((name) => `${path.relative(here.project, folder)}/${name}`)
  const seal = yield* makeSealer
  const sealed = yield* seal(hook, folders, { state: inProject })
  yield* TrustStore.update(here.home, here.project, (record) => ({
    ...record,
    hooks: { [hook.id]: { decision: "trusted", at: "", by: "test", seal: sealed.seal } }
  }))
  for (const edit of edits) apply(folder, edit)
  const again = yield* makeSealer
  const now = yield* again(hook, folders, { before: sealed.seal, state: inProject })
  const plugin = { name: "p", source: { folder: "/x" }, digest: "", installedAt: "", files }
  const changes = yield* InstalledChanges.changes(here, plugin)
  const differences = Seals.differences(sealed.seal, now.seal)
  return { changes, differences }
}, Effect.scoped)

describe("the list of an installed plugin", () => {
  it.effect.prop(
    "says that it is changed exactly if the seal of its hooks does: caches, state and data are no change",
    [Arbitrary.schema(Case)],
    ([one]) =>
      Effect.gen(function* () {
        const { changes, differences } = yield* judged(one)
        const told = JSON.stringify({ one, changes, differences })
        assert.strictEqual(InstalledChanges.isChanged(changes), !Seals.isSame(differences), told)
        assert.strictEqual(changes.data.length, differences.harmless.length, told)
      }),
    { arbitrary: { runs: 60, size: 12 } }
  )

  it.effect("does not count what a hook compiles or logs: one run of a Python hook changed its plugin", () =>
    Effect.gen(function* () {
      const { changes } = yield* judged({
        before: ["guard.sh", "lib/check.py"],
        state: ["data/"],
        edits: [
          { name: "lib/__pycache__/check.cpython-312.pyc", as: "text" },
          { name: "data/run.log", as: "text" },
          { name: "data/odd.sh", as: "text" },
          { name: "new.txt", as: "text" }
        ]
      })
      assert.deepStrictEqual(changes, {
        changed: [],
        added: ["data/odd.sh"],
        removed: [],
        data: ["new.txt"],
        state: ["data/run.log"]
      })
    })
  )
})
