// A throw-away copy of the repository, in which faults are planted. Installed packages are linked; the packages of the
// repository itself are those of the copy.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { packageFolders, readManifest, root } from "../internal/workspace.ts"
import { applied } from "./Edit.ts"
import type { Mutant } from "./Mutant.ts"

/** What is not copied, because it is linked, built or belongs to the work tree. */
const excluded = new Set(["node_modules", "dist", "bundle", ".git"])

const isHidden = (name: string): boolean => name.startsWith(".")

/** Links every installed package, and each of our own to its folder in the copy. */
const link = (folder: string): void => {
  const modules = join(folder, "node_modules")
  const own = new Map(
    packageFolders().map((name) => [readManifest(`packages/${name}/package.json`).name ?? name, name])
  )
  const place = (name: string, target: string): void => {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(target, join(modules, name))
  }
  const installed = join(root, "node_modules")
  const scopes = new Set(Array.from(own.keys(), (name) => name.split("/")[0]))
  for (const name of readdirSync(installed)) {
    if (!isHidden(name) && !scopes.has(name)) place(name, join(installed, name))
  }
  for (const [name, ofPackage] of own) place(name, join(folder, "packages", ofPackage))
}

/** A copy of the repository. */
export interface Sandbox {
  readonly folder: string
  readonly plant: (mutant: Mutant) => void
  readonly restore: (mutant: Mutant) => void
  readonly remove: () => void
}

/** Copies the repository as the work tree is now. */
export const make = (): Sandbox => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hookline-mutate-")))
  // Some tests start processes of another user, which read the sources.
  chmodSync(folder, 0o755)
  cpSync(root, folder, { recursive: true, filter: (path) => !excluded.has(basename(path)) })
  link(folder)
  const write = ({ source }: Mutant, text: string): void => writeFileSync(join(folder, source.path), text)
  return {
    folder,
    plant: (mutant) => write(mutant, applied(mutant.source.text, mutant.edit)),
    restore: (mutant) => write(mutant, mutant.source.text),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
