/**
 * The working folder of this process. It may be removed while the process is in it, and then has no path, so that
 * `process.cwd()` throws.
 */
import { existsSync, readlinkSync } from "node:fs"
import * as path from "node:path"

export interface WorkingFolder {
  /** The path of the folder, or the path that it had. */
  readonly folder: string
  readonly isRemoved: boolean
}

/** The path of the folder where the system does not report the former one. Nothing is below it. */
const unknownFolder = "/dev/null/removed-folder"

/** The former path of the working folder of this process, once that was removed. */
let removed: string | undefined

/** Returns the path that the removed working folder had, by the system or else by the shell that started this process. */
const formerPath = (): string => {
  try {
    const former = readlinkSync("/proc/self/cwd").replace(/ \(deleted\)$/, "")
    if (path.isAbsolute(former)) return former
  } catch {
    // Only Linux has such a link.
  }
  const { PWD: shells = "" } = process.env
  return path.isAbsolute(shells) ? path.normalize(shells) : unknownFolder
}

/** Returns the working folder. One that was made again under its path counts as the folder of that path. */
export const workingFolder = (): WorkingFolder => {
  try {
    return { folder: process.cwd(), isRemoved: false }
  } catch {
    const folder = formerPath()
    if (existsSync(folder)) return { folder, isRemoved: false }
    removed = folder
    return { folder, isRemoved: true }
  }
}

/** Resolves a path from the working folder. */
export const fromWorkingFolder = (file: string): string =>
  path.isAbsolute(file) ? path.resolve(file) : path.resolve(workingFolder().folder, file)

/**
 * Returns the folder in which the hooks of a project are spawned. Those of the removed working folder are spawned in it,
 * because a removed folder stays that of the processes in it, and the user's guards are not lost.
 */
export const folderToRunIn = (project: string): string =>
  project === removed && process.platform === "linux" && workingFolder().isRemoved ? "/proc/self/cwd" : project
