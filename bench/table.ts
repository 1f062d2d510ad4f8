// How results read: one row each.
import type { Compared } from "./compare.ts"
import type { Result } from "./Result.ts"

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const share = (ratio: number): string =>
  ratio < 0.01 && ratio > 0 ? ratio.toPrecision(1) : ratio.toFixed(ratio < 0.1 ? 3 : 2)

const met = (ratio: number, target: number | undefined): string => {
  if (target === undefined) return ""
  return ratio <= target ? "yes" : "NO"
}

const row = ({ name, p50, p95, ratio, target, unit }: Result): string =>
  `| ${[name, share(ratio), target === undefined ? "" : `≤ ${target}`, met(ratio, target), `${figure(p50)} ${unit}`, `${figure(p95)} ${unit}`].join(" | ")} |`

export const table = (results: ReadonlyArray<Result>): string =>
  [
    "| case | ratio | target | met | p50 | p95 |",
    "| --- | ---: | ---: | --- | ---: | ---: |",
    ...results.map(row)
  ].join("\n")

const shareOrNone = (ratio: number | undefined): string => (ratio === undefined ? "" : share(ratio))

export const comparison = (compared: ReadonlyArray<Compared>): string =>
  [
    "| case | was | is | at most | |",
    "| --- | ---: | ---: | ---: | --- |",
    ...compared.map(
      ({ change, is, most, name, was }) =>
        `| ${name} | ${shareOrNone(was)} | ${shareOrNone(is)} | ${share(most)} | ${change === "worse" ? "WORSE" : change} |`
    )
  ].join("\n")
