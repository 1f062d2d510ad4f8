// Measures what is promised, and prints one table: `npm run bench`, or one object with `npm run bench -- --json`.
//
// Every figure that counts is a ratio within one run: machines differ, and are busy with other things.
import { loading } from "./loading.ts"
import { matching } from "./matching.ts"
import { payloads } from "./payloads.ts"
import { pipeline } from "./pipeline.ts"
import { replies } from "./replies.ts"
import type { Result } from "./Result.ts"

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const row = ({ name, p50, p95, ratio, target, unit }: Result): string =>
  `| ${[name, ratio.toFixed(2), `≤ ${target}`, ratio <= target ? "yes" : "NO", `${figure(p50)} ${unit}`, `${figure(p95)} ${unit}`].join(" | ")} |`

const results = [...(await payloads()), ...(await replies()), ...loading(), ...matching(), ...(await pipeline())]

if (process.argv.includes("--json")) console.log(JSON.stringify({ version: 1, results }))
else {
  console.log("| case | ratio | target | met | p50 | p95 |")
  console.log("| --- | ---: | ---: | --- | ---: | ---: |")
  for (const result of results) console.log(row(result))
}
