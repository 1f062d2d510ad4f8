// An empty folder from which nothing of this machine is found: Node looks for packages in all folders above, too.
import { existsSync, mkdtempSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { dirname, join } from "node:path"

const isClean = (folder: string): boolean => {
  if (existsSync(join(folder, "node_modules"))) return false
  const above = dirname(folder)
  return above === folder || isClean(above)
}

/** Makes it. Whoever made it removes it. */
export const place = (): string => {
  const folder = [tmpdir(), "/var/tmp", homedir()].find((each) => existsSync(each) && isClean(each))
  if (folder === undefined) throw new Error("there is a node_modules above every folder for temporary files")
  return mkdtempSync(join(folder, "hookline-pack-"))
}
