/** The owners of files on this machine, and the groups in which users are. */
import { Inaccessible, type Owners, type Rights } from "@hookline/core/ConfigFiles"
import { immediately } from "@hookline/core/kit/discover/immediate"
import * as Exit from "effect/Exit"
import * as fs from "node:fs"
import { codeOf, isTransient } from "@hookline/core/kit/discover/transientErrors"

/** The files with users and groups. */
export const accountFiles = { users: "/etc/passwd", groups: "/etc/group" } as const

const trying = <A>(path: string, access: () => A): Exit.Exit<A, Inaccessible> => {
  try {
    return Exit.succeed(access())
  } catch (error) {
    return Exit.fail(new Inaccessible({ path, why: codeOf(error) }))
  }
}

/** On Windows files have no owners in these terms, so that all are the user's. */
const hasOwners = process.geteuid !== undefined

const rightsOf = (stat: fs.Stats): Rights =>
  hasOwners
    ? { owner: stat.uid, group: stat.gid, mode: stat.mode & 0o7777, isFolder: stat.isDirectory() }
    : { owner: 0, group: 0, mode: 0o700, isFolder: stat.isDirectory() }

const quietly = { throwIfNoEntry: false } as const

const absent = new Set(["ENOENT", "ENOTDIR"])

/** Returns the end of a link. A circle of links has none. */
const endOf = (path: string): fs.Stats | undefined => {
  try {
    return fs.statSync(path, quietly)
  } catch (error) {
    if (codeOf(error) === "ELOOP") return undefined
    throw error
  }
}

const lookAt = (path: string) => {
  let entry: fs.Stats | undefined
  try {
    entry = fs.lstatSync(path, quietly)
  } catch (error) {
    if (!absent.has(codeOf(error))) throw error
  }
  if (entry === undefined) return undefined
  const link = entry.isSymbolicLink()
  const end = link ? endOf(path) : entry
  return { link, entry: rightsOf(entry), end: end && rightsOf(end) }
}

/** Returns the lines of a file of accounts. One that does not exist, or that may not be read, has none. */
const linesOf = (file: string): ReadonlyArray<ReadonlyArray<string>> => {
  try {
    return fs
      .readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.split(":"))
  } catch (error) {
    if (isTransient(codeOf(error))) throw error
    return []
  }
}

/**
 * Returns the users in a group, by the lines of both files. A name without an account is a user whom no list accepts.
 * Returns `undefined` for a group of which neither file has anything.
 */
export const membersIn = (
  group: number,
  users: ReadonlyArray<ReadonlyArray<string>>,
  groups: ReadonlyArray<ReadonlyArray<string>>
): ReadonlySet<number> | undefined => {
  const id = String(group)
  const ids = new Map(users.flatMap(([name, , user]) => (name && user ? [[name, Number(user)] as const] : [])))
  const primary = users.flatMap(([, , user, of]) => (user && of === id ? [Number(user)] : []))
  const entries = groups.filter(([, , number]) => number === id)
  if (entries.length === 0 && primary.length === 0) return undefined
  const names = entries.flatMap(([, , , listed = ""]) => listed.split(",").filter((name) => name !== ""))
  const listed = names.map((name) => ids.get(name))
  return new Set([...primary, ...listed.map((user) => user ?? Number.NaN)])
}

/** The owners of the files of this machine. */
export const owners: Owners = {
  user: process.geteuid?.() ?? 0,
  rights: immediately((path) => trying(path, () => lookAt(path))),
  members: immediately((group) =>
    trying(accountFiles.groups, () => membersIn(group, linesOf(accountFiles.users), linesOf(accountFiles.groups)))
  )
}
