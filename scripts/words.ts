// Counts in each package what comments and messages have against the rules for words. A count may only fall.
//
//   heads      doc comments that begin with What, Whether, Who, Where, How or "The same"
//   words      words in comments that the glossary of AGENTS.md replaces
//   messages   the same words in strings
//   examples   public services, layers and constructors without an example
//
// The counts are committed in words/counts.json. With --write the counts that fell are written; --list PATH lists the
// findings of the files whose paths begin with PATH.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { publicModules } from "./internal/publicModules.ts"
import { packageFolders, read, root, typescriptFiles } from "./internal/workspace.ts"
import { addedSince } from "./words/added.ts"
import { type Finding, findingsOf, rules } from "./words/findings.ts"
import { changes, type Counts, countsOf, print } from "./words/ratchet.ts"

const committedAt = "scripts/words/counts.json"

const packages = packageFolders().map((folder) => {
  const open = new Set(publicModules(folder).map(({ file }) => `packages/${folder}/src/${file}`))
  // An index is generated out of the other files.
  const found = typescriptFiles(`packages/${folder}/src`)
    .filter((path) => path !== `packages/${folder}/src/index.ts`)
    .map((path) => findingsOf({ path, text: read(path), isPublic: open.has(path) }))
  const sum = (key: "docs" | "verbs") => found.reduce((total, each) => total + each[key], 0)
  return { folder, findings: found.flatMap(({ findings }) => findings), docs: sum("docs"), verbs: sum("verbs") }
})

const show = ({ line, message, path, rule }: Finding): string => `${path}:${line}: ${rule}: ${message}`

const now: Counts = Object.fromEntries(packages.map(({ findings, folder }) => [folder, countsOf(findings)]))
// The file is written by this script alone.
const committed = JSON.parse(read(committedAt)) as Counts
const changed = changes(committed, now)
const risen = changed.filter((change) => change.now > change.before)
const fallen = changed.filter((change) => change.now < change.before)

const [flag, prefix = "packages/"] = process.argv.slice(2)
if (flag === "--list") {
  for (const { findings } of packages) {
    for (const finding of findings) if (finding.path.startsWith(prefix)) console.log(show(finding))
  }
}

for (const { before, folder, now: count, rule } of risen) {
  console.log(`${folder}: ${rule} rose from ${before} to ${count}. Rewrite:`)
  const findings = (packages.find((each) => each.folder === folder)?.findings ?? []).filter((it) => it.rule === rule)
  const added = addedSince(committedAt, `packages/${folder}/src`)
  const fresh = findings.filter(({ line, path }) => added?.has(`${path}:${line}`) === true)
  for (const finding of fresh.length === 0 ? findings : fresh) console.log(`  ${show(finding)}`)
}

const all = {
  folder: "all",
  findings: packages.flatMap(({ findings }) => findings),
  docs: packages.reduce((total, { docs }) => total + docs, 0),
  verbs: packages.reduce((total, { verbs }) => total + verbs, 0)
}
const rows = [...packages, all].map(({ docs, findings, folder, verbs }) => {
  const counts = countsOf(findings)
  const share = docs === 0 ? "–" : `${Math.round((100 * verbs) / docs)} %`
  return [folder, ...rules.map((rule) => String(counts[rule])), String(docs), share]
})
for (const row of [["package", ...rules, "docs", "verb first"], ...rows]) {
  console.log(row.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(11))).join(""))
}

if (packages.length === 0) console.log("There is no package, so nothing was counted.")
if (flag === "--write" && risen.length === 0) {
  writeFileSync(join(root, committedAt), print(now))
  console.log(`${committedAt}: ${fallen.length} counts fell and are written`)
} else {
  for (const { before, folder, now: count, rule } of fallen) {
    console.log(`${folder}: ${rule} fell from ${before} to ${count}: npm run check:words -- --write`)
  }
  if (fallen.length > 0) process.exitCode = 1
}
if (risen.length > 0 || packages.length === 0) process.exitCode = 1
