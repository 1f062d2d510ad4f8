/** The reason for which a process could not be spawned, in a sentence that names what is missing. */
import { accessSync, constants, statSync } from "node:fs"

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const mayRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the reason. The system reports a missing folder like a missing program. */
export const whyNotStarted = (
  file: string,
  cwd: string,
  { code, text }: { readonly code: string; readonly text: string }
): string => {
  if (!isFolder(cwd)) return `its folder ${cwd} is not there`
  switch (code) {
    case "ENOENT":
      return file.includes("/") && mayRun(file)
        ? `${file} is there, but not the interpreter that its first line names`
        : `${file} is not there${file.includes("/") ? "" : ", in no folder of PATH"}`
    case "EACCES":
      return `${file} may not be run: give it its run bit (chmod +x ${file})`
    case "E2BIG":
      return "its variables or arguments are more than the system takes"
    case "EMFILE":
    case "ENFILE":
      return "too many files are open (ulimit -n)"
    case "EAGAIN":
    case "ENOMEM":
      return "the system has no room for another process"
    case "ENOSPC":
      return "there is no space left for its input"
    default:
      return text
  }
}
