/** Writes to standard output and error at once. Asking Node for a stream would load all that streams need. */
import { fstatSync, statSync, writeSync } from "node:fs"

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "it can't be written"

/** Writes all of a text, also if the reader takes it in pieces. Returns the code of an obstacle, if there is one. */
export const attempt = (fd: number, text: string): string | undefined => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const code = codeOf(error)
      if (code !== "EAGAIN") return code
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  return undefined
}

/** Writes all of a text, and returns whether that worked. */
export const write = (fd: number, text: string): boolean => attempt(fd, text) === undefined

/** Checks whether no reader gets what is written: Node opens the null device in place of a stream that was closed at its start. */
export const isDiscarded = (fd: number): boolean => {
  try {
    const { rdev } = fstatSync(fd)
    return rdev !== 0 && rdev === statSync("/dev/null").rdev
  } catch {
    return false
  }
}
