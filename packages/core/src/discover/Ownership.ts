/**
 * Decides which folders of other users count: a user that may write a project decides what runs in it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ConfigFiles, type Inaccessible, type Owners, type Rights } from "./ConfigFiles.ts"
import { isTransient } from "./transientErrors.ts"

/**
 * A path that another user owns or may write, or whose rights can't be read.
 *
 * @category models
 * @since 0.1.0
 */
export interface Foreign {
  readonly path: string
  readonly why: "owned" | "writable" | "unknown"
  readonly owner?: number
}

/** The user root, who may write everything anyway. */
const root = 0

/**
 * Returns the users who may write what the user of this process runs: that user, root, and those that settings list.
 *
 * @category getters
 * @since 0.1.0
 */
export const accepted = ({ user }: Owners, listed: ReadonlyArray<number> = []): ReadonlySet<number> =>
  new Set([user, root, ...listed])

/** The bits of a mode by which others than the owner may write, and by which only owners may replace entries. */
const [byGroup, byAll, sticky] = [0o020, 0o002, 0o1000]

/** Checks whether a user that is not accepted may write. A group with the number of its owner is that owner's own. */
const mayOthersWrite = Effect.fnUntraced(function* (
  owners: Owners,
  users: ReadonlySet<number>,
  { group, mode, owner }: Rights
) {
  if ((mode & byAll) !== 0) return true
  if ((mode & byGroup) === 0) return false
  const members = yield* owners.members(group)
  return members === undefined ? group !== owner : ![...members].every((member) => users.has(member))
})

/**
 * Returns the obstacle of a path, if it has one: another owner, or others who may write it. In a parent with the sticky
 * bit others may write, because they replace none of its entries.
 */
const obstacleOf = Effect.fnUntraced(function* (
  owners: Owners,
  users: ReadonlySet<number>,
  path: string,
  isParent: boolean
): Effect.fn.Return<Foreign | undefined, Inaccessible> {
  const rights = yield* owners.rights(path)
  if (rights === undefined) return undefined
  const { end = rights.entry, entry } = rights
  const other = [entry, end].find(({ owner }) => !users.has(owner))
  if (other !== undefined) return { path, why: "owned", owner: other.owner }
  // The mode of a link itself means nothing.
  if (rights.end === undefined || (isParent && (end.mode & sticky) !== 0)) return undefined
  return (yield* mayOthersWrite(owners, users, end)) ? { path, why: "writable" } : undefined
})

/** Turns rights that can't be read into an obstacle. Lack of resources is none: it stays an error. */
const known = (
  path: string,
  effect: Effect.Effect<Foreign | undefined, Inaccessible>
): Effect.Effect<Foreign | undefined, Inaccessible> =>
  Effect.catchTag(effect, "Inaccessible", (error) =>
    isTransient(error.why) ? Effect.fail(error) : Effect.succeed<Foreign>({ path, why: "unknown" })
  )

/**
 * Returns the first of these paths that another user owns or may write. Paths that do not exist belong to no one.
 *
 * @category discovering
 * @since 0.1.0
 */
export const foreignIn = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  listed: ReadonlyArray<number> = []
): Effect.fn.Return<Foreign | undefined, Inaccessible, ConfigFiles> {
  const { owners } = yield* ConfigFiles
  if (owners === undefined) return undefined
  const users = accepted(owners, listed)
  for (const path of paths) {
    const found = yield* known(path, obstacleOf(owners, users, path, false))
    if (found !== undefined) return found
  }
  return undefined
})

/** Returns the parents of a path, the root first. */
const parentsOf = (path: string): ReadonlyArray<string> => {
  const steps = path.split("/").slice(1, -1)
  return ["/", ...steps.map((_, index) => `/${steps.slice(0, index + 1).join("/")}`)]
}

/** Checks whether the name of a path leads over a link, so that its real path has other parents. */
const leadsOverLink = Effect.fnUntraced(function* ({ rights }: Owners, path: string) {
  for (const step of [...parentsOf(path), path]) {
    const found = yield* Effect.catchTag(rights(step), "Inaccessible", (error) =>
      isTransient(error.why) ? Effect.fail(error) : Effect.succeed(undefined)
    )
    if (found?.link === true) return true
  }
  return false
})

/**
 * Returns the first parent of a path, by its name and by its real path, in which another user may replace what leads
 * there.
 *
 * @category discovering
 * @since 0.1.0
 */
export const replaceableAbove = Effect.fnUntraced(function* (
  path: string,
  listed: ReadonlyArray<number> = []
): Effect.fn.Return<Foreign | undefined, Inaccessible, ConfigFiles> {
  const { owners, realPath } = yield* ConfigFiles
  if (owners === undefined) return undefined
  const users = accepted(owners, listed)
  const parents = new Set(parentsOf(path))
  if (yield* leadsOverLink(owners, path)) {
    const real = yield* Effect.catchTag(realPath(path), "Inaccessible", (error) =>
      isTransient(error.why) ? Effect.fail(error) : Effect.succeed(undefined)
    )
    for (const parent of real === undefined ? [] : parentsOf(real)) parents.add(parent)
  }
  for (const parent of parents) {
    const found = yield* known(parent, obstacleOf(owners, users, parent, true))
    if (found !== undefined) return found
  }
  return undefined
})

/**
 * Returns the first obstacle of a folder that was found above the current one: a parent in which another user may replace
 * it, the folder itself, or one of the paths in it that are read.
 *
 * @category discovering
 * @since 0.1.0
 */
export const foreignAbove = Effect.fnUntraced(function* (
  folder: string,
  paths: ReadonlyArray<string>,
  listed: ReadonlyArray<number> = []
): Effect.fn.Return<Foreign | undefined, Inaccessible, ConfigFiles> {
  const { owners } = yield* ConfigFiles
  if (owners === undefined) return undefined
  const found = (yield* replaceableAbove(folder, listed)) ?? (yield* foreignIn([folder, ...paths], listed))
  if (found !== undefined) return found
  for (const path of paths) {
    const elsewhere = (yield* owners.rights(path))?.link === true ? yield* replaceableAbove(path, listed) : undefined
    if (elsewhere !== undefined) return elsewhere
  }
  return undefined
})
