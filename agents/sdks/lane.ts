/** Drives agents of the SDKs: their installation, their scenarios, and their columns of the table. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { integrityOf } from "../table.ts"
import { sdks } from "./all.ts"
import { playSdk, type SdkCell } from "./play.ts"
import { scenarios } from "./scenarios.ts"
import type { Sdk } from "./Sdk.ts"
import { readSdkTable, sdkSources, writeSdkTable } from "./sdkTable.ts"
import { checkTypes } from "./types.ts"

/** Returns the SDKs of these names, or all. Throws without one. */
export const sdksNamed = (names: ReadonlyArray<string>): ReadonlyArray<Sdk> => {
  const named = sdks.filter(({ name }) => names.length === 0 || names.includes(name))
  if (named.length === 0)
    throw new Error(`No SDK of this name. The SDKs are ${sdks.map(({ name }) => name).join(", ")}.`)
  return named
}

/** Returns the version of the package that names a column. */
export const versionOf = ({ package: name, packages }: Sdk): string => packages[name] ?? "unknown"

const folderOf = (cache: string, sdk: Sdk): string => join(cache, `${sdk.name}-${versionOf(sdk)}`)

/** Installs an SDK, unless it is in the cache. */
export const installSdk = (cache: string, sdk: Sdk): void => {
  const folder = folderOf(cache, sdk)
  const names = Object.keys(sdk.packages)
  if (names.every((name) => existsSync(join(folder, "node_modules", name)))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const packages = Object.entries(sdk.packages).map(([name, version]) => `${name}@${version}`)
  const words = ["install", "--no-audit", "--no-fund", "--save-exact", ...(sdk.words ?? []), ...packages]
  const { status } = spawnSync("npm", words, { cwd: folder, stdio: "inherit" })
  if (status !== 0) throw new Error(`npm could not install ${packages.join(" ")}`)
}

const shown = ({ holds, meant, ran, requests, scenario }: SdkCell): string =>
  `${holds ? "ok    " : "FAILED"}  ${scenario}: ${meant}${holds ? "" : ` (ran ${JSON.stringify(ran)}, ${requests} requests)`}`

const drive = async (installed: string, sdk: Sdk, only: string | undefined): Promise<ReadonlyArray<SdkCell>> => {
  const cells: Array<SdkCell> = []
  for (const scenario of scenarios) {
    if (only !== undefined && scenario.name !== only) continue
    const whole = await playSdk(sdk, installed, scenario, { streams: false })
    const streamed = await playSdk(sdk, installed, scenario, { streams: true })
    console.log(shown(whole))
    if (!streamed.holds) console.log(`${shown(streamed)}, with a stream`)
    cells.push(whole.holds ? streamed : whole)
  }
  return cells
}

/** Plays all scenarios with and without a stream, and checks the types. Returns the number of failures. */
export const driveSdks = async (
  cache: string,
  chosen: ReadonlyArray<Sdk>,
  only: string | undefined
): Promise<number> => {
  let failures = 0
  for (const sdk of chosen) {
    const installed = folderOf(cache, sdk)
    console.log(`${sdk.package} ${versionOf(sdk)}`)
    const cells = await drive(installed, sdk, only)
    failures += cells.filter(({ holds }) => !holds).length
    if (only !== undefined) continue
    const types = checkTypes(sdk, installed)
    for (const { holds, name, output } of types)
      console.log(`${holds ? "ok    " : "FAILED"}  types, ${name}\n${output}`.trim())
    failures += types.filter(({ holds }) => !holds).length
    const column = {
      name: sdk.name,
      package: sdk.package,
      version: versionOf(sdk),
      integrity: integrityOf(installed, sdk.package),
      sources: sdkSources(),
      types: types.map(({ holds, name }) => ({ name, holds })),
      cells
    }
    writeSdkTable([...readSdkTable().filter(({ name }) => name !== sdk.name), column])
  }
  return failures
}
