/** The logs of this machine as they are sent: whole lines, from where the fleet has them. */
import { isJson } from "@hookline/schema/Json"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { dirname, join } from "node:path"

/** A position in a log: after so many lines, and at this byte. */
export interface Place {
  readonly count: number
  readonly offset: number
}

export interface Log {
  readonly name: string
  readonly size: number
}

/** Lines of a log, and the position after them. */
export interface Lines {
  readonly lines: ReadonlyArray<string>
  readonly next: Place
}

const statusOf = (path: string): fs.Stats | undefined => {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A log that can't be looked at is not sent, and a verification of the folder reports it.
    return undefined
  }
}

/** Returns the logs of a folder, the oldest first. */
export const logsIn = (folder: string): ReadonlyArray<Log> => {
  let names: ReadonlyArray<string>
  try {
    names = fs.readdirSync(folder)
  } catch {
    // There is no log yet.
    return []
  }
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .flatMap((name) => {
      const status = statusOf(join(folder, name))
      return status?.isFile() === true ? [{ name, size: status.size }] : []
    })
}

const chunkBytes = 1024 * 1024
const newline = 10

const open = (path: string): number =>
  fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)

/** Calls `onLine` with each whole line from a byte on, until it returns false. A line that is being written is left. */
const eachLine = (path: string, from: number, onLine: (line: Buffer, end: number) => boolean): void => {
  let file: number
  try {
    file = open(path)
  } catch {
    // It was removed since the folder was read.
    return
  }
  try {
    let rest: Buffer = Buffer.alloc(0)
    let at = from
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes)
      const length = fs.readSync(file, chunk, 0, chunkBytes, at + rest.length)
      if (length === 0) return
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)])
      let start = 0
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
        if (!onLine(bytes.subarray(start, end), at + end + 1)) return
        start = end + 1
      }
      rest = bytes.subarray(start)
      at += start
    }
  } finally {
    fs.closeSync(file)
  }
}

/** Returns the position after so many lines, or at the end of a log that has fewer. */
export const placeAt = (folder: string, name: string, count: number): Place => {
  let place: Place = { count: 0, offset: 0 }
  if (count > 0) {
    eachLine(join(folder, name), 0, (_, end) => {
      place = { count: place.count + 1, offset: end }
      return place.count < count
    })
  }
  return place
}

/** Reads the lines after a position, up to these limits, but at least one. */
export const linesFrom = (
  folder: string,
  name: string,
  from: Place,
  { bytes: mostBytes, lines: mostLines }: { readonly lines: number; readonly bytes: number }
): Lines => {
  const lines: Array<string> = []
  let bytes = 0
  let { offset } = from
  eachLine(join(folder, name), from.offset, (line, end) => {
    if (lines.length > 0 && bytes + line.length > mostBytes) return false
    lines.push(line.toString("utf8"))
    bytes += line.length
    offset = end
    return lines.length < mostLines
  })
  return { lines, next: { count: from.count + lines.length, offset } }
}

const placeIn = (value: unknown): Place | undefined => {
  if (!isJson(value)) return undefined
  const { count, offset } = value
  return typeof count === "number" && typeof offset === "number" && Number.isSafeInteger(count + offset)
    ? { count, offset }
    : undefined
}

/** Reads how far logs were sent. Without the file the gate is asked. */
export const readSent = (file: string | undefined): Map<string, Place> => {
  const known = new Map<string, Place>()
  if (file === undefined) return known
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, "utf8"))
    if (!isJson(value)) return known
    for (const [name, place] of Object.entries(value)) {
      const read = placeIn(place)
      if (read !== undefined) known.set(name, read)
    }
  } catch {
    known.clear()
  }
  return known
}

/** Writes how far logs are sent, without those that are gone. */
export const writeSent = (file: string | undefined, known: Map<string, Place>, logs: ReadonlyArray<Log>): void => {
  const names = new Set(logs.map(({ name }) => name))
  for (const name of known.keys()) if (!names.has(name)) known.delete(name)
  if (file === undefined) return
  const text = JSON.stringify(Object.fromEntries(known))
  try {
    if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const made = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.new`
    fs.writeFileSync(made, text, { mode: 0o600, flag: "wx" })
    fs.renameSync(made, file)
  } catch {
    // The gate is asked by the next process, which costs a call for each log.
  }
}
