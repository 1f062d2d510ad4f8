// Three runners on a real Postgres lose their lives, their database or their wire to it: `npm run soak -- fleet` plays
// 10,000 events over 1,000 sessions on three machines for each fault. An oracle counts what became of each hook that runs
// once: none is lost, none runs twice, and each that was not done is left to the policy by every event that wanted it.
// `npm run soak -- fleet 2000 kill` plays so many, for the faults whose names contain a text.
import * as Effect from "effect/Effect"
import { server } from "../packages/fleet/test/databases.ts"
import { during, faults } from "../packages/fleet/test/faults/faults.ts"
import { clientOf, load, machineOf } from "../packages/fleet/test/faults/load.ts"
import type { Counts } from "../packages/fleet/test/faults/Oracle.ts"
import { askAll } from "../packages/fleet/test/faults/questions.ts"
import { type Runners, start } from "../packages/fleet/test/faults/runners.ts"

const [, , , said = "10000", only = ""] = process.argv
const events = Number(said)

/** Events in a second. */
const rate = 200

/** A fault lasts longer than every limit of a call. */
const millis = 15_000

const questions = 60

const row = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(" | ")} |`

const problemOf = ({ done, hooks, hooksReported, lost, skippedUndone, twice, ...counts }: Counts): string | undefined =>
  counts.events === events && lost + twice + skippedUndone === 0 && done + hooksReported === hooks
    ? undefined
    : `${lost} hooks lost, ${twice} twice, ${skippedUndone} skipped undone, ${counts.events} of ${events} events ended`

const played = async (fleet: Runners): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  console.log(
    row(["fault", "events", "hooks", "done", "lost", "twice", "events left to the policy", "hooks left", "s"])
  )
  console.log(row(["---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:"]))
  for (const fault of faults.filter(({ name }) => name.includes(only))) {
    const started = performance.now()
    const counts = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const machines = [yield* machineOf(fleet), yield* machineOf(fleet), yield* machineOf(fleet)]
          const options = { events, rate, sessions: Math.max(1, events / 10) }
          return yield* during(fleet, fault, { after: (events / rate) * 200, millis }, load(machines, options))
        })
      )
    )
    const { done, hooks, hooksReported, lost, reported, twice } = counts
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(row([fault.name, counts.events, hooks, done, lost, twice, reported, hooksReported, seconds]))
    for (const [reason, times] of Object.entries(counts.reasons)) console.error(`  ${times} times: ${reason}`)
    const problem = problemOf(counts)
    if (problem !== undefined) problems.push(`${fault.name}: ${problem}`)
  }
  return problems
}

const answered = async (fleet: Runners): Promise<ReadonlyArray<string>> => {
  const [kill] = faults
  if (kill === undefined) return ["there is no fault"]
  const asked = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const persons = [yield* clientOf(fleet, "person"), yield* clientOf(fleet, "person")] as const
        const asking = askAll(yield* clientOf(fleet), persons, questions, 90_000)
        return yield* during(fleet, kill, { after: 1000, millis: 1000 }, asking)
      })
    )
  )
  const apart = asked.filter(({ heard, told }) => heard === undefined || told.some((answer) => answer !== heard))
  const slowest = Math.max(...asked.map(({ millis }) => millis))
  console.log(
    `\n${asked.length} questions, each answered by two persons at once, and a runner killed: ${apart.length} told apart, the last heard after ${(slowest / 1000).toFixed(1)} s.`
  )
  return apart.length === 0 ? [] : [`${apart.length} questions had another answer for some than for others`]
}

if (server === undefined) {
  console.error("No Postgres lets us in: name one in HOOKLINE_POSTGRES, as postgres://user@host:5432/postgres.")
  process.exitCode = 1
} else {
  const fleet = await start(server, 3, false)
  try {
    const problems = [...(await played(fleet)), ...(await answered(fleet))]
    if (problems.length === 0) console.log("No hook was lost, none ran twice, and each that was left was reported.")
    else {
      console.error(problems.join("\n"))
      process.exitCode = 1
    }
  } finally {
    await fleet.close()
  }
}
