// The command as hosts start it: a process for every event, beside the least that a process of Node can be. The bundle
// is what is measured, and its compiled code is kept, as with everybody who has run it twice.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { bundle } from "../scripts/bundle.ts"
import type { Result } from "./Result.ts"

const samples = 41
const bin = path.join(import.meta.dirname, "../packages/hookline/bin/hookline.js")

const payload = (tool: string, session = "s1"): string =>
  JSON.stringify({ hook_event_name: "PreToolUse", session_id: session, tool_name: tool, tool_input: { command: "ls" } })

interface Case {
  readonly name: string
  readonly args: (round: number) => ReadonlyArray<string>
  readonly input?: (round: number) => string
  readonly target?: number
  readonly stdout?: RegExp
}

const dispatch = () => [bin, "dispatch", "--host", "claude"]

const cases: ReadonlyArray<Case> = [
  { name: "node -e 0", args: () => ["-e", "0"] },
  { name: "hookline --version", args: () => [bin, "--version"], target: 1.15, stdout: /^hookline v/ },
  { name: "dispatch, nothing matches", args: dispatch, input: () => payload("Read"), target: 1.3 },
  // What a session asks for the first time is not known yet.
  {
    name: "dispatch, nothing matches, for the first time",
    args: dispatch,
    input: (round) => payload("Read", `${round}`)
  },
  { name: "dispatch, one hook", args: dispatch, input: () => payload("Write"), target: 3.3 },
  {
    name: "run, one hook",
    args: () => [bin, "run", "PreToolUse", "--tool", "Write"],
    target: 4,
    stdout: /1 hook|nothing|Pass/i
  }
]

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const sleep = (millis: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

/** All of them, taking turns. */
export const command = async (): Promise<ReadonlyArray<Result>> => {
  await bundle()
  const root = mkdtempSync(path.join(tmpdir(), "hookline-bench-"))
  try {
    const project = path.join(root, "project")
    const hooks = path.join(project, ".amplifier/hooks")
    mkdirSync(hooks, { recursive: true })
    writeFileSync(
      path.join(hooks, "hooks.json"),
      JSON.stringify({
        hooks: { PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "exit 0" }] }] }
      })
    )
    mkdirSync(path.join(root, ".hookline"))
    writeFileSync(path.join(root, ".hookline/settings.json"), JSON.stringify({ trust: { paths: [project] } }))
    const env = { PATH: process.env["PATH"] ?? "", HOME: root }
    const once = ({ args, input, name, stdout }: Case, round: number): number => {
      const started = performance.now()
      const ended = spawnSync(process.execPath, [...args(round)], {
        cwd: project,
        env,
        input: input?.(round) ?? "",
        encoding: "utf8"
      })
      const millis = performance.now() - started
      const isRight = stdout === undefined ? ended.stdout === "" : stdout.test(ended.stdout)
      if (ended.status !== 0 || ended.stderr !== "" || !isRight) {
        throw new Error(`${name}: exit ${ended.status}, ${ended.stdout}${ended.stderr}`)
      }
      return millis
    }
    // Files that have just been written are looked at each time, since a change might not show.
    sleep(3000)
    for (const one of cases) for (const round of [-1, -2]) once(one, round)
    if (readdirSync(path.join(root, ".local/state/hookline/quiet")).length === 0) throw new Error("nothing is known")
    const times = cases.map(() => new Array<number>())
    for (let round = 0; round < samples; round++) {
      for (const [index, one] of cases.entries()) times[index]?.push(once(one, round))
    }
    const sorted = times.map((one) => one.toSorted((a, b) => a - b))
    const base = quantile(sorted[0] ?? [], 0.5)
    return cases.slice(1).map(({ name, target }, index) => {
      const own = sorted[index + 1] ?? []
      const p50 = quantile(own, 0.5)
      const result = { name: `${name} / node -e 0`, ratio: p50 / base, p50, p95: quantile(own, 0.95), unit: "ms" }
      return target === undefined ? result : { ...result, target }
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
