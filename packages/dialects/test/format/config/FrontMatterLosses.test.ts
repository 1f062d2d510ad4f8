// A guard in a front matter runs, or is a loss: damaged front matter once dropped guards, and check found no problem.
import { assert, describe, it } from "@effect/vitest"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Effect from "effect/Effect"

const file = {
  dialect: "claude",
  scope: "project",
  file: "/p/.claude/agents/rev.md",
  folder: "/p",
  skill: "rev"
} as const

const lines = [
  "---",
  "name: rev",
  "description: Reviews",
  "hooks:",
  "  PreToolUse:",
  "    - matcher: Bash",
  "      hooks:",
  "        - type: command",
  '          command: "exit 2"',
  "---",
  "Text."
]

/** Reads a text: whether its guard is as it was written, or a loss. */
const guardIn = (text: string) =>
  Effect.map(ClaudeCode.config.read(file, text), ({ diagnostics, hooks }) => ({
    runs: hooks.some(
      ({ event, handler, matcher }) =>
        event === "PreToolUse" &&
        (matcher === "Bash" || matcher === undefined) &&
        handler._tag === "Command" &&
        handler.command === "exit 2"
    ),
    isLost: diagnostics.some(({ lost }) => lost !== undefined)
  }))

const replaced = (at: number, ...by: ReadonlyArray<string>): string => lines.toSpliced(at, 1, ...by).join("\n")

const damaged: Readonly<Record<string, string>> = {
  "a quote before a line": replaced(5, "'   - matcher: Bash"),
  "a bracket before a line": replaced(5, "[    - matcher: Bash"),
  "a zero-width space before a line": replaced(5, "\u200b    - matcher: Bash"),
  "a quote before the event": replaced(4, "'  PreToolUse:"),
  "a backtick before the event": replaced(4, "`  PreToolUse:"),
  "a line that is no YAML": replaced(4, "  PreToolUse:", "@"),
  "hooks indented by a tab": replaced(3, "\thooks:"),
  "hooks indented by a blank": replaced(3, " hooks:"),
  "hooks without a colon": replaced(3, "hooks"),
  "hooks as an explicit key": replaced(3, "? hooks", ":"),
  "hooks with an anchor": replaced(3, "&h hooks:"),
  "hooks with a tag": replaced(3, "!!str hooks:"),
  "an event with a tag and no indent": replaced(4, "!  PreToolUse:"),
  "hooks with a Cyrillic letter": replaced(3, "h\u043eoks:"),
  "four dashes": replaced(0, "----"),
  "two dashes": replaced(0, "--"),
  "a long dash": replaced(0, "\u2014"),
  "a comment behind the dashes": replaced(0, "--- # c"),
  "no first line": lines.slice(1).join("\n"),
  "a comment above": ["<!-- x -->", ...lines].join("\n"),
  "line ends of old systems": lines.join("\r"),
  "UTF-16": Buffer.from(lines.join("\n"), "utf16le").toString("utf8")
}

const inner = lines.slice(1, -2)
const spaced = inner.toSpliced(2, 0, "")
const rest = ["---", "name: rev", "---"]
const toml = ["[[hooks.PreToolUse]]", 'matcher = "Bash"', "", "[[hooks.PreToolUse.hooks]]", 'command = "exit 2"']
const json = [
  "{",
  '  "name": "rev",',
  '  "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}',
  "}"
]

/** Hooks in another block than the front matter, or in one of another format. */
const elsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  "a second block": [...rest, "---", ...inner, "---", "Text."],
  "a second block behind an empty line": [...rest, "", "---", ...inner, "---"],
  "a second block with an empty line": [...rest, "---", ...spaced, "---"],
  "an empty first block": ["---", "---", "---", ...inner, "---"],
  "a second block that never ends": [...rest, "---", ...inner],
  "a first block that ends too early": ["---", "name: rev", "---", ...inner.slice(1), "---"],
  "a second block of a long name": [...rest, "---yaml", ...inner, "---"],
  "a second block in TOML": [...rest, "+++", ...toml, "+++"],
  "a block of code": ["```yaml", ...spaced, "```"],
  TOML: ["+++", 'name = "rev"', ...toml, "+++", "Text."],
  "YAML in +++": ["+++", ...spaced, "+++"],
  "TOML with a dotted key": ["+++", 'hooks.PreToolUse = [{ hooks = [{ command = "exit 2" }] }]', "+++"],
  JSON: [...json, "", "Text."],
  "JSON in ;;;": [";;;", ...json, ";;;"],
  "JSON on one line": [json.join(" ")],
  "four dashes and an empty line": ["----", ...spaced, "----"],
  "a word behind the dashes, and an empty line": ["---yaml", ...spaced, "---"],
  "no first line, and an empty line": [...spaced, "---", "Text."]
}

const inserted = [
  "",
  " ",
  "\t",
  "'",
  '"',
  "[",
  "{",
  "@",
  "-",
  "- ",
  "&",
  "!",
  "?",
  ":",
  "#",
  "\u200b",
  "|",
  ">",
  "%",
  "*",
  "`"
]

/** All lines that are damaged at their beginning: white space is replaced by what is inserted. */
const damages = lines.slice(0, 10).flatMap((old, line) => {
  const space = old.length - old.trimStart().length
  const cuts = Array.from({ length: space + 1 }, (_, cut) => cut)
  return cuts.flatMap((cut) =>
    [0, 1, 2].flatMap((removes) =>
      inserted.map((text) => ({
        line,
        text,
        // Only white space is removed: a word that is misspelt is another matter.
        now: `${old.slice(0, cut)}${text}${old.slice(Math.min(space, cut + removes))}`
      }))
    )
  )
})

describe("a guard in a front matter", () => {
  it.effect("runs where nothing is damaged", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* guardIn(lines.join("\n")), { runs: true, isLost: false })
    })
  )

  for (const [what, text] of Object.entries(damaged)) {
    it.effect(`runs or is a loss with ${what}`, () =>
      Effect.gen(function* () {
        const { isLost, runs } = yield* guardIn(text)
        assert.isTrue(runs || isLost)
      })
    )
  }

  for (const [what, text] of Object.entries(elsewhere))
    for (const end of ["\n", "\r\n"])
      it.effect(`is a loss in ${what}, with ${JSON.stringify(end)}`, () =>
        Effect.gen(function* () {
          const { isLost, runs } = yield* guardIn(text.join(end))
          assert.isTrue(runs || isLost)
        })
      )

  it.effect("is a loss in a second block, whatever the first one has", () =>
    Effect.gen(function* () {
      const read = yield* ClaudeCode.config.read(file, [...lines.slice(0, -1), "---", ...inner, "---"].join("\n"))
      assert.strictEqual(read.hooks.length, 1)
      assert.deepStrictEqual(
        read.diagnostics.map(({ lost }) => lost),
        [{ entries: 1, events: ["PreToolUse"] }]
      )
    })
  )

  it.effect("runs or is a loss wherever a line is damaged at its beginning", () =>
    Effect.gen(function* () {
      for (const { line, now, text } of damages) {
        // A comment takes away what is behind it, as whoever wrote it meant.
        if (text === "#") continue
        const { isLost, runs } = yield* guardIn(replaced(line, now))
        assert.isTrue(runs || isLost, JSON.stringify(now))
      }
    })
  )

  it.effect("is none where a text only writes about hooks", () =>
    Effect.gen(function* () {
      for (const text of [
        ["---", "name: rev", "description: |", "  PreToolUse:", "    command: x", "---", "Text."],
        ["---", "name: rev", "---", "hooks:", "  PreToolUse:", "    - command: x"],
        ["# How to write hooks", "", "hooks:", "  PreToolUse:", "    - command: x"],
        ["---", "name: rev", "hooks:", "  PreToolUse: []", "---"],
        ["---", "---", "A text on hooks."],
        [...rest, "", "# How to write hooks", "", "---", "hooks:", "  PreToolUse:", "    - command: x", "---"],
        [...rest, "", "```yaml", "hooks:", "  PreToolUse:", "    - command: x", "```"],
        [...rest, "", "---", "", "A text with PreToolUse: and command: in it.", "", "---"],
        ["# A title", "", "---", "hooks:", "  PreToolUse:", "    - command: x", "---"]
      ]) {
        assert.deepStrictEqual(yield* guardIn(text.join("\n")), { runs: false, isLost: false }, text.join("\n"))
      }
    })
  )
})
