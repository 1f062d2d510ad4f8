// What a hundred projects hold in one program: memory, watches and open files, beside what ten hold. Only told: no target.
import { Hookline } from "@hookline/node/Hookline"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Result } from "./Result.ts"

const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] }

const projectIn = (root: string, index: number): string => {
  const folder = join(root, `project-${index}`)
  mkdirSync(join(folder, ".claude"), { recursive: true })
  writeFileSync(join(folder, ".claude/settings.json"), JSON.stringify({ hooks }))
  return folder
}

const descriptors = (): ReadonlyArray<string> => readdirSync("/proc/self/fd")

/** Counts the paths that are watched, in all watchers of this process. */
const watches = (): number =>
  descriptors().reduce((sum, fd) => {
    try {
      if (readlinkSync(`/proc/self/fd/${fd}`) !== "anon_inode:inotify") return sum
      return sum + readFileSync(`/proc/self/fdinfo/${fd}`, "utf8").split("inotify wd:").length - 1
    } catch {
      // It was closed meanwhile.
      return sum
    }
  }, 0)

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const event = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

const measured = (folders: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const projects = yield* Hookline.layerMap({ trust: Trust.layerAll, idleTimeToLive: "10 minutes" })
    const answer = (folder: string) =>
      Effect.provide(
        Hookline.use((hooks) => hooks.emit(event)),
        projects.get(folder)
      )
    const held = () => ({ heap: heap() / 1024, watches: watches(), files: descriptors().length })
    // The first one loads what all need.
    yield* answer(folders[0] ?? "")
    const before = held()
    const after = (some: ReadonlyArray<string>) =>
      Effect.map(Effect.forEach(some, answer, { concurrency: 8, discard: true }), held)
    const [ten, hundred] = [yield* after(folders.slice(1, 11)), yield* after(folders.slice(11))]
    return { before, ten, hundred, more: folders.length - 1 }
  }).pipe(Effect.scoped)

/** A hundred projects in one program. */
export const projects = async (): Promise<ReadonlyArray<Result>> => {
  const root = mkdtempSync(join(tmpdir(), "hookline-bench-"))
  try {
    const folders = Array.from({ length: 101 }, (_, index) => projectIn(root, index))
    const { before, hundred, more, ten } = await Effect.runPromise(measured(folders))
    const row = (key: keyof typeof before, what: string, unit: string): Result => {
      const [first, each] = [(ten[key] - before[key]) / 10, (hundred[key] - before[key]) / more]
      return {
        name: `${what} of each of 100 projects / of each of 10`,
        ratio: each / first,
        p50: each,
        p95: each,
        unit
      }
    }
    return [row("heap", "memory", "KiB"), row("watches", "watched paths", ""), row("files", "open files", "")]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
