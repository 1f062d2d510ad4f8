/** A plain run of a hook: a shell, the event on its standard input, and its outputs. */
import type { Work } from "@hookline/core/Runner"
import { nothing } from "@hookline/core/SessionEnv"
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEnv from "@hookline/executor/kit/HookEnv"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/** The end of a run, with its outputs. */
export interface Ending {
  readonly end: string
  readonly stdout: string
  readonly stderr: string
}

/** Returns the variables of the hook, computed without a runner's optimizations. */
export const variablesOf = (work: Work<"Command">): HookEnv.Variables => ({
  ...HookEnv.inherited(process.env, HookEnv.reserved(Dialects.all), work.settings.env, nothing),
  ...HookEnv.own(work, Dialects.all)
})

const endOf = (work: Work<"Command">, code: number | null, signal: string | null, stderr: string): string => {
  if (code !== null) return String(code)
  const last = stderr.trimEnd().split("\n").at(-1) ?? ""
  return `${work.hook.id} failed: it was ended by ${signal}${last === "" ? "" : `, after it printed: ${last}`}`
}

/** Runs the hook with files in the place of pipes, because a hook can reopen files. */
export const plainly = (work: Work<"Command">, shell: string): Effect.Effect<Ending> =>
  Effect.promise(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "hookline-plain-"))
    const [input, out, err, script] = ["in", "out", "err", "script"].map((name) => path.join(folder, name))
    if (input === undefined || out === undefined || err === undefined || script === undefined)
      throw new Error("no files")
    writeFileSync(input, work.payload())
    writeFileSync(script, work.handler.command)
    const append = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
    const files = [openSync(input, "r"), openSync(out, append), openSync(err, append)]
    // A text that is too long for an argument is passed as a file.
    const isLong = work.handler.command.length > 120_000
    const child = spawn(shell, isLong ? [script] : ["-c", work.handler.command], {
      cwd: work.facts.projectDir,
      env: variablesOf(work),
      stdio: files,
      detached: true
    })
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      child.once("exit", (...end) => resolve(end))
    })
    // Includes output that a leftover child writes at once.
    if (work.handler.command.includes("&")) await new Promise((resolve) => setTimeout(resolve, 30))
    for (const file of files) closeSync(file)
    const [stdout, stderr] = [readFileSync(out, "utf8"), readFileSync(err, "utf8")]
    rmSync(folder, { recursive: true })
    return {
      end: endOf(work, code, signal, stderr),
      stdout: code === null ? "" : stdout,
      stderr: code === null ? "" : stderr
    }
  })
