/**
 * Skills that were opened here and that the fleet does not know yet, in files: a process that answers one event ends before
 * it can send them again. Without them other machines would lack the guards of these skills.
 *
 * Only openings are kept. A closing or an end that arrives late could close what another machine has opened since.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { Id, Skill } from "../Protocol.ts"

const Unsent = Schema.Struct({ session: Id, token: Id, skill: Skill })

/** A skill that was opened in a session, with the token of the call. */
export type Unsent = typeof Unsent.Type

/** A kept skill, and its file. */
export interface Kept extends Unsent {
  readonly path: string
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Unsent))

const named = /^(\d{16})-[\da-f]{16}$/

/** Sessions without a change for 30 days are deleted by the fleet. */
const mostMillis = 30 * 86_400_000

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return fs.readdirSync(folder).toSorted()
  } catch {
    // Nothing was kept yet.
    return []
  }
}

const folderOf = (folder: string, session: string): string => join(folder, crypto.hash("sha256", session))

const keptIn = (folder: string): ReadonlyArray<Kept> =>
  namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    try {
      const found = named.test(name) ? decode(fs.readFileSync(path, "utf8")) : Option.none()
      return Option.isSome(found) ? [{ ...found.value, path }] : []
    } catch {
      // Another process has sent it meanwhile.
      return []
    }
  })

/** Returns the kept skills of a session, in the order in which they were opened. */
export const ofSession = (folder: string, session: string): ReadonlyArray<Kept> => keptIn(folderOf(folder, session))

/** Returns the kept skills of all sessions, each session's in order. */
export const all = (folder: string): ReadonlyArray<ReadonlyArray<Kept>> =>
  namesIn(folder).map((name) => keptIn(join(folder, name)))

/** Keeps a skill, and returns its path; `undefined` where it can't be written. */
export const add = (folder: string, unsent: Unsent): string | undefined => {
  const own = folderOf(folder, unsent.session)
  const last = named.exec(namesIn(own).findLast((name) => named.test(name)) ?? "")?.[1] ?? "0"
  // A clock that was set back does not change the order.
  const at = String(Math.max(Date.now(), Number(last) + 1)).padStart(16, "0")
  const path = join(own, `${at}-${crypto.randomBytes(8).toString("hex")}`)
  try {
    fs.mkdirSync(own, { recursive: true, mode: 0o700 })
    fs.writeFileSync(`${path}.new`, JSON.stringify(unsent), { mode: 0o600, flag: "wx" })
    fs.renameSync(`${path}.new`, path)
    return path
  } catch {
    remove(`${path}.new`)
    return undefined
  }
}

/** Removes one that the fleet knows. */
export const remove = (path: string): void => {
  try {
    fs.rmSync(path, { force: true })
  } catch {
    // It is sent again, which has no effect.
  }
}

const removeFolder = (folder: string): void => {
  try {
    fs.rmdirSync(folder)
  } catch {
    // Something is in it.
  }
}

/** Removes what is too old to be sent, what a process left that died, and folders without a file. */
export const clear = (folder: string, now: number): void => {
  for (const session of namesIn(folder)) {
    const own = join(folder, session)
    for (const name of namesIn(own)) {
      const path = join(own, name)
      const at = fs.lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now
      if (now - at > mostMillis) remove(path)
    }
    removeFolder(own)
  }
  removeFolder(folder)
}
