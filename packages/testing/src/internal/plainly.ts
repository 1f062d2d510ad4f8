/** Runs a hook as everybody would: a shell, the event on its input, and its outputs kept. */
import type { Work } from "@hookline/core/Runner"
import { nothing } from "@hookline/core/SessionEnv"
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEnv from "@hookline/executor/HookEnv"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/** How a run ended, and what it wrote. */
export interface Ending {
  readonly end: string
  readonly stdout: string
  readonly stderr: string
}

/** The variables that the hook gets, put together without any of what makes a runner fast. */
export const variablesOf = (work: Work<"Command">): HookEnv.Variables => ({
  ...HookEnv.inherited(process.env, HookEnv.reserved(Dialects.all), work.settings.env, nothing),
  ...HookEnv.own(work, Dialects.all)
})

const endOf = (work: Work<"Command">, code: number | null, signal: string | null, stderr: string): string => {
  if (code !== null) return String(code)
  const last = stderr.trimEnd().split("\n").at(-1) ?? ""
  return `${work.hook.id} failed: it was ended by ${signal}${last === "" ? "" : `, after it said: ${last}`}`
}

/** With files in the place of pipes, since a hook can open those again. */
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
    // What no argument can hold is what a shell is given as a file.
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
    // What a child that was left behind writes at once is part of what was written.
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
