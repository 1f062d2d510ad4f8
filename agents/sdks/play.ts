/** Plays one scenario in one SDK: real files, real processes, a scripted model. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Model from "../models/Model.ts"
import { type Ended, runToEnd } from "../runToEnd.ts"
import { command, type Scenario, type Seen } from "./scenarios.ts"
import type { Finished, Sdk, Task } from "./Sdk.ts"

/** The result of a scenario in an SDK. */
export interface SdkCell {
  readonly scenario: string
  readonly meant: string
  readonly holds: boolean
  readonly ran: ReadonlyArray<string>
  readonly requests: number
}

/** The longest that a program may take. */
const limitMillis = Number(process.env["SDKS_LIMIT"] ?? 60_000)

const linesOf = (file: string): ReadonlyArray<string> =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : []

/** Creates the home, and the project with its hooks. */
const prepare = ({ hooks }: Scenario, { home, project }: Pick<Task, "home" | "project">): void => {
  const groups = Object.entries(hooks).map(([event, { matcher, ...handler }]) => [
    event,
    [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", ...handler }] }]
  ])
  mkdirSync(home, { recursive: true })
  mkdirSync(join(project, ".claude"), { recursive: true })
  writeFileSync(
    join(project, ".claude/settings.json"),
    JSON.stringify({ hooks: Object.fromEntries(groups) as unknown })
  )
}

/** Runs the program of an SDK to its end. */
const run = (sdk: Sdk, task: Task): Promise<Ended> =>
  runToEnd({
    program: process.execPath,
    args: [...process.execArgv, join(import.meta.dirname, "programs", sdk.program), JSON.stringify(task)],
    cwd: task.project,
    env: { PATH: process.env["PATH"] ?? "", HOME: task.home, LANG: "C.UTF-8", LANGSMITH_TRACING: "false" },
    limitMillis
  })

const finishedOf = (output: string): Finished => {
  const last = output
    .trimEnd()
    .split("\n")
    .findLast((line) => line.startsWith("{"))
  try {
    // A program prints this as its last line.
    return last === undefined ? { error: "no result" } : (JSON.parse(last) as Finished)
  } catch {
    return { error: "no result" }
  }
}

const isAlive = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch {
    return false
  }
}

/** Plays a scenario. `streams` runs the agent with a stream. */
export const playSdk = async (
  sdk: Sdk,
  installed: string,
  scenario: Scenario,
  { streams }: { readonly streams: boolean }
): Promise<SdkCell> => {
  const root = mkdtempSync(join(tmpdir(), "sdks-"))
  const turns = scenario.turns?.(sdk) ?? [{ text: "Working.", call: sdk.shell(command) }, { text: "Finished." }]
  const model = await Model.start(sdk.protocol, turns)
  try {
    const { aborts, approver, closes, policy } = scenario
    const task: Task = {
      installed,
      home: join(root, "home"),
      project: join(root, "project"),
      port: model.port,
      streams,
      ...(aborts && { aborts }),
      ...(approver !== undefined && { approver }),
      ...(closes && { closes }),
      ...(policy !== undefined && { policy })
    }
    prepare(scenario, task)
    const { hung, output } = await run(sdk, task)
    const finished = finishedOf(output)
    const last = model.requests.at(-1)
    const seen: Seen = {
      ...finished,
      ran: linesOf(join(task.project, "ran.txt")),
      noted: linesOf(join(task.project, "noted.txt")),
      requests: model.requests.length,
      told: JSON.stringify(model.requests),
      last: last === undefined ? "" : JSON.stringify(last["messages"] ?? last),
      hung,
      leaves: linesOf(join(task.project, "pids.txt")).some(isAlive)
    }
    const holds = scenario.holds(seen)
    if (!holds && process.env["AGENTS_VERBOSE"] !== undefined) {
      const { told: _, ...rest } = seen
      console.error(output.slice(-3000), JSON.stringify({ ...rest, last: seen.last.slice(-1500) }, undefined, 1))
    }
    return { scenario: scenario.name, meant: scenario.meant, holds, ran: seen.ran, requests: seen.requests }
  } finally {
    await model.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
