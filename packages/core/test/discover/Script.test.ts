import { assert, describe, it } from "@effect/vitest"
import * as Script from "@hookline/core/kit/discover/Script"
import * as Schema from "effect/Schema"

const read = Script.reader({ PLUGIN: "/plug in", PROJECT: "/project", EMPTY: "" })

const cases: ReadonlyArray<readonly [command: string, path: string | undefined, direct?: boolean]> = [
  ['"${PLUGIN}/guard.sh" --strict', "/plug in/guard.sh", true],
  ['"$PLUGIN"/guard.sh', "/plug in/guard.sh", true],
  ["${PLUGIN}/guard.sh; exit 0", "/plug in/guard.sh", true],
  ["'/a b/guard.sh' && true", "/a b/guard.sh", true],
  ["/a\\ b/guard.sh", "/a b/guard.sh", true],
  ["STRICT=1 ./guard.sh", "./guard.sh", true],
  ["bash hooks/guard.sh", "hooks/guard.sh", false],
  ["python3 guard.py | tee log", "guard.py", false],
  ['node "$PROJECT/guard.mjs"', "/project/guard.mjs", false],
  ["node -e 'process.exit(2)' /x", undefined],
  ["python3 -m guards.check", undefined],
  ["uv run guard.py", undefined],
  ["echo careful", undefined],
  ["git diff --stat src/", undefined],
  ["$ELSEWHERE/guard.sh", undefined],
  ["'$PROJECT/guard.sh'", "$PROJECT/guard.sh", true],
  ["${PLUGIN:-.}/guard.sh", undefined],
  ['"${PLUGIN:-.}/guard.sh"', "/plug in/guard.sh", true],
  ['bash "${PLUGIN-$HOME}/guard.sh"', "/plug in/guard.sh", false],
  ['"${ELSEWHERE:-.}/guard.sh"', undefined],
  ['"${PLUGIN}"/guard.sh --strict', "/plug in/guard.sh", true],
  ['"${PLUGIN}"/hooks/"my guard.sh"', "/plug in/hooks/my guard.sh", true],
  ["${PLUGIN}/it\\'s/guard.sh", "/plug in/it's/guard.sh", true],
  ["${PLUGIN}/~/guard.sh", "/plug in/~/guard.sh", true],
  ['"${ELSEWHERE}"/guard.sh', undefined],
  ['"${EMPTY}"/guard.sh', undefined],
  ['"${PLUGIN%/*}/guard.sh"', undefined],
  ['"${PLUGIN:+x}/guard.sh"', undefined],
  ['"$(dirname "$0")/guard.sh"', undefined],
  ['bash "$(git rev-parse --show-toplevel)/guard.sh"', undefined],
  ["hooks/*.sh", undefined],
  ["if [ -x ./guard.sh ]; then ./guard.sh; fi", undefined],
  ["cat <<'END'\n./guard.sh\nEND", undefined]
]

const inFolders = Script.readerInFolders({ PLUGIN: "/plug in", PROJECT: "/project" })

const moved: ReadonlyArray<readonly [command: string, path: string | undefined]> = [
  ["cd hooks && ./guard.sh", "hooks/guard.sh"],
  ['cd "$PROJECT" && ./guard.sh --strict', "/project/guard.sh"],
  ["cd '/a b/'; bash guard.sh", "/a b/guard.sh"],
  ["cd -- hooks && python3 ./guard.py", "hooks/guard.py"],
  ["cd hooks && /bin/guard.sh", "/bin/guard.sh"],
  ["cd $ELSEWHERE && ./guard.sh", undefined],
  ["cd -P hooks && ./guard.sh", undefined],
  ["cd hooks || exit 0; ./guard.sh", undefined],
  ["./guard.sh", "./guard.sh"]
]

/** Parts of commands, most of which begin, end or extend a word. */
const Part = Schema.Literals([
  "./guard.sh",
  '"$PLUGIN"/guard.sh',
  "${PLUGIN}",
  "/bin/a",
  "cd ",
  "cd hooks && ",
  "A=/b ",
  "A=",
  "sh ",
  "$ELSEWHERE",
  " ",
  "\n",
  ";",
  "&&",
  ">",
  "'",
  '"',
  "\\",
  "`",
  "$",
  "(",
  "{",
  "x"
])

describe("Script", () => {
  it.prop(
    "finds the script of a command whatever commands were read before it",
    [Schema.Array(Schema.Array(Part).check(Schema.isMaxLength(5))).check(Schema.isMinLength(2))],
    ([written]) => {
      const env = { PLUGIN: "/plug in", PROJECT: "/project" }
      const one = Script.readerInFolders(env)
      // Each word once more with something behind it, because two such commands share what was read.
      for (const parts of written) {
        for (const command of [
          parts.join(""),
          ...["", " -x", ";", "/y", "'", "$"].map((end) => parts.join("") + end)
        ]) {
          assert.deepStrictEqual(one(command), Script.readerInFolders(env)(command), JSON.stringify(command))
        }
      }
    }
  )

  for (const [command, path] of moved) {
    it(`finds ${path ?? "no script"} behind a change of the folder in \`${command}\``, () => {
      assert.strictEqual(inFolders(command)?.path, path)
    })
  }

  for (const [command, path, direct] of cases) {
    it(`${path === undefined ? "can't tell what starts with" : `finds ${path} in`} \`${command}\``, () => {
      const expected = path === undefined ? undefined : { path, direct }
      assert.deepStrictEqual(Script.mayName(command) ? read(command) : undefined, expected)
    })
  }

  it.prop(
    "finds a path in a folder however its variable is written",
    [Schema.Literals(["PLUGIN", "EMPTY", "ELSEWHERE"]), Schema.Array(Part).check(Schema.isMaxLength(5))],
    ([name, parts]) => {
      const path = parts.join("")
      assert.deepStrictEqual(read(`"\${${name}}${path}"`), read(`"\${${name}:-}${path}"`), JSON.stringify([name, path]))
    }
  )

  it.prop("says nothing wrong about any text", [Schema.String], ([command]) => {
    const script = read(command)
    assert.isTrue(script === undefined || script.path.length > 0)
  })
})
