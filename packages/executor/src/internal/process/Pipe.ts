/**
 * A pipe without a name. A process that can open the pipe of a waiting shell can let it run commands, outside of the
 * sandbox in which that process is, so that the name is removed before the pipe is used.
 */
import { closeSync, constants, existsSync, openSync, rmSync, unlinkSync } from "node:fs"

/** A pipe that is not in use. */
export interface Pipe {
  /** The path by which this process opens it. */
  readonly path: string
  /**
   * The descriptor of a pipe without a name, by which it is open neither for reading nor for writing. A child that gets it
   * can open the pipe. Elsewhere than on Linux the pipe keeps its name until it is used.
   */
  readonly fd?: number
}

/** Linux opens a file for its path alone, and again by its descriptor. Node has no constant for it. */
const pathOnly = 0o10000000

/** Checks whether this system opens pipes that have no name. A shell may wait only at such a pipe. */
export const arePipesNameless = (): boolean => process.platform === "linux" && existsSync("/proc/self/fd")

/** Removes the name of a pipe, and keeps the pipe. */
export const withoutName = (name: string): Pipe => {
  const fd = openSync(name, pathOnly | constants.O_NOFOLLOW)
  unlinkSync(name)
  return { path: `/proc/self/fd/${fd}`, fd }
}

/** Closes a pipe. Processes that have opened it keep it. */
export const spend = ({ fd, path: name }: Pipe): void => {
  if (fd !== undefined) closeSync(fd)
  else rmSync(name, { force: true })
}
