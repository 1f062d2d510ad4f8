// Writes what is generated; with --check, compares instead and names the files that are stale.
//
// A generator is a file in generators/ that exports `generate`, which gives paths from the root and their texts.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { exists, read, root } from "./internal/workspace.ts"

interface GeneratedFile {
  readonly path: string
  readonly text: string
}

interface Generator {
  generate(): Iterable<GeneratedFile> | Promise<Iterable<GeneratedFile>>
}

const isGenerator = (module: unknown): module is Generator =>
  typeof module === "object" && module !== null && "generate" in module && typeof module.generate === "function"

const checking = process.argv.includes("--check")
const folder = join(root, "scripts", "generators")
let seen = 0
const stale: Array<string> = []

// In order of name, and each writes before the next is loaded: what one generates, another may import.
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .toSorted()) {
  const module: unknown = await import(pathToFileURL(join(folder, name)).href)
  if (!isGenerator(module)) throw new Error(`scripts/generators/${name} does not export a function "generate"`)
  for (const { path, text } of await module.generate()) {
    seen += 1
    if (exists(path) && read(path) === text) continue
    stale.push(path)
    if (checking) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

for (const path of stale) console.log(`${path}: ${checking ? "stale, run npm run generate" : "written"}`)
if (seen === 0) console.log("No generator has generated anything.")
else console.log(`${seen} generated files, ${stale.length} ${checking ? "stale" : "written"}`)
if (seen === 0 || (checking && stale.length > 0)) process.exitCode = 1
