/** Writes assignments for a shell to read, at the end of a file that is somebody else's. */
import { sentence } from "@hookline/core/PipelineError"
import type { Exports } from "@hookline/core/SessionEnv"
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs"

/** In single quotes nothing means anything but their end. */
const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`

/** What a shell can read again. All else would end what it understands of the file. */
const isWritable = (name: string, value = ""): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !value.includes("\0")

/** What was exported since, or to another value, and what was taken away since. */
const linesOf = (before: Exports, after: Exports): ReadonlyArray<string> => {
  const known = new Map(Object.entries(before.set))
  const gone = new Set(before.unset)
  const set = Object.entries(after.set).filter(([name, value]) => known.get(name) !== value)
  // What was exported and is not said any more is gone, too.
  const lost = [...known.keys()].filter((name) => !Object.hasOwn(after.set, name))
  const unset = new Set([...after.unset.filter((name) => !gone.has(name)), ...lost])
  return [
    ...[...unset].filter((name) => isWritable(name)).map((name) => `unset ${name}`),
    ...set.filter(([name, value]) => isWritable(name, value)).map(([name, value]) => `export ${name}=${quoted(value)}`)
  ]
}

/** Whether the last line has its end. */
const isWhole = (fd: number, size: number): boolean => {
  const last = Buffer.alloc(1)
  return size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last.toString() === "\n")
}

/**
 * Writes all of it, or nothing: half a line would leave a quote open, and whoever reads the file could not understand it
 * any more. Taken back is only what was written here, and only where nobody has written since.
 */
const writeWhole = (fd: number, size: number, bytes: Buffer): void => {
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written)
  } catch (error) {
    if (written > 0 && fstatSync(fd).size === size + written) ftruncateSync(fd, size)
    throw error
  }
}

/** Appends what is new, and tells what went wrong. */
export const append = (file: string, before: Exports, after: Exports): ReadonlyArray<string> => {
  const lines = before === after ? [] : linesOf(before, after)
  if (lines.length === 0) return []
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants
  try {
    const fd = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      const status = fstatSync(fd)
      if (!status.isFile()) throw new Error(`${file} is no file`)
      const text = `${lines.join("\n")}\n`
      writeWhole(fd, status.size, Buffer.from(isWhole(fd, status.size) ? text : `\n${text}`))
    } finally {
      closeSync(fd)
    }
    return []
  } catch (error) {
    return [`what hooks have exported can't be given to the host: ${sentence(error)}`]
  }
}
