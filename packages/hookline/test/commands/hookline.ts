// Runs the command as people and hosts do: the real file, in a process of its own. Most of those that need none run in this
// process, or in one that answers many calls: inThisProcess.ts.
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
  /** Runs as a process of its own in every lane, as what is tested is about processes, or several at once. */
  readonly isProcess?: boolean
  /** Signalled so long after its start. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly when: (folder: string) => boolean }
}

interface Started {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  readonly project: string
  readonly signal: Options["signal"]
}

const spawned = (args: ReadonlyArray<string>, { cwd, env, input, project, signal }: Started): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, env })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin.on("error", () => {})
    child.stdin.end(input)
    const look = setInterval(() => {
      if (signal?.when(project) === true) child.kill(signal.name)
    }, 20)
    child.once("close", (exit) => {
      clearInterval(look)
      resolve({ stdout, stderr, exit })
    })
  })

const run = (
  project: { readonly project: string; readonly home: string },
  args: ReadonlyArray<string>,
  { cwd = project.project, env = {}, input = "", isProcess = false, signal }: Options
): Promise<Ended> => {
  const variables = { ...commandEnv(project.home), NO_COLOR: "1", ...env }
  const asProcess = () => spawned(args, { cwd, env: variables, input, project: project.project, signal })
  if (isProcess || signal !== undefined || !canRunHere(args, input)) return asProcess()
  return runHere({ bin, words: args, cwd, env: variables, input }).then((ended) => ended ?? asProcess())
}

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
