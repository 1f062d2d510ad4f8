// The notes of what ordinary commands run, by which needless runs of hooks are counted: each is checked by bash.
import { assert, describe, it } from "@effect/vitest"
import { meetsRule } from "../../fuzz/shell/meetsRule.ts"
import { allOrdinary, ordinaryRuns } from "../../packages/core/test/match/shell/ordinaryCommands.ts"
import { inCage } from "./inCage.ts"

describe("ordinary commands", () => {
  it(
    "run what is noted of them",
    inCage(async (cage) => {
      // Those that wait are left out, unless a rule matches them.
      const isQuick = (text: string): boolean => !/sleep|while|until|wait|watch|tail -f|http\.server/.test(text)
      const rules = Object.keys(ordinaryRuns).map((content) => meetsRule(content))
      const commands = allOrdinary.filter((text) => isQuick(text) || rules.some((meets) => meets(text)))
      const ran = await cage.ran(commands)
      for (const [content, noted] of Object.entries(ordinaryRuns)) {
        const name = content.replace(/ \*$/, "")
        const isOf = (stub: string): boolean => stub === name || stub.startsWith(`${name} `)
        const found = new Set(commands.filter((_, at) => ran[at]?.some(isOf)))
        // A text has half a second, which several programs may exceed on a busy machine.
        for (const text of [...noted, ...noted, ...noted]) {
          if (!found.has(text) && (await cage.ran([text]))[0]?.some(isOf) === true) found.add(text)
        }
        assert.deepStrictEqual(
          commands.filter((text) => found.has(text)),
          noted
        )
      }
    })
  )
})
