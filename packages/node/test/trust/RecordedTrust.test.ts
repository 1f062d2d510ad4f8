// The judge on real files: what was trusted is trusted as long as all that it runs is the same, and no longer.
import { assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { seal } from "@hookline/core/kit/policy/sealed"
import { ThisProject } from "@hookline/core/ThisProject"
import { Trust } from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as RecordedTrust from "@hookline/node/kit/node/trust/RecordedTrust"
import { fileOf } from "@hookline/node/kit/node/trust/places"
import { makeSealer } from "@hookline/node/kit/node/trust/sealing"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import type { Hook } from "@hookline/schema/Hook"
import * as SealFilesNode from "@hookline/node/kit/node/SealFilesNode"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

interface Place {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly config: string
}

const place = Effect.acquireRelease(
  Effect.sync((): Place => {
    const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "hookline-judge-"))
    const [home, project] = [path.join(root, "home"), path.join(root, "project")]
    for (const folder of [home, project]) fs.mkdirSync(folder)
    return { root, home, project, config: path.join(home, ".config") }
  }),
  ({ root }) => Effect.sync(() => fs.rmSync(root, { recursive: true, force: true }))
)

const files: Readonly<Record<string, string>> = {
  ".claude/hooks/guard.py": "import json, rules\nfrom lib import check\n",
  ".claude/hooks/rules.py": "import os\n",
  ".claude/hooks/lib/check.py": "",
  ".claude/hooks/rules.json": "{}",
  "src/app.py": ""
}

const write = ({ project }: Place, name: string, text: string): void => {
  const file = path.join(project, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

const hookOf = ({ project }: Place, command: string, more: Partial<Hook> = {}): Hook => ({
  id: "claude/PreToolUse/guard",
  event: "PreToolUse",
  matcher: "Bash",
  handler: { _tag: "Command", command },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: {
    dialect: "claude",
    scope: "project",
    file: path.join(project, ".claude/settings.json"),
    folder: project,
    at: ["hooks", "PreToolUse", 0, "hooks", 0]
  },
  written: { type: "command", command },
  ...more
})

const sealed = (hook: Hook, here: Place, state: ReadonlyArray<string> = []) =>
  Effect.flatMap(makeSealer, (seal) => seal(hook, here, { state }))

/** Returns a judge of its own, as another process has one. */
const judgeOf = (here: Place) =>
  Effect.scoped(
    Layer.build(
      Layer.provide(RecordedTrust.layer, Layer.succeed(ThisProject)(seal({ project: here, host: ClaudeCode })))
    )
  ).pipe(Effect.map((context) => Context.get(context, Trust).of))

/** Trusts a hook as it is, and returns a function that judges it as it is then. */
const trusted = Effect.fnUntraced(function* (here: Place, hook: Hook, state: ReadonlyArray<string> = []) {
  const { seal: now } = yield* sealed(hook, here, state)
  yield* TrustStore.update(here.home, here.project, (record) => ({
    ...record,
    hooks: {
      [hook.id]: {
        decision: "trusted",
        at: "2026-01-01T00:00:00.000Z",
        by: "terminal",
        profile: now.profile,
        seal: now
      }
    }
  }))
  const of = yield* judgeOf(here)
  return (each: Hook = hook) => Effect.map(of(each, {}), ({ state }) => state)
})

const setUp = Effect.fnUntraced(function* () {
  const here = yield* place
  for (const [name, text] of Object.entries(files)) write(here, name, text)
  return here
})

const guard = "python3 .claude/hooks/guard.py"

/** Waits until a clock of files has another value. */
const tick = Effect.sleep(20)

const changes: Readonly<Record<string, (here: Place) => void>> = {
  "its script": (here) => write(here, ".claude/hooks/guard.py", "exit(0)"),
  "a module that it imports": (here) => write(here, ".claude/hooks/rules.py", "import sys"),
  "a module in a folder below": (here) => write(here, ".claude/hooks/lib/check.py", "x = 1"),
  "its data": (here) => write(here, ".claude/hooks/rules.json", `{"allow":["*"]}`),
  "a file that an import finds first": (here) => write(here, ".claude/hooks/json.py", "loads = eval"),
  "a package that takes the place of a module": (here) => write(here, ".claude/hooks/rules/__init__.py", ""),
  "a new file that can be run": (here) => write(here, ".claude/hooks/node_modules/x/index.js", ""),
  "the mode of its script": ({ project }) => fs.chmodSync(path.join(project, ".claude/hooks/guard.py"), 0o755),
  "a script of the same size and time": ({ project }) => {
    const file = path.join(project, ".claude/hooks/guard.py")
    const { atime, mtime } = fs.statSync(file)
    fs.writeFileSync(file, (files[".claude/hooks/guard.py"] ?? "").replace("json", "os, "))
    fs.utimesSync(file, atime, mtime)
  },
  "another file moved over it": ({ project }) => {
    fs.writeFileSync(path.join(project, "new.py"), "exit(0)")
    fs.renameSync(path.join(project, "new.py"), path.join(project, ".claude/hooks/guard.py"))
  },
  "a link in its place": ({ project }) => {
    const file = path.join(project, ".claude/hooks/guard.py")
    fs.renameSync(file, path.join(project, "moved.py"))
    fs.symlinkSync(path.join(project, "moved.py"), file)
  },
  "a link in the place of its folder": ({ project }) => {
    fs.renameSync(path.join(project, ".claude/hooks"), path.join(project, "moved"))
    fs.symlinkSync(path.join(project, "moved"), path.join(project, ".claude/hooks"))
  },
  "its removal": ({ project }) => fs.rmSync(path.join(project, ".claude/hooks/guard.py")),
  "a folder in its place": ({ project }) => {
    fs.rmSync(path.join(project, ".claude/hooks/guard.py"))
    fs.mkdirSync(path.join(project, ".claude/hooks/guard.py"))
  },
  "a pipe in its place": ({ project }) => {
    fs.rmSync(path.join(project, ".claude/hooks/guard.py"))
    execFileSync("mkfifo", [path.join(project, ".claude/hooks/guard.py")])
  },
  "other ends of lines": (here) =>
    write(here, ".claude/hooks/guard.py", (files[".claude/hooks/guard.py"] ?? "").replaceAll("\n", "\r\n"))
}

describe("a trusted hook", () => {
  it.live("stays trusted while nothing changes, whatever else happens in the project", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const state = yield* trusted(here, hookOf(here, guard))
      assert.strictEqual(yield* state(), "trusted")
      write(here, "src/app.py", "print(1)")
      write(here, ".claude/hooks/guard.log", "a line")
      write(here, ".claude/hooks/state.sqlite", "data")
      write(here, ".claude/hooks/__pycache__/rules.cpython-312.pyc", "code")
      assert.strictEqual(yield* state(), "trusted")
    })
  )

  it.live("stays trusted after a hundred runs that write caches, a log, a database and a counter", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const text = [
        "import os, sqlite3, rules",
        "here = os.path.dirname(os.path.abspath(__file__))",
        "open(here + '/guard.log', 'a').write('ran\\n')",
        "db = sqlite3.connect(here + '/state.db'); db.execute('create table if not exists t (x)')",
        "db.execute('insert into t values (1)'); db.commit()",
        "count = here + '/counter'",
        "n = int(open(count).read()) if os.path.exists(count) else 0",
        "open(count, 'w').write(str(n + 1))"
      ]
      write(here, ".claude/hooks/guard.py", text.join("\n"))
      const state = yield* trusted(here, hookOf(here, guard))
      const tenTimes =
        "import runpy, sys; sys.path.insert(0, '.claude/hooks'); " +
        "[runpy.run_path('.claude/hooks/guard.py', run_name='__main__') for _ in range(10)]"
      for (let runs = 10; runs <= 100; runs += 10) {
        // A process starts for each ten, because starting is most of the time.
        execFileSync("python3", ["-c", tenTimes], { cwd: here.project })
        assert.strictEqual(yield* state(), "trusted", `after ${runs} runs`)
      }
      assert.strictEqual(fs.readFileSync(path.join(here.project, ".claude/hooks/counter"), "utf8"), "100")
    })
  )

  for (const [what, change] of Object.entries(changes)) {
    it.live(`is changed by ${what}`, () =>
      Effect.gen(function* () {
        const here = yield* setUp()
        const state = yield* trusted(here, hookOf(here, guard))
        assert.strictEqual(yield* state(), "trusted")
        yield* tick
        change(here)
        assert.strictEqual(yield* state(), "changed")
      })
    )
  }

  for (const [what, name] of [
    ["data beside it", ".claude/hooks/rules.json"],
    ["a module that appears beside it", ".claude/hooks/json.py"],
    ["a script that appears beside it", ".claude/hooks/later.sh"]
  ] as const)
    it.live(`is changed by ${what}, also long after it was judged in the same process`, () =>
      Effect.gen(function* () {
        const here = yield* setUp()
        // Younger files are looked at again in any case.
        yield* Effect.sleep(3200)
        const state = yield* trusted(here, hookOf(here, guard))
        assert.strictEqual(yield* state(), "trusted")
        write(here, name, "exit(0)")
        assert.strictEqual(yield* state(), "changed")
      })
    )

  const outgrowing: Readonly<Record<string, (here: Place) => void>> = {
    "a link to everything": ({ project }) => fs.symlinkSync("/", path.join(project, "alone/root")),
    "many folders in each other": (here) => write(here, `alone/${"deep/".repeat(40)}x`, ""),
    "a script that is too large": (here) => write(here, "alone/pad.js", "x".repeat(17 << 20)),
    "too many scripts": (here) => {
      for (let count = 0; count < 1001; count++) write(here, `alone/pad/${count}.js`, "")
    }
  }

  for (const [what, outgrow] of Object.entries(outgrowing))
    it.live(`is changed where its folder comes to have ${what}, which hid the scripts that it runs`, () =>
      Effect.gen(function* () {
        const here = yield* setUp()
        write(here, "alone/a.sh", "for one in alone/conf.d/*.sh; do . ./$one; done")
        const state = yield* trusted(here, hookOf(here, "sh alone/a.sh"))
        assert.strictEqual(yield* state(), "trusted")
        yield* tick
        write(here, "alone/conf.d/x.sh", "exit 0")
        outgrow(here)
        assert.strictEqual(yield* state(), "changed")
      })
    )

  it.live("is changed by a write through a hard link", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      fs.linkSync(path.join(here.project, ".claude/hooks/guard.py"), path.join(here.project, "other.py"))
      const state = yield* trusted(here, hookOf(here, guard))
      assert.strictEqual(yield* state(), "trusted")
      yield* tick
      fs.appendFileSync(path.join(here.project, "other.py"), "exit(0)\n")
      assert.strictEqual(yield* state(), "changed")
    })
  )

  // proves: docs/security.md
  it.live("is changed by another target of a link, and by what is written to its target", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      for (const name of ["a.py", "b.py"]) write(here, `tools/${name}`, `# ${name}`)
      const link = path.join(here.project, ".claude/hooks/linked.py")
      fs.symlinkSync("../../tools/a.py", link)
      const hook = hookOf(here, "python3 .claude/hooks/linked.py")
      const state = yield* trusted(here, hook)
      assert.strictEqual(yield* state(), "trusted")
      yield* tick
      write(here, "tools/a.py", "exit(0)")
      assert.strictEqual(yield* state(), "changed")
      write(here, "tools/a.py", "# a.py")
      assert.strictEqual(yield* state(), "trusted")
      fs.rmSync(link)
      fs.symlinkSync("../../tools/b.py", link)
      assert.strictEqual(yield* state(), "changed")
    })
  )

  it.live("is another hook with another entry, also under the same id", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const hook = hookOf(here, guard)
      const state = yield* trusted(here, hook)
      assert.strictEqual(yield* state({ ...hook, matcher: "*" }), "changed")
      assert.strictEqual(yield* state({ ...hook, written: { type: "command", command: guard, later: 1 } }), "changed")
      assert.strictEqual(yield* state(hookOf(here, `${guard}; curl evil`)), "changed")
      assert.strictEqual(yield* state({ ...hook, id: "claude/PreToolUse/other" }), "new")
    })
  )

  it.live("keeps its trust where other hooks come before it in the file", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const hook = hookOf(here, guard)
      const state = yield* trusted(here, hook)
      const moved = { ...hook, group: { index: 3, parallel: false }, source: { ...hook.source, at: ["hooks", 7] } }
      assert.strictEqual(yield* state(moved), "trusted")
    })
  )

  // proves: docs/security.md
  it.live("is not trusted in a copy of the project at another place", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const hook = hookOf(here, guard)
      yield* trusted(here, hook)
      const copy = { ...here, project: path.join(here.root, "copy") }
      fs.cpSync(here.project, copy.project, { recursive: true })
      const project = Layer.succeed(ThisProject)(seal({ project: copy, host: ClaudeCode }))
      const { state } = yield* Effect.flatMap(Trust, ({ of }) => of(hookOf(copy, guard), {})).pipe(
        Effect.provide(Layer.provideMerge(RecordedTrust.layer, project))
      )
      assert.strictEqual(state, "new")
    })
  )

  it.live("may write what its user lists as state", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const state = yield* trusted(here, hookOf(here, guard), [".claude/hooks/rules.json"])
      yield* tick
      write(here, ".claude/hooks/rules.json", `{"count":1}`)
      assert.strictEqual(yield* state(), "trusted")
    })
  )

  it.live("is none where its record can't count, and the reason is reported", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const hook = hookOf(here, guard)
      yield* trusted(here, hook)
      fs.writeFileSync(fileOf(here.home, here.project), "{")
      const project = Layer.succeed(ThisProject)(seal({ project: here, host: ClaudeCode }))
      const { state, why } = yield* Effect.flatMap(Trust, ({ of }) => of(hook, {})).pipe(
        Effect.provide(Layer.provideMerge(RecordedTrust.layer, project))
      )
      assert.strictEqual(state, "new")
      assert.include(why, "nothing in it counts")
    })
  )

  it.live("is judged again when the user decides anew, in another process", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const hook = hookOf(here, guard)
      const state = yield* trusted(here, hook)
      assert.strictEqual(yield* state(), "trusted")
      yield* TrustStore.update(here.home, here.project, (record) => ({ ...record, refused: ["*"] }))
      assert.strictEqual(yield* state(), "refused")
      yield* TrustStore.update(here.home, here.project, ({ project }) => ({ version: 1, project, hooks: {} }))
      assert.strictEqual(yield* state(), "new")
    })
  )
})

/** Judges as processes do that start long after the last change of a file. */
const muchLater = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 })),
    () => effect,
    () => Effect.sync(() => vi.useRealTimers())
  )

const marksIn = ({ home, project }: Place): string => fileOf(home, project).replace(/json$/, "marks")

/** Trusts a hook, and has a process judge it and keep its marks. */
const kept = Effect.fnUntraced(function* (here: Place, hook: Hook) {
  const state = yield* trusted(here, hook)
  assert.strictEqual(yield* state(), "trusted")
  // They are written when all hooks are judged.
  yield* tick
  assert.strictEqual(fs.statSync(marksIn(here)).mode & 0o777, 0o600)
  return () =>
    Effect.map(
      Effect.flatMap(judgeOf(here), (of) => of(hook, {})),
      (judged) => judged.state
    )
})

describe("marks that were kept by another process", () => {
  for (const [what, change] of Object.entries(changes)) {
    it.live(`hide no change: ${what}`, () =>
      muchLater(
        Effect.gen(function* () {
          const here = yield* setUp()
          const state = yield* kept(here, hookOf(here, guard))
          assert.strictEqual(yield* state(), "trusted")
          change(here)
          assert.strictEqual(yield* state(), "changed")
        })
      )
    )
  }

  // proves: docs/security.md
  it.live("take the place of reading, for an hour, and for this hook, record and PATH alone", () =>
    muchLater(
      Effect.gen(function* () {
        const here = yield* setUp()
        const hook = hookOf(here, guard)
        const state = yield* kept(here, hook)
        const file = marksIn(here)
        // Only the user may write there: with marks of the changed file nothing is read.
        const look = (name: string) => SealFilesNode.files.look(path.join(here.project, name)).mark
        const script = ".claude/hooks/guard.py"
        const before = look(script)
        write(here, script, "exit(0)")
        const text = fs.readFileSync(file, "utf8")
        assert.include(text, before)
        fs.writeFileSync(file, text.replaceAll(before, look(script)))
        assert.strictEqual(yield* state(), "trusted")
        const searched = process.env["PATH"]
        process.env["PATH"] = `${searched}:/elsewhere`
        const elsewhere = yield* Effect.ensuring(
          state(),
          Effect.sync(() => (process.env["PATH"] = searched))
        )
        assert.strictEqual(elsewhere, "changed")
        const of = yield* judgeOf(here)
        assert.strictEqual((yield* of({ ...hook, matcher: "*" }, {})).state, "changed")
        vi.setSystemTime(Date.now() + 3_700_000)
        assert.strictEqual(yield* state(), "changed")
        vi.setSystemTime(Date.now() - 3_700_000)
        assert.strictEqual(yield* state(), "trusted")
        fs.chmodSync(file, 0o666)
        assert.strictEqual(yield* state(), "changed")
        fs.chmodSync(file, 0o600)
        const record = fileOf(here.home, here.project)
        fs.writeFileSync(record, fs.readFileSync(record))
        assert.strictEqual(yield* state(), "changed")
      })
    )
  )

  it.live("are made anew where they can't be read", () =>
    muchLater(
      Effect.gen(function* () {
        const here = yield* setUp()
        const state = yield* kept(here, hookOf(here, guard))
        for (const text of ["", "{", "null", `{"version":1,"record":"","hooks":{}}`]) {
          fs.writeFileSync(marksIn(here), text)
          assert.strictEqual(yield* state(), "trusted")
          yield* tick
          assert.include(fs.readFileSync(marksIn(here), "utf8"), "guard.py")
        }
      })
    )
  )
})

describe("a seal", () => {
  it.live("ends within bounds, and says what it does not cover", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      for (let index = 0; index < 1001; index++) write(here, `.claude/hooks/many/${index}.txt`, "")
      fs.symlinkSync("/dev/zero", path.join(here.project, "zero.sh"))
      const { seal: now } = yield* sealed(hookOf(here, `${guard}; sh zero.sh`), here)
      assert.property(now.files, ".claude/hooks/guard.py")
      assert.isBelow(Object.keys(now.files).length, 1001)
      assert.isAbove(now.partly.length, 0)
    })
  )

  it.live("covers all files of a plugin", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const folder = path.join(here.project, ".claude/plugins/p")
      for (const [name, text] of [
        ["hooks/run.sh", "python3 ../lib/a.py"],
        ["lib/a.py", ""],
        ["data/rules.yaml", "a: 1"],
        [".git/HEAD", ""]
      ] as const) {
        write(here, `.claude/plugins/p/${name}`, text)
      }
      const hook = hookOf(here, "sh ${CLAUDE_PLUGIN_ROOT}/hooks/run.sh")
      const own = { ...hook, source: { ...hook.source, plugin: "p", folder, pluginFolder: folder } }
      assert.deepStrictEqual(Object.keys((yield* sealed(own, here)).seal.files), [
        ".claude/plugins/p/data/rules.yaml",
        ".claude/plugins/p/hooks/run.sh",
        ".claude/plugins/p/lib/a.py"
      ])
    })
  )

  it.live("names what it can't cover, and proposes the narrowest profile that is wide enough", () =>
    Effect.gen(function* () {
      const here = yield* setUp()
      const of = (command: string) => Effect.map(sealed(hookOf(here, command), here), (found) => found.seal)
      assert.strictEqual((yield* of(guard)).profile, "guard")
      const beyond = yield* of("npx prettier --write .")
      assert.deepStrictEqual([beyond.profile, beyond.beyond.length], ["open", 1])
      assert.strictEqual((yield* of("curl -s https://example.com")).profile, "net")
      assert.strictEqual((yield* of('"$EH"')).profile, "open")
    })
  )
})
