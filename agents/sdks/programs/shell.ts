/** The tool of agents that have none of their own. */
import { spawn } from "node:child_process"
import { task } from "./task.ts"

/** Runs a command in the project, and returns what it printed. */
export const shell = (command: string, signal: AbortSignal | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd: task.project, stdio: ["ignore", "pipe", "inherit"], signal })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`it ended with ${code}`))))
  })
