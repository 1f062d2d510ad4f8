/**
 * Files that hooks may write themselves: data in a sealed folder that has changed since the user trusted its hook. They are
 * proposed as the hook's state, and only a user takes them as that.
 */
import * as Seals from "@hookline/core/kit/trust/seal"
import { isRunnable } from "@hookline/core/kit/trust/runnable"
import type { Seal } from "@hookline/schema/kit/Seal"
import * as path from "node:path"

/** Files that could be the state of a hook, and its seal without them. */
export interface Proposal {
  readonly files: ReadonlyArray<string>
  readonly seal: Seal
}

/** Checks whether a file is only read: its name runs nothing, it has no run bit, and no link leads to it. */
const isData = (name: string, ...seals: ReadonlyArray<Seal>): boolean =>
  !isRunnable(name, false) &&
  seals.every(({ files }) => {
    const file = files[name]
    return file === undefined || (file.mode === "0644" && file.link === undefined)
  })

/** Returns the data that differs from what was trusted. */
export const candidatesOf = (before: Seal, now: Seal): ReadonlyArray<string> => {
  const { changed, gone, harmless } = Seals.differences(before, now)
  return [...changed, ...gone, ...harmless].filter((name) => isData(name, before, now)).toSorted()
}

/** Returns a path as a seal names it: relative to the project, or absolute. A folder keeps its `/`. */
export const nameIn = (project: string, written: string): string => {
  const absolute = path.resolve(project, written)
  const relative = path.relative(project, absolute)
  const name = relative.startsWith("..") || path.isAbsolute(relative) ? absolute : relative
  return written.endsWith("/") ? `${name}/` : name
}

/** Checks whether a path names a file, or a folder that contains it. */
export const covers = (one: string, name: string): boolean => (one.endsWith("/") ? name.startsWith(one) : one === name)
