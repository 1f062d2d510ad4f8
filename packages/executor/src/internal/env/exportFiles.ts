/** The files to which hooks of one side export variables: one for each session. */
import type { EnvRule } from "@hookline/schema/Settings"
import { sentence } from "@hookline/core/PipelineError"
import { type Exports, nothing } from "@hookline/core/SessionEnv"
import type { SessionKey } from "@hookline/core/SessionState"
import { closeSync, constants, lstatSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { sweepOnce } from "../process/sweep.ts"
import { type Exported, type From, isOurs, newOnes, refresh, unread } from "./exported.ts"
import { makeFolders } from "../makeFolders.ts"

/**
 * Returns the folder of a session whose files outlive this process. Without a folder, a session lasts as long as the
 * process.
 */
export type FolderOf = (session: SessionKey) => string | undefined

export interface ExportFiles {
  /** True if no session has exports or a problem. */
  readonly isEmpty: () => boolean
  /** Returns the file of a session, or `undefined` if it can't be created. `before` are exports that it may refer to. */
  readonly file: (session: SessionKey, rule: EnvRule | undefined, before: Exports) => string | undefined
  readonly exports: (session: SessionKey, rule: EnvRule | undefined, before: Exports) => Exports
  /** Reads the file again after a change, and returns new problems. */
  readonly refresh: (session: SessionKey, rule: EnvRule | undefined, before: Exports) => ReadonlyArray<string>
  readonly end: (session: SessionKey) => void
  readonly close: () => void
}

const none: ReadonlyArray<string> = []

const keyOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])

/** Checks whether the folder exists. Throws if it is a link or belongs to another user. */
const isThere = (folder: string): boolean => {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  if (status !== undefined && !(status.isDirectory() && isOurs(status))) {
    throw new Error(`${folder} is a link, or belongs to another user`)
  }
  return status !== undefined
}

/** Creates the file if it is missing. */
const makeFile = (folder: string, name: string): string => {
  if (!isThere(folder)) makeFolders(folder)
  const file = path.join(folder, name)
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
  closeSync(openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600))
  return file
}

/** Creates the files of one side. `name` is that of a session's file in the session's own folder. */
export const makeExportFiles = (from: From, name: string, folderOf: FolderOf): ExportFiles => {
  const sessions = new Map<string, Exported>()
  const problems = new Map<string, string>()
  let folder: string | undefined
  let files = 0

  /** Reads what earlier processes of the session have exported. The problems of their lines are not reported again. */
  const goOn = (key: string, file: string, rule: EnvRule | undefined, before: Exports): Exported => {
    const session = unread(file)
    const { file: problem, lines } = refresh(session, from, rule, before)
    if (problem !== undefined) throw new Error(problem)
    session.told = new Set(lines)
    sessions.set(key, session)
    return session
  }

  /** Returns the exports of a session, or reads those that another process has left. */
  const find = (session: SessionKey, rule: EnvRule | undefined, before: Exports): Exported | undefined => {
    // Most programs have no exports at all, and every event with hooks asks.
    if (sessions.size === 0 && problems.size === 0 && folderOf(session) === undefined) return undefined
    const key = keyOf(session)
    const known = sessions.get(key)
    const lasting = known === undefined && !problems.has(key) ? folderOf(session) : undefined
    if (lasting === undefined) return known
    try {
      const file = isThere(lasting) ? path.join(lasting, name) : undefined
      return file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined
        ? undefined
        : goOn(key, file, rule, before)
    } catch (error) {
      problems.set(key, `what hooks of this session have exported can't be read: ${sentence(error)}`)
      return undefined
    }
  }

  /** Creates a file that is deleted when this process exits. */
  const create = (key: string): string | undefined => {
    try {
      sweepOnce(tmpdir())
      folder ??= mkdtempSync(path.join(tmpdir(), `hookline-${process.pid}-env-`))
      const file = path.join(folder, String(files++))
      closeSync(openSync(file, "wx", 0o600))
      sessions.set(key, unread(file))
      return file
    } catch (error) {
      problems.set(key, `hooks of this session can't export variables: ${sentence(error)}`)
      return undefined
    }
  }

  const createLasting = (session: SessionKey, rule: EnvRule | undefined, before: Exports): string | undefined => {
    const key = keyOf(session)
    const lasting = folderOf(session)
    problems.delete(key)
    if (lasting === undefined) return create(key)
    try {
      return goOn(key, makeFile(lasting, name), rule, before).file
    } catch (error) {
      const file = create(key)
      const text = `what hooks of this session export lasts for this process only: ${sentence(error)}`
      if (file !== undefined) problems.set(key, text)
      return file
    }
  }

  const takeProblem = (key: string): ReadonlyArray<string> => {
    const problem = problems.get(key)
    problems.delete(key)
    return problem === undefined ? [] : [problem]
  }

  return {
    isEmpty: () => sessions.size + problems.size === 0,
    file: (session, rule, before) => find(session, rule, before)?.file ?? createLasting(session, rule, before),
    exports: (session, rule, before) => find(session, rule, before)?.exports ?? nothing,
    refresh: (session, rule, before) => {
      if (sessions.size === 0 && problems.size === 0) return none
      const key = keyOf(session)
      const known = sessions.get(key)
      const earlier = takeProblem(key)
      return known === undefined ? earlier : [...earlier, ...newOnes(known, refresh(known, from, rule, before))]
    },
    end: (session) => {
      const key = keyOf(session)
      const known = find(session, undefined, nothing)
      sessions.delete(key)
      problems.delete(key)
      if (known !== undefined) rmSync(known.file, { force: true })
    },
    close: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      folder = undefined
      sessions.clear()
    }
  }
}
