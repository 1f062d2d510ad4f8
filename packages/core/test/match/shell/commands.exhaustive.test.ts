// Time of the longest texts that are read: no pattern may look at a part of a text once for each other part.
import { assert, describe, it } from "@effect/vitest"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import { longest, meetsCommand } from "../../../src/match/internal/shell/meetsCommand.ts"

const shapes = [
  "\t", "a ", "a;", "[", "[^", "[:a:", "{", "{,", "$(", "${a", "`a", "'", '"', "\\", "\\x41", "?", "*a", "-a", "-aaaa? ", "/a", "=a", ";\t", "|", "x |", "| awk ", "print|", "open ",
  "sh ", "'eval a;'", "sed p;", "s/[", "./f > f; ", "cp a f;", "tee f;", "<<E\n", "#", "é"
] // prettier-ignore

/** Texts within which a shape is repeated. */
const frames: ReadonlyArray<readonly [before: string, after: string]> = [
  ["", ""],
  ["foo ", ""],
  ["foo '", "'"],
  ["sed '", "'"],
  ["awk '", "'"],
  ["chmod a; ./a > b; ", ""],
  ["foo <<'E'\n", "\nE"]
]

/** Milliseconds of the processor. A text of this length needs less than a tenth of it, on a quiet machine. */
const most = 5000

describe("a rule on a shell command", () => {
  for (const [frame, [before, after]] of frames.entries()) {
    // A text takes a second where CI counts, so that each frame there has a third of them.
    const tried = rowsOf(shapes, 3, frame % 3)
    it(`is compared with the longest texts in little time: ${JSON.stringify(before)}`, () => {
      for (const shape of tried) {
        const length = Math.floor((longest - before.length - after.length) / shape.length)
        const text = before + shape.repeat(length) + after
        const started = process.cpuUsage()
        meetsCommand("rm *", text, { besideExpansions: false })
        const { user } = process.cpuUsage(started)
        assert.isBelow(user / 1000, most, JSON.stringify(shape))
      }
    })
  }
})
