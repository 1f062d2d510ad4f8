// Imports of scripts, beside the interpreters themselves: each module that one loads from the project is sealed.
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import * as SealedProject from "./sealedProject.ts"

const python = [
  "import a", "import a.b", "import a.b as c, d", "from a import b", "from a.b import x", "from a import (b,\n  c)", "import d; import a", "x = 1; import d", "if True:\n  import a.c", "if True: import d", "try:\n  import d\nexcept ImportError:\n  pass",
  "import importlib; importlib.import_module('a.b')", "__import__('d')", "from importlib import import_module as m\nimport_module = m\nimport_module('a.c')", "import sys, os; sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'lib')); import e", "import sys\nfrom pathlib import Path\nsys.path.append(str(Path(__file__).parent / 'lib'))\nimport e",
  "import sys, os\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\nimport d", "from a import *", "import f", "from f.g.h import x", "import f.g", "def late():\n    from a.b import x\nlate()", "class A:\n    import d", "import\ta", "from  a  import  b  as  c", "import a.b.none" , "from a import x, b, y", "from f import g"
] // prettier-ignore

const pythonFiles: Readonly<Record<string, string>> = {
  "a/__init__.py": "from . import c\nfrom .b import x\nx = y = 1\n",
  "a/b.py": "from .c import z\nx = 1\n",
  "a/c.py": "z = 1\n",
  "d.py": "",
  "lib/e.py": "import d\n",
  "f/__init__.py": "",
  "f/g/__init__.py": "from ..sub import one\n",
  "f/g/h.py": "from ... import nothing\n".replace("from ... import nothing", "from .. import sub") + "x = 1\n",
  "f/sub/__init__.py": "",
  "f/sub/one.py": ""
}

const node = [
  'require("./m")', 'require("./m.js")', "require(`./m`)", "require ( './m' )", 'require("./dir")', 'require("./pkg")', 'require(require("path").join(__dirname, "m.js"))', 'require(__dirname + "/m")', 'require(require("path").resolve(__dirname, "dir", "inner"))', 'require("./data.json")', 'const x = require("../n"), y = require("./m")', 'module.require("./m")', "try { require('./m') } catch {}", 'if (require.resolve("./dir")) require("./dir")', 'require("./exact.name")', 'require("./both")', 'require(".")', 'require("./scoped/../m")', 'require("node:fs"); require("./m")', 'require(require.resolve("./m"))'
] // prettier-ignore

const nodeFiles: Readonly<Record<string, string>> = {
  "m.js": "",
  "../n.js": 'require("./m")\n',
  "index.js": 'require("./m")\n',
  "dir/index.js": 'require("./inner")\n',
  "dir/inner.cjs": "",
  "dir/inner.js": "",
  "pkg/package.json": '{ "main": "lib/start" }',
  "pkg/lib/start.js": 'require("../more")\n',
  "pkg/more/index.js": "",
  "data.json": "{}",
  "exact.name.js": "",
  both: "",
  "both.js": "",
  "scoped/x": ""
}

const showsPython = `
import sys as _s, os as _o
print("\\n".join(m.__file__ for m in list(_s.modules.values()) if getattr(m, "__file__", None)))
`
const showsNode = `\nconsole.log(Object.keys(require.cache).join("\\n"))\n`

const check = (
  files: Readonly<Record<string, string>>,
  texts: ReadonlyArray<string>,
  run: { readonly program: string; readonly script: string; readonly shows: string }
): void => {
  const project = SealedProject.make()
  for (const [name, text] of Object.entries(files)) project.write(name, text)
  for (const text of texts) {
    project.write(run.script, text + run.shows)
    const { stdout } = spawnSync(run.program, [run.script], {
      cwd: project.root,
      encoding: "utf8",
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" }
    })
    // The script itself is in a folder of hooks. What counts is what would be found without that.
    const { absent, files: sealed } = project.seal(`${run.program} ${run.script}`, {
      hook: {
        source: { dialect: "any", scope: "project", file: project.at("hooks.json"), folder: project.root, at: [] }
      }
    }).seal
    const loaded = stdout.split("\n").filter((file) => file.startsWith(`${project.root}/`))
    for (const file of loaded)
      assert.property(sealed, path.relative(project.root, file), `${text}\n${absent.join("\n")}`)
  }
  project.remove()
}

describe("imports", () => {
  it("of Python are those that Python loads", () =>
    check(pythonFiles, python, { program: "python3", script: "top.py", shows: showsPython }))

  it("of Node are those that Node loads", () =>
    check(nodeFiles, node, { program: "node", script: "start.js", shows: showsNode }))
})
