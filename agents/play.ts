/** Plays one scenario behind one client: real files, real processes, a scripted model. */
import * as Dialects from "@hookline/dialects/Dialects"
import { spawnSync } from "node:child_process"
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Client, Places, Started } from "./clients/Client.ts"
import * as Model from "./models/Model.ts"
import type { Fault } from "./plants.ts"
import { plant } from "./plants.ts"
import { runToEnd } from "./runToEnd.ts"
import type { Scenario, Seen } from "./scenarios.ts"

/** The result of a scenario behind a client. */
export interface Cell {
  readonly scenario: string
  readonly meant: string
  readonly holds: boolean
  readonly ran: ReadonlyArray<string>
  readonly requests: number
  readonly exit: number | string
  /** What the model was told last. */
  readonly told: string
}

const bin = fileURLToPath(new URL("../packages/hookline/bin/hookline.js", import.meta.url))

/** The longest that a client may take. */
const limitMillis = 60_000

const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "")

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const command = "echo as sent >> ran.txt"

/** Runs a client to its end. */
const run = ({ args, env, program }: Started, { home, project }: Places) =>
  runToEnd({
    program,
    args,
    cwd: project,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, TERM: "dumb", LANG: "C.UTF-8", ...env },
    limitMillis
  })

/** Runs the command of Hookline as the user would. */
const hookline = (node: string, { home, project }: Places, words: ReadonlyArray<string>): void => {
  const { status, stderr } = spawnSync(node, [bin, ...words, "--project", project], {
    cwd: project,
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`hookline ${words.join(" ")} ended with ${status}: ${stderr}`)
}

/** Creates the home, the project and its hooks. */
const prepare = (client: Client, { hooks, policy }: Scenario, places: Places): void => {
  const settings = {
    trust: { paths: [`${places.project}/**`] },
    ...(policy !== undefined && { failure_policy: policy })
  }
  const groups = Object.entries(hooks).map(([event, { matcher, ...handler }]) => [
    event,
    [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", ...handler }] }]
  ])
  const files: Readonly<Record<string, string>> = {
    ...client.files(places),
    "~/.hookline/settings.json": JSON.stringify(settings),
    [client.hooks ?? ".claude/settings.json"]: JSON.stringify(
      { hooks: Object.fromEntries(groups) as unknown },
      undefined,
      2
    )
  }
  for (const [name, text] of Object.entries(files)) {
    write(name.startsWith("~/") ? join(places.home, name.slice(2)) : join(places.project, name), text)
  }
}

/** Returns the texts that the model was told, without its own answers' script. */
const toldOf = (requests: ReadonlyArray<Model.Fields>): string => JSON.stringify(requests)

/** Plays a scenario, with a fault in the entries, if one is planted. */
export const play = async (client: Client, installed: string, scenario: Scenario, fault?: Fault): Promise<Cell> => {
  const root = mkdtempSync(join(tmpdir(), "agents-"))
  const turns = scenario.turns?.(client, command) ?? [
    { text: "Working.", call: client.shell(command) },
    { text: "Finished." }
  ]
  const model = await Model.start(client.protocol, turns)
  try {
    const places: Places = { home: join(root, "home"), project: join(root, "project"), port: model.port }
    prepare(client, scenario, places)
    // A Node of its own, which can be deleted.
    const node = join(root, "node")
    linkSync(process.execPath, node)
    const settings = join(places.home, client.settings)
    const contents = (): string =>
      [client.settings, ...(client.others ?? [])].map((file) => read(join(places.home, file))).join("\0")
    const before = contents()
    hookline(node, places, ["attach", client.host, ...(client.attachWords ?? [])])
    if (fault !== undefined) plant(settings, fault, client)
    if (scenario.isDetached === true) hookline(node, places, ["detach", client.host])
    const restored = contents() === before
    if (scenario.isGone === true) rmSync(node)
    const start = (scenario.isLasting === true ? client.startLasting : undefined) ?? client.start
    const started = start(installed, places, "Please go.")
    const faultArgs = fault === undefined ? [] : (client.faultArgs ?? [])
    const { exit, hung, output } = await run({ ...started, args: [...started.args, ...faultArgs] }, places)
    const told = toldOf(model.requests)
    const ran = read(join(places.project, "ran.txt"))
      .split("\n")
      .filter((line) => line !== "")
    const seen: Seen = { ran, requests: model.requests.length, told, exit, hung, restored }
    const dialect = Dialects.named(client.host)
    if (dialect === undefined) throw new Error(`${client.host} has no dialect`)
    const [meant, holds] = scenario.expects(seen, dialect)
    if (!holds && process.env["AGENTS_VERBOSE"] !== undefined) console.error(output.slice(0, 4000), told.slice(-2000))
    const last = model.requests.at(-1)
    const lastTold = last === undefined ? "" : JSON.stringify(client.protocol.last(last) ?? "").slice(0, 300)
    return {
      scenario: scenario.name,
      meant,
      holds,
      ran,
      requests: seen.requests,
      exit,
      // Ids and folders differ from run to run.
      told: lastTold.replaceAll(root, "…").replaceAll(/\d{3,}/g, "N")
    }
  } finally {
    await model.close()
    rmSync(root, { recursive: true, force: true })
  }
}
