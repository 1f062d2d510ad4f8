// A copy of the sources in which a fault may be planted. The packages that they need are linked, their own packages are
// those of the copy.
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
import { basename, join } from "node:path"
import { read, root } from "../scripts/internal/workspace.ts"
import { type Mutant, planted } from "./Mutant.ts"

/** Set where tests are to run the command's bundle. */
export const bundleVariable = "PLANTED_FAULTS_BUNDLE"

/** What is made anew, or stays where it is. */
const left = new Set(["node_modules", "dist", "bundle", ".git", ".vite", ".vite-temp", ".vitest-cache"])

const link = (folder: string): void => {
  const theirs = join(root, "node_modules")
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "@hookline"), { recursive: true })
  for (const name of readdirSync(theirs))
    if (!left.has(name) && name !== "@hookline" && name !== "hookline")
      symlinkSync(join(theirs, name), join(modules, name))
  for (const name of readdirSync(join(folder, "packages"))) {
    const place = name === "hookline" ? join(modules, name) : join(modules, "@hookline", name)
    symlinkSync(join(folder, "packages", name), place)
  }
}

/** The tests' set-up makes the command's bundle each time, which takes longer than most of them: here only if it is asked. */
const setUp = `import { bundle } from "../bundle.ts"

export default () => (process.env["${bundleVariable}"] === undefined ? undefined : bundle())
`

export interface Sandbox {
  readonly folder: string
  readonly plant: (mutant: Mutant) => void
  /** The file as it was. */
  readonly mend: (mutant: Mutant) => void
  readonly remove: () => void
}

/** Makes one. */
export const make = (): Sandbox => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hookline-mutants-")))
  // Some tests start processes of somebody else, who has to find the sources.
  chmodSync(folder, 0o755)
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) })
  link(folder)
  writeFileSync(join(folder, "scripts", "internal", "testSetup.ts"), setUp)
  const put = ({ file }: Mutant, text: string): void => writeFileSync(join(folder, file), text)
  return {
    folder,
    plant: (mutant) => put(mutant, planted(read(mutant.file), mutant)),
    mend: (mutant) => put(mutant, read(mutant.file)),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
