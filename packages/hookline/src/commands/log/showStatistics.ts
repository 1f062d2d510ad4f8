/** Shows the statistics of each hook, its times as bars. */
import type { HookStatistics } from "@hookline/coordinator/AuditQuery"
import type { Paint } from "@hookline/node/kit/output/paint"
import { counted, inMillis } from "@hookline/node/kit/output/units"
import { judgement } from "../../output/judgement.ts"
import { printer } from "@hookline/node/kit/output/Printer"

const width = 30
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** A bar as long as its share of the longest. What took any time is seen. */
const barOf = (millis: number, longest: number): string => {
  const parts = longest <= 0 ? 0 : Math.max(1, Math.round((millis / longest) * width * 8))
  return `${"█".repeat(Math.floor(parts / 8))}${eighths[parts % 8] ?? ""}`
}

/** The columns of every hook, and those that are shown only if one has a value. */
const countsOf = (one: HookStatistics, { red, yellow }: Paint): string =>
  [
    counted(one.runs, "run"),
    one.denials === 0 ? "no denials" : red(counted(one.denials, "denial")),
    ...(one.failures === 0 ? [] : [red(counted(one.failures, "failure"))]),
    ...(one.interrupted === 0 ? [] : [yellow(`${one.interrupted} interrupted`)]),
    ...(one.skipped === 0 ? [] : [`${one.skipped} skipped`])
  ].join(", ")

/** Returns the cost of a hook's judgements, if it has any. */
const costOf = ({ inputTokens, models, outputTokens }: HookStatistics, { dim }: Paint): ReadonlyArray<string> =>
  models === undefined && inputTokens === undefined && outputTokens === undefined
    ? []
    : [dim(`  ${judgement({ models: models ?? [], inputTokens, outputTokens })}`)]

/** All of them, with one scale for all bars. */
export const showStatistics = printer<ReadonlyArray<HookStatistics>>((all, { paint }) => {
  const longest = Math.max(0, ...all.map(({ max = 0 }) => max))
  return all
    .map((one) => {
      const times = [
        ["p50", one.p50],
        ["p95", one.p95],
        ["max", one.max]
      ] as const
      return [
        `${paint.bold(one.hook)}  ${countsOf(one, paint)}`,
        ...costOf(one, paint),
        ...times.flatMap(([name, millis]) =>
          millis === undefined ? [] : [`  ${paint.dim(name)} ${barOf(millis, longest)} ${inMillis(millis)}`]
        )
      ].join("\n")
    })
    .join("\n")
})
