// Plants faults in the sources, one at a time, and sees whether a test fails by each: `npm run mutate` for all of them,
// `npm run mutate -- ID…` for some, `--rest` for those of which docs/testing.md says nothing or that survived, `--check`
// only to see whether all of them still find their places in the sources.
import { faultsOfDocument, faultsOfList } from "./check.ts"
import { type Fate, fateIn, readFates, write } from "./document.ts"
import { mutants } from "./list.ts"
import { type Mutant, ownProject } from "./Mutant.ts"
import * as sandboxes from "./sandbox.ts"
import * as tests from "./tests.ts"

/** Tests mostly wait, and more than two at once would be late for that alone. */
const atOnce = 2
const someMillis = 180_000
const allMillis = 600_000

const words = process.argv.slice(2)
const problems = [...faultsOfList(), ...(words.includes("--check") ? faultsOfDocument() : [])]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
if (words.includes("--check")) {
  console.log(`${mutants.length} planted faults, each with its place.`)
  process.exit(0)
}

const fates = new Map<string, Fate>(readFates())
const ids = words.filter((word) => word !== "--rest")
const unknown = ids.filter((id) => !mutants.some((mutant) => mutant.id === id))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}: mutants/lists/ has them all.`)
  process.exit(1)
}
const isWanted = ({ id }: Mutant): boolean =>
  words.includes("--rest") ? fateIn(fates, id)._tag !== "Killed" : ids.length === 0 || ids.includes(id)
const wanted = mutants.filter(isWanted)

interface Done {
  readonly mutant: Mutant
  readonly fate: Fate
  readonly seconds: number
}

type Filters = ReadonlyArray<string>

/** Whether tests fail by a fault, and not by a busy machine: they fail with it again, and pass without it. */
const isBy = async (
  sandbox: sandboxes.Sandbox,
  mutant: Mutant,
  ended: tests.Ended,
  project: string,
  filters: Filters
): Promise<boolean> => {
  const again = ended._tag === "Late" ? ended : await tests.run(sandbox.folder, project, filters, someMillis)
  sandbox.mend(mutant)
  const without = await tests.run(sandbox.folder, project, filters, someMillis)
  sandbox.plant(mutant)
  return again._tag !== "Passed" && without._tag === "Passed"
}

/** The tests that are named for it first, and all that may know of it where those find nothing. */
const tried = async (sandbox: sandboxes.Sandbox, mutant: Mutant): Promise<Fate> => {
  const rounds = [
    { project: mutant.project, filters: mutant.tests, limit: someMillis },
    ...[...new Set([mutant.project, ownProject(mutant)])].map((project) => ({ project, filters: [], limit: allMillis }))
  ]
  for (const { filters, limit, project } of rounds) {
    const ended = await tests.run(sandbox.folder, project, filters, limit)
    if (ended._tag === "Passed") continue
    if (ended._tag === "Broken") throw new Error(`${mutant.id} can't be tried:\n${ended.output}`)
    const by = ended._tag === "Late" ? `${project}: its tests came to no end` : ended.test
    const isNamed = ended._tag === "Failed" && filters.length > 0
    const narrow = ended._tag === "Failed" ? [ended.file] : filters
    if (isNamed || (await isBy(sandbox, mutant, ended, project, narrow))) return { _tag: "Killed", by }
    throw new Error(`${mutant.id}: it is not by this that a test fails: ${by}`)
  }
  return { _tag: "Survived" }
}

/** Without a fault they pass: else that one fails would say nothing. */
const soundness = async (folder: string, project: string): Promise<void> => {
  const named = [...new Set(wanted.filter((mutant) => mutant.project === project).flatMap((mutant) => mutant.tests))]
  const ended = await tests.run(folder, project, named, allMillis, false)
  if (ended._tag === "Passed") return
  throw new Error(
    `the tests of ${project} do not pass without a fault: ${ended._tag === "Failed" ? ended.test : JSON.stringify(ended)}`
  )
}

const sandboxed = new Set<sandboxes.Sandbox>()
process.on("SIGINT", () => process.exit(130))
process.on("SIGTERM", () => process.exit(143))
process.on("exit", () => {
  tests.endAll()
  for (const { remove } of sandboxed) remove()
})

const done: Array<Done> = []
const broken: Array<string> = []

/** Takes what waits, one after the other, in a copy of its own. */
const work = async <A>(
  waiting: Array<A>,
  act: (sandbox: sandboxes.Sandbox, one: A) => Promise<void>
): Promise<void> => {
  const sandbox = sandboxes.make()
  sandboxed.add(sandbox)
  try {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await act(sandbox, one)
      } catch (error) {
        broken.push(error instanceof Error ? error.message : String(error))
      }
    }
  } finally {
    sandboxed.delete(sandbox)
    sandbox.remove()
  }
}

const together = async <A>(
  all: ReadonlyArray<A>,
  act: (sandbox: sandboxes.Sandbox, one: A) => Promise<void>
): Promise<void> => {
  const waiting = [...all]
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, () => work(waiting, act)))
}

const attempt = async (sandbox: sandboxes.Sandbox, mutant: Mutant): Promise<void> => {
  const started = performance.now()
  sandbox.plant(mutant)
  try {
    const fate = await tried(sandbox, mutant)
    const seconds = (performance.now() - started) / 1000
    done.push({ mutant, fate, seconds })
    fates.set(mutant.id, fate)
    // What is known is written at once: who is interrupted goes on by `--rest`.
    write(mutants, fates)
    const by = fate._tag === "Killed" ? fate.by : "NOTHING"
    console.log(`${mutant.id.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s  ${by}`)
  } finally {
    sandbox.mend(mutant)
  }
}

await together([...new Set(wanted.map(({ project }) => project))], ({ folder }, project) => soundness(folder, project))
if (broken.length === 0) await together(wanted, attempt)

const survivors = done.filter(({ fate }) => fate._tag === "Survived")
console.log(`\n${done.length} tried, ${done.length - survivors.length} found, ${survivors.length} survived.`)
for (const { mutant } of survivors) console.log(`SURVIVED  ${mutant.id}: ${mutant.breaks} (${mutant.file})`)
for (const problem of broken) console.error(`FAILED  ${problem}`)
process.exitCode = survivors.length + broken.length > 0 ? 1 : 0
