/**
 * The backup of a file, which `attach` writes beside it before its first change. Its name has a hash of its content: a file
 * of the user is neither taken for one, nor changed or removed, whatever its name is.
 */
import * as disk from "@hookline/node/kit/node/disk"
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/** A backup, with the bytes of the file as it was. */
export interface Backup {
  readonly path: string
  readonly bytes: Uint8Array
}

const markOf = (file: string): string => `${path.basename(file)}.before-hookline-`

const hashOf = (bytes: Uint8Array): string => crypto.hash("sha256", Buffer.from(bytes)).slice(0, 16)

/** Returns the path of the backup of a file with these bytes. */
export const backupOf = (file: string, bytes: Uint8Array): string =>
  path.join(path.dirname(file), markOf(file) + hashOf(bytes))

/** Reads a backup. Returns `undefined` for a file with another content than its name has, and for one that can't be read. */
const read = (file: string): (Backup & { readonly time: number }) | undefined => {
  try {
    const stat = fs.lstatSync(file)
    if (!stat.isFile()) return undefined
    const bytes = fs.readFileSync(file)
    return new RegExp(`-${hashOf(bytes)}(?:-\\d+)?$`).test(file) ? { path: file, bytes, time: stat.mtimeMs } : undefined
  } catch {
    return undefined
  }
}

const allOf = (file: string): ReadonlyArray<Backup & { readonly time: number }> => {
  const folder = path.dirname(file)
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return names
    .filter((name) => name.startsWith(markOf(file)))
    .flatMap((name) => read(path.join(folder, name)) ?? [])
    .toSorted((one, other) => other.time - one.time)
}

/** Returns the last backup of a file. */
export const find = (file: string): Backup | undefined => allOf(file)[0]

/** Removes the backups of a file. */
export const remove = (file: string, except?: string): void => {
  for (const { path: one } of allOf(file)) if (one !== except) disk.takeAway(one)
}

const isFree = (file: string): boolean => fs.lstatSync(file, { throwIfNoEntry: false }) === undefined

/** Writes the backup of a file, in place of earlier ones, and returns its path. */
export const keep = (file: string, bytes: Uint8Array, like: fs.Stats | undefined): string => {
  const first = backupOf(file, bytes)
  let backup = first
  for (let number = 2; !isFree(backup) && read(backup) === undefined; number++) backup = `${first}-${number}`
  if (isFree(backup)) disk.replace(backup, bytes, like, () => true)
  remove(file, backup)
  return backup
}
