/** Writes to standard output and error at once. Asking Node for a stream would load all that streams need. */
import { writeSync } from "node:fs"

/** All of it, also where the other end takes it in pieces; whether it is out. */
export const write = (fd: number, text: string): boolean => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  return true
}
