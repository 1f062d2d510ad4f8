// A hook that ends with 0 and prints no reply, while its own shell or interpreter reports that its text could not be run.
import { assert, describe, it } from "@effect/vitest"
import * as Misdirected from "@hookline/core/kit/execute/misdirected"
import { CommandRunner } from "@hookline/core/Runners"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { around, call, guardedBy, over, runners, seen } from "./support/answering.ts"

/** The files of all guards below, and of what they call. */
const files: TestProject.Files = {
  ".guardrc": "strict\n",
  "quiet.sh": { script: "#!/bin/sh\nexit 0\n" },
  "jq.sh": { script: `#!/bin/sh\nCMD=$(jq9 -r .tool_input.command)\ncase "$CMD" in *rm*) exit 2;; esac\nexit 0\n` },
  "jq.bash": { script: `#!/bin/bash\nif jq9 -e . >/dev/null; then exit 2; fi\nexit 0\n` },
  "sourced.sh": { script: `#!/bin/bash\nsource ./lib9.sh\ncheck9 && exit 2\nexit 0\n` },
  "not executable.sh": "#!/bin/sh\nexit 2\n",
  "env.sh": { script: "#!/usr/bin/env python9\nprint(1)\n" },
  "bad.sh": { script: "#!/no/such/interpreter\nexit 2\n" },
  "import.py": "import nosuchmodule9\nprint('{}')\n",
  "parse.py": "import json\njson.loads('{')\n",
  "key.py": "import os\nprint(os.environ['NO_SUCH_VARIABLE_9'])\n",
  "lib/helper9.py": "def check():\n    raise KeyError('tool_input')\n",
  "uses.py": "import sys\nsys.path.insert(0, 'lib')\nimport helper9\nhelper9.check()\n",
  "throws.mjs": "const data = JSON.parse('{')\n",
  "requires.cjs": "require('nosuchmodule9')\n",
  // What guards call, and what prints errors of its own.
  tool: { script: "#!/bin/sh\necho 'sh: 1: eslint: not found' >&2\n" },
  "tool.py":
    "import sys\nsys.stderr.write('Traceback (most recent call last):\\n  File \"/opt/x.py\", line 1, in <module>\\nKeyError: 1\\n')\n",
  "inner.sh": { script: "#!/bin/sh\nnosuch9\nexit 0\n" },
  "traces.py": "import subprocess, sys\nsubprocess.run([sys.executable, 'inner.py'])\n",
  "inner.py": "raise SystemExit(0)\n",
  "parse-error.py": "def check(:\n    pass\n",
  "module.mjs": "import check from 'nosuchmodule9'\n",
  "module2.mjs": "import check from './nosuch9.mjs'\n",
  "module.cjs": "import('nosuchmodule9')\n",
  "caught.py":
    "import traceback\ntry:\n    import nosuchmodule9\nexcept ImportError:\n    traceback.print_exc()\nprint('', end='')\n",
  "caught.mjs": "try {\n  await import('nosuchmodule9')\n} catch (error) {\n  console.error(error)\n}\n",
  "calls.sh": { script: `#!/bin/sh\n"$(dirname "$0")/lib/inner9.sh" || true\nexit 0\n` },
  "sources.sh": { script: `#!/bin/sh\n. "$(dirname "$0")/lib/inner9.sh"\nexit 0\n` },
  "sources.bash": {
    script: `#!/bin/bash\nDIR="$(cd "$(dirname "$0")" && pwd)"\nsource "$DIR/lib/inner9.sh"\nexit 0\n`
  },
  "lib/inner9.sh": { script: "#!/bin/sh\njq9 -e .\n" },
  "starts.sh": { script: `#!/bin/sh\npython3 "$(dirname "$0")/import.py" || true\n` },
  "syntax.sh": { script: "#!/bin/sh\nif true; then\n  exit 2\n" },
  "syntax.bash": { script: "#!/bin/bash\nif true; then\n  exit 2\n" },
  "compares.sh": { script: `#!/bin/sh\nTOOL=Bash\nif [ "$TOOL" == "Bash" ]; then exit 2; fi\nexit 0\n` },
  "unset.bash": { script: "#!/bin/bash\nif [ $NOSUCH9 = Bash ]; then exit 2; fi\nexit 0\n" },
  "falls-back.sh": { script: "#!/bin/sh\njq9 -r .tool_name || cat .guardrc >/dev/null\nexit 0\n" },
  "helped.sh": { script: "#!/bin/sh\n./lib/inner9.sh || cat .guardrc >/dev/null\nexit 0\n" },
  "log.mjs": "console.error('Error: could not reach the tracker, which is fine')\n"
}

/** Guards that are right: each prints what errors look like, or asks for what may be absent. */
const right: ReadonlyArray<string> = [
  "grep -q lenient .guardrc && exit 2; exit 0",
  "command -v jq9 >/dev/null || echo 'jq9: not found, which is fine' >&2",
  "command -v jq9 || true",
  "type jq9 >/dev/null 2>&1 || exit 0",
  "which jq9 >&2 || exit 0",
  "hash jq9 2>/dev/null || exit 0",
  "jq9 . 2>/dev/null || true",
  "if ! command -v jq9 >&2; then echo 'install jq9' >&2; fi",
  "echo 'sh: 1: jq: not found' >&2",
  "echo 'bash: line 1: jq: command not found' >&2",
  'echo "bash: line 3: prettier: command not found" >&2; true',
  "printf '%s\\n' 'guard.sh: line 2: npx: command not found' >&2",
  "cat .guardrc >&2",
  "cat nosuchfile; true",
  "ls /nosuchfolder || true",
  "rm nosuchfile; exit 0",
  "cd nosuchfolder || exit 0",
  "cd nosuchfolder 2>/dev/null; true",
  "cat < nosuchfile || true",
  "echo x > /nosuchfolder/file || true",
  "grep -r pattern nosuchfolder; exit 0",
  "./tool",
  "./tool; exit 0",
  "./tool || npx9 2>/dev/null || true",
  "python3 tool.py",
  "python3 tool.py; exit 0",
  "python3 traces.py",
  "env ./tool",
  "sh -c './tool'",
  "sh ./tool",
  "(./tool) >&2",
  "./tool | cat",
  "node log.mjs",
  "echo 'Traceback (most recent call last):' >&2",
  "printf 'Traceback (most recent call last):\\n  File \"/opt/app.py\", line 3, in <module>\\nKeyError: 1\\n' >&2",
  "echo 'Permission denied' >&2",
  "echo './tool: Permission denied' >&2",
  "echo 'sh: 1: ./other: Permission denied' >&2",
  "echo 'command not found: jq' >&2",
  "echo 'zsh:1: command not found: eslint' >&2",
  "echo \"env: 'python9': No such file or directory\" >&2",
  "echo \"python3: can't open file '/opt/other.py': [Errno 2] No such file\" >&2",
  "echo \"Error: Cannot find module '/opt/other.js'\" >&2",
  "echo 'Error: 3 problems' >&2; echo '    at /opt/app.js:3:4' >&2",
  "echo 'nothing was BLOCKED' >&2",
  "echo '0 BLOCKED, 3 allowed' >&2",
  "echo 'the list of BLOCKED commands is empty' >&2",
  "echo 'a guard may deny, block or ask' >&2",
  'echo \'{"level": "info", "message": "nothing found"}\' >&2',
  'echo \'{"decision": "approve"}\' >&2',
  "set -x; true",
  "sh -n quiet.sh; sh -x quiet.sh",
  "./quiet.sh nosuch9",
  "test -x ./nosuch9 && ./nosuch9; true",
  "jq9 -e . || cat .guardrc >/dev/null",
  "jq9 -r .tool_name || python3 -c pass; exit 0",
  "x=$(jq9 -r .tool_name) || x=$(cat .guardrc); exit 0",
  "if ! jq9 -e .; then cat .guardrc >/dev/null; fi",
  "if jq9 -e .; then exit 2; else cat .guardrc >/dev/null; fi",
  "{ jq9 -e . && exit 2; } || cat .guardrc >/dev/null",
  "timeout 5 jq9 . || cat .guardrc >/dev/null",
  "python9 guard.py || python3 -c pass",
  "python3 nosuch9.py || python3 -c pass",
  "node module.mjs || cat .guardrc >/dev/null",
  "./falls-back.sh",
  "./helped.sh",
  "./lib/inner9.sh || cat .guardrc >/dev/null; exit 0",
  "python3 caught.py",
  "python3 caught.py; exit 0",
  "node caught.mjs",
  "node caught.mjs || true",
  "echo 'timeout: failed to run command ‘jq9’: No such file or directory' >&2",
  "echo 'xargs: jq9: No such file or directory' >&2",
  "echo 'sh: 1: [: a: unexpected operator' >&2",
  "echo './other.sh: line 3: syntax error: unexpected end of file' >&2",
  "echo '/usr/bin/python3: No module named other' >&2",
  "echo '  File \"/opt/x.py\", line 3' >&2; echo 'SyntaxError: invalid syntax' >&2",
  "[ -f nosuch9 ] || echo 'nosuch9: No such file or directory' >&2"
]

/** Guards that are broken: part of their own text could not be run, and they ended with 0. */
const broken: ReadonlyArray<readonly [command: string, line: RegExp]> = [
  ["jq9 -r .tool_name | grep -q Bash && exit 2; exit 0", /jq9: (?:command )?not found/],
  ['x=$(jq9 -r .tool_name); [ "$x" = Bash ] && exit 2; exit 0', /jq9: (?:command )?not found/],
  ["jq9 -e . >/dev/null || exit 0", /jq9: (?:command )?not found/],
  ["if jq9 -e .; then exit 2; fi", /jq9/],
  ["true && ! jq9; exit 0", /jq9/],
  ["sh -c 'jq9 . && exit 2; exit 0'", /jq9/],
  ['bash -c "jq9 . && exit 2; exit 0"', /jq9/],
  ["J=jq9; $J . && exit 2; exit 0", /jq9/],
  ['run() { "$@"; }; run jq9; exit 0', /jq9/],
  ["./jq.sh", /jq\.sh: 2: jq9: not found/],
  ["sh jq.sh", /jq\.sh: 2: jq9: not found/],
  ["./jq.bash", /jq\.bash: line 2: jq9: command not found/],
  ['"$CLAUDE_PROJECT_DIR"/jq.sh', /jq9/],
  ['bash "$CLAUDE_PROJECT_DIR/jq.bash"', /jq9/],
  ["./sourced.sh", /lib9\.sh: No such file/],
  ["./nosuch9.sh || true", /nosuch9\.sh: (?:not found|No such file)/],
  ["'./not executable.sh' || true", /Permission denied/],
  ["./env.sh || true", /python9/],
  ["env python9 guard.py || true", /python9/],
  ["./bad.sh || true", /bad\.sh/],
  ["bash nosuch9.sh || true", /nosuch9\.sh/],
  ["python3 import.py || true", /ModuleNotFoundError/],
  ["python3 parse.py; exit 0", /JSONDecodeError/],
  ['python3 "$CLAUDE_PROJECT_DIR/key.py" || exit 0', /KeyError/],
  ["python3 uses.py || exit 0", /KeyError: 'tool_input'/],
  ["python3 -c 'import nosuchmodule9' || true", /ModuleNotFoundError/],
  ["python3 - <<'E' || true\nimport nosuchmodule9\nE", /ModuleNotFoundError/],
  ["python3 nosuch9.py || true", /can't open file/],
  ["node throws.mjs || true", /SyntaxError/],
  ["node requires.cjs || true", /Cannot find module/],
  ["node nosuch9.cjs || true", /Cannot find module/],
  ["node nosuch9.mjs || true", /Cannot find module/],
  ["node module.mjs || true", /ERR_MODULE_NOT_FOUND/],
  ["node module2.mjs; exit 0", /ERR_MODULE_NOT_FOUND/],
  ["node module.cjs; exit 0", /ERR_MODULE_NOT_FOUND/],
  ["python3 parse-error.py || true", /SyntaxError/],
  ["python3 -c 'def (' || true", /SyntaxError/],
  ["python3 -m nosuch9 || true", /No module named nosuch9/],
  ["python3 -m nosuch9.check; exit 0", /nosuch9/],
  ["timeout 5 jq9 -e . || true", /jq9/],
  ["nohup jq9 -e . || exit 0", /jq9/],
  ["echo a | xargs jq9; exit 0", /jq9/],
  ["env A=1 jq9; exit 0", /jq9/],
  ["nice -n 5 jq9; exit 0", /jq9/],
  ["setsid jq9; exit 0", /jq9/],
  ["stdbuf -o0 jq9 || true", /jq9/],
  ["./calls.sh", /inner9\.sh: 2: jq9/],
  ["./sources.sh", /jq9: not found/],
  ["./sources.bash", /inner9\.sh: line 2: jq9/],
  [". ./lib/inner9.sh; exit 0", /jq9/],
  ["./starts.sh", /ModuleNotFoundError/],
  ["sh ./starts.sh", /ModuleNotFoundError/],
  ["./syntax.sh || true", /Syntax error/],
  ["bash syntax.bash || true", /syntax error/],
  ["sh -c 'if true; then' || true", /Syntax error/],
  ["bash -c 'if true; then' || true", /syntax error/],
  ["./compares.sh", /unexpected operator/],
  ["./unset.bash", /operator expected/],
  ["jq9 -e . || true && true; exit 0", /jq9/],
  ["jq9 -e . || echo 'no jq' >&2; exit 0", /jq9/],
  ["jq9 -e . | grep -q Bash && exit 2; exit 0", /jq9/]
]

const textOf = (event: HookEvent.HookEvent, command: string, project: string, shell: "sh" | "bash") =>
  Effect.gen(function* () {
    const runner = yield* CommandRunner
    const work = TestWork.make({ _tag: "Command", command, shell }, { project, event })
    return yield* Effect.match(runner.run(work), {
      onSuccess: (reply) => (Misdirected.is(reply, event) ? "a denial on standard error" : undefined),
      onFailure: ({ reason }) => (reason._tag === "IncompleteRun" ? reason.line : `${reason._tag}: ${reason.message}`)
    })
  })

/** Returns the rows for a shell. One that starts an interpreter is tried under one of both shells, and in the long lane under both. */
const under = <A>(rows: ReadonlyArray<A>, shell: "sh" | "bash", commandOf: (row: A) => string): ReadonlyArray<A> =>
  rows.filter((row, at) => isWhole || !/python3|node /.test(commandOf(row)) || (at % 2 === 0 ? "sh" : "bash") === shell)

describe.each(["sh", "bash"] as const)("a hook that ends with 0 and no reply under %s", (shell) => {
  const inProject = <A, E>(use: (project: string) => Effect.Effect<A, E, CommandRunner>) =>
    Effect.scoped(Effect.flatMap(TestProject.make(files), ({ project }) => use(project))).pipe(
      Effect.provide(Layer.provide(runners.warm, around))
    )

  it.live("has not failed where only other programs print errors", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const rows = under(right, shell, (command) => command)
        const found = yield* Effect.forEach(rows, (command) => textOf(call, command, project, shell), {
          concurrency: 4
        })
        assert.deepStrictEqual(
          rows.flatMap((command, at) => (found[at] === undefined ? [] : [`${command}: ${found[at]}`])),
          []
        )
        assert.isAtLeast(rows.length, 50)
      })
    )
  )

  it.live("has failed where its shell or interpreter could not run its own text", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const rows = under(broken, shell, ([command]) => command)
        const found = yield* Effect.forEach(rows, ([command]) => textOf(call, command, project, shell), {
          concurrency: 4
        })
        assert.deepStrictEqual(
          rows.flatMap(([command, line], at) => (line.test(found[at] ?? "") ? [] : [`${command}: ${found[at]}`])),
          []
        )
      })
    )
  )
})

/** The texts of the notices of three events: two of one session, and one of another. */
const notices = (command: string, policy: "open" | "closed") =>
  over(guardedBy({ command }), "cold", policy, ({ answer }) =>
    Effect.forEach([call, call, { ...call, sessionId: "two" }], (event) =>
      Effect.map(answer(event), (report) => ({ ...seen(report), count: report.outcome.notices.length }))
    )
  )

describe("a hook whose text could not be run", () => {
  const command = "jq9 -e . && exit 2; exit 0"

  it.live("is reported once per session under open", () =>
    Effect.gen(function* () {
      const reports = yield* notices(command, "open")
      assert.deepStrictEqual(
        reports.map(({ count, verdict }) => [verdict, count]),
        [
          ["Pass", 1],
          ["Pass", 0],
          ["Pass", 1]
        ]
      )
      assert.match(reports[0]?.text ?? "", /ended with 0, but could not run all of its own text: .*jq9/)
    })
  )

  it.live("denies each time under closed", () =>
    Effect.gen(function* () {
      for (const { text, verdict } of yield* notices(command, "closed")) {
        assert.strictEqual(verdict, "Deny")
        assert.match(text, /jq9/)
      }
    })
  )
})

describe("a denial on standard error beside an exit with 0", () => {
  const denials = [
    `echo '{"decision": "block", "reason": "no"}' >&2; exit 0`,
    `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}' >&2`,
    `echo '{"continue": false}' >&2`,
    "echo BLOCKED >&2",
    "echo 'BLOCKED: no rm here' >&2; exit 0",
    "printf '\\033[31m🚫 DENIED by policy\\033[0m\\n' >&2"
  ]

  it.live("is a warning once per session, under every policy", () =>
    Effect.gen(function* () {
      for (const policy of ["open", "closed"] as const) {
        for (const command of denials) {
          const reports = yield* notices(command, policy)
          assert.deepStrictEqual(
            reports.map(({ count, verdict }) => [verdict, count]),
            [
              ["Pass", 1],
              ["Pass", 0],
              ["Pass", 1]
            ],
            command
          )
          assert.match(reports[0]?.text ?? "", /seems to deny on standard error, but ended with 0/)
        }
      }
    })
  )
})
