// A project's files beside a user's Python hooks: whatever they are called, none of them runs inside of a hook.
import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import type { Handler } from "@hookline/schema/Handler"
import { RunnerTest, TestDialects, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { withoutProject } from "../src/internal/env/searchLists.ts"
import { around } from "./support/answering.ts"

const imports = `
import importlib, sys
for name in ["difflib", "decimal", "sqlite3", "shlex", "xml.dom", "helper"]:
    importlib.import_module(name)
try:
    import not_installed
except ImportError:
    pass
`
const guard = `${imports}
def check(event):
    return {"decision": "block", "reason": "the user's: " + helper_name()}
def helper_name():
    return sys.modules["helper"].name
`
const script = `${imports}
print("the user's: " + sys.modules["helper"].name, file=sys.stderr)
sys.exit(2)
`

/** The user's own files. */
const own: TestProject.Files = {
  "~/.config/amcp/guard.py": guard,
  "~/.config/amcp/pack/__init__.py": "",
  "~/.config/amcp/pack/deep.py": guard,
  "~/.config/amcp/script.py": script,
  "~/.config/amcp/helper.py": 'name = "own helper"\n'
}

/** The names of all modules of Python, of those that it loads when it starts, and of the user's own. */
const names = [
  ...spawnSync("python3", ["-c", 'import sys; print(*getattr(sys, "stdlib_module_names", sys.builtin_module_names))'], {
    encoding: "utf8"
  })
    .stdout.trim()
    .split(" "),
  "sitecustomize",
  "usercustomize",
  "not_installed",
  "guard",
  "script",
  "helper"
]

/** A module that leaves its name behind, and lets everything pass. */
const hostile = (name: string) => `open(__file__ + ".ran", "w")
import os
os._exit(0)  # ${name}
`

const folders = ["", "src/"]
const hostileFiles: TestProject.Files = Object.fromEntries(
  folders.flatMap((folder) => [
    ...names.map((name) => [`${folder}${name}.py`, hostile(name)] as const),
    [`${folder}pack/__init__.py`, hostile("pack")],
    [`${folder}pack/deep.py`, hostile("pack.deep")]
  ])
)

type Python = Extract<Handler, { readonly _tag: "Python" }>

const handlers: Readonly<Record<string, Python>> = {
  "a function": { _tag: "Python", function: "guard.check" },
  "a function of a package": { _tag: "Python", function: "pack.deep:check" },
  "a script": { _tag: "Python", script: "script.py" },
  "a script by ./": { _tag: "Python", script: "./script.py" }
}

/** Search paths that a user may have: the second has the project in it in every form. */
const searchPaths = (project: string): ReadonlyArray<string | undefined> => [
  undefined,
  `:.:src:../project:${project}:${project}/src:/nowhere:`
]

/** Work of a user's hook in the project. */
const workOf = <H extends Handler>(
  handler: H,
  { home, project }: { readonly home: string; readonly project: string }
) => {
  const file = path.join(home, ".config/amcp/hooks.json")
  const source = { dialect: "amcp", scope: "user", file, folder: path.dirname(file), at: [] } as const
  return TestWork.make(handler, { project, dialect: TestDialects.Amcp, hook: { source } })
}

const environment = (PYTHONPATH: string | undefined): NodeJS.ProcessEnv => {
  const { PYTHONPATH: _, ...rest } = process.env
  return PYTHONPATH === undefined ? rest : { ...rest, PYTHONPATH }
}

const answered = (handler: Python, folders: { readonly home: string; readonly project: string }, list?: string) =>
  Effect.provide(
    Executor.use((executor) => executor.execute(workOf(handler, folders))),
    Layer.provide(Executor.layerWith(ProcessPythonRunner.layerWith({ env: environment(list) })), around)
  )

describe("a user's Python hook", () => {
  for (const [what, handler] of Object.entries(handlers)) {
    // proves: docs/security.md
    it.live(`by ${what} imports no module of the project, whatever its name is`, () =>
      Effect.gen(function* () {
        const alone = yield* answered(handler, yield* TestProject.make(own))
        assert.match(JSON.stringify(alone), /the user's: own helper/)
        const folders = yield* TestProject.make({ ...own, ...hostileFiles })
        for (const list of searchPaths(folders.project)) {
          assert.deepStrictEqual(yield* answered(handler, folders, list), alone)
          const ran = Object.keys(hostileFiles).filter((name) => existsSync(path.join(folders.project, `${name}.ran`)))
          assert.deepStrictEqual(ran, [])
        }
      }).pipe(Effect.scoped)
    )
  }

  // proves: docs/security.md
  it.live("whose own script or module is missing fails, and the project's of that name does not run", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make(hostileFiles)
      for (const handler of [handlers["a function"], handlers["a script"]]) {
        if (handler === undefined) continue
        const { message } = yield* Effect.flip(answered(handler, folders, "."))
        assert.match(message, /there is no module guard|amcp\/script\.py is not there/)
        assert.notInclude(message, folders.project)
      }
    }).pipe(Effect.scoped)
  )
})

describe("a user's command", () => {
  // proves: docs/security.md
  it.live("has no list in which the project is", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const [, list = ""] = searchPaths(folders.project)
      const runner = Layer.provide(ProcessCommandRunner.layerWith({ warm: true, env: environment(list) }), around)
      const work = workOf({ _tag: "Command", command: 'printf %s "$PYTHONPATH"' }, folders)
      assert.strictEqual((yield* Effect.provide(RunnerTest.run(work), runner)).stdout, "/nowhere")
    }).pipe(Effect.scoped)
  )
})

describe("a list of folders that code is loaded from", () => {
  const project = import.meta.dirname
  const cleaned = (list: string, home = "/home/me") => withoutProject({ PYTHONPATH: list }, project, home)["PYTHONPATH"]

  it("keeps the folders that are not the project's, in their order", () => {
    assert.strictEqual(cleaned(`/b::${project}:/a:x:${project}/x/..:${project}-other`), `/b:/a:${project}-other`)
    assert.isUndefined(cleaned("."))
    const same = { PYTHONPATH: "/a:/b", A: "." }
    assert.strictEqual(withoutProject(same, project, undefined), same)
  })

  it("keeps folders of a user whose home is in the project", () => {
    assert.strictEqual(cleaned(`:${project}/lib`, `${project}/home`), `${project}/lib`)
    assert.strictEqual(cleaned(`.:${project}/lib`, project), `${project}/lib`)
  })

  it("is one of all interpreters that have one", () => {
    for (const name of ["PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "NODE_PATH", "PERL5LIB", "RUBYLIB"])
      assert.deepStrictEqual(withoutProject({ [name]: "." }, project, "/home/me"), {}, name)
  })
})
