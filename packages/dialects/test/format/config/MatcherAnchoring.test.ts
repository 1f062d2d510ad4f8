// Where a pattern has to fit the whole name, each of its alternatives has to.
import { assert, describe, it } from "@effect/vitest"
import { matches } from "@hookline/core/MatchRule"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"

const meets = ({ matcher }: typeof Amplifier, text: string, name: string): boolean =>
  matches(matcher(text, "PreToolUse"), name)

const patterns = ["Edit|Write", "Edit|Write|Read.*", "(Edit|Write)|Bash", "mcp__a__.*|Write"]

for (const dialect of [Amplifier, Amcp]) {
  describe(`a pattern of ${dialect.title}`, () => {
    for (const text of patterns) {
      it(`fits names as a whole, whichever alternative they meet: ${text}`, () => {
        assert.isTrue(meets(dialect, text, "Write"))
        for (const name of ["WriteAll", "OverWrite", "EditAll", "ReEdit", "xmcp__a__b", ""]) {
          assert.isFalse(meets(dialect, text, name), name)
        }
      })
    }
  })
}

describe("a pattern of Claude Code", () => {
  it("fits parts of names, but where it is a list", () => {
    assert.isTrue(meets(ClaudeCode, "mcp__.*|Write", "OverWriteAll"))
    assert.isFalse(meets(ClaudeCode, "Edit|Write", "OverWrite"))
    assert.isFalse(meets(ClaudeCode, "Edit, Write", "OverWrite"))
  })
})
