/**
 * One file for all processes, which take turns: each goes on where the last one ended, and what cannot be gone on with
 * is left as it is.
 */
import { randomHex } from "../../internal/digest.ts"
import * as fs from "node:fs"
import { join } from "node:path"
import * as chain from "./chain.ts"
import { clear, dayOf, namesIn } from "./days.ts"
import { type Head, headWithSize } from "./head.ts"
import * as place from "./place.ts"

/** Options for turns of processes, and for the age of files. */
export interface SharedLog {
  /** Takes the lock at this path if no living process has it, and returns the function that releases it. */
  readonly take: (path: string) => (() => void) | undefined
  readonly days: number
}

/** The maximum wait for a turn, of which each takes a few milliseconds. */
const patience = 250

/** The maximum size of a file that is read in one piece. */
const longest = 16 * 1024 * 1024

const turn = (path: string, take: SharedLog["take"]): (() => void) | undefined => {
  const until = performance.now() + patience
  for (;;) {
    const release = take(path)
    if (release !== undefined || performance.now() > until) return release
    // Those who wait together must not come back together.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 6)
  }
}

const shape = /^(\d{8})-(\d{4,})-[0-9a-f]{8}\.jsonl$/

const numberOf = (name: string, day: string): number => {
  const [, of, number = ""] = shape.exec(name) ?? []
  return of === day ? Number(number) : 0
}

const read = (file: number, from: number, to: number): Buffer => {
  const bytes = Buffer.alloc(to - from)
  let done = 0
  while (done < bytes.length) {
    const more = fs.readSync(file, bytes, done, bytes.length - done, from + done)
    if (more === 0) break
    done += more
  }
  return bytes.subarray(0, done)
}

/** Returns the end of records that a killed process wrote after the head, or `undefined` if they are not whole. */
const endOf = (rest: string, from: chain.Link): chain.Link | undefined => {
  let link = from
  if (!rest.endsWith("\n")) return undefined
  for (const line of rest.slice(0, -1).split("\n")) {
    const next = chain.read(line)
    if (next?.prev !== link.hash || next.link.count !== link.count + 1) return undefined
    link = next.link
  }
  return link
}

const linkOf = (file: number, size: number, head: Head): chain.Link | undefined => {
  const link = { count: head.count, hash: head.hash }
  if (size === head.size) return link
  return head.size === undefined || size < head.size
    ? undefined
    : endOf(read(file, head.size, size).toString("utf8"), link)
}

const reading = fs.constants.O_RDWR | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

/** Continues the open file if it agrees with its head. */
const resumed = (name: string, file: number, head: number): place.Opened | undefined => {
  const { mode, size } = fs.fstatSync(file)
  const known = headWithSize(read(head, 0, fs.fstatSync(head).size).toString("utf8"))
  if (known.file !== name || size > longest) return undefined
  const link = linkOf(file, size, known)
  if (link === undefined) return undefined
  if ((mode & 0o077) !== 0) fs.fchmodSync(file, 0o600)
  return { name, file, head, before: link.count, link, size }
}

const closed = (file: number | undefined): void => {
  if (file !== undefined) fs.closeSync(file)
}

/** Goes on with a file, or leaves it as it is: one that was cut, torn or changed is not written to, so that it shows. */
const resume = ({ folder, heads }: place.Folders, name: string): place.Opened | undefined => {
  let file: number | undefined
  let head: number | undefined
  let opened: place.Opened | undefined
  try {
    file = fs.openSync(join(folder, name), reading | fs.constants.O_APPEND)
    head = fs.openSync(join(heads, `${name}.head`), reading)
    opened = resumed(name, file, head)
  } catch {
    // Whatever is wrong with it, a new file replaces it. If that can't be made either, it is reported.
    opened = undefined
  } finally {
    if (opened === undefined) {
      closed(file)
      closed(head)
    }
  }
  return opened
}

/** Today's file: the last one, or a new one where that can't be gone on with. */
const todays = (folders: place.Folders, days: number): place.Opened => {
  const today = dayOf(Date.now())
  const names = [...namesIn(folders)]
  const last = Math.max(0, ...names.map((name) => numberOf(name, today)))
  const lasts = names.filter((name) => last > 0 && numberOf(name, today) === last)
  const [name] = lasts
  const opened = name !== undefined && lasts.length === 1 ? resume(folders, name) : undefined
  if (opened !== undefined) return opened
  if (last === 0) clear(folders, days)
  const number = String(last + 1).padStart(4, "0")
  return place.create(folders, `${today}-${number}-${randomHex(4)}.jsonl`)
}

/** Opens the file whose turn it is. Where the others are not done in time this process writes one of its own. */
export const open = (folders: place.Folders, { days, take }: SharedLog): place.Opened => {
  place.makeReady(folders)
  const release = turn(join(folders.folder, "lock"), take)
  if (release === undefined) return place.open(folders)
  try {
    return { ...todays(folders, days), release }
  } catch (error) {
    release()
    throw error
  }
}
