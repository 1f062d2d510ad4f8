// Damages configurations at random: `npm run fuzz -- configs --runs 20000 --seed 7`.
import * as Effect from "effect/Effect"
import { parseArgs } from "node:util"
import { chance } from "../mutate.ts"
import { tried } from "./law.ts"

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: "string", default: "5000" }, seed: { type: "string", default: String(Date.now() % 1e6) } }
})

const own = chance(Number(values.seed))
const faults = new Map<string, number>()
for (let run = 0; run < Number(values.runs); run++) {
  const fault = await Effect.runPromise(tried(own))
  if (fault === undefined) continue
  faults.set(fault, (faults.get(fault) ?? 0) + 1)
  if (faults.size <= 10) console.error(`\n${fault}`)
}
console.log(`${values.runs} damaged configurations, ${faults.size} faults (seed ${values.seed})`)
process.exitCode = faults.size === 0 ? 0 : 1
