/** Processes that outlive those who have started them. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import * as Leftovers from "../../Leftovers.ts"

const link = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    return ""
  }
}

/** Where the system tells of none, nothing is known of them. */
const processes = (): ReadonlyArray<string> => {
  try {
    return readdirSync("/proc")
  } catch {
    return []
  }
}

const text = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    return ""
  }
}

/** Processes in the folder, or that were told of it: also those that have made themselves somebody else's children. */
export const straysIn = (folder: string): ReadonlyArray<string> =>
  processes()
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => link(`/proc/${pid}/cwd`).startsWith(folder) || text(`/proc/${pid}/environ`).includes(folder))
    .filter(Leftovers.isAlive)
    .map((pid) => text(`/proc/${pid}/cmdline`).replaceAll("\0", " "))
