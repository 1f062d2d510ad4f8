/** Appends shell assignments to a file of the host. */
import { sentence } from "@hookline/core/PipelineError"
import type { Exports } from "@hookline/core/SessionEnv"
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs"

/** In single quotes only the closing quote has a meaning. */
const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`

/** Checks whether a shell can read the assignment. An invalid one would make the rest of the file unreadable. */
const isWritable = (name: string, value = ""): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !value.includes("\0")

/** Returns the assignments and `unset` lines for what has changed. */
const linesOf = (before: Exports, after: Exports): ReadonlyArray<string> => {
  const known = new Map(Object.entries(before.set))
  const gone = new Set(before.unset)
  const set = Object.entries(after.set).filter(([name, value]) => known.get(name) !== value)
  // A variable that is absent from the new exports is unset.
  const lost = [...known.keys()].filter((name) => !Object.hasOwn(after.set, name))
  const unset = new Set([...after.unset.filter((name) => !gone.has(name)), ...lost])
  return [
    ...[...unset].filter((name) => isWritable(name)).map((name) => `unset ${name}`),
    ...set.filter(([name, value]) => isWritable(name, value)).map(([name, value]) => `export ${name}=${quoted(value)}`)
  ]
}

/** Checks whether the last line ends with a line break. */
const isWhole = (fd: number, size: number): boolean => {
  const last = Buffer.alloc(1)
  return size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last.toString() === "\n")
}

/**
 * Writes all bytes or none, because half a line would leave a quote open and make the file unreadable. Only its own
 * bytes are removed again, and only if no other process has written since.
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

/** Appends what is new. Returns the problems. */
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
