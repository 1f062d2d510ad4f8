// Plays events in a small host like Amplifier, in a real Python, with the module that `attach` wrote.
import type { Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import { spawn, spawnSync } from "node:child_process"
import * as path from "node:path"
import { commandEnv } from "../commands/hookline.ts"

/** The folders of a test. */
export interface Folders {
  readonly home: string
  readonly project: string
}

/** Requires a Python that Amplifier may have. */
export const python = (): string | undefined => {
  const { error, status } = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"])
  if (error !== undefined) return "there is no python3"
  return status === 0 ? undefined : "needs Python 3.11"
}

/** An event that is emitted, and given up once there is a file. */
export interface Step {
  readonly event: string
  readonly data: Json
  readonly cancelOnceThereIs?: string
  /** The event happens in an event loop of its own, as in a host that runs each turn by `asyncio.run`. */
  readonly ownLoop?: boolean
}

export interface Story {
  readonly steps: ReadonlyArray<Step | ReadonlyArray<Step>>
  readonly config?: Json
  readonly orchestrator?: string
  /** The answer of the user. */
  readonly answer?: string
  readonly display?: boolean
  readonly fault?: string
  /** Calls of tools that reach the module after it was cleaned up. */
  readonly late?: ReadonlyArray<Json>
}

/** Makes a value that Python's JSON has, and JavaScript's has not. */
export const pythonValue = (text: string): string => `python:${text}`

/** What became of an event: the result of all handlers, and the action after the coordinator. */
export interface Result {
  readonly emitted: Json
  readonly action: string
  readonly reason: string | null
  readonly seconds: number
  readonly cancelled?: true
}

export interface Played {
  readonly imported: ReadonlyArray<string>
  readonly checked: { readonly handlers: number; readonly shown: ReadonlyArray<Json> }
  readonly handlers: Readonly<Record<string, ReadonlyArray<readonly [priority: number, name: string]>>>
  readonly results: ReadonlyArray<Result>
  /** The events, with their data, that reach a handler behind the module. */
  readonly later: ReadonlyArray<readonly [event: string, data: Json]>
  readonly shown: ReadonlyArray<{ readonly message: string; readonly level: string; readonly source: string }>
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
  readonly asked: ReadonlyArray<{ readonly prompt: string; readonly options: ReadonlyArray<string> | null }>
  readonly errors: ReadonlyArray<string>
  readonly left: ReadonlyArray<string>
  readonly cleanupSeconds: number
}

/** Plays a story with the module of a folder. Its logs are on standard error. */
export const play = (
  { home, project }: Folders,
  story: Story,
  source = path.join(home, ".amplifier/hookline")
): Effect.Effect<Played & { readonly stderr: string; readonly text: string }> =>
  Effect.callback((resume) => {
    const child = spawn("python3", ["-S", "-B", path.join(import.meta.dirname, "standIn.py")], {
      cwd: "/",
      env: { ...commandEnv(home) }
    })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.once("close", (exit) => {
      if (exit !== 0) return resume(Effect.die(new Error(`Python ended with ${exit}: ${stderr}`)))
      // The last line is what the script itself prints.
      const text = stdout.trim().split("\n").at(-1) ?? ""
      const played = JSON.parse(text) as Played
      resume(Effect.succeed({ ...played, stderr, text }))
    })
    const text = JSON.stringify({ source, folder: project, ...story })
    child.stdin.end(text.replaceAll(/"python:([^"]*)"/g, "$1"))
  })

export const prompt = (text: string): Step => ({ event: "prompt:submit", data: { prompt: text } })

export const before = (tool: string, input: Json): Step => ({
  event: "tool:pre",
  data: { tool_name: tool, tool_call_id: "call_1", tool_input: input, parallel_group_id: "g" }
})

export const after = (tool: string, input: Json, result: unknown): Step => ({
  event: "tool:post",
  data: { tool_name: tool, tool_call_id: "call_1", tool_input: input, result, parallel_group_id: "g" }
})

export const event = (name: string, data: Json = {}): Step => ({ event: name, data })
