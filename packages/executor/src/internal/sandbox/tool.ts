/** The program that confines: one of the system, by its absolute path. */
import { accessSync, constants, realpathSync, statSync } from "node:fs"
import path from "node:path"

/** A program, with the state of its file. */
export interface Tool {
  readonly file: string
  /** Differs after the program was replaced. */
  readonly identity: string
}

/** Checks that only root and the user could have written a file or the folders above it. */
const isClosed = (file: string): boolean => {
  const own = process.geteuid?.()
  for (let place = file; ; place = path.dirname(place)) {
    const { mode, uid } = statSync(place)
    if ((mode & 0o022) !== 0 || (uid !== 0 && uid !== own)) return false
    if (place === path.dirname(place)) return true
  }
}

const isBelow = (file: string, folder: string): boolean => {
  const relative = path.relative(folder, file)
  return relative !== "" && relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** Returns the program at a path, or the reason for which it is not used. */
export const toolAt = (file: string): Tool | string => {
  try {
    accessSync(file, constants.X_OK)
    const real = realpathSync(file)
    if (!isClosed(real)) return `${file} may be written by other users`
    const { ctimeMs, dev, ino, mtimeMs, size } = statSync(real)
    return { file, identity: [real, dev, ino, size, mtimeMs, ctimeMs].join(":") }
  } catch {
    return `there is no ${file}`
  }
}

/** Checks that a program is not one of the project, which could replace it. */
export const isOutside = ({ file }: Tool, project: string): boolean => {
  try {
    return !isBelow(realpathSync(file), realpathSync(project))
  } catch {
    return !isBelow(file, project)
  }
}
