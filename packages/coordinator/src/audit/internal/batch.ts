/**
 * Writing records at once: as many whole ones as there is space for, and never a part of one.
 */
import * as fs from "node:fs"
import { append, type Link } from "./chain.ts"
import type { Opened } from "./place.ts"

/** So many bytes are written at once. */
export const limit = 64 * 1024

/** The number of waiting records that are written now, and the reason if a part of the batch is not. */
export interface Written {
  readonly count: number
  readonly failure?: unknown
  /** `true` if a part of a record is left at the file's end and can't be removed, so that no record may follow it. */
  readonly isTorn: boolean
}

/** The number of written bytes, and the reason if some are missing. */
const writeAll = (file: number, bytes: Buffer): { readonly done: number; readonly failure?: unknown } => {
  let done = 0
  try {
    while (done < bytes.length) done += fs.writeSync(file, bytes, done)
    return { done }
  } catch (failure) {
    return { done, failure }
  }
}

/** Removes the bytes after the last whole record. */
const isCut = (file: number, size: number): boolean => {
  try {
    fs.ftruncateSync(file, size)
    return true
  } catch {
    // Why nothing can be written is known already.
    return false
  }
}

/** Writes the first of those that wait, up to the limit. */
export const write = (opened: Opened, waiting: ReadonlyArray<string>): Written => {
  const ends: Array<{ readonly link: Link; readonly end: number }> = []
  const lines: Array<string> = []
  let { link } = opened
  let end = 0
  for (const rest of waiting) {
    const next = append(link, rest)
    link = next.link
    lines.push(next.line)
    end += Buffer.byteLength(next.line) + 1
    ends.push({ link, end })
    if (end > limit) break
  }
  const { done, failure } = writeAll(opened.file, Buffer.from(`${lines.join("\n")}\n`))
  const whole = ends.filter((one) => one.end <= done)
  const last = whole.at(-1)
  if (last !== undefined) {
    opened.link = last.link
    opened.size += last.end
  }
  if (failure === undefined) return { count: whole.length, isTorn: false }
  return { count: whole.length, failure, isTorn: !isCut(opened.file, opened.size) }
}
