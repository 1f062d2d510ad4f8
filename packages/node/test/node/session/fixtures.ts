// What the tests of sessions share: folders that go with a test, and other processes.
import type { SessionState } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { spawn } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

/** A folder in which sessions lie, or will. */
export const root = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => realpathSync(mkdtempSync(path.join(tmpdir(), "hookline-test-")))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder) => path.join(folder, "state", "sessions")
)

/** A state over files that are gone with it. */
export const layer: Layer.Layer<SessionState, never, ThisProject> = Layer.unwrap(
  Effect.map(root, (folder) => SessionStateFile.layer({ folder }))
)

/** A state as another process would have it, over the same files. */
export const another = (folder: string) => Effect.sync(() => SessionStateFile.make({ folder }))

const program = path.join(import.meta.dirname, "../../fixtures/session.ts")

export interface Other {
  readonly pid: number | undefined
  readonly kill: (signal: NodeJS.Signals) => void
  /** What it has printed, when it has printed a whole line. */
  readonly line: Effect.Effect<string>
  /** All lines, when it has ended. */
  readonly all: Effect.Effect<string>
}

/** Another process: `program` does what its arguments say. `text` is the shell's, where it is to run in something else. */
export const start = (args: ReadonlyArray<string>, text = 'exec "$@"'): Effect.Effect<Other> =>
  Effect.sync(() => {
    const child = spawn(
      "/bin/sh",
      ["-c", text, "sh", process.execPath, "--conditions=@hookline/source", program, ...args],
      { stdio: ["ignore", "pipe", "inherit"] }
    )
    let told = ""
    const line = new Promise<string>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        told += chunk.toString()
        if (told.includes("\n")) resolve(told.slice(0, told.indexOf("\n")))
      })
      child.once("close", () => resolve(told))
    })
    const all = new Promise<string>((resolve) => child.once("close", () => resolve(told)))
    return {
      pid: child.pid,
      kill: (signal) => void child.kill(signal),
      line: Effect.promise(() => line),
      all: Effect.promise(() => all)
    }
  })
