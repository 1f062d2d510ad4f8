/** Programs as the system finds them: by a path, or by a name in a folder of the search path. */
import { accessSync, constants, statSync } from "node:fs"
import path from "node:path"

const mayRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

const searchPath = (): ReadonlyArray<string> => (process.env["PATH"] ?? "").split(path.delimiter)

/** Checks whether a program is there: a path from a folder, or a name that a folder of the search path has. */
export const isThere = (program: string, folder = ""): boolean =>
  program.includes("/")
    ? mayRun(path.resolve(folder, program))
    : searchPath().some((each) => mayRun(path.join(each, program)))
