/** Processes that outlive their parents. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import * as Leftovers from "../../Leftovers.ts"

const link = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch {
    return ""
  }
}

/** Lists processes. Empty on systems without `/proc`. */
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

/** Returns processes in the folder, or with it in their environment, including reparented ones. */
export const straysIn = (folder: string): ReadonlyArray<string> =>
  processes()
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => link(`/proc/${pid}/cwd`).startsWith(folder) || text(`/proc/${pid}/environ`).includes(folder))
    .filter(Leftovers.isAlive)
    .map((pid) => text(`/proc/${pid}/cmdline`).replaceAll("\0", " "))
