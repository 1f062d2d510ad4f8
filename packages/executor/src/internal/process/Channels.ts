/** The descriptors of one process: an unnamed file as its input, and pipes for its outputs. */
import { closeSync, constants, openSync } from "node:fs"
import type { Pipe } from "./Pipe.ts"

/** The descriptors of one process: the child's ends, and the parent's. */
export interface Channels {
  readonly stdin: number
  readonly stdout: number
  readonly stderr: number
  readonly readOut: number
  readonly readErr: number
}

/** Closes what was opened if a later step throws. */
const allOrNothing = <A>(open: (track: (fd: number) => number) => A): A => {
  const opened: Array<number> = []
  try {
    return open((fd) => {
      opened.push(fd)
      return fd
    })
  } catch (error) {
    for (const fd of opened) closeSync(fd)
    throw error
  }
}

/** Opens the channels of one process. Throws if too many files are open. */
export const openChannels = (out: Pipe, err: Pipe, file: () => number): Channels =>
  allOrNothing((track) => {
    const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
    // The reading end is opened first and does not block. With a reader, the writing end opens at once, in blocking
    // mode, as a child expects.
    const stdin = track(file())
    const readOut = track(openSync(out.path, O_RDONLY | O_NONBLOCK))
    const stdout = track(openSync(out.path, O_WRONLY))
    const readErr = track(openSync(err.path, O_RDONLY | O_NONBLOCK))
    const stderr = track(openSync(err.path, O_WRONLY))
    return { stdin, stdout, stderr, readOut, readErr }
  })
