// A client of `hookline dispatch --pipe`, as a host that stays has one.
import type { Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { bin as ownBin, commandEnv, type Ended } from "../commands/hookline.ts"

/** The answer to a request, or `undefined` where it was refused or the process ended before it. */
export type Answer = Ended | undefined

export interface Client {
  readonly pid: number
  readonly ask: (event: string, payload: unknown, more?: Json) => Promise<Answer>
  /** Returns the id of the next request. */
  readonly next: () => number
  readonly write: (text: string) => void
  readonly notices: ReadonlyArray<string>
  /** Closes its standard input, and returns the exit code. */
  readonly end: () => Promise<number | null>
  readonly ended: Promise<number | null>
}

interface Folders {
  readonly project: string
  readonly home: string
}

const answerIn = ({ exit, stderr, stdout }: Json): Answer =>
  typeof exit === "number" && typeof stdout === "string" && typeof stderr === "string"
    ? { exit, stdout, stderr }
    : undefined

const start = ({ home, project }: Folders, words: ReadonlyArray<string>, bin: string): [Client, ChildProcess] => {
  const child: ChildProcess & { readonly stdin: Writable; readonly stdout: Readable } = spawn(
    process.execPath,
    [bin, "dispatch", "--pipe", "--host", "amplifier", ...words],
    { cwd: project, env: { ...commandEnv(home), NO_COLOR: "1" }, stdio: ["pipe", "pipe", "inherit"] }
  )
  const waiting = new Map<number, (answer: Answer) => void>()
  const notices: Array<string> = []
  let last = 0
  let rest = ""
  const take = (line: string) => {
    let value: Json
    try {
      value = JSON.parse(line) as Json
    } catch {
      return
    }
    if (typeof value["notices"] === "string") notices.push(value["notices"])
    if (typeof value["id"] !== "number") return
    waiting.get(value["id"])?.(answerIn(value))
    waiting.delete(value["id"])
  }
  child.stdout.setEncoding("utf8")
  child.stdout.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    lines.forEach(take)
  })
  child.stdin.on("error", () => {})
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (exit) => {
      for (const resume of waiting.values()) resume(undefined)
      waiting.clear()
      resolve(exit)
    })
  })
  const client: Client = {
    pid: child.pid ?? -1,
    next: () => last + 1,
    ask: (event, payload, more = {}) => {
      const id = ++last
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        const request = { id, event, limit: 60, cwd: project, text: JSON.stringify(payload), ...more }
        child.stdin.write(`${JSON.stringify(request)}\n`)
      })
    },
    write: (text) => void child.stdin.write(text),
    notices,
    end: () => {
      child.stdin.end()
      return ended
    },
    ended
  }
  return [client, child]
}

/** Starts one, which is killed with the scope. */
export const pipe = (folders: Folders, words: ReadonlyArray<string> = [], bin = ownBin) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => start(folders, words, bin)),
      ([, child]) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    ([client]) => client
  )
