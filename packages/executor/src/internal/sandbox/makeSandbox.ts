/** Creates the service of a sandbox from kinds of sandboxes: the first whose probe passes. */
import {
  type Attempt,
  type Confined,
  type Holds,
  type Inside,
  type Place,
  type Program,
  type Sandbox,
  SandboxProblem,
  type SandboxStatus
} from "@hookline/core/Sandbox"
import * as Effect from "effect/Effect"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import { accessOf } from "./Access.ts"
import type { Backend, Ready } from "./Backend.ts"
import { keepOwnFolder, makeOwnFolder, removeOwnFolder } from "./ownFolders.ts"
import { bootOf, probe } from "./probe.ts"
import { isOutside } from "./tool.ts"
import { makeFolders } from "../makeFolders.ts"

/** A sandbox that was tried, and works. */
interface Tried {
  readonly backend: Backend
  readonly ready: Ready
  readonly holds: Holds
  readonly weaker: ReadonlyArray<string>
}

/** Attempts without whose prevention a sandbox is none. */
const essential: ReadonlyArray<Attempt> = ["writeProject", "writeHome", "readSecret", "connect"]

/** Attempts that a better sandbox prevents, so that one further down the list is preferred. */
const important: ReadonlyArray<Attempt> = ["signal", "readEnvironment", "connectSocketFile", "mount"]

const insideOf = ({ launch }: Ready, profile: Confined, place: Place): (() => Inside) => {
  const access = accessOf(profile, place)
  let last: Inside | undefined
  return () => {
    const now = access()
    if (last?.key === now.key) return last
    last = {
      key: now.key,
      launch: (program: Program) => {
        const folder = makeOwnFolder()
        return {
          ...launch(program, { profile, access: now, folder }),
          release: () => removeOwnFolder(folder),
          keep: () => keepOwnFolder(folder)
        }
      }
    }
    return last
  }
}

/** The attempts that succeeded in probes, kept on disk for this start of the system. */
interface Kept {
  readonly get: (key: string) => ReadonlyArray<Attempt> | undefined
  readonly set: (key: string, succeeded: ReadonlyArray<Attempt>) => void
}

/** The format of the file. A change of the probe or of a backend changes it. */
const version = 1

const isNames = (value: unknown): value is ReadonlyArray<Attempt> =>
  // The file is ours alone, and only this module writes it.
  Array.isArray(value) && value.every((name) => typeof name === "string")

const read = (file: string): Readonly<Record<string, unknown>> => {
  try {
    const all: unknown = JSON.parse(readFileSync(file, "utf8"))
    return typeof all === "object" && all !== null ? { ...all } : {}
  } catch {
    // Absent or damaged: the sandbox is tried.
    return {}
  }
}

const keptIn = (file: string | undefined): Kept => ({
  get: (key) => {
    const names = file === undefined ? undefined : read(file)[key]
    return isNames(names) ? names : undefined
  },
  set: (key, succeeded) => {
    if (file === undefined) return
    try {
      makeFolders(path.dirname(file))
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify({ [key]: succeeded }), { mode: 0o600 })
      renameSync(draft, file)
    } catch {
      // The next process tries it again.
    }
  }
})

const keyOf = ({ name }: Backend, { tools }: Ready): string =>
  [version, bootOf(), process.geteuid?.() ?? "", process.version, name, ...tools.map(({ identity }) => identity)].join(
    " "
  )

/** Tries one kind. Resolves to the reason for which it can't be used, if it can't. */
const tryOne = async (backend: Backend, kept: Kept): Promise<Tried | string> => {
  const ready = await backend.find()
  if (typeof ready === "string") return ready
  const key = keyOf(backend, ready)
  let succeeded = kept.get(key)
  if (succeeded === undefined) {
    const probed = await probe((place, program) => insideOf(ready, "guard", place)().launch(program))
    if ("why" in probed) return probed.why
    succeeded = probed.succeeded
    kept.set(key, succeeded)
  }
  const missed = new Set(succeeded)
  const lacking = essential.filter((attempt) => missed.has(attempt))
  if (lacking.length > 0) return `a program in it succeeded with ${lacking.join(", ")}`
  const { guard } = ready.holds
  const surprising = succeeded.filter((attempt) => guard[attempt] !== "no")
  // What one profile does not hold here, none does.
  const holds = Object.fromEntries(
    Object.entries(ready.holds).map(([profile, held]) => [
      profile,
      { ...held, ...Object.fromEntries(surprising.map((attempt) => [attempt, "no"])) }
    ])
  ) as Holds
  return {
    backend,
    ready,
    holds,
    weaker: [...ready.weaker, ...surprising.map((attempt) => `it does not prevent ${attempt} here`)]
  }
}

/** Tries the kinds in order. The first that prevents all important attempts is used, or else the first that works. */
const tryAll = async (backends: ReadonlyArray<Backend>, kept: Kept): Promise<Tried | string> => {
  const whys: Array<string> = []
  let second: Tried | undefined
  for (const backend of backends) {
    const tried = await tryOne(backend, kept)
    if (typeof tried === "string") whys.push(`${backend.name}: ${tried}`)
    else if (important.every((attempt) => tried.holds.guard[attempt] !== "no")) return tried
    else second ??= tried
  }
  return second ?? whys.join("; ")
}

/** Creates the service. Nothing is tried before a hook needs it. */
export const makeSandbox = (backends: ReadonlyArray<Backend>, file?: string): Sandbox["Service"] => {
  const names = backends.map(({ name }) => name).join(", ")
  const insides = new Map<string, () => Inside>()
  let tried: Tried | string | undefined
  let trying: Promise<Tried | string> | undefined

  const tryOnce = Effect.suspend(() => {
    if (tried !== undefined) return Effect.succeed(tried)
    trying ??= tryAll(backends, keptIn(file)).then((result) => {
      // Its cause may be gone at the next hook.
      if (typeof result === "string") trying = undefined
      else tried = result
      return result
    })
    const running = trying
    return Effect.promise(() => running)
  })

  const inside = (result: Tried | string, profile: Confined, place: Place): Effect.Effect<Inside, SandboxProblem> => {
    if (typeof result === "string") return Effect.fail(new SandboxProblem({ backend: names, issue: result }))
    const { backend, ready } = result
    const broken = (issue: string) => Effect.fail(new SandboxProblem({ backend: backend.name, issue }))
    try {
      const name = `${profile}\0${place.project}\0${place.home}`
      let known = insides.get(name)
      if (known === undefined) {
        const own = ready.tools.find((tool) => !isOutside(tool, place.project))
        if (own !== undefined) return broken(`${own.file} is a file of the project`)
        known = insideOf(ready, profile, place)
        insides.set(name, known)
      }
      return Effect.succeed(known())
    } catch (error) {
      return broken(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    status: Effect.map(tryOnce, (result): SandboxStatus =>
      typeof result === "string"
        ? { _tag: "Missing", why: result }
        : {
            _tag: "Ready",
            backend: result.backend.name,
            holds: result.holds,
            weaker: result.weaker,
            untested: result.backend.untested
          }
    ),
    enter: (profile, place) =>
      Effect.suspend(() =>
        tried === undefined
          ? Effect.flatMap(tryOnce, (result) => inside(result, profile, place))
          : inside(tried, profile, place)
      )
  }
}
