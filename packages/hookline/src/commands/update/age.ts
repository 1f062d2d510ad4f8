/** Ages in words: of commits, and as a flag has them. */
import { counted } from "@hookline/node/kit/output/units"

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Reads an age such as `3d`, in milliseconds. */
export const ageIn = (text: string): number | undefined => {
  const [, count, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const millis = units[unit]
  return count === undefined || millis === undefined ? undefined : Number(count) * millis
}

/** Formats an age by its largest unit. */
export const showAge = (millis: number): string => {
  if (millis < 0) return "of the future"
  const [days, hours] = [Math.floor(millis / 86_400_000), Math.floor(millis / 3_600_000)]
  const age =
    days > 1
      ? counted(days, "day")
      : hours > 1
        ? counted(hours, "hour")
        : counted(Math.floor(millis / 60_000), "minute")
  return `${age} old`
}
