// Runs the command as people and hosts do: the real file, in a process of its own. Commands that differ from an earlier one
// of the same file in their words and files alone run in this process: inThisProcess.ts.
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import path from "node:path"
import { TestProject } from "@hookline/testing"
import { canRunHere, runHere } from "./inThisProcess.ts"

export const bin = path.join(import.meta.dirname, "../../bin/hookline.js")

const inherited = process.env["PATH"] ?? ""

/** The variables of every command. */
export const commandEnv = (home: string): Readonly<Record<string, string>> => ({ PATH: inherited, HOME: home })

export interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
}

export interface Options {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Where it is started; in the project's folder, if left out. */
  readonly cwd?: string
  /** Signalled so long after its start. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly when: (folder: string) => boolean }
}

const run = (
  project: { readonly project: string; readonly home: string },
  args: ReadonlyArray<string>,
  { cwd = project.project, env = {}, input = "", signal }: Options
): Promise<Ended> =>
  new Promise((resolve) => {
    const variables = { ...commandEnv(project.home), NO_COLOR: "1", ...env }
    if (input === "" && signal === undefined && canRunHere(args))
      return resolve(runHere({ bin, words: args, cwd, env: variables }))
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: variables })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin.on("error", () => {})
    child.stdin.end(input)
    const look = setInterval(() => {
      if (signal?.when(project.project) === true) child.kill(signal.name)
    }, 20)
    child.once("close", (exit) => {
      clearInterval(look)
      resolve({ stdout, stderr, exit })
    })
  })

/** Runs it in a project that is there. */
export const hooklineIn = (
  project: { readonly project: string; readonly home: string },
  args: ReadonlyArray<string>,
  options: Options = {}
) => Effect.promise(() => run(project, args, options))

/** Runs it in a project of these files, and in a home of its own. */
export const hookline = (files: TestProject.Files, args: ReadonlyArray<string>, options: Options = {}) =>
  Effect.scoped(
    Effect.flatMap(TestProject.make({ ".hookline/.keep": "", ...files }), (project) =>
      hooklineIn(project, args, options)
    )
  )
