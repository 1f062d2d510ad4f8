// Runs the Effect diagnostics on every project; a warning is a failure, too.
//
// Without the plugin entry in tsconfig.base.json the tool reports "Checked 0 files" and succeeds, and the same happens
// with a solution file. So each project is named, and at least as many files as it has must have been checked.
import { availableParallelism } from "node:os"
import { run } from "./internal/run.ts"
import { packageFolders, typescriptFiles } from "./internal/workspace.ts"

interface Project {
  readonly config: string
  /** How many files of its own it has. */
  readonly files: number
}

const projects: ReadonlyArray<Project> = [
  ...packageFolders().flatMap((name) => [
    { config: `packages/${name}/tsconfig.json`, folder: `packages/${name}/src` },
    { config: `packages/${name}/tsconfig.test.json`, folder: `packages/${name}/test` }
  ]),
  { config: "tsconfig.scripts.json", folder: "scripts" }
]
  .map(({ config, folder }) => ({ config, files: typescriptFiles(folder).length }))
  .filter(({ files }) => files > 0)

const diagnose = async ({ config, files }: Project): Promise<boolean> => {
  const { ok, output } = await run(`effect-tsgo diagnostics --strict --format text --project ${config}`)
  // What a project imports from the sources of others counts, too.
  const checked = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0)
  if (ok && checked >= files) {
    console.log(`${config}: ${checked} files checked, nothing found`)
    return true
  }
  const reason = checked < files ? `only ${checked} of ${files} files checked` : "problems found"
  console.log(`${config}: ${reason}\n${output}`)
  return false
}

const waiting = projects.values()
let failures = 0
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const project of waiting) {
      if (!(await diagnose(project))) failures += 1
    }
  })
)

// The scripts are always there; without any package, the check has looked at nothing that matters.
if (projects.length < 2) {
  console.log("No package has sources, so no diagnostics were run.")
  failures += 1
}
if (failures > 0) process.exitCode = 1
