// Compares the user's guards with and without hostile projects: `npm run fuzz -- bounds --runs 500 --seed 7`.
import { parseArgs } from "node:util"
import { chance } from "../mutate.ts"
import * as Law from "./law.ts"

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    runs: { type: "string", default: "300" },
    seed: { type: "string", default: String(Date.now() % 1e6) },
    most: { type: "string", default: "5" }
  }
})

const seed = Number(values.seed)
const { below, of } = chance(seed)
const homes: ReadonlyArray<object> = [{}, { env: "minimal" }, { on_failure: "closed" }]
const settings = of(homes)
const law = await Law.make({ settings })
for (const left of law.left) console.log(`left out: ${left}`)

const red = new Map<string, Law.Finding>()
let tried = 0
const started = Date.now()
try {
  for (let run = 0; run < Number(values.runs) && red.size < 50; run++) {
    // First each alone, then several together.
    const names = run < law.names.length ? [law.names[run] ?? ""] : law.names.filter(() => below(3) === 0)
    const finding = await law.check(names, seed + run)
    tried += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${tried} tried, ${red.size} red`)
    if (finding === undefined) continue
    const short = await law.shortened(finding)
    red.set(short.productions.join(" + "), short)
  }
} finally {
  await law.close()
}

for (const [names, finding] of red) {
  console.log(`red: ${names} (seed ${finding.seed})`)
  for (const difference of finding.differences.slice(0, Number(values.most)))
    console.log(`  ${difference.slice(0, 400)}`)
}
const seconds = ((Date.now() - started) / 1000).toFixed(0)
console.log(`${tried} projects tried, ${red.size} red (seed ${seed}, ${JSON.stringify(settings)}, ${seconds} s)`)
process.exit(red.size === 0 ? 0 : 1)
