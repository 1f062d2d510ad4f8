import { assert, describe, it } from "@effect/vitest"
import { matches } from "@hookline/core/MatchRule"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Schema from "effect/Schema"

const cases = [
  // dialect, event, matcher, name, matches
  [ClaudeCode, "PreToolUse", "Bash", "Bash", true],
  [ClaudeCode, "PreToolUse", "bash", "Bash", false],
  [ClaudeCode, "PreToolUse", "Edit|Write", "Write", true],
  [ClaudeCode, "PreToolUse", "Edit, Write", "Write", true],
  [ClaudeCode, "PreToolUse", "Edit|Write", "NotebookEdit", false],
  [ClaudeCode, "PreToolUse", "code-reviewer", "senior-code-reviewer", false],
  [ClaudeCode, "PreToolUse", "Edit.*", "NotebookEdit", true],
  [ClaudeCode, "PreToolUse", "^Edit$", "NotebookEdit", false],
  [ClaudeCode, "PreToolUse", "mcp__memory", "mcp__memory__read", false],
  [ClaudeCode, "PreToolUse", "mcp__memory__.*", "mcp__memory__read", true],
  [ClaudeCode, "PreToolUse", "Edit)", "Edit)", false],
  [ClaudeCode, "PreToolUse", "|", "", false],
  [ClaudeCode, "SubagentStop", "^$", "", true],
  [ClaudeCode, "FileChanged", ".envrc|.env", ".env", true],
  [ClaudeCode, "FileChanged", "a,b", "a,b", true],
  [ClaudeCode, "FileChanged", "a,b", "a", false],
  [Amplifier, "PreToolUse", "bash", "Bash", true],
  [Amplifier, "PreToolUse", "Edit|Write", "Write", true],
  [Amplifier, "PreToolUse", "Edit|Write", "NotebookEdit", false],
  [Amplifier, "PreToolUse", "Notebook.*", "NotebookEdit", true],
  [Amplifier, "PreToolUse", "otebook", "NotebookEdit", false],
  [Amplifier, "PreToolUse", " Bash", "Bash", false],
  [Amplifier, "PreToolUse", "*.jsonl", "*.JSONL", true],
  [Amcp, "PreToolUse", "bash", "bash", true],
  [Amcp, "PreToolUse", "bash", "Bash", false],
  [Amcp, "PreToolUse", "write_.*", "write_file", true],
  [Amcp, "PreToolUse", "write_", "write_file", false],
  [Amcp, "PreToolUse", "*.jsonl", "*.jsonl", true]
] as const

describe("matchers", () => {
  for (const [dialect, event, matcher, name, expected] of cases) {
    it(`${dialect.title}: \`${matcher}\` ${expected ? "matches" : "does not match"} \`${name}\` on ${event}`, () => {
      assert.strictEqual(matches(dialect.matcher(matcher, event), name), expected)
    })
  }

  for (const dialect of Dialects.all) {
    it.prop(`${dialect.title} has three ways to say all`, [Schema.String], ([name]) => {
      for (const all of [undefined, "", "*"]) assert.isTrue(matches(dialect.matcher(all, "PreToolUse"), name))
    })

    it.prop(`${dialect.title} makes a rule of any text`, [Schema.String, Schema.String], ([text, name]) => {
      assert.isBoolean(matches(dialect.matcher(text, "PreToolUse"), name))
    })
  }
})
