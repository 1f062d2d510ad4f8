// Feeds what is nearly right to whatever reads something: `npm run fuzz` for a minute, `npm run fuzz -- replies --runs
// 100000 --seed 7` to one group of readers, `npm run fuzz -- 600 7 FOLDER` for ten minutes, with the configurations of a
// folder as well. Nothing may throw, hang, become what it can't be, or lose an entry without a word.
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { isGroup } from "./names.ts"
import type { Asked, Told } from "./worker.ts"

const { positionals, values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    runs: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string" },
    corpus: { type: "string" }
  }
})
const [first = ""] = positionals
const isNamed = isGroup(first) || first === "readers"
const [byPlace, seedByPlace, corpusByPlace] = isNamed ? positionals.slice(1) : positionals
const seed = values.seed ?? seedByPlace ?? String(Date.now() % 1e6)
const corpus = values.corpus ?? corpusByPlace
const asked: Asked = {
  seconds: Number(values.seconds ?? byPlace ?? (values.runs === undefined ? 60 : Infinity)),
  seed: Number(seed),
  ...(values.runs !== undefined && { runs: Number(values.runs) }),
  ...(isGroup(first) && { group: first }),
  ...(corpus !== undefined && { corpus })
}
const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: asked, execArgv: process.execArgv })

/** Fifty texts take no longer than this. */
const patience = 20_000
let trying = "nothing yet"
let found = 0

const hangs = (): void => {
  console.error(`It hangs, at this text or one of the fifty after it (seed ${seed}):\n${trying}`)
  process.exit(1)
}
let watch = setTimeout(hangs, patience)

worker.on("message", (told: Told) => {
  clearTimeout(watch)
  watch = setTimeout(hangs, patience)
  if (told._tag === "Trying") trying = `${told.target}\n${told.text.slice(0, 4000)}`
  if (told._tag === "Found") {
    found += 1
    console.error(`\n${told.target}: ${told.what}\n${JSON.stringify(told.text.slice(0, 4000))}`)
  }
  if (told._tag === "Done") {
    for (const [name, count] of Object.entries(told.tried)) console.log(`${String(count).padStart(8)}  ${name}`)
    console.log(found === 0 ? `Nothing found (seed ${seed}).` : `Found ${found} (seed ${seed}).`)
    process.exit(found === 0 ? 0 : 1)
  }
})
worker.on("error", (error) => {
  console.error(`The fuzzer itself failed: ${error.message}`)
  process.exit(2)
})
