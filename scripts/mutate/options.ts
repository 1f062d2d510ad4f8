// The options of `npm run mutate`.
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"

export const usage = `npm run mutate -- [options] [ID...]

Plants faults in a copy of the sources, one at a time, and reports those that no test finds.
Without ids it tries the named faults, each of which breaks a law.

  --sample N      try N derived mutants of each package instead, one of each module before the second of any
  --seed TEXT     choose another sample
  --package NAME  only mutants of this package; may be repeated
  --workers N     try as many at once (default 1)
  --limit N       seconds for all tests of one mutant (default 600)
  --again         try also what was tried before and has not changed
  --list          print the mutants, and try none
`

/** What to try, and how. */
export interface Options {
  readonly ids: ReadonlyArray<string>
  readonly sample: number | undefined
  readonly seed: string
  readonly packages: ReadonlyArray<string>
  readonly workers: number
  readonly limitMillis: number
  readonly again: boolean
  readonly list: boolean
  readonly help: boolean
}

const count = (name: string, text: string, most: number): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new Error(`--${name} is a whole number from 1 to ${most}, not "${text}"`)
  }
  return value
}

/** Parses the options; throws an error with a sentence if they are invalid. */
export const parse = (args: ReadonlyArray<string>): Options => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
      package: { type: "string", multiple: true, default: [] },
      workers: { type: "string", default: "1" },
      limit: { type: "string", default: "600" },
      again: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  return {
    ids: positionals,
    sample: values.sample === undefined ? undefined : count("sample", values.sample, 1_000_000),
    seed: values.seed,
    packages: values.package,
    workers: count("workers", values.workers, availableParallelism()),
    limitMillis: count("limit", values.limit, 86_400) * 1000,
    again: values.again,
    list: values.list,
    help: values.help
  }
}
