// Feeds what is nearly right to whatever reads something: `npm run fuzz` for a minute, `npm run fuzz -- 600 7 FOLDER` for
// ten, by another seed, with the configurations of a folder as well. Nothing may throw, hang, become what it can't be, or
// lose an entry without a word.
import { Worker } from "node:worker_threads"
import type { Asked, Told } from "./worker.ts"

const [, , seconds = "60", seed = String(Date.now() % 1e6), corpus] = process.argv
const asked: Asked = { seconds: Number(seconds), seed: Number(seed), ...(corpus !== undefined && { corpus }) }
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
