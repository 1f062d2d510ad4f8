// Paths of sealed files: which folders they are in, and which of those are never sealed.

/** Folders of the machine, in which only its administrator writes. */
export const ofMachine = /^\/(?:usr|s?bin|lib\d*|etc|opt|nix|snap|System|Library|Applications)\//

/** Returns the folder of a path. */
export const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")))

/** Checks whether a path is a folder or in it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder === "/" ? "" : folder}/`)

/**
 * Checks whether a folder or file is ignored: Python keeps what it compiles elsewhere, and a repository is no content. In
 * letters of another case, or without what git keeps there, it is one like any other.
 */
export const isIgnored = (name: string, isRepository: () => boolean): boolean =>
  name === "__pycache__" || (name === ".git" && isRepository())

/** Checks whether a program is in a folder of packages, which is no folder of hooks. */
export const isOfPackages = (path: string): boolean =>
  /\/node_modules\/|\/(?:\.?venv|env|virtualenv)\/|\/\.git\//.test(path)

/** Checks whether a file is one that the hook writes itself. */
export const isState = (path: string, state: ReadonlyArray<string>): boolean =>
  state.some((one) => (one.endsWith("/") ? path.startsWith(one) : path === one))

/** Creates a function that returns the names of paths in a seal: relative to the project, or absolute outside of it. */
export const namesIn =
  (project: string, written: string) =>
  (path: string): string => {
    // The project may be named by a path with links.
    const real = isWithin(path, written) ? project + path.slice(written.length) : path
    return isWithin(real, project) && real !== project ? real.slice(project.length + 1) : real
  }
