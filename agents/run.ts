// Drives the real clients of other agents against scripted models, and writes what came of it into docs/agents-table.json:
//
//   npm run agents [-- HOST...] [--faults] [--scenario NAME]
//   npm run agents -- sdks [NAME...] [--scenario NAME]
//
// `sdks` drives agents that are made with SDKs instead, and writes what came of it into docs/sdks-table.json.
//
// The clients are installed from npm into a cache outside of the repository. Then they run where no network is but loopback.
// With --faults nothing is written: each fault is planted behind each client, and must be found.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Client } from "./clients/Client.ts"
import { clients } from "./clients/all.ts"
import { faults } from "./plants.ts"
import { type Cell, play } from "./play.ts"
import { scenarios } from "./scenarios.ts"
import { driveSdks, installSdk, sdksNamed } from "./sdks/lane.ts"
import { integrityOf, readTable, sourcesHash, writeTable } from "./table.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: "boolean", default: false }, scenario: { type: "string" } }
})

const isSdks = positionals[0] === "sdks"
const chosenSdks = isSdks ? sdksNamed(positionals.slice(1)) : []
const chosen = isSdks ? [] : clients.filter(({ host }) => positionals.length === 0 || positionals.includes(host))
if (chosen.length === 0 && chosenSdks.length === 0)
  throw new Error(`No client of this name. The clients are ${clients.map(({ host }) => host).join(", ")}.`)

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "hookline", "agents")

const folderOf = ({ host, version }: Client): string => join(cache, `${host}-${version}`)

/** Installs a client, unless it is in the cache. */
const install = (client: Client): void => {
  const folder = folderOf(client)
  if (existsSync(join(folder, "node_modules", client.package))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  const words = ["install", "--no-audit", "--no-fund", "--save-exact", `${client.package}@${client.version}`]
  const { status } = spawnSync("npm", words, { cwd: folder, stdio: "inherit" })
  if (status !== 0) throw new Error(`npm could not install ${client.package}@${client.version}`)
}

/** Starts this program again where there is no network but loopback. */
const isolate = (): number => {
  const words = process.getuid?.() === 0 ? ["-n"] : ["-rn"]
  const inside = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh", process.execPath, ...process.execArgv]
  const { status } = spawnSync("unshare", [...words, ...inside, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, HOOKLINE_AGENTS_INSIDE: "1" }
  })
  return status ?? 1
}

const shown = ({ exit, holds, meant, ran, requests, scenario }: Cell): string =>
  `${holds ? "ok    " : "FAILED"}  ${scenario}: ${meant}${holds ? "" : ` (ran ${JSON.stringify(ran)}, ${requests} requests, exit ${exit})`}`

const drive = async (client: Client): Promise<ReadonlyArray<Cell>> => {
  console.log(`${client.package} ${client.version}`)
  const cells: Array<Cell> = []
  for (const scenario of scenarios) {
    if (values.scenario !== undefined && scenario.name !== values.scenario) continue
    const cell = await play(client, folderOf(client), scenario)
    console.log(shown(cell))
    cells.push(cell)
  }
  return cells
}

/** Plants each fault, and returns those that no scenario found. */
const unfound = async (client: Client): Promise<ReadonlyArray<string>> => {
  const missed: Array<string> = []
  const [denies] = scenarios
  for (const fault of faults) {
    const cell = denies && (await play(client, folderOf(client), denies, fault))
    console.log(`${cell?.holds === false ? "found " : "MISSED"}  ${client.host}: ${fault}`)
    if (cell?.holds !== false) missed.push(fault)
  }
  return missed
}

if (process.env["HOOKLINE_AGENTS_INSIDE"] === undefined) {
  for (const client of chosen) install(client)
  for (const sdk of chosenSdks) installSdk(cache, sdk)
  process.exitCode = isolate()
} else {
  let failures = await driveSdks(cache, chosenSdks, values.scenario)
  for (const client of chosen) {
    if (values.faults) {
      failures += (await unfound(client)).length
      continue
    }
    const cells = await drive(client)
    failures += cells.filter(({ holds }) => !holds).length
    if (values.scenario !== undefined) continue
    const { host, package: name, version } = client
    const integrity = integrityOf(folderOf(client), name)
    const columns = readTable().filter((column) => column.host !== host)
    writeTable([...columns, { host, package: name, version, integrity, sources: sourcesHash(host), cells }])
  }
  process.exitCode = failures === 0 ? 0 : 1
}
