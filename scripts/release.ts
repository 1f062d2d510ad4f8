// Changes the files of this repository to those of a new version. Without --write it prints what would change.
//
//   npm run release -- VERSION|patch|minor|major|first [--write]
//   npm run -s release -- VERSION --notes
//
// `first` is the version that the packages have already: the changelog changes, and no other file. --notes prints the notes
// of a version, from the changelog, and changes nothing.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { isStale, readTable } from "../agents/table.ts"
import { packageFolders, read, readManifest, root } from "./internal/workspace.ts"
import { notesOf, publishOrder, release, versionAfter } from "./release/release.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { notes: { type: "boolean", default: false }, write: { type: "boolean", default: false } }
})

const stop = (why: string): never => {
  console.error(why)
  process.exit(1)
}

const [said = stop("Name a version: npm run release -- 0.2.0 [--write]")] = positionals
const folders = packageFolders()
const last = readManifest("packages/hookline/package.json").version ?? ""
const after = said === "first" ? { version: last } : versionAfter(last, said)

if (values.notes) {
  const wanted = said === "first" ? last : said
  console.log(notesOf(read("CHANGELOG.md"), wanted) ?? stop(`CHANGELOG.md has no notes of ${wanted}`))
  process.exit(0)
}

const version = "version" in after ? after.version : stop(after.why)

const dirty = execFileSync("git", ["status", "--short"], { cwd: root, encoding: "utf8" }).trim()
if (dirty !== "" && values.write) stop(`The working tree is not clean:\n${dirty}`)

const stale = readTable().filter(isStale)
if (stale.length > 0)
  stop(`The table of agents is stale: run npm run agents -- ${stale.map(({ host }) => host).join(" ")}`)

const paths = [
  ...folders.map((folder) => `packages/${folder}/package.json`),
  "packages/hookline/src/version.ts",
  "CHANGELOG.md"
]
const day = new Date().toISOString().slice(0, 10)
const { changed, problems } = release(
  paths.map((path) => ({ path, text: read(path) })),
  last,
  version,
  day,
  folders
)
if (problems.length > 0) stop(problems.join("\n"))

const order = publishOrder(folders.map((folder) => readManifest(`packages/${folder}/package.json`)))

if (dirty !== "") console.log("The working tree is not clean: --write refuses until it is.\n")
console.log(`${last} ${values.write ? "is now" : "would become"} ${version} in`)
for (const { path, text } of changed) {
  console.log(`  ${path}`)
  if (values.write) writeFileSync(join(root, path), text)
}
console.log(`
${values.write ? "Next" : "Run this with --write, and then"}:
  npm run -s lock && npm run pack -- --node 22.19.0 --keep packed && npm run test:all && npm run check
  npm run -s release -- ${version} --notes > notes.md
  git commit -am "Release ${version}" && git tag -a v${version} --cleanup=verbatim -F notes.md
  npm publish each file of packed, in this order:
    ${order.join(", ")}`)
