/** Reads all of standard input at once: this process has nothing else to do until it is there. */
import { fstatSync, readSync } from "node:fs"

const size = 1 << 16

const isTransient = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EAGAIN" || error.code === "EINTR")

/** Checks for a terminal, from which no payload comes. Asking Node would load its streams. */
const isTerminal = (): boolean => {
  try {
    return fstatSync(0).isCharacterDevice()
  } catch {
    return false
  }
}

/** Returns the text of standard input. */
export const readInput = (): string => {
  if (isTerminal()) return ""
  const chunks: Array<Buffer> = []
  for (;;) {
    const chunk = Buffer.allocUnsafe(size)
    let read: number
    try {
      read = readSync(0, chunk, 0, size, null)
    } catch (error) {
      // A pipe that does not wait has nothing yet: sleeping a moment is all that can be done without a loop.
      if (isTransient(error)) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
        continue
      }
      // What is closed holds nothing.
      break
    }
    if (read === 0) break
    chunks.push(chunk.subarray(0, read))
  }
  return Buffer.concat(chunks).toString()
}
