/**
 * Removes folders that processes of Hookline have left in folders for temporary files, because they were killed. A process
 * removes its own folders at its end, and no other process knows of them but by their names.
 *
 * @since 0.1.0
 */
import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs"
import path from "node:path"

/** Matches the names of such folders: each has the number of its process. */
const named = /^hookline-(\d+)-(?:[0-9a-f]{32}|(?:env|tmp)-\w{6})$/

/**
 * The ages below which a folder is kept, because the number of its process may be that of another container that shares
 * the place. A living process removes folders of pipes within milliseconds, and uses those of variables for long.
 */
const pipesMillis = 60_000
const variablesMillis = 7 * 24 * 60 * 60 * 1000

/** Checks whether no process has this number, as far as the system shows. */
const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH"
  }
}

/** Removes a folder. It may be one that its owner can't list. */
const remove = (folder: string): void => {
  try {
    const status = lstatSync(folder)
    const isOurs = status.isDirectory() && (process.geteuid === undefined || status.uid === process.geteuid())
    const youngest = /-(?:env|tmp)-\w{6}$/.test(folder) ? variablesMillis : pipesMillis
    if (!isOurs || Date.now() - status.mtimeMs < youngest) return
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another process removes it at the same time, or it stays.
  }
}

const swept = new Set<string>()

/**
 * Removes what killed processes of this user have left below a folder, once in this process.
 *
 * @category releasing
 * @since 0.1.0
 */
export const sweepOnce = (root: string): void => {
  if (swept.has(root)) return
  swept.add(root)
  sweep(root)
}

/**
 * Removes what killed processes of this user have left below a folder.
 *
 * @category releasing
 * @since 0.1.0
 */
export const sweep = (root: string): void => {
  let names: ReadonlyArray<string>
  try {
    names = readdirSync(root)
  } catch {
    // A folder that can't be listed keeps what is left in it.
    return
  }
  for (const name of names) {
    const pid = named.exec(name)?.[1]
    if (pid !== undefined && isGone(Number(pid))) remove(path.join(root, name))
  }
}
