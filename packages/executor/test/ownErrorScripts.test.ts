// Scripts for real interpreters: one that ends by an error is reported where the hook goes on, and one that catches the error
// is not, also if it prints the whole traceback.
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as child from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { ownError } from "../src/internal/ownError/ownError.ts"

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "    ")

/** Errors of Python: the statements that raise them. */
const raising: ReadonlyArray<string> = [
  "import nosuch9",
  "from json import nosuch9",
  "import json\njson.loads('{')",
  "open('nosuch9.txt')",
  "{}['tool_input']",
  "def inner():\n    raise KeyError('x')\ninner()",
  "import helper9\nhelper9.check()",
  "import broken9",
  "raise RuntimeError('guard9')",
  "import subprocess\nsubprocess.run(['nosuch9'])",
  "print('fine', file=__import__('sys').stderr)"
]

const clauses: ReadonlyArray<string> = [
  "except:",
  "except Exception:",
  "except Exception as error:",
  "except ImportError:",
  "except (ValueError, KeyError) as error:",
  "except OSError:",
  "except SyntaxError:",
  "finally:"
]

const handling: ReadonlyArray<string> = [
  "pass",
  "import traceback\ntraceback.print_exc()",
  "import logging\nlogging.exception('guard9')",
  "import sys, traceback\nprint(traceback.format_exc(), file=sys.stderr)",
  "import traceback\ntraceback.print_exc()\nraise",
  "raise RuntimeError('from a handler')",
  "import sys\nprint('caught', file=sys.stderr)"
]

/** Errors of Node. */
const throwing: ReadonlyArray<string> = [
  "JSON.parse('{')",
  "null.tool",
  "throw new TypeError('guard9')",
  "await import('nosuch9')",
  "await import('./nosuch9.mjs')",
  "await import('./broken9.mjs')",
  "(await import('./helper9.mjs')).check()",
  "await Promise.reject(new Error('guard9'))",
  "console.error('fine')"
]

const catching: ReadonlyArray<string> = [
  "",
  "console.error(error)",
  "console.error(error.stack)",
  "console.log = 1; process.stderr.write(String(error.stack))",
  "throw error",
  "throw new Error('from a handler', { cause: error })"
]

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))
const numbers = Arbitrary.schema(Schema.Tuple([below(99), below(99), below(99), below(99)]))

const pick = (list: ReadonlyArray<string>, at: number): string => list[at % list.length] ?? assert.fail()

/** Writes a script of Python that may catch its error. */
const python = (digits: readonly [number, number, number, number]): string => {
  const statement = pick(raising, digits[0])
  if (digits[3] % 4 === 0) return `import sys\n${statement}\n`
  const caught = `try:\n${indented(statement)}\n${pick(clauses, digits[1])}\n${indented(pick(handling, digits[2]))}\n`
  return digits[3] % 4 === 1 ? `def main():\n${indented(caught)}\nmain()\n` : caught
}

const node = (digits: readonly [number, number, number, number]): string => {
  const statement = pick(throwing, digits[0])
  if (digits[3] % 4 === 0) return `${statement}\n`
  return `try {\n  ${statement}\n} catch (error) {\n  ${pick(catching, digits[1])}\n}\n`
}

/** Ways to go on without a script: each with `true` if the hook does other work then. */
const going: ReadonlyArray<readonly [command: string, isHandled: boolean]> = [
  ["SCRIPT || true", false],
  ["SCRIPT; exit 0", false],
  ["x=$(SCRIPT); exit 0", false],
  ["SCRIPT | cat", false],
  ["if SCRIPT; then true; fi", false],
  ["./guard.sh", false],
  ["timeout 20 SCRIPT || exit 0", false],
  ["SCRIPT || cat /dev/null", true],
  ["if ! SCRIPT; then cat /dev/null; fi", true]
]

describe("a script that ends by an error", () => {
  let folder = ""

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "hookline-scripts-"))
    const files = {
      "helper9.py": "def check():\n    raise KeyError('helper')\n",
      "broken9.py": "def check(:\n    pass\n",
      "helper9.mjs": "export const check = () => { throw new Error('helper') }\n",
      "broken9.mjs": "export const = 1\n"
    }
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  })

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  const check = (script: string, program: string, name: string, way: number): void => {
    fs.writeFileSync(path.join(folder, name), script)
    const [template, isHandled] = going[way % going.length] ?? assert.fail()
    const start = `${program} ${name}`
    const text = `#!/bin/sh\n${start} || true\nexit 0\n`
    fs.writeFileSync(path.join(folder, "guard.sh"), text, { mode: 0o755 })
    const command = template.replace("SCRIPT", start)
    const env = { ...process.env, LC_ALL: "C" }
    const run = (text: string) => child.spawnSync("sh", ["-c", text], { cwd: folder, env, encoding: "utf8" })
    const { status } = run(start)
    const hook = run(command)
    const because = `${command}\n${script}\n${hook.stderr}`
    assert.strictEqual(hook.status, 0, because)
    const found = ownError(hook.stderr, { _tag: "Command", command }, folder)
    assert.strictEqual(found !== undefined, status !== 0 && !isHandled, because)
    if (status !== 0) return
    // Without anything around it, the exit code is that of the script.
    assert.isUndefined(ownError(run(start).stderr, { _tag: "Command", command: start }, folder), because)
  }

  it.prop(
    "of Python is reported, and one that catches it is not",
    [Arbitrary.all([numbers, Arbitrary.schema(below(99))])],
    ([[digits, way]]) => check(python(digits), "python3", "guard9.py", way),
    { arbitrary: { runs: 12, size: 100 } }
  )

  it.prop(
    "of Node is reported, and one that catches it is not",
    [Arbitrary.all([numbers, Arbitrary.schema(below(99))])],
    ([[digits, way]]) => check(node(digits), "node", "guard9.mjs", way),
    { arbitrary: { runs: 12, size: 100 } }
  )
})
