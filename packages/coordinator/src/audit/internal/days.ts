/** The days of a log whose files are named after them: what there is of them, and what is over. */
import * as fs from "node:fs"
import { join } from "node:path"
import type { Folders } from "./place.ts"

const dayMillis = 24 * 60 * 60 * 1000

/** The day that a file's name begins with. */
export const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10).replaceAll("-", "")

/** Returns the names of all files that exist or existed: a head without its file reports one that is gone. */
export const namesIn = ({ folder, heads }: Folders): ReadonlySet<string> =>
  new Set([
    ...fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl")),
    ...fs.readdirSync(heads).flatMap((name) => (name.endsWith(".jsonl.head") ? name.slice(0, -".head".length) : []))
  ])

/** Removes old files. One that can't be removed today is removed tomorrow. */
const remove = (path: string): void => {
  try {
    fs.rmSync(path, { recursive: true, force: true })
  } catch {
    return
  }
}

/** Takes away what is older than it is to be, and what those have left who were killed while they made it. */
export const clear = (folders: Folders, days: number): void => {
  const oldest = dayOf(Date.now() - days * dayMillis)
  for (const name of namesIn(folders)) {
    const [day] = /^\d{8}(?=[-T])/.exec(name) ?? []
    if (day === undefined || day >= oldest) continue
    remove(join(folders.folder, name))
    remove(join(folders.heads, `${name}.head`))
  }
  const left = [
    ...fs.readdirSync(folders.folder).flatMap((name) => (name.startsWith("lock.") ? join(folders.folder, name) : [])),
    ...fs.readdirSync(folders.heads).flatMap((name) => (name.endsWith(".new") ? join(folders.heads, name) : []))
  ]
  for (const path of left) {
    const { mtimeMs } = fs.lstatSync(path, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs !== undefined && Date.now() - mtimeMs > dayMillis) remove(path)
  }
}
