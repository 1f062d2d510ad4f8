// How a path looks from outside: who has seen it twice, and saw the same, need not read it again.
import { codeOf, isTransient } from "@hookline/core/kit/discover/transientErrors"
import * as fs from "node:fs"

/** Of each path that was looked at, how it looked. */
export type Sights = Readonly<Record<string, string>>

const markOf = ({ ctimeNs, dev, ino, mode, mtimeNs, size }: fs.BigIntStats): string =>
  [dev, ino, mode, size, mtimeNs, ctimeNs].join(":")

const ask = { bigint: true, throwIfNoEntry: false } as const

const missing = "missing"

const linked = (file: string): fs.BigIntStats | undefined => {
  try {
    return fs.statSync(file, ask)
  } catch (error) {
    // A link that leads in a circle looks like one to nowhere: what changes that changes a link.
    if (codeOf(error) === "ELOOP") return undefined
    throw error
  }
}

/**
 * Returns the fingerprint of a path: any write, any change of its mode and any replacement makes another one, and so does another
 * end of a link.
 */
const lookOf = (file: string): string => {
  try {
    const own = fs.lstatSync(file, ask)
    if (own === undefined) return missing
    if (!own.isSymbolicLink()) return markOf(own)
    const end = linked(file)
    return `${markOf(own)}>${end === undefined ? missing : markOf(end)}`
  } catch (error) {
    const code = codeOf(error)
    return code === "ENOTDIR" ? missing : code
  }
}

/** Begins the name under which the rights on a path are noted, beside the path itself. */
const rightsOf = "rights "

/** Returns the name under which the rights on a path are noted. */
export const rightsSight = (file: string): string => `${rightsOf}${file}`

const rightsIn = ({ gid, mode, uid }: fs.BigIntStats): string => `${mode}/${uid}/${gid}`

/**
 * Returns the owner and the rights alone, because a folder has other times after each write of a file in it. These values
 * have no clock, so that they are settled at once.
 */
const rightsLook = (file: string): string => {
  try {
    const own = fs.lstatSync(file, ask)
    if (own === undefined) return missing
    const end = own.isSymbolicLink() ? linked(file) : own
    return `${rightsIn(own)}>${end === undefined ? missing : rightsIn(end)}`
  } catch (error) {
    const code = codeOf(error)
    return code === "ENOTDIR" ? missing : code
  }
}

/** Begins the name of a file that has to be younger than `recentMillis`. */
const recentOf = "recent "

/** The fingerprint of a file that is young enough. */
export const isRecent = "recent"

/** The time after which the fleet is asked again. */
export const recentMillis = 60_000

/** Returns the name under which it is noted that a file has to be young. */
export const recentSight = (file: string): string => `${recentOf}${file}`

const recentLook = (file: string): string => {
  const own = fs.statSync(file, { throwIfNoEntry: false })
  return own !== undefined && Math.abs(Date.now() - own.mtimeMs) < recentMillis ? isRecent : "old"
}

/** Returns how a noted name looks now. */
export const fingerprintOf = (name: string): string => {
  if (name.startsWith(rightsOf)) return rightsLook(name.slice(rightsOf.length))
  return name.startsWith(recentOf) ? recentLook(name.slice(recentOf.length)) : lookOf(name)
}

/** Returns the time of the last change in a fingerprint. */
const changedAt = (fingerprint: string): number =>
  Math.max(
    0,
    ...fingerprint.split(">").flatMap((mark) =>
      mark
        .split(":")
        .slice(4)
        .map((nanos) => Number(nanos) / 1e6)
    )
  )

/** Clocks of files are coarse: on some disks two writes within two seconds leave the same mark. */
export const settleMillis = 2500

/**
 * Checks whether a change since would show: it has looked like this for long enough, and it could be looked at. An error
 * of the machine looks the same whatever happens to the file.
 */
export const isSettled = (fingerprint: string, now: number): boolean =>
  !isTransient(fingerprint) && now - changedAt(fingerprint) > settleMillis
