/** The folders of sessions: which is whose, that they are ours alone, and when they are over. */
import type { SessionKey } from "@hookline/core/SessionState"
import { hashOfText } from "../hashOfText.ts"
import * as fs from "node:fs"
import * as path from "node:path"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { stateHome } from "../xdg.ts"
import { take } from "./lock.ts"

/** Returns the default folder of all sessions of this user. A path that is not absolute does not count. */
export const root = (env: Readonly<Record<string, string | undefined>> = process.env): string => {
  return path.join(stateHome(env), "hookline", "sessions")
}

/** The session's folder. No name of a project or a session is part of it: those may hold anything. */
export const folderOf = (root: string, { project, session }: SessionKey): string =>
  path.join(root, hashOfText(JSON.stringify([project, session])))

export const lockOf = (folder: string): string => `${folder}.lock`

/** Returns the lock of a claim. It is in the session's folder, and removed with it. */
export const claimOf = (folder: string, mark: string): string => path.join(folder, `claim-${hashOfText(mark)}`)

/** Returns the reason why a folder can't be trusted with any file, as the end of a sentence about it. */
const strange = (status: fs.Stats): string | undefined => {
  if (status.isSymbolicLink()) return "is a link"
  if (!status.isDirectory()) return "is no folder"
  return process.geteuid === undefined || status.uid === process.geteuid() ? undefined : "belongs to another user"
}

/** The status of a folder that is there and is ours alone, and nothing where there is none. All else is thrown. */
export const statusOf = (folder: string): fs.Stats | undefined => {
  const status = fs.lstatSync(folder, { throwIfNoEntry: false })
  const why = status && strange(status)
  if (why !== undefined) throw new Error(`${folder} ${why}`)
  return status
}

/** Makes a folder ready for use: it is there, and only its owner can open it. */
export const makeReady = (folder: string): void => {
  const status = statusOf(folder)
  if (status === undefined) makeFolders(folder)
  else if ((status.mode & 0o077) !== 0) fs.chmodSync(folder, 0o700)
}

const day = 24 * 60 * 60 * 1000
const longest = 7 * day

/** Marks a session as used, also one that is only read. Once a day is enough. */
export const keepAlive = (folder: string, { mtimeMs }: fs.Stats): void => {
  if (Date.now() - mtimeMs < day) return
  try {
    fs.utimesSync(folder, new Date(), new Date())
  } catch {
    // Where nothing can be written nothing is taken away either.
  }
}

/** When anything about it has changed last. */
const lastChange = (folder: string): number => {
  const status = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (status?.isDirectory() !== true) return status?.mtimeMs ?? Date.now()
  const inside = fs.readdirSync(folder).map((name) => fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false }))
  return Math.max(status.mtimeMs, ...inside.map((one) => one?.mtimeMs ?? 0))
}

const isOver = (folder: string): boolean => Date.now() - lastChange(folder) > longest

/** Checks for the names of our entries: sessions, and locks of processes that died. */
const isSession = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)
const isLock = (name: string): boolean => /^[0-9a-f]{64}\.lock(?:\.|$)/.test(name)

/** The state goes first, so that half a removal leaves nothing that counts. */
export const remove = (folder: string, state: string): void => {
  fs.rmSync(state, { force: true })
  fs.rmSync(folder, { recursive: true, force: true })
}

const removeOver = (folder: string, state: string): void => {
  const release = take(lockOf(folder))
  // Its owner is using the session.
  if (release === undefined) return
  try {
    // It may have been used since it was looked at.
    if (isOver(folder)) remove(folder, state)
  } finally {
    release()
  }
}

/** Checks whether it is this process's turn to clear away. The stamp is set first, so that few do it at a time. */
const isTurn = (root: string): boolean => {
  const stamp = path.join(root, "cleared")
  const status = fs.lstatSync(stamp, { throwIfNoEntry: false })
  if (status !== undefined && Date.now() - status.mtimeMs < day) return false
  if (status !== undefined) fs.rmSync(stamp, { force: true })
  fs.closeSync(fs.openSync(stamp, "wx", 0o600))
  return status !== undefined
}

/** Attempts a removal. If it fails now, another process tries tomorrow. */
const attempt = (act: () => void): void => {
  try {
    act()
  } catch {
    return
  }
}

/** Removes sessions that were not used for a week: at most once a day, and none that is in use. */
export const clear = (root: string, stateOf: (folder: string) => string): void =>
  attempt(() => {
    if (!isTurn(root)) return
    for (const name of fs.readdirSync(root)) {
      const folder = path.join(root, name)
      attempt(() => {
        if (isSession(name) && isOver(folder)) removeOver(folder, stateOf(folder))
        if (isLock(name) && isOver(folder)) fs.rmSync(folder, { recursive: true, force: true })
      })
    }
  })
