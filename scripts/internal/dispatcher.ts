// Starts two processes that answer the calls of hosts for all workers of a test run, each when it is called first. No worker
// has one for a child, because tests look at the children and the open files of their own process.
import { fork, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./workspace.ts"

/** The variable that names the socket to the workers. */
export const variable = "HOOKLINE_TESTS_DISPATCHER"

const program = join(root, "packages/hookline/test/commands/dispatcher.ts")

interface Dispatcher {
  /** Answers one connection: a line of JSON comes, one goes back. */
  readonly answer: (socket: Socket) => void
  readonly close: () => void
}

const makeDispatcher = (): Dispatcher => {
  const waiting = new Map<number, Socket>()
  let child: ChildProcess | undefined
  let count = 0
  const start = (): ChildProcess => {
    const started = fork(program, [], {
      execArgv: ["--conditions=@hookline/source"],
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
    started.on("message", ({ ended, id }: { readonly id: number; readonly ended?: unknown }) => {
      waiting.get(id)?.end(JSON.stringify(ended ?? null))
      waiting.delete(id)
    })
    started.once("exit", () => {
      child = undefined
      // Each of them then runs as a process of its own.
      for (const socket of waiting.values()) socket.end("null")
      waiting.clear()
    })
    return started
  }
  return {
    answer: (socket) => {
      let text = ""
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
        if (!text.endsWith("\n")) return
        const id = count++
        waiting.set(id, socket)
        child ??= start()
        child.send({ id, call: JSON.parse(text) as unknown })
      })
      socket.on("error", () => socket.destroy())
    },
    close: () => child?.disconnect()
  }
}

/** Listens for calls, and names the place to all processes that are started from now on. Returns what ends it. */
export const listen = async (): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), "hookline-tests-"))
  const place = join(folder, "socket")
  // Two, because most of a call is waiting for its hooks.
  const dispatchers = [makeDispatcher(), makeDispatcher()] as const
  let count = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => dispatchers[(count++ % 2) as 0 | 1].answer(socket))
  await new Promise<void>((done) => server.listen(place, done))
  process.env[variable] = place
  return () => {
    server.close()
    for (const { close } of dispatchers) close()
    rmSync(folder, { recursive: true, force: true })
  }
}
