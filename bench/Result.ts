// One line of the table: what was measured, beside what it was measured against.

export interface Result {
  readonly name: string
  /** To the base of its own run. */
  readonly ratio: number
  readonly target: number
  /** In `unit`. */
  readonly p50: number
  readonly p95: number
  readonly unit: string
}
