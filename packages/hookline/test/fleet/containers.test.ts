// The container file and the compose file of docs/fleet.md, as far as they can be checked without a container engine.
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { bin } from "../commands/hookline.ts"
import { dataOf } from "./server.ts"

const root = path.join(import.meta.dirname, "../../../..")
const read = (file: string): string => readFileSync(path.join(root, file), "utf8")

const compose = read("docs/examples/fleet/compose.yaml")
const container = read("docs/examples/fleet/Containerfile")

/** The command lines of the services, in which `>-` joins lines. */
const commands = Array.from(compose.matchAll(/^ {4}command: (?:>-\n((?: {6}.*\n)+)|(.+)\n)/gm), ([, lines, line]) =>
  (lines ?? line ?? "").trim().split(/\s+/)
)

describe("the files of docs/examples/fleet", () => {
  it("call commands and flags that are there", () => {
    assert.deepStrictEqual(
      commands.map(([command]) => command),
      ["migrate", "serve", "serve", "serve"]
    )
    for (const [command = "", ...words] of commands) {
      const help = execFileSync(process.execPath, [bin, "fleet", command, "--help"], { encoding: "utf8" })
      for (const flag of words.filter((word) => word.startsWith("--"))) assert.include(help, `${flag} `)
    }
  })

  it("give each runner an address of its own, which no machine reaches", () => {
    const addresses = commands.flatMap((words) => words.filter((_, at) => words[at - 1] === "--address"))
    assert.deepStrictEqual(addresses, ["runner-1:7421", "runner-2:7421", "runner-3:7421"])
    for (const address of addresses) assert.include(compose, `\n  ${address.split(":")[0]}:\n`)
    assert.deepStrictEqual(
      Array.from(compose.matchAll(/ports: \["\d+:(\d+)"\]/g), ([, port]) => port),
      ["7420", "7420", "7420"]
    )
  })

  it("read secrets from files that they mount", () => {
    const mounted = new Set(
      Array.from(compose.matchAll(/secrets: \[(.+)\]/g), ([, names = ""]) => names.split(", ")).flat()
    )
    const used = new Set(Array.from(compose.matchAll(/\/run\/secrets\/(\w+)/g), ([, name = ""]) => name))
    const defined = Array.from(
      compose.slice(compose.indexOf("\nsecrets:")).matchAll(/^ {2}(\w+):$/gm),
      ([, name = ""]) => name
    )
    assert.deepStrictEqual([...mounted].toSorted(), [...used].toSorted())
    assert.deepStrictEqual(defined.toSorted(), [...used].toSorted())
  })

  it("install the versions of this repository", () => {
    const { version } = dataOf(read("packages/hookline/package.json"))
    const { devDependencies } = dataOf(read("packages/fleet/package.json"))
    const { pg } = dataOf(JSON.stringify(devDependencies))
    assert.include(container, `npm install --global hookline@${String(version)} pg@${String(pg)}\n`)
  })
})
