// The questions to which there was nothing to answer, and what was looked at to find that out. As long as all of it
// looks the same, there still is nothing: most events of an agent are answered by this, before anything else is loaded.
import * as fs from "node:fs"
import * as path from "node:path"
import { isSettled, type Sights, fingerprintOf } from "./fingerprint.ts"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { stateHome } from "@hookline/node/kit/node/xdg"
import { nameOf } from "./cacheKey.ts"

interface Kept {
  readonly caller: string
  readonly fingerprints: Sights
  readonly questions: ReadonlyArray<string>
}

/** Returns the folder of the cache. A variable with a path that is not absolute does not count. */
export const folder = (env: Readonly<Record<string, string | undefined>>): string => {
  return path.join(stateHome(env), "hookline", "quiet")
}

const isSights = (value: unknown): value is Sights =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((fingerprint) => typeof fingerprint === "string")

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === "string")

const understood = (text: string): Kept | undefined => {
  const said: unknown = JSON.parse(text)
  if (typeof said !== "object" || said === null) return undefined
  if (!("caller" in said && "fingerprints" in said && "questions" in said)) return undefined
  const { caller, questions, fingerprints } = said
  return typeof caller === "string" && isSights(fingerprints) && isTexts(questions)
    ? { caller, fingerprints, questions }
    : undefined
}

/** Checks that only this user can write it, because another user could silence a guard by it. */
const isOurs = ({ mode, uid }: fs.Stats): boolean =>
  (mode & 0o022) === 0 && (process.geteuid === undefined || uid === process.geteuid())

const read = (file: string, caller: string): Kept | undefined => {
  try {
    const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    try {
      const status = fs.fstatSync(fd)
      const kept = status.isFile() && isOurs(status) ? understood(fs.readFileSync(fd, "utf8")) : undefined
      return kept?.caller === caller ? kept : undefined
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    // Whatever is wrong with it: the question is asked as if it had never been.
    return undefined
  }
}

const looksTheSame = (fingerprints: Sights): boolean => {
  for (const file in fingerprints) if (fingerprintOf(file) !== fingerprints[file]) return false
  return true
}

/** Checks whether an earlier call found an empty answer, and its files have not changed. */
export const isKnown = (place: string, caller: string, question: string): boolean => {
  const kept = read(path.join(place, nameOf(caller)), caller)
  return kept !== undefined && kept.questions.includes(question) && looksTheSame(kept.fingerprints)
}

/** More than this is begun anew: it is asked once more, and no more. */
const most = 512

/** Joins the files of other questions, which still hold if no file that both have read has changed. */
const joined = (before: Kept | undefined, fingerprints: Sights, question: string): Omit<Kept, "caller"> => {
  const isSame =
    before !== undefined &&
    before.questions.length < most &&
    Object.keys(fingerprints).every(
      (file) => before.fingerprints[file] === undefined || before.fingerprints[file] === fingerprints[file]
    ) &&
    // What this one did not look at may be another session's: where that has changed nothing would ever be known again.
    looksTheSame(before.fingerprints)
  return isSame
    ? { fingerprints: { ...before.fingerprints, ...fingerprints }, questions: [...before.questions, question] }
    : { fingerprints, questions: [question] }
}

/** Makes the folder, which only its owner can open, whichever rights the folders above it have. */
const makeReady = (place: string): void => {
  makeFolders(place)
  const status = fs.lstatSync(place)
  if (!status.isDirectory() || !isOurs(status)) throw new Error(`${place} is not ours alone`)
}

/** A process that was writing for longer has ended. */
const longestWriteMillis = 60_000

/** Creates the file that is written before it takes the place of another. One that was left behind is replaced. */
const create = (made: string, now: number): number => {
  const left = fs.lstatSync(made, { throwIfNoEntry: false })
  if (left !== undefined && Math.abs(now - left.mtimeMs) > longestWriteMillis) fs.rmSync(made, { force: true })
  return fs.openSync(made, "wx", 0o600)
}

const writeTo = (fd: number, text: string): void => {
  try {
    fs.writeFileSync(fd, text)
  } finally {
    fs.closeSync(fd)
  }
}

/** Keeps that there was nothing to answer, if what was seen would show a change. */
export const keep = (place: string, caller: string, question: string, fingerprints: Sights, now = Date.now()): void => {
  if (!Object.values(fingerprints).every((fingerprint) => isSettled(fingerprint, now))) return
  const file = path.join(place, nameOf(caller))
  const made = `${file}.new`
  try {
    makeReady(place)
    const before = read(file, caller)
    const fd = create(made, Date.now())
    writeTo(fd, JSON.stringify({ caller, ...joined(before, fingerprints, question) }))
    fs.renameSync(made, file)
  } catch {
    // Another process is writing, or nothing can be written: the next event is asked as this one was.
  }
}
