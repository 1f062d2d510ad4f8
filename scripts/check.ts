// Runs every part of the check, also after one has failed, and ends by naming what failed.
//
// The parts are the scripts of package.json that begin with "check:", so that none is forgotten here.
import { run } from "./internal/run.ts"
import { readManifest } from "./internal/workspace.ts"

const parts = Object.entries(readManifest("package.json").scripts ?? {}).filter(([name]) => name.startsWith("check:"))
const failed: Array<string> = []

for (const [name, command] of parts) {
  const started = performance.now()
  // One after the other: two compilers at once gain nothing on a small machine, and mix up their output.
  const { ok, output } = await run(command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? "ok    " : "FAILED"}  ${name} (${seconds} s)`)
  if (!ok) {
    console.log(`\n${output.trimEnd()}\n`)
    failed.push(name)
  }
}

if (parts.length === 0) {
  console.log("FAILED  package.json has no script that begins with check:, so nothing was checked")
  process.exitCode = 1
} else if (failed.length > 0) {
  console.log("")
  for (const name of failed) console.log(`FAILED  ${name.slice("check:".length)}: npm run ${name}`)
  process.exitCode = 1
} else {
  console.log(`All ${parts.length} checks passed.`)
}
