/** The expected result of a failure, computed without the policy itself. */
import { assert } from "@effect/vitest"
import type { OnFailure } from "@hookline/schema/Hook"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import type { Column } from "./columns.ts"

/** The result of one event, with its times. */
export interface Cell {
  readonly report: Report
  readonly tookMillis: number
  readonly limitMillis: number
}

/** The expectations of the cell. */
export interface Known {
  readonly column: Pick<Column, "name" | "canBeDenied" | "isGuarded">
  readonly policy: OnFailure
  readonly told: RegExp
  readonly stage?: string | undefined
  /** The delay of the machine itself meanwhile. */
  readonly lateMillis: number
}

/** The healthy guard, and its reason. */
export const guard = { name: "healthy", reason: "The healthy guard denies." }

const verdicts = { open: "Pass", closed: "Deny", ask: "Ask" } as const

export const judge = (
  { limitMillis, report, tookMillis }: Cell,
  { column, lateMillis, policy, stage, told }: Known
): void => {
  const { notices, verdict } = report.outcome
  const at = (what: string): string => `${column.name} under ${policy}: ${what}, in ${JSON.stringify(report.outcome)}`
  const guards = report.runs.filter(({ id }) => id.endsWith(guard.name))
  const runs = report.runs.filter((run) => !guards.includes(run))

  const [run] = runs
  if (run === undefined || runs.length > 1) assert.fail(at(`one hook is in the report, and not ${runs.length}`))
  assert.strictEqual(run.status, "failed", at("its status"))
  const text = run.failure?.text ?? ""
  assert.include(text, run.id, at("the sentence names the hook"))
  assert.match(text, told, at("the sentence states what happened"))
  assert.notMatch(text, /\n\s+at \S/, at("no user has to read a stack"))
  if (stage !== undefined) assert.strictEqual(run.failure?.stage, stage, at("the stage"))

  const level = policy === "open" ? "warning" : "error"
  const own = notices.filter(({ by }) => by === run.id)
  assert.isTrue(
    own.some((notice) => notice.level === level && notice.text === text),
    at(`a notice of level ${level} reports it`)
  )

  const isActing = column.canBeDenied && policy !== "open"
  const reasons = Verdict.reasonsOf(verdict)
  if (column.isGuarded) {
    assert.deepStrictEqual(
      guards.map(({ status }) => status),
      ["ran"],
      at("the healthy guard runs")
    )
    assert.strictEqual(verdict._tag, "Deny", at("its denial counts"))
    assert.include(
      reasons.map((reason) => reason.text),
      guard.reason,
      at("with its reason")
    )
  } else {
    assert.strictEqual(verdict._tag, isActing ? verdicts[policy] : "Pass", at("the verdict"))
    assert.deepStrictEqual(
      reasons.map((reason) => [reason.by, reason.text]),
      isActing ? [[run.id, text]] : [],
      at("who gave which reason")
    )
  }
  assert.isAtMost(tookMillis, limitMillis + 1000 + lateMillis, at("the answer is there in time"))
}
