/** Runs a program to its end, with a limit. */
import { spawn } from "node:child_process"

/** The program and its surroundings. */
export interface Running {
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMillis: number
}

/** The output of a program on both of its outputs, and its end. */
export interface Ended {
  readonly output: string
  /** The code, or the name of a signal. */
  readonly exit: number | string
  /** True if the limit ended it. */
  readonly hung: boolean
}

/** What a program started may hold its outputs. They are read for this long after its end. */
const lingerMillis = 150

/** Runs a program in a process group of its own, which is killed at the limit. */
export const runToEnd = ({ args, cwd, env, limitMillis, program }: Running): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true })
    let output = ""
    let hung = false
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    const killer = setTimeout(() => {
      hung = true
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    }, limitMillis)
    child.on("exit", (code, signal) => {
      clearTimeout(killer)
      setTimeout(() => resolve({ exit: code ?? signal ?? "unknown", hung, output }), lingerMillis)
    })
  })
