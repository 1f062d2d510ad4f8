// Runs one lane of the tests, or `all`, one after the other. Further arguments are passed to vitest. Ends with the time of
// each lane.
import { spawn } from "node:child_process"
import { join } from "node:path"
import { environmentOf, type Lane } from "./internal/lanes.ts"
import { inMemory } from "./internal/memoryDisk.ts"
import { root } from "./internal/workspace.ts"

const lanes: Readonly<Record<string, ReadonlyArray<Lane>>> = {
  behaviour: ["behaviour"],
  exhaustive: ["exhaustive"],
  ci: ["ci"],
  long: ["long"],
  all: ["behaviour", "exhaustive", "long"]
}

const [chosen = "", ...options] = process.argv.slice(2)

const passes = (lane: Lane): Promise<boolean> =>
  new Promise((done) => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const { env, release, words } = inMemory(
      [process.execPath, vitest, "run", "--config", "vitest.workspace.ts", ...options],
      environmentOf(lane)
    )
    const [program, ...args] = words
    const child = spawn(program, args, { cwd: root, stdio: "inherit", env })
    const end = (hasPassed: boolean): void => {
      release()
      done(hasPassed)
    }
    child.once("error", (error) => {
      console.log(error.message)
      end(false)
    })
    child.once("exit", (code) => end(code === 0))
  })

const results: Array<string> = []
for (const lane of lanes[chosen] ?? []) {
  const started = performance.now()
  const hasPassed = await passes(lane)
  const seconds = Math.round((performance.now() - started) / 1000)
  results.push(`Lane of ${lane}: ${hasPassed ? "passed" : "failed"} after ${seconds} s`)
  if (!hasPassed) process.exitCode = 1
}
for (const result of results) console.log(result)

if (results.length === 0) {
  console.log(`There is no lane ${chosen}: ${Object.keys(lanes).join(", ")}`)
  process.exitCode = 1
}
