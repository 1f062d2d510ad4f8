/**
 * The output of a process: its beginning is kept, and the rest is read and counted, so that a full pipe never blocks a
 * hook.
 */
import { spawn, type StdioOptions } from "node:child_process"
import { readSync } from "node:fs"
import { Socket } from "node:net"
import type { Readable } from "node:stream"
import type { Json } from "@hookline/schema/Json"
import { makeObjectEnd, parsedObject } from "./firstObject.ts"

/** The maximum size that is kept of each output. */
export const mostKept = 1 << 20

export interface Output {
  /** True if no process has the pipe open for writing. */
  readonly ended: () => boolean
  /** Reads the content of the pipe now. The output of a process is complete once it has exited. */
  readonly drain: () => void
  readonly text: () => string
  /** True if a part was not kept. */
  readonly cut: () => boolean
  /** True if an object may begin in the part that was not kept. */
  readonly hides: () => boolean
  /** True if the content of the pipe can be read synchronously, so that after an exit `drain` reads all of it. */
  readonly isDrainable: boolean
  /**
   * Calls the listener once, when the output begins with a whole JSON object: now, or when the rest of it arrives.
   * `behind` is the text that arrived together with its end.
   */
  readonly onObject: (listener: (object: Json, behind: string) => void) => void
  /** Keeps nothing from now on. */
  readonly discard: () => void
  /** Calls the listener once, when no process has the pipe open for writing. */
  readonly onEnd: (listener: () => void) => void
  readonly close: () => void
  readonly unref: () => void
  /**
   * Hands the pipe over to another process, which reads it to its end, so that those who write to it may outlive this
   * one. Returns false if no process can.
   */
  readonly handOver: (taking?: Taking) => boolean
}

/** Options for a pipe that another process reads. */
export interface Taking {
  /** The time after which that process ends the writers' group, in milliseconds. */
  readonly limit?: { readonly group: number; readonly millis: number } | undefined
  /** The file to which the first of it is appended. */
  readonly file?: string | undefined
  /** The record that the end of the pipe completes. */
  readonly record?: string | undefined
}

/**
 * Reads to the end, because a full pipe holds its writers up. The limit ends a group that has not closed the pipe by then, so
 * that its number is still its own.
 */
const drainer = `if [ -n "$3" ]; then (sleep "$3"; kill -TERM "-$4") & fi
if [ -n "$1" ]; then head -c ${mostKept} >>"$1"; fi 2>/dev/null; cat
if [ -n "$2" ]; then echo moved >"$2/code"; mv "$2" "\${2%.part}"; fi 2>/dev/null
kill -KILL 0`

const scratch = Buffer.allocUnsafe(1 << 16)
const nothing = Buffer.alloc(0)

/** The maximum number of reads in a row, so that a process that writes endlessly does not block this one. */
const mostRounds = 32

const isHandle = (stream: Readable): stream is Readable & Pick<Socket, "unref"> => stream instanceof Socket

/** Collects a stream. With its descriptor, its content can be read synchronously. */
export const collect = (stream: Readable, fd?: number): Output => {
  let chunks: Array<Buffer> = []
  let kept = 0
  let limit = mostKept
  let dropped = 0
  let hides = false
  let isEnded = false
  let listener: (() => void) | undefined
  let onPart: ((part: Buffer) => void) | undefined

  const take = (chunk: Buffer) => {
    const room = limit - kept
    if (room > 0) {
      const part = chunk.length > room ? chunk.subarray(0, room) : chunk
      chunks.push(part)
      kept += part.length
      onPart?.(part)
    }
    if (chunk.length > room) {
      const rest = Math.max(0, room)
      dropped += chunk.length - rest
      hides ||= chunk.includes("{", rest)
    }
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
        // The pipe is empty, and still open for writing.
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
    // Stream mode omits an incomplete character at the end.
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
    hides: () => hides,
    isDrainable: fd !== undefined,
    onObject: (called) => {
      const next = makeObjectEnd()
      const look = (part: Buffer) => {
        const end = next(part)
        if (end === "open") return
        onPart = undefined
        if (end === "none") return
        const all = Buffer.concat(chunks)
        const object = parsedObject(all.toString("utf8", 0, end))
        if (object !== undefined) called(object, all.toString("utf8", end))
      }
      onPart = look
      for (const part of chunks) if (onPart !== undefined) look(part)
    },
    discard: () => {
      onPart = undefined
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
    },
    handOver: ({ file = "", limit, record = "" } = {}) => {
      if (isEnded || stream.destroyed) return false
      if (fd === undefined) {
        if (isHandle(stream)) stream.unref()
        return false
      }
      const end = limit === undefined ? ["", ""] : [String(limit.millis / 1000), String(limit.group)]
      const words = [file, record, ...end]
      const stdio: StdioOptions = [fd, "ignore", "ignore"]
      // Its own group, in which it ends the timer with itself.
      const child = spawn("/bin/sh", ["-c", drainer, "sh", ...words], { stdio, detached: true })
      child.on("error", () => {})
      child.unref()
      listener = undefined
      stream.destroy()
      return child.pid !== undefined
    }
  }
}

/** Collects a named pipe. */
export const collectPipe = (fd: number): Output => collect(new Socket({ fd, readable: true, writable: false }), fd)
