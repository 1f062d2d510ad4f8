/** Calls `dispatch` for an event. It never fails, and ends within the event's limit, because opencode has none. */
import type { Ended } from "./reply.ts"
import { type Fields, type Settings, wordsOf } from "./Settings.ts"

/** Leaves the output of a process that ended this long to arrive. What it started may hold its pipes for ever. */
const drainMillis = 5000

const wordsFor = ({ command, policy }: Settings, event: string): ReadonlyArray<string> => {
  const words = [...command.slice(1), "dispatch", "--host", "opencode", "--event", event]
  return policy === "open" ? words : [...words, "--on-failure", policy]
}

export const call = async (settings: Settings, event: string, payload: Fields, cwd: string): Promise<Ended> => {
  const { limits } = settings
  const millis = limits[event] ?? 60_000
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const { spawn } = await import("node:child_process")
    const child = spawn(settings.command[0], wordsFor(settings, event), { cwd, stdio: ["pipe", "pipe", "pipe"] })
    const stdout: Array<Uint8Array> = []
    const stderr: Array<Uint8Array> = []
    const ended = (exit: number | string): Ended => ({
      exit,
      stdout: new TextDecoder().decode(Buffer.concat(stdout)),
      stderr: new TextDecoder().decode(Buffer.concat(stderr))
    })
    return await new Promise<Ended>((resolve) => {
      timer = setTimeout(() => {
        child.kill("SIGTERM")
        setTimeout(() => child.kill("SIGKILL"), 2000)
        resolve({ exit: `no answer within ${Math.round(millis / 1000)} s`, stdout: "", stderr: "" })
      }, millis)
      child.on("error", (error) => resolve({ exit: wordsOf(error), stdout: "", stderr: "" }))
      let closed: number | string | undefined
      child.stdout.on("data", (chunk: Uint8Array) => {
        stdout.push(chunk)
        if (closed !== undefined) resolve(ended(closed))
      })
      child.stderr.on("data", (chunk: Uint8Array) => stderr.push(chunk))
      child.on("exit", (code, signal) => {
        const exit = code ?? `it was ended by ${signal}`
        setTimeout(() => resolve(ended(exit)), drainMillis)
      })
      child.on("close", (code, signal) => {
        closed = code ?? `it was ended by ${signal}`
        // There is always an answer. It may be reported after the end.
        setTimeout(() => resolve(ended(closed ?? "")), closed !== 0 || stdout.length > 0 ? 0 : 500)
      })
      // A process that ends at once reads no payload; its exit reports that.
      child.stdin.on("error", () => undefined)
      child.stdin.end(JSON.stringify(payload))
    })
  } catch (error) {
    return { exit: wordsOf(error), stdout: "", stderr: "" }
  } finally {
    clearTimeout(timer)
  }
}
