/** Paths of an installation that goes without notice, so that an entry of a host's settings must not name it. */
import type { SettingsScope } from "@hookline/dialects/kit/HostFacts"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

/** Caches of programs that download a package, run it once and delete it at a time of their own. */
const caches: ReadonlyArray<readonly [place: RegExp, owner: string]> = [
  [/\/_npx\//, "npx"],
  [/\/(?:pnpm\/dlx|dlx-\w+)\//, "pnpm dlx"],
  [/\/(?:bunx-[^/]+|\.bun\/install\/cache)\//, "bunx"],
  [/\/(?:xfs-\w+|dlx-\d+)\//, "yarn dlx"]
]

const realPath = (file: string): string => {
  try {
    return fs.realpathSync(file)
  } catch {
    // The path is compared as it is written.
    return file
  }
}

/** Returns the project whose dependencies a file is among: the folder of a `package.json` above `node_modules`. */
const projectOf = (file: string): string | undefined => {
  const at = file.indexOf("/node_modules/")
  const folder = at < 0 ? undefined : file.slice(0, at)
  return folder !== undefined && fs.existsSync(path.join(folder, "package.json")) ? folder : undefined
}

/** The reason why a path goes without notice, and whether it surely does. */
export interface Temporary {
  readonly isCache: boolean
  readonly text: string
}

/** Returns the reason why a script of Hookline will go while an entry of this scope still names it. */
export const temporaryPath = (file: string, scope: SettingsScope): Temporary | undefined => {
  const shown = file.replaceAll("\\", "/")
  const [, owner] = caches.find(([place]) => place.test(shown)) ?? []
  if (owner !== undefined) return { isCache: true, text: `${file} is in the cache of ${owner}, which is emptied` }
  if (shown.startsWith(`${realPath(os.tmpdir())}/`)) return { isCache: false, text: `${file} is in a temporary folder` }
  const project = scope === "user" ? projectOf(shown) : undefined
  return project === undefined
    ? undefined
    : {
        isCache: false,
        text: `${file} is a dependency of ${project}, and goes with it, while this entry is for all projects`
      }
}
