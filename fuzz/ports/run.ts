// Breaks ports at random: `npm run fuzz -- ports --runs 1000 --seed 7`. Every event ends in time, with a report that names
// a port, and is decided by the policy for failures.
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { parseArgs } from "node:util"
import { generate, problemOf } from "../../packages/node/test/ports/generated.ts"
import { chance } from "../mutate.ts"

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1e6) }
  }
})

const own = chance(Number(values.seed))
let found = 0
for (let run = 0; run < Number(values.runs); run++) {
  const scene = generate(own)
  const problem = await Effect.runPromise(Effect.provide(Effect.scoped(problemOf(scene)), TestClock.layer()))
  if (problem === undefined) continue
  found += 1
  console.error(`${scene.title}: ${problem}`)
}
console.log(`${values.runs} scenes with broken ports, ${found} with a problem (seed ${values.seed})`)
process.exit(found === 0 ? 0 : 1)
