// Runs the Effect diagnostics on all sources, tests and scripts at once; a warning is a failure, too.
//
// They are one project here, because a project for each package would check what they import from each other again: that
// took ten times as long. Without the plugin entry in tsconfig.base.json the tool reports "Checked 0 files" and succeeds,
// so at least as many files must have been checked as there are.
import { run } from "./internal/run.ts"
import { packageFolders, typescriptFiles } from "./internal/workspace.ts"

const packages = packageFolders()
const folders = [...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`]), "scripts"]
const files = folders.flatMap(typescriptFiles).length

const { ok, output } = await run("effect-tsgo diagnostics --strict --format text --project tsconfig.effect.json")
const checked = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0)

if (ok && checked >= files && packages.length > 0) {
  console.log(`${checked} files checked, nothing found`)
} else {
  console.log(checked < files ? `Only ${checked} of ${files} files checked` : "Problems found")
  console.log(output)
  process.exitCode = 1
}
