// Runs a command line with the tools of this repository, also where npm has not put them into PATH.
import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { root } from "./workspace.ts"

export interface Finished {
  readonly ok: boolean
  readonly output: string
}

export const run = (command: string): Promise<Finished> =>
  new Promise((done) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"] ?? ""}` }
    })
    let output = ""
    const keep = (chunk: string) => {
      output += chunk
    }
    child.stdout.setEncoding("utf8").on("data", keep)
    child.stderr.setEncoding("utf8").on("data", keep)
    child.on("error", (error) => done({ ok: false, output: `${output}${error.message}\n` }))
    child.on("close", (code) => done({ ok: code === 0, output }))
  })
