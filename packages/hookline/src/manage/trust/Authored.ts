/** Finds what changes of a project's hooks below a path while its author has it open. */
import * as path from "node:path"
import type { Review, Reviewed } from "./Review.ts"

/** The hooks that the author may trust now, and those that changed by more than the path. */
export interface Authored {
  readonly trusted: ReadonlyArray<Reviewed>
  readonly others: ReadonlyArray<Reviewed>
}

/** Checks whether a path is another one, or below it. */
const isWithin = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}${path.sep}`)

/**
 * Divides hooks that are not trusted now. One that was trusted before counts if all that differs is below the path; a new
 * one if its file is below it, and each file that it runs is below it or was trusted. A hook that was untrusted when the
 * author began was never reviewed, and stays that.
 */
export const authoredIn = (before: Review, { hooks, project }: Review, folder: string): Authored => {
  const states = new Map(before.hooks.map(({ hook, state }) => [hook.id, state]))
  const known = new Map(
    before.hooks.flatMap(({ seal, state }) =>
      state === "trusted" ? Object.entries(seal.files).map(([name, { sha256 }]) => [name, sha256] as const) : []
    )
  )
  const isThere = (name: string): boolean => isWithin(path.resolve(project, name), folder)
  const isAuthored = ({ difference, hook, seal, state }: Reviewed): boolean => {
    const entryIsThere = isThere(hook.source.file)
    if (state === "changed" && difference !== undefined && states.get(hook.id) === "trusted") {
      const { appeared, changed, entry, gone } = difference
      return (!entry || entryIsThere) && [...appeared, ...changed, ...gone].every(isThere)
    }
    if (state !== "new" || states.has(hook.id) || !entryIsThere) return false
    return Object.entries(seal.files).every(([name, { sha256 }]) => isThere(name) || known.get(name) === sha256)
  }
  const open = hooks.filter(({ state }) => state === "new" || state === "changed")
  const trusted = open.filter(isAuthored)
  return { trusted, others: open.filter((hook) => !trusted.includes(hook)) }
}
