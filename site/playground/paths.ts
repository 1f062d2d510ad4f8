/** The functions of `node:path` that dialects use, for browsers: those of POSIX, because that is the playground's project. */

/** Checks whether a path begins at the root. */
export const isAbsolute = (path: string): boolean => path.startsWith("/")

/** Resolves `.` and `..`, and repeated slashes. */
export const normalize = (path: string): string => {
  if (path === "") return "."
  const steps: Array<string> = []
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue
    if (step !== "..") steps.push(step)
    else if (steps.length > 0 && steps.at(-1) !== "..") steps.pop()
    else if (!isAbsolute(path)) steps.push("..")
  }
  const joined = `${isAbsolute(path) ? "/" : ""}${steps.join("/")}`
  if (joined === "") return path.endsWith("/") ? "./" : "."
  return path.endsWith("/") && joined !== "/" ? `${joined}/` : joined
}

/** Joins paths, and normalizes the result. */
export const join = (...paths: ReadonlyArray<string>): string =>
  normalize(paths.filter((path) => path !== "").join("/"))

/** Resolves paths from the right to the first absolute one, which is the root if there is none. */
export const resolve = (...paths: ReadonlyArray<string>): string => {
  const from = paths.findLastIndex(isAbsolute)
  const path = normalize(
    `/${paths
      .slice(Math.max(from, 0))
      .filter((each) => each !== "")
      .join("/")}`
  )
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}

export default { isAbsolute, join, normalize, resolve }
