// Compares permission rules with bash: `npm run fuzz -- shell --runs 100000 --seed 7`. No text that runs `rm` may be taken
// for something else. A million texts are runs of several seeds. `--planted` shows that defects are found.
import { parseArgs } from "node:util"
import { shortened } from "../mutate.ts"
import * as Cage from "./Cage.ts"
import { differential } from "./differential.ts"
import { meetsRule } from "./meetsRule.ts"
import { shown, untilLost } from "./untilLost.ts"

const { positionals, values } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20000" },
    seed: { type: "string", default: String(Date.now() % 1e6) },
    sample: { type: "string", default: "50" },
    first: { type: "boolean", default: false },
    planted: { type: "boolean", default: false }
  }
})

const cage = await Cage.make()
if (cage._tag === "NoCage") {
  console.log(`Skipped shell: there is no cage to run texts in: ${cage.reason}`)
  process.exit(0)
}

const seed = Number(values.seed)
if (values.planted) {
  const { planted } = await import("./planted.ts")
  const isFound = await planted(cage, seed, positionals)
  await cage.close()
  process.exit(isFound ? 0 : 1)
}
if (values.first) {
  const result = await untilLost({ cage, meets: meetsRule("rm *"), runs: Number(values.runs), seed })
  console.log(shown(result))
  await cage.close()
  process.exit(result.lost.length > 0 ? 0 : 1)
}
const started = Date.now()
const isTerminal = process.stderr.isTTY
const { excluded, lost, productions, sampled, sampledRan, tried } = await differential({
  cage,
  meets: meetsRule("rm *"),
  runs: Number(values.runs),
  seed,
  sampleEvery: Number(values.sample),
  report: ({ lost, tried }) => isTerminal && process.stderr.write(`\r${tried} tried, ${lost.length} lost`)
})

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

for (const [production, { ran, sampled }] of [...productions].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${percent(ran, sampled).padStart(8)} of ${sampled} ran the stub: ${production}`)
}
console.log(`${percent(sampledRan, sampled).padStart(8)} of ${sampled} texts ran the stub: all`)
const seconds = ((Date.now() - started) / 1000).toFixed(0)
console.log(
  `${tried} tried, ${excluded} excluded by the rule and run in bash, ${lost.length} lost (seed ${seed}, ${seconds} s)`
)
const isLost = async (text: string): Promise<boolean> =>
  !meetsRule("rm *")(text) && (await cage.ran([text]))[0]?.some((stub) => stub.startsWith("rm")) === true
for (const text of lost.toSorted((a, b) => a.length - b.length).slice(0, 20)) {
  console.log(`lost: ${JSON.stringify(text)}\n      ${JSON.stringify(await shortened(text, isLost))}`)
}
await cage.close()
process.exit(lost.length === 0 && sampledRan * 20 >= sampled ? 0 : 1)
