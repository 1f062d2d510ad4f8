// Packs all packages, installs them into an empty folder, and uses them there as people do.
//
//   npm run pack -- [--keep FOLDER] [--node VERSION]… [--write]
//
// --keep leaves the packages in this folder; --node runs them by that Node, too, which npm gets for it; --write puts the
// sizes into docs/publishing.md.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { bundle } from "./bundle.ts"
import { read, readManifest, root } from "./internal/workspace.ts"
import { resolutions, writeConsumer } from "./pack/consumer.ts"
import { entriesOf, faults, packages, strange } from "./pack/packages.ts"
import { place } from "./pack/place.ts"
import { far, table, withTable } from "./pack/sizes.ts"
import { npm, tarballs } from "./pack/tarballs.ts"
import { run } from "./internal/run.ts"

const { values } = parseArgs({
  options: {
    keep: { type: "string" },
    node: { type: "string", multiple: true, default: [] },
    write: { type: "boolean", default: false }
  }
})

let failures = 0

/** Tells whether something holds, and what is wrong where it does not. */
const tell = (what: string, problems: ReadonlyArray<string>): void => {
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"}  ${what}`)
  for (const problem of problems) console.log(`        ${problem.trim().replaceAll("\n", "\n        ")}`)
  failures += problems.length === 0 ? 0 : 1
}

const folder = place()
const packed = join(folder, "packages")
const home = join(folder, "home")
const app = join(folder, "app")

/** Runs a program in the folder of the installed packages, with nothing of this repository in its environment. */
const use = (what: string, node: string, args: ReadonlyArray<string>, wanted: RegExp): void => {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home }
  const { status, stderr, stdout } = spawnSync(node, args, { cwd: app, env, encoding: "utf8", timeout: 120_000 })
  tell(
    what,
    status === 0 && wanted.test(stdout) ? [] : [`exit ${status}`, stdout, stderr].filter((text) => text !== "")
  )
}

/** What a package does where it is installed, by one Node. */
const useAll = (node: string): void => {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" })
  const by = `Node ${stdout.trim()}`
  const command = join("node_modules", "hookline", "bin", "hookline.js")
  const event = ["PreToolUse", "--tool", "Bash", "--input", `{"command": "ls"}`, "--project", "project"]
  use(`every entry can be imported, ${by}`, node, ["imports.js"], / 0 fail/)
  use(`the promises hold, ${by}`, node, ["facade.js"], /the promises hold/)
  use(`hookline --version, ${by}`, node, [command, "--version"], /\d+\.\d+\.\d+/)
  use(`hookline run, ${by}`, node, [command, "run", ...event, "--json"], /"verdict":"deny"/)
}

/** Another Node, from npm. */
const otherNode = (version: string): string => {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`
  const at = join(folder, `node-${version}`)
  mkdirSync(at)
  writeFileSync(join(at, "package.json"), "{}")
  npm(["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`], at)
  return join(at, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node")
}

const check = async (): Promise<void> => {
  const all = packages()
  const version = all[0]?.manifest.version ?? ""
  tell(
    "every package.json",
    all.flatMap((one) => faults(one, version))
  )

  const built = await run("npm run -s build")
  tell("build", built.ok ? [] : [built.output])
  await bundle()

  for (const made of [packed, home, app]) mkdirSync(made)
  const made = tarballs(packed)
  tell(
    "what is in each package",
    made.flatMap(({ files, name }) => strange(files).map((file) => `${name}: ${file}`))
  )

  for (const { manifest, path } of all) {
    const { messages } = await publint({ pkgDir: path, strict: true })
    tell(
      `publint ${manifest.name}`,
      messages.map((message) => formatMessage(message, manifest) ?? message.code)
    )
  }

  const entries = all.flatMap(({ manifest }) => entriesOf(manifest))
  writeConsumer(app, entries)
  const { devDependencies = {} } = readManifest("package.json")
  // What is a peer and not asked for by itself, and the types of Node, which those of runners name.
  const peers = ["effect", "vitest", "@effect/vitest", "@types/node"].map((name) => `${name}@${devDependencies[name]}`)
  const from = made.map(({ file }) => file)
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", ...from, ...peers], app)
  tell("npm install in an empty folder", [])

  const compile = async (what: string, project: string) => {
    const { ok, output } = await run(`tsc -p ${JSON.stringify(join(app, project))}`)
    tell(what, ok ? [] : output.split("\n").slice(0, 10))
  }
  for (const [name] of resolutions) await compile(`types as ${name} finds them`, `types/tsconfig.${name}.json`)
  await compile("types of the promises", "plain/tsconfig.json")
  const seen = await run(`tsc -p ${JSON.stringify(join(app, "plain/tsconfig.json"))} --listFiles`)
  tell(
    "nothing of Effect in the types of the promises",
    seen.output.split("\n").filter((file) => /node_modules\/(?:effect|@effect)\//.test(file))
  )

  useAll(process.execPath)
  for (const other of values.node) useAll(otherNode(other))
  const npx = spawnSync("npx", ["--no-install", "hookline", "--version"], { cwd: app, encoding: "utf8" })
  tell("npx hookline", npx.stdout.includes(version) ? [] : [npx.stdout, npx.stderr])

  const sizes = table(made)
  const page = read("docs/publishing.md")
  if (values.write) {
    writeFileSync(join(root, "docs/publishing.md"), withTable(page, sizes))
    await run("oxfmt docs/publishing.md")
  } else tell("the sizes are those of docs/publishing.md", far(page, made))
  console.log(`\n${sizes}\n`)

  if (values.keep !== undefined) {
    mkdirSync(values.keep, { recursive: true })
    for (const file of from) cpSync(file, join(values.keep, file.slice(packed.length + 1)))
    console.log(`The packages are in ${values.keep}.`)
  }
}

try {
  await check()
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
console.log(
  failures === 0 ? "All of it holds." : `${failures} ${failures === 1 ? "thing does" : "things do"} not hold.`
)
process.exitCode = failures === 0 ? 0 : 1
