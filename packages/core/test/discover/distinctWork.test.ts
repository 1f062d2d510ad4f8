// Two hooks that differ in anything by which one may guard what the other lets through are no copies: both run.
import { assert, describe, it } from "@effect/vitest"
import * as Duplicates from "@hookline/core/kit/discover/Duplicates"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"

const hookOf = (id: string, handler: Handler, more: Partial<Hook> = {}): Hook => ({
  id,
  event: "PreToolUse",
  handler,
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "x", scope: "project", file: "f", folder: ".", at: [] },
  ...more
})

const command: Handler = { _tag: "Command", command: "guard" }
const first = hookOf("first", command)

const others: ReadonlyArray<readonly [what: string, one: Hook, other: Hook]> = [
  ["the command", first, hookOf("other", { ...command, command: "guard -v" })],
  ["a shell", first, hookOf("other", { ...command, shell: "bash" })],
  ["arguments", first, hookOf("other", { ...command, args: [] })],
  ["whether anybody waits", first, hookOf("other", { ...command, async: true })],
  ["whether it wakes the agent", first, hookOf("other", { ...command, asyncRewake: true })],
  ["a rule", first, hookOf("other", command, { if: "Bash(git *)" })],
  ["the event", first, hookOf("other", command, { event: "PostToolUse" })],
  ["a matcher", first, hookOf("other", command, { matcher: "Bash" })],
  ["the dialect", first, hookOf("other", command, { source: { ...first.source, dialect: "y" } })],
  ["a plugin", first, hookOf("other", command, { source: { ...first.source, plugin: "p" } })],
  ["a skill", first, hookOf("other", command, { source: { ...first.source, skill: "s" } })],
  [
    "the rule of a request",
    hookOf("first", { _tag: "Http", url: "http://x" }),
    hookOf("other", { _tag: "Http", url: "http://x" }, { if: "Bash" })
  ],
  [
    "the rule of a script",
    hookOf("first", { _tag: "Python", script: "x.py" }),
    hookOf("other", { _tag: "Python", script: "x.py" }, { if: "Bash" })
  ]
]

const running = (hooks: ReadonlyArray<Hook>): ReadonlyArray<string> =>
  Duplicates.mark(hooks, () => "Once").flatMap(({ id, off }) => (off === undefined ? [id] : []))

describe("two hooks", () => {
  it("that differ in nothing but their names and limits are one", () => {
    assert.deepStrictEqual(running([first, hookOf("other", command, { name: "x", timeoutMillis: 1 })]), ["first"])
  })

  for (const [what, one, other] of others) {
    it(`that differ in ${what} are two`, () => {
      assert.deepStrictEqual(running([one, other]), ["first", "other"])
    })
  }
})
