// Runs test files in a copy of the repository, up to the first test that fails, within a time limit.
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { root } from "../internal/workspace.ts"
import { withoutCommand } from "../internal/testSetup.ts"
import type { TestFile } from "./related.ts"

/** A test that failed: the path of its file, and its name. */
export interface FailedTest {
  readonly file: string
  readonly test: string
}

/** The result of a run. `Broken` means that no test could be run. */
export type Ended =
  | { readonly _tag: "Passed" }
  | ({ readonly _tag: "Failed" } & FailedTest)
  | { readonly _tag: "TimedOut" }
  | { readonly _tag: "Broken"; readonly output: string }

interface TestReport {
  readonly numTotalTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>
  }>
}

const reportIn = (file: string): TestReport | undefined => {
  try {
    // The test runner writes this shape.
    return JSON.parse(readFileSync(file, "utf8")) as TestReport
  } catch {
    // The run ended before it wrote a report.
    return undefined
  }
}

const endedAs = (folder: string, code: number | null, report: TestReport | undefined, output: string): Ended => {
  for (const { assertionResults, name, status } of report?.testResults ?? []) {
    const file = name.slice(folder.length + 1)
    const failed = assertionResults.find((assertion) => assertion.status === "failed")
    if (failed !== undefined) return { _tag: "Failed", file, test: failed.fullName }
    if (status === "failed") return { _tag: "Failed", file, test: "it fails before its first test" }
  }
  return code === 0 && (report?.numTotalTests ?? 0) > 0 ? { _tag: "Passed" } : { _tag: "Broken", output }
}

/** Kills every process that inherited the mark of a run from it. */
const killMarked = (mark: string): void => {
  if (process.platform !== "linux") return
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark)) process.kill(Number(pid), "SIGKILL")
    } catch {
      // The process belongs to another user, or has ended.
    }
  }
}

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch {
    // The process has ended.
  }
}

const running = new Set<() => void>()

/** Ends every run, so that an interrupted one leaves no process behind. */
export const endAll = (): void => {
  for (const end of running) end()
}

const bin = join(root, "node_modules", ".bin")

/** Runs test files of a copy of the repository. */
export const run = (folder: string, files: ReadonlyArray<TestFile>, limitMillis: number): Promise<Ended> =>
  new Promise((done) => {
    const [variable, value] = ["HOOKLINE_MUTATE", randomUUID()]
    const reports = mkdtempSync(join(tmpdir(), "hookline-mutate-report-"))
    const report = join(reports, "report.json")
    const projects = [...new Set(files.map(({ project }) => project))].flatMap((name) => ["--project", name])
    const options = [
      "--config",
      "vitest.workspace.ts",
      "--bail=1",
      "--maxWorkers=2",
      "--reporter=json",
      `--outputFile=${report}`
    ]
    const child = spawn(
      process.execPath,
      [join(root, "node_modules/vitest/vitest.mjs"), "run", ...options, ...projects, ...files.map(({ path }) => path)],
      {
        cwd: folder,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          [variable]: value,
          ...(!files.some(({ needsBundle }) => needsBundle) && { [withoutCommand]: "1" }),
          PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`
        }
      }
    )
    let output = ""
    const keep = (chunk: string): void => void (output = `${output}${chunk}`.slice(-4000))
    child.stdout.setEncoding("utf8").on("data", keep)
    child.stderr.setEncoding("utf8").on("data", keep)
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      killGroup(child)
    }, limitMillis)
    const end = (): void => {
      killGroup(child)
      killMarked(`${variable}=${value}`)
      rmSync(reports, { recursive: true, force: true })
    }
    running.add(end)
    // A process that a fault left behind may keep the pipes open, so the end of the run itself counts.
    child.once("exit", (code) => {
      clearTimeout(timer)
      child.stdout.destroy()
      child.stderr.destroy()
      const ended = timedOut ? ({ _tag: "TimedOut" } as const) : endedAs(folder, code, reportIn(report), output)
      running.delete(end)
      end()
      done(ended)
    })
  })
