/**
 * What a process writes into one of its outputs: the first of it is kept, and all the rest read and counted, so that a
 * chatty hook is never held up by a full pipe.
 */
import { readSync } from "node:fs"
import { Socket } from "node:net"
import type { Readable } from "node:stream"
import { firstObject } from "./firstObject.ts"

/** Of each output this much is kept. */
export const mostKept = 1 << 20

export interface Output {
  /** Whether nobody can write into it any more. */
  readonly ended: () => boolean
  /** Reads what is in the pipe right now. What a process wrote is all there once it has ended. */
  readonly drain: () => void
  readonly text: () => string
  /** Whether something was not kept. */
  readonly cut: () => boolean
  /**
   * Where what came so far begins with a whole JSON object, nothing after it belongs to it: it is not kept, nor missed.
   * Some of that may have come already, on a machine that is late to tell of the end.
   */
  readonly endWithJson: () => void
  /** Keeps nothing from now on. */
  readonly discard: () => void
  /** Calls this once, when nobody can write into it any more. */
  readonly onEnd: (listener: () => void) => void
  readonly close: () => void
  readonly unref: () => void
}

const scratch = Buffer.allocUnsafe(1 << 16)
const nothing = Buffer.alloc(0)

/** A pipe that a process fills without end must not keep us in one place: the rest is read as it comes. */
const mostRounds = 32

const isHandle = (stream: Readable): stream is Readable & Pick<Socket, "unref"> => stream instanceof Socket

/** Collects a stream; where its descriptor is known, what is in it can be read at once. */
export const collect = (stream: Readable, fd?: number): Output => {
  let chunks: Array<Buffer> = []
  let kept = 0
  let limit = mostKept
  let dropped = 0
  let isWhole = false
  let isEnded = false
  let listener: (() => void) | undefined

  const take = (chunk: Buffer) => {
    if (isWhole) return
    const room = limit - kept
    if (room > 0) {
      const part = chunk.length > room ? chunk.subarray(0, room) : chunk
      chunks.push(part)
      kept += part.length
    }
    dropped += Math.max(0, chunk.length - Math.max(0, room))
  }
  const end = () => {
    if (isEnded) return
    isEnded = true
    listener?.()
  }

  const drain = () => {
    if (fd === undefined || isEnded || stream.destroyed) return
    for (let round = 0; round < mostRounds; round++) {
      let size: number
      try {
        size = readSync(fd, scratch, 0, scratch.length, null)
      } catch {
        // It is empty, and somebody still has it open.
        return
      }
      if (size === 0) {
        isEnded = true
        stream.destroy()
        return
      }
      take(Buffer.from(scratch.subarray(0, size)))
    }
  }

  const text = (): string => {
    const [first = nothing, second] = chunks
    const bytes = second === undefined ? first : Buffer.concat(chunks)
    // Read as a stream that goes on, a last character that was cut in half is left out.
    return dropped === 0 ? bytes.toString() : new TextDecoder().decode(bytes, { stream: true })
  }

  stream.on("data", take)
  stream.on("error", end)
  stream.on("end", end)
  stream.on("close", end)
  return {
    ended: () => isEnded,
    drain,
    text,
    cut: () => dropped > 0,
    endWithJson: () => {
      const whole = dropped === 0 ? firstObject(text()) : undefined
      if (whole === undefined) return
      isWhole = true
      chunks = [Buffer.from(whole)]
    },
    discard: () => {
      limit = 0
      chunks = []
    },
    onEnd: (called) => {
      listener = called
    },
    close: () => {
      listener = undefined
      stream.destroy()
    },
    unref: () => {
      if (isHandle(stream)) stream.unref()
    }
  }
}

/** Collects a named pipe. */
export const collectPipe = (fd: number): Output => collect(new Socket({ fd, readable: true, writable: false }), fd)
