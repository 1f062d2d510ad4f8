// Checks the types of all sources, tests and scripts at once, with the Effect diagnostics; a warning is a failure, too.
//
// The compiler of the Effect diagnostics reports errors of types as well, so that each file is checked once. They are one
// project here, because a project for each package would check what they import from each other again. Without the plugin
// entry in tsconfig.base.json there would be no Effect diagnostics, so that of a file that has one must be found; and all files
// must have been read.
import { relative } from "node:path"
import { run } from "./internal/run.ts"
import { packageFolders, root, typescriptFiles } from "./internal/workspace.ts"

/** A file with an effect that is not run, and the diagnostic that it has. */
const planted = { file: "scripts/internal/plantedDiagnostic.ts", code: "effect(floatingEffect)" }

const folders = [...packageFolders().flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`]), "scripts"]
const files = folders.flatMap(typescriptFiles)

const compiler = (await run("effect-tsgo get-exe-path")).output.trim()
const { output } = await run(`"${compiler}" --noEmit --pretty false --listFiles -p tsconfig.effect.json`)
const lines = output.split("\n")
const read = new Set(lines.map((line) => relative(root, line)))
const unread = files.filter((file) => !read.has(file))
// Suggestions are not followed everywhere, so that they are none of the rules.
const found = lines.filter((line) => /: (?:error|warning) TS\d+: /.test(line) || /^error TS\d+: /.test(line))
const isOfPlanted = (line: string): boolean => line.startsWith(planted.file) && line.includes(planted.code)
const problems = [
  ...found.filter((line) => !isOfPlanted(line)),
  ...(found.some(isOfPlanted) ? [] : ["The planted diagnostic was not found."]),
  ...unread.map((file) => `${file} was not checked`),
  ...(files.length === 0 ? ["There are no files."] : [])
]

if (problems.length === 0) {
  console.log(`${read.size} files read, nothing found`)
} else {
  console.log("Problems found")
  for (const problem of problems) console.log(problem)
  process.exitCode = 1
}
