// Plays a turn in a server of opencode, which lives on when the turn ends: `opencode run` alone ends with it, and no hook can
// send the agent on there.
//
//   node lastingOpencode.ts PROGRAM PROMPT
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"

const [program = "", prompt = ""] = process.argv.slice(2)

/** The time without work after which nothing comes any more. It leaves room for the hooks of a turn's end. */
const quietMillis = 6000

const server = spawn(program, ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
  stdio: ["ignore", "pipe", "inherit"]
})

const address = await new Promise<string>((resolve) => {
  let text = ""
  server.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString()
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
    if (found !== undefined) resolve(found)
  })
})

const client = spawn(program, ["run", "--attach", address, "--format", "json", prompt], {
  stdio: ["ignore", "inherit", "inherit"]
})
const [code] = (await once(client, "exit")) as [number | null]

const isBusy = async (): Promise<boolean> => {
  const response = await fetch(`${address}/session/status?directory=${encodeURIComponent(process.cwd())}`)
  return (await response.text()) !== "{}"
}

for (let since = Date.now(); Date.now() - since < quietMillis; await setTimeout(100)) {
  if (await isBusy()) since = Date.now()
}
server.kill("SIGTERM")
await once(server, "exit")
process.exitCode = code ?? 1
