/** Parses times as people write them: a day, a moment, or a time ago. */
import * as Result from "effect/Result"

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000
}

/** Milliseconds since 1970, of `30m`, `2h`, `7d`, `2026-11-18` or `2026-11-18T14:30`; or what can be written. */
export const timeFrom = (said: string, now: number): Result.Result<number, string> => {
  const [, count, unit = ""] = /^(\d{1,9})([smhdw])$/.exec(said.trim()) ?? []
  const span = units[unit]
  if (count !== undefined && span !== undefined) return Result.succeed(now - Number(count) * span)
  // Other forms than these mean other things to every system.
  const isDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(said.trim())
  const time = isDate ? Date.parse(said.trim().replace(" ", "T")) : Number.NaN
  return Number.isNaN(time)
    ? Result.fail(`${said} is no time: write 30m, 2h, 7d, 2026-11-18 or 2026-11-18T14:30`)
    : Result.succeed(time)
}
