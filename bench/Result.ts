// One line of the table: what was measured, beside what it was measured against.

export interface Result {
  readonly name: string
  /** To the base of its own run. */
  readonly ratio: number
  /** What it is to be at most. Of what is only told there is none. */
  readonly target?: number
  /** In `unit`. */
  readonly p50: number
  readonly p95: number
  readonly unit: string
}
