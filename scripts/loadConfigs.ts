// Loads every configuration in a folder, as real ones are: nothing may crash, and nothing may be lost without a word.
//
//   npm run load-configs -- FOLDER [--verbose]
//
// The files are told apart by the folders they lie in: the first below FOLDER is their kind. For each file the hooks
// that were loaded and the entries that were reported as lost must together be the entries that are in it, counted here
// by other means than the loader's.
import type { Dialect } from "@hookline/core/Dialect"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { entriesIn } from "./configs/entriesIn.ts"
import { table, type Loaded } from "./configs/table.ts"

const [folder, ...flags] = process.argv.slice(2)
if (folder === undefined) {
  console.error("Name a folder of configurations: npm run load-configs -- FOLDER [--verbose]")
  process.exit(2)
}

const dialectOf = (kind: string, name: string): Dialect => {
  if (name.endsWith(".toml")) return Amcp
  if (kind === "claude-settings" || name.endsWith(".md")) return ClaudeCode
  const own = Dialects.named(kind)
  return own === undefined || own.files.length === 0 ? Amplifier : own
}

const load = Effect.fnUntraced(function* (name: string) {
  const kind = name.includes(sep) ? name.slice(0, name.indexOf(sep)) : "."
  const dialect = dialectOf(kind, name)
  const path = join(folder, name)
  const text = readFileSync(path, "utf8")
  const file = { dialect: dialect.name, scope: "project", file: path, folder: dirname(path) } as const
  const { diagnostics, entries, hooks } = yield* dialect.config.read(file, text)
  return { kind, name, hooks, diagnostics, entries, written: entriesIn(text, name) } satisfies Loaded
})

const names = globSync("**/*.{json,toml,md}", { cwd: folder }).toSorted()
const loaded = await Effect.runPromise(Effect.forEach(names, load))

if (flags.includes("--verbose")) {
  for (const { diagnostics } of loaded) for (const found of diagnostics) console.error(Diagnostic.format(found))
}
console.log(table(loaded))

const wrong = loaded.filter(({ entries, written }) => entries !== written)
for (const { entries, hooks, name, written } of wrong) {
  console.error(
    `${name}: ${written} entries are written, ${hooks.length} loaded, ${entries - hooks.length} told as lost`
  )
}
if (names.length === 0) console.error(`${folder} holds no configuration.`)
process.exitCode = wrong.length > 0 || names.length === 0 ? 1 : 0
