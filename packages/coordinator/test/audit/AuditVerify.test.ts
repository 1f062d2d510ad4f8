// Any change of a log is found, unless all after it was rewritten too, and then by a head that was kept elsewhere.
import { assert, describe, it } from "@effect/vitest"
import { Entry } from "@hookline/coordinator/Audit"
import type { Log } from "@hookline/coordinator/AuditFiles"
import { headText, parseHeads } from "@hookline/coordinator/AuditFiles"
import { records } from "@hookline/coordinator/AuditRecords"
import { claim, verify } from "@hookline/coordinator/AuditVerify"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as chain from "../../src/audit/internal/chain.ts"

/** Of few fields: what a record says does not matter here. */
const entries = Arbitrary.array(Arbitrary.schema(Schema.Union([Entry.cases.Lost, Entry.cases.Approval])), {
  minLength: 1,
  maxLength: 6
})
const spot = Arbitrary.schema(Schema.Natural)

const name = "one.jsonl"

/** A log as the writer makes it. */
const logOf = (all: ReadonlyArray<Entry>, file = name): Log => {
  let link = chain.genesis(file)
  let text = ""
  for (const entry of all) {
    const next = chain.append(link, `"at":1,"entry":${JSON.stringify(entry)}`)
    text += `${next.line}\n`
    link = next.link
  }
  return { files: [{ name: file, text }], heads: [{ file, ...link }], unread: [] }
}

const textIn = ({ files: [file] }: Log): string => file?.text ?? ""
const withText = (log: Log, text: string): Log => ({ ...log, files: [{ name, text }] })
const withLines = (log: Log, change: (lines: Array<string>) => ReadonlyArray<string>): Log =>
  withText(
    log,
    change(textIn(log).split("\n").slice(0, -1))
      .map((line) => `${line}\n`)
      .join("")
  )

const kindsOf = (log: Log, kept?: Log["heads"]) => [...new Set(verify(log, kept).faults.map(({ kind }) => kind))]

describe("verifying", () => {
  it.prop("finds nothing in a log as it was written, and gives its heads", [entries], ([all]) => {
    const log = logOf(all)
    const found = verify(log)
    assert.deepStrictEqual(found, {
      isSound: true,
      records: all.length,
      faults: [],
      heads: log.heads,
      claim: claim.withoutHead
    })
  })

  it.prop("finds any change of any character", [entries, spot, Schema.String], ([all, at, by]) => {
    const log = logOf(all)
    const text = textIn(log)
    const place = at % text.length
    const other = by === text[place] ? `${by}x` : by
    assert.notDeepEqual(kindsOf(withText(log, `${text.slice(0, place)}${other}${text.slice(place + 1)}`)), [])
  })

  it.prop(
    "finds any removal, repetition, and any line that was put in",
    [entries, spot, Schema.String],
    ([all, at, by]) => {
      const log = logOf(all)
      const place = at % all.length
      const line = textIn(log).split("\n")[place] ?? ""
      for (const put of [[], [line, line], [line, by.replaceAll("\n", "")]])
        assert.isFalse(verify(withLines(log, (lines) => lines.toSpliced(place, 1, ...put))).isSound)
    }
  )

  it.prop("finds any other order", [entries, spot, spot], ([all, one, other]) => {
    const log = logOf(all)
    const [from, to] = [one % all.length, other % all.length]
    const moved = withLines(log, (lines) => lines.toSpliced(from, 1).toSpliced(to, 0, lines[from] ?? ""))
    assert.strictEqual(verify(moved).isSound, from === to)
  })

  it.prop("finds any cut by the head, wherever it is made", [entries, spot], ([all, at]) => {
    const log = logOf(all)
    const text = textIn(log)
    const cut = withText(log, text.slice(0, at % text.length))
    assert.isNotEmpty(verify(cut).faults)
    // Only the end of the last line is no loss.
    assert.strictEqual(verify(cut).isSound, at % text.length === text.length - 1)
  })

  it.prop("finds a file that is gone, and one that stands for another", [entries], ([all]) => {
    const log = logOf(all)
    assert.deepStrictEqual(kindsOf({ ...log, files: [] }), ["missing"])
    const renamed = {
      ...log,
      files: [{ name: "two.jsonl", text: textIn(log) }],
      heads: log.heads.map((head) => ({ ...head, file: "two.jsonl" }))
    }
    assert.deepStrictEqual(kindsOf(renamed), ["moved"])
    assert.deepStrictEqual(kindsOf({ ...log, heads: [] }), ["headless"])
  })

  it.prop(
    "finds what was rewritten to its end, heads too, by a head that was kept elsewhere, and says so",
    [entries, entries, entries],
    ([all, others, later]) => {
      const log = logOf(all)
      const forged = logOf([...others, ...all])
      assert.isTrue(verify(forged).isSound)
      assert.include(verify(forged).claim, "unless everything after it was rewritten too")
      const found = verify(forged, log.heads)
      assert.isFalse(found.isSound)
      assert.strictEqual(found.claim, claim.withHead)
      // What was only added to is sound.
      assert.isTrue(verify(logOf([...all, ...later]), log.heads).isSound)
    }
  )

  it.prop(
    "tells of a last record that was not written to its end, and loses no other",
    [entries, spot],
    ([all, at]) => {
      const log = logOf(all)
      const whole = textIn(log)
      const torn = textIn(logOf([...all, ...all])).slice(0, whole.length + 1 + (at % 100))
      const found = verify(withText(log, torn))
      assert.deepStrictEqual(
        found.faults.map(({ kind, level, line }) => ({ kind, level, line })),
        [{ kind: "unended", level: "warning", line: all.length + 1 }]
      )
      assert.isTrue(found.isSound)
      assert.strictEqual(found.records, all.length)
      assert.deepStrictEqual(records(withText(log, torn)), records(log))
    }
  )

  it.effect.prop("takes kept heads as a text", [entries], ([all]) =>
    Effect.gen(function* () {
      const { heads } = logOf(all)
      assert.deepStrictEqual(yield* parseHeads(headText(heads)), heads)
      const wrong = yield* Effect.flip(parseHeads(`${headText(heads)}no head`))
      assert.include(wrong.message, "can't be read")
    })
  )

  it("names the line", () => {
    const entry: Entry = { _tag: "Lost", count: 1, since: 2, why: "full" }
    const log = logOf([entry, entry, entry, entry])
    const edited = withLines(log, (lines) => lines.with(1, (lines[1] ?? "").replace("full", "fool")))
    assert.deepStrictEqual(
      verify(edited).faults.map(({ file, kind, line }) => ({ file, kind, line })),
      [{ file: name, kind: "changed", line: 2 }]
    )
    const removed = withLines(log, (lines) => lines.toSpliced(1, 1))
    assert.deepStrictEqual(
      verify(removed).faults.map(({ kind, line }) => ({ kind, line })),
      [{ kind: "moved", line: 2 }]
    )
  })
})
