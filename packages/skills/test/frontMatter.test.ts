// A file that is not read any further has no hooks: the dialect finds none in it, and reports none that would not run.
import { assert, describe, it } from "@effect/vitest"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { besidesOf, frontOf, mayBringHooks } from "../src/internal/frontMatter.ts"

const file = {
  dialect: "claude",
  scope: "project",
  file: "/p/.claude/agents/rev.md",
  folder: "/p",
  skill: "rev"
} as const

const hooks = ["hooks:", "  PreToolUse:", "    - hooks:", "        - type: command", '          command: "exit 2"']

const toml = ["[[hooks.PreToolUse]]", 'matcher = "Bash"', "[[hooks.PreToolUse.hooks]]", 'command = "exit 2"']

/** Lines of which files are made, so that most have several blocks, and some have hooks. */
const parts: Readonly<Record<string, ReadonlyArray<string>>> = {
  dashes: ["---"],
  "dashes and a blank": ["--- "],
  "dashes and a word": ["---yaml"],
  "dashes and a comment": ["--- # c"],
  "four dashes": ["----"],
  plus: ["+++"],
  semicolons: [";;;"],
  empty: [""],
  name: ["name: rev"],
  text: ["A text."],
  long: ["x".repeat(2100)],
  hooks,
  toml,
  json: ['{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}']
}

const texts = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.array(Arbitrary.schema(Schema.Literals(Object.keys(parts))), { maxLength: 9 }),
    Arbitrary.schema(Schema.Literals(["\n", "\r\n", "\r"])),
    Arbitrary.schema(Schema.Literals(["", "\ufeff", " ", "\n"]))
  ]),
  ([names, end, start]) => start + names.flatMap((name) => parts[name] ?? []).join(end)
)

describe("a file of a skill", () => {
  it.effect.prop(
    "is read wherever the dialect finds hooks in it, or hooks that do not run",
    [texts],
    ([text]) =>
      Effect.gen(function* () {
        const read = yield* ClaudeCode.config.read(file, text)
        const front = frontOf(text)
        const isRead = mayBringHooks(front) || mayBringHooks(besidesOf(front, text))
        const found = read.hooks.length + read.diagnostics.filter(({ lost }) => (lost?.entries ?? 0) > 0).length
        // A front matter that is no mapping is reported where it may have hooks.
        assert.isTrue(isRead || found === 0 || !text.includes("PreToolUse"), JSON.stringify(text))
      }),
    { arbitrary: { runs: 2000 } }
  )
})
