/** Counts the texts for the model that the turns of sessions have used. */

export interface TurnBudget {
  readonly spent: (session: string | undefined) => number
  readonly spend: (session: string | undefined, tokens: number) => void
  /** A turn begins, or its session is over. */
  readonly reset: (session: string | undefined) => void
}

/** Counts that live as long as their holder. */
export const make = (): TurnBudget => {
  const sums = new Map<string | undefined, number>()
  return {
    spent: (session) => sums.get(session) ?? 0,
    spend: (session, tokens) => void sums.set(session, (sums.get(session) ?? 0) + tokens),
    reset: (session) => void sums.delete(session)
  }
}
