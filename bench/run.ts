// Measures what is promised, and prints one table: `npm run bench`, or one object with `-- --json`. `-- --compare` sets it
// beside the committed run, and exits with 1 where something has become slower by more than the noise; `-- --keep` makes
// this run the committed one; `-- --peers` measures others on the same hooks instead,
// and `-- --plot` draws what an event costs by the number of its hooks.
//
// Every figure that counts is a ratio within one run: machines differ, and are busy with other things. Each part has a
// process of its own, as each would have it in a host: what one part makes the compiler do must not cost another.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { audit } from "./audit.ts"
import { command } from "./command.ts"
import { compare, type Run } from "./compare.ts"
import { coordinator } from "./coordinator.ts"
import { fleet } from "./fleet.ts"
import { fleetRunners } from "./fleetRunners.ts"
import { loading } from "./loading.ts"
import { matching } from "./matching.ts"
import { type Canary, look, noiseOf } from "./noise.ts"
import { payloads } from "./payloads.ts"
import { pipeline } from "./pipeline.ts"
import { inHostOf, leavings, processes } from "./processes.ts"
import { pipe } from "./pipe.ts"
import { projects } from "./projects.ts"
import { promptHooks } from "./prompt.ts"
import { replies } from "./replies.ts"
import type { Result } from "./Result.ts"
import { sandboxes } from "./sandboxes.ts"
import { seals } from "./seals.ts"
import { session } from "./session.ts"
import { skills } from "./skills.ts"
import { comparison, table } from "./table.ts"

const parts: Readonly<Record<string, () => ReadonlyArray<Result> | Promise<ReadonlyArray<Result>>>> = {
  payloads,
  replies,
  loading,
  seals,
  matching,
  pipeline,
  processes,
  processes300: inHostOf(300, 0.04),
  processes1000: inHostOf(1000, 0.02),
  sandboxes,
  coordinator,
  leavings,
  promptHooks,
  skills,
  session,
  projects,
  pipe,
  audit,
  fleet: async () => [...(await fleet()), ...(await fleetRunners())],
  command
}

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

const baseline = path.join(import.meta.dirname, "baseline.json")

/** All parts, with a look at the machine before each and after the last. */
const all = (): Run => {
  const looks: Array<Canary> = []
  const results = Object.keys(parts).flatMap((part) => {
    looks.push(look())
    return measured(part)
  })
  return { version: 1, noise: noiseOf([...looks, look()]), results }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

const tell = (run: Run): void =>
  console.log(`${table(run.results)}\n\nMeanwhile the machine differed from itself by ${percent(run.noise)}.`)

/** The run that was committed. */
const committed = (): Run => {
  // It was written by `--keep`, a few lines below.
  return JSON.parse(readFileSync(baseline, "utf8")) as Run
}

const tellCompared = (run: Run): void => {
  const compared = compare(committed(), run)
  const bad = compared.filter(({ change }) => change === "worse" || change === "gone")
  console.log(
    `${comparison(compared)}\n\n${bad.length === 0 ? "Nothing has become slower." : `Slower or gone: ${bad.length}.`}`
  )
  if (bad.length > 0) process.exitCode = 1
}

const ways: Readonly<Record<string, () => unknown>> = {
  "": () => tell(all()),
  "--json": () => console.log(JSON.stringify(all())),
  "--compare": () => tellCompared(all()),
  "--keep": () => {
    const run = all()
    writeFileSync(baseline, `${JSON.stringify(run, undefined, 2)}\n`)
    tell(run)
  },
  "--peers": async () => (await import("./peers.ts")).peers(),
  "--plot": async () => (await import("./plot.ts")).plot()
}

const [, , argument = ""] = process.argv
const own = parts[argument]
const way = ways[argument]

if (own !== undefined) console.log(JSON.stringify(await own()))
else if (way !== undefined) await way()
else {
  console.error(`There is ${[...Object.keys(ways).slice(1), ...Object.keys(parts)].join(", ")}, and no ${argument}.`)
  process.exitCode = 1
}
