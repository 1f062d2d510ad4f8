/** The states of sessions: read from their files, changed under their locks, and kept by this process where that fails. */
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import { StateNotReady } from "@hookline/core/PipelineError"
import type { SessionKey } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as folders from "./folders.ts"
import { take, type Unusable, unusable, whileLocked } from "./lock.ts"
import * as file from "./state.ts"

/** The result of a change, and the new state: the same one if there was no change. */
export type Change<A> = (state: file.State) => readonly [A, file.State]

/** A try to hold something that one process does for a session. */
export type Held =
  /** The state lasts for this process, so that no file holds anything. */
  | { readonly _tag: "Own" }
  | { readonly _tag: "Done" }
  | { readonly _tag: "Held"; readonly release: () => void }
  | { readonly _tag: "Taken"; readonly lock: string }

export interface Sessions {
  /** The state as it is now, with the same list of skills until there is a change. */
  readonly read: (key: SessionKey) => file.State
  readonly change: <A>(key: SessionKey, by: Change<A>) => Effect.Effect<A>
  /** Holds a mark that is to be set, unless it is set, or another process holds it within its lease. */
  readonly hold: (key: SessionKey, mark: string, leaseMillis: number) => Effect.Effect<Held>
  readonly end: (key: SessionKey) => Effect.Effect<void>
  /** Another number whenever other skills were seen to be open, and whether any were, when they were looked at last. */
  readonly changes: () => number
  readonly anyOpen: () => boolean
  /** Takes the problems since the last call. A state that was there and can't be read is a failure. */
  readonly problems: () => ReadonlyArray<string | StateNotReady>
}

const idOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])

/** Checks for a session without an id, whose state no later event could ask for. */
const hasNoId = ({ session = "" }: SessionKey): boolean => session === ""

const stateIn = (found: file.Found): file.State => (found._tag === "State" ? found.state : file.empty)

const areSame = (some: ReadonlyArray<OpenSkill>, others: ReadonlyArray<OpenSkill>): boolean =>
  some === others || JSON.stringify(some) === JSON.stringify(others)

const nothing = (): void => undefined

/** Sessions under a folder. `look` is called with each path before it is read. */
export const make = (root: string, look: (path: string) => void = nothing): Sessions => {
  /** Those whose state lasts for this process. */
  const own = new Map<string, file.State>()
  const last = new Map<string, file.Found>()
  const open = new Map<string, ReadonlyArray<OpenSkill>>()
  let changes = 0
  /** The problems by their texts, and whether each is a failure. */
  let problems = new Map<string, boolean>()

  const tell = (text: string, isFailure = false): void => {
    problems.set(text, isFailure || problems.get(text) === true)
  }

  /** Remembers what was found, and whether other skills are open than before. */
  const noted = (key: SessionKey, found: file.Found): file.State => {
    const id = idOf(key)
    const { marks, skills } = stateIn(found)
    const before = open.get(id) ?? file.empty.skills
    const isSame = areSame(before, skills)
    if (found._tag === "State") last.set(id, found)
    else last.delete(id)
    if (isSame) return { marks, skills: before }
    changes += 1
    if (skills.length === 0) open.delete(id)
    else open.set(id, skills)
    return { marks, skills }
  }

  /** From now on the session's state lasts for this process, since no file can be used. */
  const keep = (key: SessionKey, state: file.State): file.State => {
    const kept = noted(key, { _tag: "State", text: "", state })
    own.set(idOf(key), kept)
    return kept
  }

  const keepSince = ({ why }: Unusable, key: SessionKey, state: file.State, isFailure = false): file.State => {
    tell(
      `the state of this session lasts for this process only: ${why}. Hooks with "once" may run again, and skills that are opened now are closed in the next process.`,
      isFailure
    )
    return keep(key, state)
  }

  const tellBroken = (folder: string, why: string): void =>
    tell(
      `the state of this session can't be read, and begins anew (${file.fileOf(folder)}: ${why}). Hooks with "once" may run again; open the skills again whose hooks are to run.`,
      true
    )

  /** Reads the state, and puts aside a file that can't be parsed. Only the holder of the lock may. */
  const readMended = (key: SessionKey, folder: string): file.Found => {
    const found = file.read(folder, last.get(idOf(key)))
    if (found._tag !== "Broken") return found
    tellBroken(folder, found.why)
    file.putAside(folder)
    return { _tag: "None" }
  }

  /** Puts it aside at the first sight, so that it is reported once. */
  const mend = (key: SessionKey, folder: string, why: string): file.State => {
    const release = take(folders.lockOf(folder))
    if (release === undefined) {
      // The holder of the lock is about to do the same.
      tellBroken(folder, why)
      return noted(key, { _tag: "None" })
    }
    try {
      return noted(key, readMended(key, folder))
    } finally {
      release()
    }
  }

  const readFile = (key: SessionKey): file.State => {
    const folder = folders.folderOf(root, key)
    look(folder)
    look(file.fileOf(folder))
    try {
      const found = file.read(folder, last.get(idOf(key)))
      return found._tag === "Broken" ? mend(key, folder, found.why) : noted(key, found)
    } catch (error) {
      // Skills may be open in it, whose guards would be missing.
      return keepSince(unusable(error), key, file.empty, true)
    }
  }

  const read = (key: SessionKey): file.State => own.get(idOf(key)) ?? (hasNoId(key) ? file.empty : readFile(key))

  const changeOwn = <A>(key: SessionKey, by: Change<A>): A => {
    const [result, state] = by(own.get(idOf(key)) ?? file.empty)
    keep(key, state)
    return result
  }

  const changeFile = <A>(key: SessionKey, folder: string, by: Change<A>): A => {
    folders.makeReady(folder)
    const found = readMended(key, folder)
    const before = stateIn(found)
    const [result, state] = by(before)
    noted(key, state === before ? found : file.write(folder, state))
    return result
  }

  const change = <A>(key: SessionKey, by: Change<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const before = read(key)
      const [result, state] = by(before)
      // What is already as it should be takes no lock.
      if (state === before) return Effect.succeed(result)
      if (hasNoId(key) || own.has(idOf(key))) return Effect.succeed(changeOwn(key, by))
      const folder = folders.folderOf(root, key)
      return Effect.match(
        whileLocked(
          folders.lockOf(folder),
          () => folders.makeReady(root),
          () => changeFile(key, folder, by)
        ),
        {
          onSuccess: (made) => {
            folders.clear(root, file.fileOf)
            return made
          },
          onFailure: (error) => {
            keepSince(error, key, before)
            return changeOwn(key, by)
          }
        }
      )
    })

  const holdFile = (key: SessionKey, folder: string, mark: string, leaseMillis: number): Held => {
    folders.makeReady(folder)
    // Read under the lock: the holder before may have set it since.
    if (stateIn(readMended(key, folder)).marks.includes(mark)) return { _tag: "Done" }
    const lock = folders.claimOf(folder, mark)
    const release = take(lock, leaseMillis)
    return release === undefined ? { _tag: "Taken", lock } : { _tag: "Held", release }
  }

  const hold = (key: SessionKey, mark: string, leaseMillis: number): Effect.Effect<Held> =>
    Effect.suspend(() => {
      const before = read(key)
      if (hasNoId(key) || own.has(idOf(key))) return Effect.succeed<Held>({ _tag: "Own" })
      if (before.marks.includes(mark)) return Effect.succeed<Held>({ _tag: "Done" })
      const folder = folders.folderOf(root, key)
      return Effect.catchTag(
        whileLocked(
          folders.lockOf(folder),
          () => folders.makeReady(root),
          () => holdFile(key, folder, mark, leaseMillis)
        ),
        "Unusable",
        (error) =>
          Effect.sync((): Held => {
            keepSince(error, key, before)
            return { _tag: "Own" }
          })
      )
    })

  const remove = (key: SessionKey): Effect.Effect<void, Unusable> => {
    const folder = folders.folderOf(root, key)
    const isThere = Effect.try({
      try: () => folders.statusOf(root) !== undefined && folders.statusOf(folder) !== undefined,
      catch: unusable
    })
    return Effect.flatMap(isThere, (there) =>
      there
        ? whileLocked(folders.lockOf(folder), nothing, () => folders.remove(folder, file.fileOf(folder)))
        : Effect.void
    )
  }

  const end = (key: SessionKey): Effect.Effect<void> =>
    Effect.suspend(() => {
      own.delete(idOf(key))
      noted(key, { _tag: "None" })
      if (hasNoId(key)) return Effect.void
      return Effect.catchTag(remove(key), "Unusable", ({ why }) =>
        Effect.sync(() => {
          tell(`this session is over, and what is remembered of it can't be taken away: ${why}`)
          keep(key, file.empty)
        })
      )
    })

  return {
    read,
    change,
    hold,
    end,
    changes: () => changes,
    anyOpen: () => open.size > 0,
    problems: () => {
      const told = problems
      if (told.size > 0) problems = new Map()
      return Array.from(told, ([text, isFailure]) => (isFailure ? new StateNotReady({ issue: text }) : text))
    }
  }
}
