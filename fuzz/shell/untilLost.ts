// Compares a rule with bash until a text is lost: a fault in the rule is found by then.
import type { Cage } from "./Cage.ts"
import { differential, type Result } from "./differential.ts"

interface Options {
  readonly cage: Cage
  readonly meets: (text: string) => boolean
  readonly runs: number
  readonly seed: number
}

/** Compares until a text is lost, or all were tried. */
export const untilLost = (options: Options): Promise<Result> =>
  differential({ ...options, sampleEvery: Infinity, isFirst: true })

/** Shows how many texts it took, with the first that is lost. */
export const shown = ({ lost, tried }: Result): string =>
  lost.length === 0 ? `not found in ${tried} texts` : `found within ${tried} texts: ${JSON.stringify(lost[0])}`
