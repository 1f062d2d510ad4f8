// Compares a rule on `rm` with bash: no text that runs `rm` may be taken for something else.
import type { Cage } from "./Cage.ts"
import { texts } from "./texts.ts"

export interface Result {
  tried: number
  /** Texts that the rule excludes; bash ran all of these. */
  excluded: number
  /** Texts that bash ran whatever the rule says, and those of them that ran the stub. */
  sampled: number
  sampledRan: number
  /** By production: texts that bash ran, and those that ran the stub. */
  readonly productions: Map<string, { sampled: number; ran: number }>
  readonly lost: Array<string>
}

export interface Options {
  readonly cage: Cage
  /** Checks whether the rule `Bash(rm *)` lets a hook run on a text. */
  readonly meets: (text: string) => boolean
  readonly runs: number
  readonly seed: number
  /** One text of so many is run by bash whatever the rule says. */
  readonly sampleEvery: number
  /** True to end with the first texts that are lost. */
  readonly isFirst?: boolean
  readonly report?: (result: Result) => void
}

const batch = 2000

const ranStub = (stubs: ReadonlyArray<string>): boolean => stubs.some((stub) => stub.startsWith("rm"))

/** Tries texts. The same seed tries the same ones. */
export const differential = async (options: Options): Promise<Result> => {
  const { cage, isFirst = false, meets, report, runs, sampleEvery, seed } = options
  const next = texts(seed)
  const most = isFirst ? 1 : Infinity
  const result: Result = { tried: 0, excluded: 0, sampled: 0, sampledRan: 0, productions: new Map(), lost: [] }
  while (result.tried < runs && result.lost.length < most) {
    const chosen: Array<{ text: string; production?: string; isExcluded: boolean; isSampled: boolean }> = []
    for (let count = Math.min(batch, runs - result.tried); count > 0; count--) {
      const made = next()
      const isSampled = result.tried++ % sampleEvery === 0
      const isExcluded = !meets(made.text)
      if ((isExcluded || isSampled) && !made.text.includes("\0")) chosen.push({ ...made, isExcluded, isSampled })
    }
    const ran = await cage.ran(chosen.map(({ text }) => text))
    for (const [at, { isExcluded, isSampled, production, text }] of chosen.entries()) {
      const isRun = ranStub(ran[at] ?? [])
      if (isExcluded) result.excluded++
      if (isExcluded && isRun) result.lost.push(text)
      if (!isSampled) continue
      result.sampled++
      if (isRun) result.sampledRan++
      if (production === undefined) continue
      const count = result.productions.get(production) ?? { sampled: 0, ran: 0 }
      result.productions.set(production, { sampled: count.sampled + 1, ran: count.ran + (isRun ? 1 : 0) })
    }
    report?.(result)
  }
  return result
}
