/** Judgements of regular expressions that may take long, made elsewhere and looked up here. */
import type { Realm } from "@hookline/core/kit/match/PatternRealm"

/** A pattern and a name that it is matched with. */
export interface Attempt {
  readonly source: string
  readonly flags: string
  readonly name: string
}

/** The result of an attempt. */
export type Judgement = "matches" | "differs" | "stopped"

/**
 * The judgements so far, and the attempts without one.
 *
 * **Details**
 *
 * The pipeline matches without waiting, and nothing in a browser can be stopped without waiting. An attempt without a
 * judgement is therefore noted, and taken as one that was stopped; the caller has it judged, and asks the pipeline again.
 */
export class Patterns {
  private readonly judged = new Map<string, Judgement>()
  private readonly noted = new Map<string, Attempt>()

  private static keyOf({ flags, name, source }: Attempt): string {
    return JSON.stringify([source, flags, name])
  }

  /** The realm for the pipeline. */
  readonly realm: Realm = {
    test: ({ flags, source }, name) => {
      const attempt = { source, flags, name }
      const key = Patterns.keyOf(attempt)
      const judgement = this.judged.get(key)
      if (judgement === undefined) this.noted.set(key, attempt)
      if (judgement === undefined || judgement === "stopped") throw new Error("the pattern was stopped")
      return judgement === "matches"
    },
    // The worker's limit begins when it has begun, so that no attempt is repeated for want of time.
    cpuMillis: () => Infinity,
    wallMillis: () => 0
  }

  /** Takes the attempts that have no judgement yet. */
  takeNoted(): ReadonlyArray<Attempt> {
    const attempts = [...this.noted.values()]
    this.noted.clear()
    return attempts
  }

  /** Adds a judgement. */
  add(attempt: Attempt, judgement: Judgement): void {
    this.judged.set(Patterns.keyOf(attempt), judgement)
  }
}
