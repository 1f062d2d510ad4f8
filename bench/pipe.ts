// One process for the events of a session, beside a process for each event, as Amplifier's module has them.
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { bundle } from "../scripts/bundle.ts"
import { quantile } from "./quantile.ts"
import type { Result } from "./Result.ts"

const samples = 41
const bin = path.join(import.meta.dirname, "../packages/hookline/bin/hookline.js")
const words = ["dispatch", "--host", "amplifier"]

const payload = (tool: string): string =>
  JSON.stringify({ event: "tool:pre", data: { session_id: "s1", tool_name: tool, tool_input: { path: "a" } } })

export const pipe = async (): Promise<ReadonlyArray<Result>> => {
  await bundle()
  const root = mkdtempSync(path.join(tmpdir(), "hookline-bench-"))
  const project = path.join(root, "project")
  mkdirSync(path.join(root, ".amplifier/hooks"), { recursive: true })
  mkdirSync(project)
  const hooks = { PreToolUse: [{ matcher: "write_file", hooks: [{ type: "command", command: "exit 0" }] }] }
  writeFileSync(path.join(root, ".amplifier/hooks/hooks.json"), JSON.stringify({ hooks }))
  const options = { cwd: project, env: { PATH: process.env["PATH"] ?? "", HOME: root } }
  const child = spawn(process.execPath, [bin, ...words, "--pipe"], { ...options, stdio: ["pipe", "pipe", "inherit"] })
  try {
    let waiting: (answer: string) => void = () => {}
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      const lines = (text + chunk.toString()).split("\n")
      text = lines.pop() ?? ""
      // The other lines are those by which a host knows that the process runs.
      for (const line of lines) if (line.startsWith(`{"id":`)) waiting(line)
    })
    let id = 0
    const piped = async (tool: string): Promise<number> => {
      const started = performance.now()
      const request = { id: ++id, event: "PreToolUse", limit: 60, cwd: project, text: payload(tool) }
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const answer = await new Promise<string>((resolve) => (waiting = resolve))
      if (!answer.includes(`"id":${id},"exit":0`)) throw new Error(answer)
      return performance.now() - started
    }
    const alone = (tool: string): number => {
      const started = performance.now()
      const ended = spawnSync(process.execPath, [bin, ...words], { ...options, input: payload(tool) })
      if (ended.status !== 0) throw new Error(String(ended.stderr))
      return performance.now() - started
    }
    const results: Array<Result> = []
    for (const [name, tool] of [
      ["one hook", "write_file"],
      ["nothing matches", "read_file"]
    ] as const) {
      const [ours, theirs]: [Array<number>, Array<number>] = [[], []]
      for (let round = -5; round < samples; round++) {
        const [one, other] = [await piped(tool), alone(tool)]
        if (round >= 0) {
          ours.push(one)
          theirs.push(other)
        }
      }
      const [p50, base] = [quantile(ours, 0.5), quantile(theirs, 0.5)]
      const title = `dispatch --pipe, ${name} / a process`
      results.push({ name: title, ratio: p50 / base, target: 0.5, p50, p95: quantile(ours, 0.95), unit: "ms" })
    }
    return results
  } finally {
    child.kill("SIGKILL")
    rmSync(root, { recursive: true, force: true })
  }
}
