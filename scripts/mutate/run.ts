// Plants faults in a copy of the sources, one at a time, and reports those that no test finds: `npm run mutate`.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { exists, read, root } from "../internal/workspace.ts"
import { generate } from "../generators/plantedFaults.ts"
import { choose } from "./choose.ts"
import { reasons } from "./equivalents.ts"
import { readFound, writeFound } from "./found.ts"
import { laws } from "./laws.ts"
import * as memory from "./memory.ts"
import { type Mutant, show } from "./Mutant.ts"
import { type Options, parse, usage } from "./options.ts"
import * as related from "./related.ts"
import { isFound, line, summary, type Tried } from "./report.ts"
import * as sandboxes from "./sandbox.ts"
import * as tests from "./tests.ts"
import { attempt, type Fate } from "./trial.ts"

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}

const sandboxed = new Set<sandboxes.Sandbox>()
process.on("SIGINT", () => process.exit(130))
process.on("SIGTERM", () => process.exit(143))
process.on("exit", () => {
  tests.endAll()
  for (const { remove } of sandboxed) remove()
})

/** Records which test found the fault of a law, and writes the reference page anew. */
const record = (mutant: Mutant, fate: Fate): void => {
  const found = new Map(readFound())
  if (fate._tag === "Killed") found.set(mutant.id, { file: fate.file, test: fate.test })
  else if (fate._tag === "Stuck") found.set(mutant.id, { file: fate.files[0] ?? "", test: "its tests do not end" })
  else found.delete(mutant.id)
  writeFound(
    found,
    laws.map(({ id }) => id)
  )
  for (const { path, text } of generate()) writeFileSync(join(root, path), text)
}

const isLaw = ({ id }: Mutant): boolean => laws.some((law) => law.id === id)

/** Tries the mutants that wait, one after the other, in one copy of the repository. */
const work = async (
  waiting: Array<Mutant>,
  options: Options,
  to: related.Related["to"],
  done: (tried: Tried) => void
): Promise<void> => {
  const sandbox = sandboxes.make()
  sandboxed.add(sandbox)
  const run = (files: ReadonlyArray<related.TestFile>, limitMillis: number) =>
    tests.run(sandbox.folder, files, limitMillis)
  const trial = { ...sandbox, run, related: to, sound: new Set<string>(), limitMillis: options.limitMillis }
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    done({ mutant, fate: await attempt(trial, mutant, readFound().get(mutant.id)?.file) })
  }
  sandboxed.delete(sandbox)
  sandbox.remove()
}

const main = async (options: Options): Promise<void> => {
  const chosen = choose(options)
  const wanted = chosen.filter(({ id }) => !reasons.has(id))
  const equivalent = new Map(
    chosen.flatMap(({ id }) => {
      const because = reasons.get(id)
      return because === undefined ? [] : [[id, because] as const]
    })
  )
  if (options.list) {
    for (const mutant of chosen) console.log(`${mutant.id.padEnd(44)} ${show(mutant)}`)
    return
  }
  const { to } = related.make()
  const kept = memory.open(join(root, "node_modules/.cache/mutate.json"), to, (path) =>
    exists(path) ? read(path) : ""
  )
  const known = options.again || options.ids.length > 0 ? () => undefined : kept.of
  const tried: Array<Tried> = []
  const waiting: Array<Mutant> = []
  for (const mutant of wanted) {
    const fate = known(mutant)
    if (fate === undefined) waiting.push(mutant)
    else tried.push({ mutant, fate })
  }
  if (tried.length > 0) console.log(`${tried.length} of ${wanted.length} are known from an earlier run.`)
  const done = (each: Tried): void => {
    tried.push(each)
    if (each.fate._tag !== "Unclear") kept.keep(each.mutant, each.fate)
    if (isLaw(each.mutant)) record(each.mutant, each.fate)
    console.log(line(each))
  }
  await Promise.all(
    Array.from({ length: Math.min(options.workers, waiting.length) }, () => work(waiting, options, to, done))
  )
  console.log(summary(tried, equivalent))
  process.exitCode = tried.every(isFound) ? 0 : 1
}

let options: Options | undefined
try {
  options = parse(process.argv.slice(2))
} catch (error) {
  fail(error)
}
if (options?.help === true) console.log(usage)
else if (options !== undefined) await main(options).catch(fail)
