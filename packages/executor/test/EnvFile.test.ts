import { assert, describe, it } from "@effect/vitest"
import { SessionEnv } from "@hookline/core/SessionEnv"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { spawnSync } from "node:child_process"
import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { readAssignments } from "../src/internal/env/assignments.ts"
import { over, runners, seen } from "./support/answering.ts"

const session = { project: "/p", session: "one" }

/** What a shell makes of the text, by what a child of it gets. */
const byShell = (
  text: string,
  start: Readonly<Record<string, string>>
): Readonly<Record<string, string>> | undefined => {
  const { status, stdout } = spawnSync(
    "/bin/sh",
    ["-c", `exec 3>&1 >/dev/null\nset -a\n${text}\nset +a\nexec /usr/bin/env -0 >&3`],
    {
      env: { ...start },
      encoding: "utf8",
      input: ""
    }
  )
  if (status !== 0) return undefined
  return Object.fromEntries(
    stdout
      .split("\0")
      .filter((line) => line.includes("=") && !/^(?:PWD|OLDPWD|_)=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )
}

/** The same by reading alone. */
const byReading = (text: string, start: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const variables = new Map(Object.entries(start))
  for (const change of readAssignments(text, (name) => start[name]).changes) {
    if (change._tag === "Set") variables.set(change.name, change.value)
    else variables.delete(change.name)
  }
  for (const name of ["PWD", "OLDPWD", "_"]) variables.delete(name)
  return Object.fromEntries(variables)
}

const pieces = [
  "A",
  "B",
  "=",
  "'",
  '"',
  "\\",
  "$",
  " ",
  "\n",
  ";",
  "#",
  "x",
  "1",
  "_",
  "export ",
  "unset ",
  "A=",
  "B=",
  "'it is'",
  '"a b"',
  '"$A"',
  "$B",
  "${A}",
  "\\ ",
  "\\'",
  '\\"',
  "'\\''",
  '"\\$A \\" \\x"',
  " # told",
  "\r",
  "\\\n",
  "é"
]

describe("assignments", () => {
  it.prop(
    "mean what a shell makes of them, wherever all of them are understood",
    [Schema.Array(Schema.Literals(pieces))],
    ([parts]) => {
      const text = parts.join("")
      // A carriage return is blank here, since files are written on all systems; for a shell it is part of the word.
      // At the very end a backslash would take the next line of the script that reads it.
      if (text.includes("\r") || text.endsWith("\\")) return
      const { problems } = readAssignments(text, (name) => ({ B: "b b" })[name])
      if (problems.length > 0) return
      const shell = byShell(text, { B: "b b" })
      // Where a `;` ends nothing a shell refuses everything; here it costs nothing.
      if (shell === undefined) return
      assert.deepStrictEqual(byReading(text, { B: "b b" }), shell)
    },
    { arbitrary: { runs: 400, size: 12 } }
  )

  const read = (text: string): { readonly set: ReadonlyArray<unknown>; readonly problems: ReadonlyArray<string> } => {
    const { changes, problems } = readAssignments(text, (name) => ({ PATH: "/bin", HOME: "/me" })[name])
    return {
      set: changes.flatMap((change) => [change._tag === "Set" ? [change.name, change.value] : `-${change.name}`]),
      problems: problems.map(({ line, text: why }) => `${line}: ${why}`)
    }
  }

  it("are read one and several to a line, quoted or not, with comments between", () => {
    assert.deepStrictEqual(
      read(
        `# first\nexport A=1 B='two words' C="$HOME/x"; D=4\n\nexport PATH="$HOME/bin:$PATH"\r\nE=\nF=$'a\\tb'\nunset A D # gone\nexport B\nG="a\nb"\n`
      ),
      {
        set: [
          ["A", "1"],
          ["B", "two words"],
          ["C", "/me/x"],
          ["D", "4"],
          ["PATH", "/me/bin:/bin"],
          ["E", ""],
          ["F", "a\tb"],
          "-A",
          "-D",
          ["G", "a\nb"]
        ],
        problems: []
      }
    )
  })

  it("cost a line, where they would have to run something or are none", () => {
    assert.deepStrictEqual(
      read("A=$(touch x)\nB=`id`\nC=1 rm -rf x\nD=1\necho hi\nE=a|b\nF=(1 2)\n1G=x\nH='open\nI=9\nK=\0\nL=>x"),
      {
        set: [
          ["D", "1"],
          ["I", "9"]
        ],
        problems: [
          "1: it would have to run something ($…)",
          "2: ` would be what a command prints",
          "3: it is no assignment",
          "5: it is no assignment",
          "6: | would run something",
          "7: ( would be a list or a subshell",
          "8: it is no assignment",
          "9: a quote (') is not closed",
          "11: the value of K holds a NUL",
          "12: > would be a redirection"
        ]
      }
    )
  })
})

describe("the file for exports", () => {
  it.live("is the session's own, for its owner only, and gone with the session", () =>
    Leftovers.none(
      Effect.gen(function* () {
        const env = yield* SessionEnv
        const file = (yield* env.file(session)) ?? ""
        const other = (yield* env.file({ ...session, session: "two" })) ?? ""
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        assert.strictEqual(statSync(path.dirname(file)).mode & 0o777, 0o700)
        appendFileSync(file, "export A=1\nnonsense\nB=2\n")
        assert.deepStrictEqual(yield* env.refresh(session), [
          "line 2 of the exports does not count: it is no assignment"
        ])
        assert.deepStrictEqual(yield* env.refresh(session), [])
        assert.deepStrictEqual(env.exports(session).set, { A: "1", B: "2" })
        assert.deepStrictEqual(env.exports({ ...session, session: "two" }).set, {})
        yield* env.end(session)
        assert.isFalse(existsSync(file))
        assert.isTrue(existsSync(other))
        assert.deepStrictEqual(env.exports(session).set, {})
      }).pipe(Effect.provide(EnvFile.layer), Effect.scoped)
    )
  )

  it.live("is not followed where somebody has put a link in its place", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      const file = (yield* env.file(session)) ?? ""
      const secret = path.join(mkdtempSync(path.join(tmpdir(), "hookline-secret-")), "secret")
      writeFileSync(secret, "A=secret\n")
      rmSync(file)
      symlinkSync(secret, file)
      const problems = yield* env.refresh(session)
      assert.match(problems.join(), /can't be read/)
      assert.deepStrictEqual(env.exports(session).set, {})
      rmSync(path.dirname(secret), { recursive: true })
    }).pipe(Effect.provide(EnvFile.layer), Effect.scoped)
  )

  it.live("is no way to our own keys", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      appendFileSync((yield* env.file(session)) ?? "", 'X="$ANTHROPIC_API_KEY" Y=$HOME\n')
      yield* env.refresh(session)
      assert.deepStrictEqual(env.exports(session).set, { X: "", Y: "/me" })
    }).pipe(Effect.provide(EnvFile.layerWith({ ANTHROPIC_API_KEY: "secret", HOME: "/me" })), Effect.scoped)
  )
})

const start = HookEvent.cases.SessionStart.make({ sessionId: "one", source: "startup" })
const stop = (sessionId: string) => HookEvent.cases.Stop.make({ sessionId })
const group = (command: string) => [{ hooks: [{ type: "command", command }] }]

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("what a %s hook exports", (kind) => {
  const files = (text: string) => ({
    ".claude/settings.json": {
      json: {
        hooks: {
          SessionStart: group(text),
          Stop: group(`printf '%s|%s|%s' "$A" "$B" "\${CLAUDE_ENV_FILE-none}" >&2; exit 2`)
        }
      }
    }
  })

  it.live("is there for every later hook of the session and for the host, and for no other session", () =>
    over(
      files(`echo "export A='it is'" >> "$CLAUDE_ENV_FILE"; printf 'B="$A too"\\n' >> "$AMPLIFIER_ENV_FILE"`),
      kind,
      "open",
      Effect.fnUntraced(function* ({ answer }) {
        const first = yield* answer(start)
        assert.deepStrictEqual(first.env, { A: "it is", B: "it is too" })
        assert.include(seen(yield* answer(stop("one"))).text, "it is|it is too|none")
        assert.include(seen(yield* answer(stop("two"))).text, "||none")
        // Also where nothing runs, the host is told.
        const idle = yield* answer(HookEvent.cases.Notification.make({ sessionId: "one", message: "x" }))
        assert.deepStrictEqual(idle.env, { A: "it is", B: "it is too" })
        yield* answer(HookEvent.cases.SessionEnd.make({ sessionId: "one", reason: "other" }))
        assert.include(seen(yield* answer(stop("one"))).text, "||none")
      })
    )
  )

  it.live("costs no more than its line where it is garbage, and is told", () =>
    over(
      files(
        `printf 'A=1\\nB=$(touch OWNED)\\n\\000\\001\\n)(\\n' >> "$CLAUDE_ENV_FILE"; head -c 3000000 /dev/zero >> "$CLAUDE_ENV_FILE"`
      ),
      kind,
      "open",
      Effect.fnUntraced(function* ({ answer }, folder) {
        const report = yield* answer(start)
        assert.deepStrictEqual(report.env, { A: "1" })
        const { text } = seen(report)
        assert.match(text, /line 2 of the exports does not count: it would have to run something/)
        assert.match(text, /longer than 1048576 bytes/)
        assert.isFalse(existsSync(path.join(folder, "OWNED")))
      })
    )
  )
})
