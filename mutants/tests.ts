// Runs tests in a copy of the sources, up to the first that fails, and for so long and no longer.
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { root } from "../scripts/internal/workspace.ts"
import { bundleVariable } from "./sandbox.ts"

/** How a run ended: all passed, one failed, none could be run, or it took too long. */
export type Ended =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly file: string; readonly test: string }
  | { readonly _tag: "Broken"; readonly output: string }
  | { readonly _tag: "Late" }

interface Asserted {
  readonly status: string
  readonly fullName: string
}

interface Reported {
  readonly numTotalTests: number
  readonly testResults: ReadonlyArray<{ readonly name: string; readonly assertionResults: ReadonlyArray<Asserted> }>
}

const reportIn = (file: string): Reported | undefined => {
  try {
    // Vitest writes it in this shape.
    return JSON.parse(readFileSync(file, "utf8")) as Reported
  } catch {
    // It ended before it could write any.
    return undefined
  }
}

const endedAs = (code: number | null, report: Reported | undefined, output: string): Ended => {
  for (const { assertionResults, name } of report?.testResults ?? []) {
    const failed = assertionResults.find(({ status }) => status === "failed")
    if (failed === undefined) continue
    const file = name.replace(/^.*\/test\//, "")
    return {
      _tag: "Failed",
      file,
      test: `${name.replace(/^.*\/packages\//, "").replace("/test/", "/")}: ${failed.fullName}`
    }
  }
  return code === 0 && (report?.numTotalTests ?? 0) > 0 ? { _tag: "Passed" } : { _tag: "Broken", output }
}

/** Ends what the tests have started and left behind: all that has inherited the run's own mark. */
const endMarked = (mark: string): void => {
  if (process.platform !== "linux") return
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark)) process.kill(Number(pid), "SIGKILL")
    } catch {
      // It is somebody else's, or has ended meanwhile.
    }
  }
}

const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch {
    // It has ended.
  }
}

/** Ends the runs that go on: whoever is interrupted leaves nothing behind. */
const ends = new Set<() => void>()
export const endAll = (): void => {
  for (const end of ends) end()
}

const bin = join(root, "node_modules", ".bin")

/** Only the tests of the command run its bundle. */
const needsBundle = (project: string, filters: ReadonlyArray<string>): boolean =>
  project === "hookline" && (filters.length === 0 || filters.some((part) => part.startsWith("command/")))

/** Runs the tests of a project, or those whose paths hold one of these parts. */
export const run = (
  folder: string,
  project: string,
  filters: ReadonlyArray<string>,
  limitMillis: number,
  bail = true
): Promise<Ended> =>
  new Promise((done) => {
    const mark = `PLANTED_FAULTS=${randomUUID()}`
    const [name = "", value = ""] = mark.split("=")
    const reports = mkdtempSync(join(tmpdir(), "hookline-mutants-report-"))
    const report = join(reports, "report.json")
    const args = ["run", "--config", "vitest.workspace.ts", "--project", project, "--reporter=json"]
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
    const child = spawn(
      process.execPath,
      [vitest, ...args, `--outputFile=${report}`, ...(bail ? ["--bail=1"] : []), ...filters],
      {
        cwd: folder,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          [name]: value,
          ...(needsBundle(project, filters) && { [bundleVariable]: "yes" }),
          PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`
        }
      }
    )
    let output = ""
    const keep = (chunk: string): void => void (output = `${output}${chunk}`.slice(-4000))
    child.stdout.setEncoding("utf8").on("data", keep)
    child.stderr.setEncoding("utf8").on("data", keep)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child)
    }, limitMillis)
    const end = (): void => {
      endGroup(child)
      endMarked(mark)
      rmSync(reports, { recursive: true, force: true })
    }
    ends.add(end)
    // What a fault leaves behind may hold the pipes: only the end of the process counts.
    child.once("exit", (code) => {
      clearTimeout(timer)
      child.stdout.destroy()
      child.stderr.destroy()
      const ended = isLate ? ({ _tag: "Late" } as const) : endedAs(code, reportIn(report), output)
      ends.delete(end)
      end()
      done(ended)
    })
  })
