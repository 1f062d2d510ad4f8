// Measures what is promised, and prints one table: `npm run bench`, or one object with `npm run bench -- --json`.
//
// Every figure that counts is a ratio within one run: machines differ, and are busy with other things. Each part has a
// process of its own, as each would have it in a host: what one part makes the compiler do must not cost another.
import { spawnSync } from "node:child_process"
import { audit } from "./audit.ts"
import { command } from "./command.ts"
import { coordinator } from "./coordinator.ts"
import { loading } from "./loading.ts"
import { matching } from "./matching.ts"
import { payloads } from "./payloads.ts"
import { pipeline } from "./pipeline.ts"
import { inHostOf, leavings, processes } from "./processes.ts"
import { promptHooks } from "./prompt.ts"
import { replies } from "./replies.ts"
import type { Result } from "./Result.ts"
import { session } from "./session.ts"
import { skills } from "./skills.ts"

const parts: Readonly<Record<string, () => ReadonlyArray<Result> | Promise<ReadonlyArray<Result>>>> = {
  payloads,
  replies,
  loading,
  matching,
  pipeline,
  processes,
  processes300: inHostOf(300, 0.04),
  processes1000: inHostOf(1000, 0.02),
  coordinator,
  leavings,
  promptHooks,
  skills,
  session,
  audit,
  command
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const share = (ratio: number): string =>
  ratio < 0.01 && ratio > 0 ? ratio.toPrecision(1) : ratio.toFixed(ratio < 0.1 ? 3 : 2)

const met = (ratio: number, target: number | undefined): string => {
  if (target === undefined) return ""
  return ratio <= target ? "yes" : "NO"
}

const row = ({ name, p50, p95, ratio, target, unit }: Result): string =>
  `| ${[name, share(ratio), target === undefined ? "" : `≤ ${target}`, met(ratio, target), `${figure(p50)} ${unit}`, `${figure(p95)} ${unit}`].join(" | ")} |`

/** One part, in a process of its own. */
const measured = (part: string): ReadonlyArray<Result> => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [...process.execArgv, "--expose-gc", import.meta.filename, part],
    {
      encoding: "utf8"
    }
  )
  if (status !== 0) throw new Error(`the part ${part} failed: ${stderr}`)
  // It is this same file that wrote it, a few lines below.
  return JSON.parse(stdout) as ReadonlyArray<Result>
}

const [, , argument] = process.argv
const own = argument === undefined ? undefined : parts[argument]

if (own !== undefined) console.log(JSON.stringify(await own()))
else {
  const results = Object.keys(parts).flatMap(measured)
  if (argument === "--json") console.log(JSON.stringify({ version: 1, results }))
  else {
    console.log("| case | ratio | target | met | p50 | p95 |")
    console.log("| --- | ---: | ---: | --- | ---: | ---: |")
    for (const result of results) console.log(row(result))
  }
}
