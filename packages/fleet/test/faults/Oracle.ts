// Counts what became of hooks that run once: the truth that a fleet is judged by, which knows nothing of its rows.

/** The end of an event that wants a hook: it ran the hook, it skipped it, or the policy for failures decided. */
export type Ended = "ran" | "skipped" | "left to the policy"

/** Counts of a run. */
export interface Counts {
  readonly events: number
  readonly hooks: number
  readonly done: number
  /** Hooks that were not done, although an event of theirs had no report of it. */
  readonly lost: number
  readonly twice: number
  /** Events that skipped a hook which was not done. */
  readonly skippedUndone: number
  /** Events that were left to the policy. */
  readonly reported: number
  /** Hooks that were not done, and of which each event reports that. */
  readonly hooksReported: number
  /** The longest time from an event to its end. */
  readonly slowestMillis: number
  /** The reasons of events that were left to the policy, each with the number of its events. */
  readonly reasons: Readonly<Record<string, number>>
}

interface Hook {
  done: number
  readonly ends: Array<Ended>
}

/** Counts by session and hook. */
export interface Oracle {
  /** A machine has done the hook. */
  readonly done: (session: string, hook: string) => void
  readonly ended: (session: string, hook: string, how: Ended, millis: number) => void
  /** The reason for which an event was left to the policy. */
  readonly reason: (text: string) => void
  readonly counts: () => Counts
}

/** Starts to count. */
export const make = (): Oracle => {
  const hooks = new Map<string, Hook>()
  const reasons: Record<string, number> = {}
  let slowestMillis = 0
  let skippedUndone = 0
  const of = (session: string, hook: string): Hook => {
    const id = JSON.stringify([session, hook])
    const known = hooks.get(id)
    if (known !== undefined) return known
    const made: Hook = { done: 0, ends: [] }
    hooks.set(id, made)
    return made
  }
  return {
    done: (session, hook) => {
      of(session, hook).done += 1
    },
    reason: (text) => {
      reasons[text] = (reasons[text] ?? 0) + 1
    },
    ended: (session, hook, how, millis) => {
      slowestMillis = Math.max(slowestMillis, millis)
      const one = of(session, hook)
      one.ends.push(how)
      if (how === "skipped" && one.done === 0) skippedUndone += 1
    },
    counts: () => {
      const all = [...hooks.values()]
      const undone = all.filter(({ done }) => done === 0)
      const isReported = ({ ends }: Hook): boolean => ends.every((how) => how === "left to the policy")
      return {
        events: all.reduce((sum, { ends }) => sum + ends.length, 0),
        hooks: all.length,
        done: all.length - undone.length,
        lost: undone.filter((one) => !isReported(one)).length,
        twice: all.filter(({ done }) => done > 1).length,
        skippedUndone,
        reported: all.reduce((sum, { ends }) => sum + ends.filter((how) => how === "left to the policy").length, 0),
        hooksReported: undone.filter(isReported).length,
        slowestMillis,
        reasons
      }
    }
  }
}
