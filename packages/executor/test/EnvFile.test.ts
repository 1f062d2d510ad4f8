import { assert, describe, it } from "@effect/vitest"
import { type Exports, nothing, SessionEnv } from "@hookline/core/SessionEnv"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers, Requirement } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { readAssignments } from "../src/internal/env/assignments.ts"
import { around, over, runners, seen } from "./support/answering.ts"

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
  "é",
  "\f",
  "\v",
  "\u00a0",
  "\u2003",
  "\ufeff"
]

/** What a shell splits, expands to names of files, and expands to a home. */
const started: Readonly<Record<string, string>> = { B: "b b", C: "*", D: "x=1 A=2", HOME: "/me" }

/** Statements whose words are quoted and expanded in every place, which few texts of pieces reach. */
const Statement = Schema.Tuple([
  Schema.Literals([
    "",
    "export ",
    "unset ",
    "\\export ",
    '"export" ',
    "${A}export ",
    "exp\\\nort ",
    "export A=new ",
    "A=1; unset -f ",
    "A=1; unset -v ",
    "A=1; unset -- ",
    "A=1; unset A -f ",
    "export -- ",
    "export -p ",
    "export\u00a0",
    "A=1; unset\t"
  ]),
  Schema.Literals(["A", "A1", "\\A", '"A"', "'A'", "${A}", "$B", '"$B"A', "${A}A", "A\\\n", "B A"]),
  Schema.Literals(["=", "\\=", "=\\\n", "", "==", "+="]),
  Schema.Literals([
    "",
    "x",
    "$B",
    '"$B"',
    "'$B'",
    "x${B}x",
    "x\u00a0x",
    "x\fx",
    "\\$B",
    "$B=$B",
    "~",
    "x:~/y",
    "~\\\n/y",
    "x:\\\n~",
    "$B:~",
    "\\~",
    "'~'",
    "$C",
    "$D"
  ]),
  Schema.Literals(["", " B=$B", " A=x", " # $B", " $B", " x", ";"])
])

const Text = Schema.Union([Schema.Array(Schema.Literals(pieces)), Schema.Array(Statement)])

describe("assignments", () => {
  it.prop(
    "mean what a shell makes of them, wherever all of them are understood",
    [Text],
    ([parts]) => {
      const lines = parts.map((part) => (typeof part === "string" ? part : part.join("")))
      const text = lines.join(typeof parts[0] === "string" ? "" : "\n")
      // A carriage return is blank here, since files are written on all systems; for a shell it is part of the word.
      // At the very end a backslash would take the next line of the script that reads it.
      if (text.includes("\r") || text.endsWith("\\")) return
      // So do some begin a file with a byte-order mark.
      if (text.startsWith("\ufeff")) return
      // Quotes after a dollar are meant as bash means them, which this shell may not know.
      if (text.includes("$'")) return
      const { problems } = readAssignments(text, (name) => started[name])
      if (problems.length > 0) return
      const shell = byShell(text, started)
      // Where a `;` ends nothing a shell refuses everything; here it costs nothing.
      if (shell === undefined) return
      assert.deepStrictEqual(byReading(text, started), shell)
    },
    { arbitrary: { runs: 400, size: 12 } }
  )

  it("are those of a shell where blanks are none of its own, and options are its own", () => {
    assert.deepStrictEqual(byReading("export A=/srv/K\u00a0akten B=a\fb\r\n", {}), {
      A: "/srv/K\u00a0akten",
      B: "a\fb"
    })
    assert.deepStrictEqual(byReading("unset -f A", { A: "on" }), { A: "on" })
    assert.deepStrictEqual(byReading("unset -v A", { A: "on" }), {})
    assert.deepStrictEqual(
      readAssignments("export -n A\nunset -n A\nexport -p A=1\nexport\u00a0A=on").problems.map(({ line }) => line),
      [1, 2, 3, 4]
    )
  })

  const read = (text: string): { readonly set: ReadonlyArray<unknown>; readonly problems: ReadonlyArray<string> } => {
    const { changes, problems } = readAssignments(text, (name) => ({ PATH: "/bin", HOME: "/me" })[name])
    return {
      set: changes.flatMap((change) => [change._tag === "Set" ? [change.name, change.value] : `-${change.name}`]),
      problems: problems.map(({ line, text: why }) => `${line}: ${why}`)
    }
  }

  it("are made one after the other in a line, and all at once where they are exported", () => {
    assert.deepStrictEqual(byReading("B=new A=$B", { B: "old" }), { A: "new", B: "new" })
    assert.deepStrictEqual(byReading("export B=new A=$B", { B: "old" }), { A: "old", B: "new" })
  })

  it("never take a name for read that may go on in the next line", () => {
    for (const text of ["A=$\\\n#", "A=$\\\nB", "A=$B\\\nB", 'A="$B\\\nB"', 'A="$\\\n#"']) {
      assert.deepStrictEqual(byReading(text, { B: "b b" }), { B: "b b" }, JSON.stringify(text))
    }
  })

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

  // proves: docs/security.md
  it("cost a line, where they would have to run something or are none", () => {
    assert.deepStrictEqual(
      read("A=$(touch x)\nB=`id`\nC=1 rm -rf x\nD=1\necho hi\nE=a|b\nF=(1 2)\n1G=x\nK=\0\nL=>x\nH='open\nI=9"),
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
          "9: the value of K holds a NUL",
          "10: > would be a redirection",
          "11: a quote (') is not closed"
        ]
      }
    )
  })
})

/** Statements over several lines, each of which would set `A` if a line of it counted alone. */
const constructs: Readonly<Record<string, string>> = {
  if: "if false; then\nexport A=lost\nfi",
  "if with else": "if true; then\n:\nelse\nA=lost\nfi",
  "nested if": "if false; then\nif true; then\nA=lost\nfi\nA=lost\nfi",
  for: "for x in\ndo\nA=lost\ndone",
  while: "while false\ndo\nA=lost\ndone",
  until: "until true; do\nA=lost\ndone",
  case: "case x in\ny)\nA=lost\n;;\nesac",
  function: "f() {\nA=lost\n}",
  "function below its name": "f()\n{\nA=lost\n}",
  group: "false && {\nA=lost\n}",
  subshell: "(\nA=lost\n)",
  "joined by &&": "false &&\nA=lost",
  "joined by ||": "true || # no more\nA=lost",
  "piped by |": "true |\nA=lost",
  backtick: "B=`echo\nA=lost\n`",
  substitution: "B=$(echo\nA=lost\n)",
  "here-document": "cat <<END\nA=lost\nEND",
  quote: "echo '\nA=lost\n'",
  "double quotes": 'echo "\nA=lost\n"',
  "continued line": "echo \\\nA=lost"
}

describe("a construct in exports", () => {
  for (const [name, construct] of Object.entries(constructs)) {
    // proves: docs/security.md
    it(`sets nothing by a line of it, and the lines behind it count (${name})`, () => {
      const last = construct.split("\n").length + 1
      const text = `A=first\n${construct}\nB=last\n`
      const { changes, problems } = readAssignments(text)
      assert.deepStrictEqual(
        changes.map((change) => [change.name, change._tag === "Set" ? change.value : undefined]),
        [
          ["A", "first"],
          ["B", "last"]
        ]
      )
      assert.isNotEmpty(problems)
      assert.strictEqual(problems[0]?.line, 2)
      const rest = problems.length > 1 ? /./ : new RegExp(`; nor do the lines up to ${last}$`)
      assert.match(problems[0]?.text ?? "", rest)
      const { PATH = "/bin:/usr/bin" } = process.env
      const shell = byShell(text, { PATH })
      assert.deepStrictEqual([shell?.["A"], shell?.["B"]?.trim()], ["first", "last"])
    })
  }

  it("takes the rest with it where the shell ends, and one line where it has no end", () => {
    for (const text of ["return\nA=1", "exit 0; A=1", "exit\n"]) {
      const { changes, problems } = readAssignments(`${text}\nB=2\n`)
      assert.deepStrictEqual([...changes], [], text)
      assert.strictEqual(problems.length, 1, text)
    }
    for (const text of ["if then ((", "A='", "A=`id", "cat <<END", "returns", "exit_now"]) {
      const { changes, problems } = readAssignments(`${text}\nB=2\n`)
      assert.deepStrictEqual(changes, [{ _tag: "Set", name: "B", value: "2" }], text)
      assert.strictEqual(problems.length, 1, text)
    }
  })

  it("is bounded in time, however many lines are in doubt", () => {
    assert.strictEqual(readAssignments("if x; then\n".repeat(50_000)).problems.length, 50_000)
    assert.strictEqual(readAssignments("echo hi\n".repeat(5000)).problems.length, 5000)
  })
})

describe("the file for exports", () => {
  it.live("is the session's own, for its owner only, and gone with the session", () =>
    Leftovers.none(
      Effect.gen(function* () {
        const env = yield* SessionEnv
        const file = (yield* env.file(session, "user")) ?? ""
        const other = (yield* env.file({ ...session, session: "two" }, "user")) ?? ""
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        assert.strictEqual(statSync(path.dirname(file)).mode & 0o777, 0o700)
        appendFileSync(file, "export A=1\nnonsense\nB=2\n")
        assert.deepStrictEqual(yield* env.refresh(session), [
          "line 2 of the exports does not count: it is no assignment"
        ])
        assert.deepStrictEqual(yield* env.refresh(session), [])
        assert.deepStrictEqual(env.exports(session, "user").set, { A: "1", B: "2" })
        assert.deepStrictEqual(env.exports({ ...session, session: "two" }, "user").set, {})
        yield* env.end(session)
        assert.isFalse(existsSync(file))
        assert.isTrue(existsSync(other))
        assert.deepStrictEqual(env.exports(session, "user").set, {})
      }).pipe(Effect.provide(Layer.provide(EnvFile.layer, around)), Effect.scoped)
    )
  )

  it.live("sets no variable to bytes that are no text, and reports that", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      const file = (yield* env.file(session, "user")) ?? ""
      writeFileSync(file, Buffer.from("A=f\xfcr\nB=$A/x\nC=ok\n", "latin1"))
      assert.deepStrictEqual(yield* env.refresh(session), [
        "the value of A is no UTF-8, and does not count",
        "the value of B is no UTF-8, and does not count"
      ])
      assert.deepStrictEqual(env.exports(session, "user").set, { C: "ok" })
      // The character itself is text.
      writeFileSync(file, "A=\uFFFD\n")
      assert.deepStrictEqual(yield* env.refresh(session), [])
      assert.deepStrictEqual(env.exports(session, "user").set, { A: "\uFFFD" })
    }).pipe(Effect.provide(Layer.provide(EnvFile.layer, around)), Effect.scoped)
  )

  it.live("is reported where it is longer than what is read, also by a first line without an end", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      const file = (yield* env.file(session, "user")) ?? ""
      writeFileSync(file, `A=${"x".repeat(1 << 21)}\nexport GUARD=1\n`)
      assert.deepStrictEqual(yield* env.refresh(session), [
        "the file for exports is longer than 1048576 bytes; the rest does not count"
      ])
    }).pipe(Effect.provide(Layer.provide(EnvFile.layer, around)), Effect.scoped)
  )

  it.live("is not followed where somebody has put a link in its place", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      const file = (yield* env.file(session, "user")) ?? ""
      const secret = path.join(mkdtempSync(path.join(tmpdir(), "hookline-secret-")), "secret")
      writeFileSync(secret, "A=secret\n")
      rmSync(file)
      symlinkSync(secret, file)
      const problems = yield* env.refresh(session)
      assert.match(problems.join(), /can't be read/)
      assert.deepStrictEqual(env.exports(session, "user").set, {})
      rmSync(path.dirname(secret), { recursive: true })
    }).pipe(Effect.provide(Layer.provide(EnvFile.layer, around)), Effect.scoped)
  )

  it.live("is no way to our own keys", () =>
    Effect.gen(function* () {
      const env = yield* SessionEnv
      appendFileSync((yield* env.file(session, "user")) ?? "", 'X="$ANTHROPIC_API_KEY" Y=$HOME\n')
      yield* env.refresh(session)
      assert.deepStrictEqual(env.exports(session, "user").set, { X: "", Y: "/me" })
    }).pipe(
      Effect.provide(Layer.provide(EnvFile.layerWith({ ANTHROPIC_API_KEY: "secret", HOME: "/me" }), around)),
      Effect.scoped
    )
  )
})

/** A folder that goes with the test. */
const place = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "hookline-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The variables of sessions, as a process has them that begins now. */
const another = (folder: string, env: Readonly<Record<string, string>> = {}) =>
  Effect.provide(
    SessionEnv,
    Layer.fresh(EnvFile.layerAt(({ session: id }) => (id === undefined ? undefined : path.join(folder, id)), env)).pipe(
      Layer.provide(around)
    )
  )

describe("the file for exports in a session's folder", () => {
  it.live("is there for the next process, before any hook of it runs", () =>
    Effect.gen(function* () {
      const folder = path.join(yield* place, "sessions")
      const first = yield* another(folder)
      assert.deepStrictEqual(first.exports(session, "user"), nothing)
      assert.isFalse(existsSync(folder))
      const file = (yield* first.file(session, "user")) ?? ""
      assert.strictEqual(file, path.join(folder, "one", "env"))
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(statSync(path.dirname(file)).mode & 0o777, 0o700)
      appendFileSync(file, "export A=1\nnonsense\nunset Z\nB=$HOME\n")
      assert.strictEqual((yield* first.refresh(session)).length, 1)

      const next = yield* another(folder, { HOME: "/me" })
      assert.deepStrictEqual(next.exports(session, "user"), { set: { A: "1", B: "/me" }, unset: ["Z"] })
      assert.strictEqual(next.exports(session, "user"), next.exports(session, "user"))
      assert.strictEqual(yield* next.file(session, "user"), file)
      // The first has told of it.
      assert.deepStrictEqual(yield* next.refresh(session), [])
      appendFileSync(file, "more nonsense\nexport A=2\n")
      assert.deepStrictEqual(yield* next.refresh(session), [
        "line 5 of the exports does not count: it is no assignment"
      ])
      assert.strictEqual(next.exports(session, "user").set["A"], "2")
      yield* next.end(session)
      assert.isFalse(existsSync(file))
      assert.deepStrictEqual((yield* another(folder)).exports(session, "user"), nothing)
    })
  )

  it.live("is the process's own where the session has no folder, or it can't be used, which is told", () =>
    Effect.gen(function* () {
      const folder = yield* place
      const elsewhere = yield* place
      writeFileSync(path.join(elsewhere, "env"), "A=secret\n")
      const env = yield* another(folder)
      const unnamed = { project: "/p", session: undefined }
      const own = (yield* env.file(unnamed, "user")) ?? ""
      assert.isFalse(own.startsWith(folder))
      assert.deepStrictEqual(yield* env.refresh(unnamed), [])
      writeFileSync(path.join(folder, "file"), "")
      symlinkSync(elsewhere, path.join(folder, "link"))
      mkdirSync(path.join(folder, "inside"))
      symlinkSync(path.join(elsewhere, "env"), path.join(folder, "inside", "env"))
      for (const id of ["file", "link", "inside"]) {
        const one = { project: "/p", session: id }
        assert.deepStrictEqual(env.exports(one, "user"), nothing)
        const file = (yield* env.file(one, "user")) ?? ""
        assert.isFalse(file.startsWith(folder))
        appendFileSync(file, "A=1\n")
        assert.match((yield* env.refresh(one)).join(), /lasts for this process only/)
        assert.deepStrictEqual(env.exports(one, "user").set, { A: "1" })
        assert.deepStrictEqual(yield* env.refresh(one), [])
        yield* env.end(one)
      }
      assert.strictEqual(readFileSync(path.join(elsewhere, "env"), "utf8"), "A=secret\n")
    })
  )

  it.live("is told where it can't be read, also where no hook may export anything", () =>
    Effect.gen(function* () {
      const folder = yield* place
      symlinkSync(folder, path.join(folder, "one"))
      const env = yield* another(folder)
      assert.deepStrictEqual(env.exports(session, "user"), nothing)
      assert.match((yield* env.refresh(session)).join(), /have exported can't be read: .* is a link/)
    })
  )
})

describe("a host's own file for exports", () => {
  const exports = (set: Exports["set"], unset: Exports["unset"] = []): Exports => ({ set, unset })

  it("is the one that its variable names", () => {
    const dialects = [{}, { envFileVariable: "ONE" }, { envFileVariable: "OTHER" }]
    assert.strictEqual(EnvFile.hostFile(dialects, {}), undefined)
    assert.strictEqual(EnvFile.hostFile(dialects, { ONE: "", OTHER: "/x" }), "/x")
    assert.strictEqual(EnvFile.hostFile(dialects, { ONE: "relative", OTHER: "/x" }), "/x")
    assert.strictEqual(EnvFile.hostFile(dialects, { ONE: "/y", OTHER: "/x" }), "/y")
  })

  it.live("gets what is new, behind what stands there", () =>
    Effect.gen(function* () {
      const file = path.join(yield* place, "env")
      const first = exports({ A: "1", B: "it's" }, ["Z"])
      assert.deepStrictEqual(yield* EnvFile.appendTo(file, nothing, nothing), [])
      assert.isFalse(existsSync(file))
      assert.deepStrictEqual(yield* EnvFile.appendTo(file, nothing, first), [])
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      const text = "unset Z\nexport A='1'\nexport B='it'\\''s'\n"
      assert.strictEqual(readFileSync(file, "utf8"), text)
      appendFileSync(file, "# the host's, without an end")
      yield* EnvFile.appendTo(file, first, { ...first })
      yield* EnvFile.appendTo(file, first, exports({ B: "it's", A: "2" }, ["Z"]))
      yield* EnvFile.appendTo(file, first, exports({ A: "1" }, ["Z"]))
      // Nobody's shell could read these.
      yield* EnvFile.appendTo(file, first, exports({ ...first.set, "x; rm": "1", N: "\0" }, ["Z", "-f", "$(id)"]))
      assert.strictEqual(readFileSync(file, "utf8"), `${text}# the host's, without an end\nexport A='2'\nunset B\n`)
    })
  )

  it.live.prop(
    "means to a shell what was exported, whatever that is",
    { values: Schema.Array(Schema.String) },
    ({ values }) =>
      Effect.gen(function* () {
        const file = path.join(yield* place, "env")
        const all = values.map((value) => value.replaceAll("\0", "").toWellFormed())
        const set = Object.fromEntries(all.map((value, index) => [`V${index}`, value]))
        yield* EnvFile.appendTo(file, nothing, exports(set))
        const text = existsSync(file) ? readFileSync(file, "utf8") : ""
        assert.deepStrictEqual(byShell(text, {}), set)
        // And to us, where we are the host.
        assert.deepStrictEqual(byReading(text, {}), set)
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 50, size: 20 } }
  )

  it.live("is no link, and nothing else that is no file", () =>
    Effect.gen(function* () {
      const folder = yield* place
      writeFileSync(path.join(folder, "secret"), "")
      symlinkSync(path.join(folder, "secret"), path.join(folder, "link"))
      spawnSync("mkfifo", [path.join(folder, "pipe")])
      mkdirSync(path.join(folder, "folder"))
      for (const name of ["link", "pipe", "folder", "missing/env"]) {
        const problems = yield* EnvFile.appendTo(path.join(folder, name), nothing, exports({ A: "1" }))
        assert.match(problems.join(), /what hooks have exported can't be given to the host: /)
      }
      assert.strictEqual(readFileSync(path.join(folder, "secret"), "utf8"), "")
      assert.deepStrictEqual(readdirSync(folder).toSorted(), ["folder", "link", "pipe", "secret"])
    })
  )

  Requirement.live(Requirement.mounts)("is what it was where the disk is full", () =>
    Effect.gen(function* () {
      const folder = yield* place
      const program = `
        import * as EnvFile from "@hookline/executor/EnvFile"
        import * as Effect from "effect/Effect"
        import { readFileSync } from "node:fs"
        const set = { A: "x".repeat(200_000) }
        const problems = await Effect.runPromise(EnvFile.appendTo(process.argv[1], { set: {}, unset: [] }, { set, unset: [] }))
        console.log(JSON.stringify([problems, readFileSync(process.argv[1], "utf8")]))`
      const { stdout } = spawnSync(
        "unshare",
        [
          "-rm",
          "sh",
          "-c",
          'mount -t tmpfs -o size=64k tmpfs "$0" && printf "B=1\\n" >"$0/env" && exec "$@" "$0/env"',
          folder,
          process.execPath,
          "--conditions=@hookline/source",
          "--input-type=module",
          "-e",
          program
        ],
        { encoding: "utf8", cwd: import.meta.dirname }
      )
      // It is our own program that wrote it.
      const [problems, text] = JSON.parse(stdout) as readonly [ReadonlyArray<string>, string]
      assert.match(problems.join(), /ENOSPC/)
      assert.strictEqual(text, "B=1\n")
    })
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

  // proves: docs/security.md
  it.live("can't be a variable that is set for each hook, neither for hooks nor for the host", () =>
    over(
      files(`echo 'export CLAUDE_PROJECT_DIR=/evil FILE_PATH=/evil A=1' >>"$CLAUDE_ENV_FILE"`),
      kind,
      "open",
      Effect.fnUntraced(function* ({ answer }) {
        const report = yield* answer(start)
        assert.deepStrictEqual(report.env, { A: "1" })
        assert.match(seen(report).text, /CLAUDE_PROJECT_DIR is no hook's to export/)
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
