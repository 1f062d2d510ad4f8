// The law of bounds: the user's guards run the same with and without whatever a project holds.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { chance } from "../mutate.ts"
import { type Folders, foldersIn, type Recorded, take, writeHome } from "./Person.ts"
import { type Player, start } from "./Player.ts"
import { exists, makeFolder, type Production, productions, type Site } from "./productions.ts"
import type { Played, PlayedRun, Scene } from "./Scene.ts"

/** A difference that a project made, with the productions that made it. */
export interface Finding {
  readonly productions: ReadonlyArray<string>
  readonly seed: number
  readonly differences: ReadonlyArray<string>
}

/** Everything that was seen of the user's guards in one scene. */
interface Seen {
  readonly project: string
  readonly problem?: string
  readonly runs: ReadonlyArray<PlayedRun>
  readonly counted: Played["counted"]
  readonly records: ReadonlyArray<Recorded>
  readonly strays: ReadonlyArray<string>
}

/** What was seen without a hostile project, and the variables that differ by themselves. */
interface Baseline {
  readonly seen: Seen
  readonly changing: ReadonlySet<string>
}

export interface Law {
  readonly folders: Folders
  /** The names of the productions that can be played here. */
  readonly names: ReadonlyArray<string>
  /** Those of them that are played in a folder beside the project, so that no other is played with them. */
  readonly apart: ReadonlyArray<string>
  /** Why others can't be played: they need root. */
  readonly left: ReadonlyArray<string>
  /** Plays a session without a hostile project. */
  readonly baseline: (scene?: Partial<Scene>) => Promise<Baseline>
  /** Writes these productions into the project, and compares. */
  readonly check: (names: ReadonlyArray<string>, seed: number, planted?: Production) => Promise<Finding | undefined>
  /** Leaves out every production that a finding does not need. */
  readonly shortened: (finding: Finding) => Promise<Finding>
  readonly close: () => Promise<void>
}

export interface Options {
  /** The user's own settings of Hookline. */
  readonly settings?: object
}

const siteOf = (folders: Folders, seed: number): Site => {
  const { project, strays } = folders
  const hooks: Record<string, Array<object>> = {}
  const file = (name: string, text: string, mode = 0o644): void => {
    const at = path.join(project, name)
    // Another production may have put something else there.
    if (exists(at) || !makeFolder(path.dirname(at))) return
    writeFileSync(at, text)
    chmodSync(at, mode)
  }
  return {
    ...folders,
    chance: chance(seed),
    file,
    stray: (name, then = "exit 0") => `#!/bin/sh\n: >'${strays}/${name}'\n${then}\n`,
    strayModule: (name) => `open(${JSON.stringify(`${strays}/${name}`)}, "w").close()\n`,
    hook: (event, hook) => {
      ;(hooks[event] ??= []).push(hook)
      const at = `${project}/.amplifier/hooks/hostile/hooks.json`
      if (!makeFolder(path.dirname(at))) return
      const groups = Object.entries(hooks).map(([name, all]) => [name, [{ hooks: all }]] as const)
      writeFileSync(at, JSON.stringify({ hooks: Object.fromEntries<unknown>(groups) }))
    }
  }
}

/** Makes the project as it is without anything hostile: marked as one, and otherwise empty. */
const clear = ({ elsewhere, project, strays, unmarked }: Folders): void => {
  for (const folder of [path.dirname(project), path.dirname(unmarked), elsewhere]) {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const folder of [`${project}/.hookline`, unmarked]) mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(strays)) rmSync(`${strays}/${name}`, { recursive: true, force: true })
}

const eventIn = (input: string): string => /"hook_event_name": ?"(\w+)"/.exec(input)?.[1] ?? "no event"

/**
 * Returns each fact of each record as a line. Variables that differ in each run by themselves, such as the name of a new
 * file, are compared by their names.
 */
const comparable = (records: ReadonlyArray<Recorded>, changing: ReadonlySet<string>): ReadonlyArray<string> =>
  records
    .flatMap(({ arguments: words, environment, ...facts }) => {
      const guard = `${words.trim().replaceAll("\n", " ")} on ${eventIn(facts.input)}`
      const variables = Object.entries(environment).map(([name, value]) => [
        `variable ${name}`,
        changing.has(name) ? "…" : value
      ])
      return [...Object.entries(facts), ...variables].map(
        ([fact, value]) => `${guard}: ${fact} ${JSON.stringify(value)}`
      )
    })
    .toSorted()

const changingIn = (one: Seen, other: Seen): ReadonlySet<string> => {
  const valuesOf = ({ records }: Seen, name: string) =>
    records.map(({ arguments: words, environment }) => `${words} ${environment[name] ?? ""}`).toSorted()
  const names = new Set([...one.records, ...other.records].flatMap(({ environment }) => Object.keys(environment)))
  return new Set([...names].filter((name) => valuesOf(one, name).join() !== valuesOf(other, name).join()))
}

const without = (all: ReadonlyArray<string>, those: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rest = [...those]
  return all.filter((one) => {
    const at = rest.indexOf(one)
    if (at < 0) return true
    rest.splice(at, 1)
    return false
  })
}

const textsOf = (runs: ReadonlyArray<PlayedRun>): ReadonlyArray<string> =>
  runs.map((run) => JSON.stringify(run)).toSorted()

const onlyWithout = "only without the project: "

const compared = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...without(before, after).map((one) => `${onlyWithout}${one}`),
  ...without(after, before).map((one) => `only with the project: ${one}`)
]

/** Compares in a folder of its own, with a process of its own. */
export const make = async ({ settings = {} }: Options = {}): Promise<Law> => {
  const folders = foldersIn(realpathSync(mkdtempSync(path.join(tmpdir(), "hookline-bounds-"))))
  // Another user's folders are reached through it.
  chmodSync(folders.root, 0o755)
  writeHome(folders, settings)
  const player: Player = start(folders)

  const seenIn = async (scene: Partial<Scene>): Promise<Seen> => {
    const all = { cwd: folders.project, skill: { skill_name: "release" }, ...scene }
    const played = await player.play(all)
    return { ...played, records: take(folders), strays: readdirSync(folders.strays).toSorted() }
  }

  const baselines = new Map<string, Promise<Baseline>>()

  const measured = async (scene: Partial<Scene>): Promise<Baseline> => {
    clear(folders)
    const seen = await seenIn(scene)
    if (seen.problem !== undefined) throw new Error(seen.problem)
    return { seen, changing: changingIn(seen, await seenIn(scene)) }
  }

  const baseline: Law["baseline"] = (scene = {}) => {
    const key = JSON.stringify(scene)
    const found = baselines.get(key) ?? measured(scene)
    baselines.set(key, found)
    return found
  }

  const check: Law["check"] = async (names, seed, planted) => {
    const all = names.flatMap((name) => productions[name] ?? []).concat(planted ?? [])
    const chosen = all.length === 1 ? all : all.filter((one) => !isApart(one))
    const parts = chosen.flatMap((one) => Object.entries(one.scene?.(folders) ?? {}))
    // The entries are those of scenes.
    const scene = Object.fromEntries<unknown>(parts) as Partial<Scene>
    const { changing, seen: before } = await baseline(scene)
    clear(folders)
    const site = siteOf(folders, seed)
    for (const { write } of chosen) write(site)
    const now = await seenIn(scene)
    const runsGuards = chosen.some((production) => production.runsGuards === true)
    const records = compared(comparable(before.records, changing), comparable(now.records, changing))
    if (now.problem !== undefined) return { productions: names, seed, differences: [now.problem] }
    const counted = new Set(chosen.flatMap((production) => production.counted ?? []))
    // The runs of hooks that count as the project's are beside those of the user.
    const users = ({ runs }: Seen) => textsOf(runs.filter(({ id }) => !Object.hasOwn(now.counted, id)))
    const differences = [
      ...Object.values(now.counted)
        .filter((command) => !counted.has(command))
        .map((command) => `this hook counts as the project's: ${command}`),
      ...(now.project === before.project ? [] : [`the project is ${now.project}`]),
      ...compared(users(before), users(now)),
      ...records.filter((difference) => !runsGuards || difference.startsWith(onlyWithout)),
      ...now.strays.map((name) => `code of the project ran outside of its hooks: ${name}`)
    ]
    return differences.length === 0 ? undefined : { productions: names, seed, differences }
  }

  const shortened: Law["shortened"] = async (finding) => {
    for (const name of finding.productions) {
      if (finding.productions.length === 1) break
      const fewer = await check(
        finding.productions.filter((one) => one !== name),
        finding.seed
      )
      if (fewer !== undefined) return shortened(fewer)
    }
    return finding
  }

  const isApart = ({ scene }: Production): boolean => scene?.(folders).cwd !== undefined
  const isRoot = process.getuid?.() === 0
  const reasonFor = ({ needsRoot }: Production): string | undefined =>
    needsRoot === true && !isRoot ? "only root can make files of another user" : undefined
  const all = Object.entries(productions).map(([name, one]) => ({ name, apart: isApart(one), reason: reasonFor(one) }))
  const played = all.filter(({ reason }) => reason === undefined)

  return {
    folders,
    baseline,
    check,
    shortened,
    names: played.map(({ name }) => name),
    apart: played.filter(({ apart }) => apart).map(({ name }) => name),
    left: all.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${reason}`])),
    close: async () => {
      await player.close()
      rmSync(folders.root, { recursive: true, force: true })
    }
  }
}
