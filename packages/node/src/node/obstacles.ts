/**
 * Obstacles on the way to a path that is absent: a link to nowhere, or a file, in the place of one of its folders. What was
 * in such a folder is missing, unlike in a folder that was never there.
 */
import { noFolder } from "@hookline/core/ConfigFiles"
import { codeOf } from "@hookline/core/kit/discover/transientErrors"
import * as fs from "node:fs"
import { isNullDevice } from "./boundedText.ts"

/** A path that is in the place of a folder, with the reason for which it is none. */
export class Obstacle extends Error {
  readonly at: string
  readonly code: string
  constructor(at: string, code: "a link to nowhere" | typeof noFolder) {
    super(`${at}: ${code}`)
    this.at = at
    this.code = code
  }
}

/** The folders that were looked at, until the program does anything else: one is that of many paths. */
const known = new Map<string, Obstacle | undefined>()

const remember = (folder: string, obstacle: Obstacle | undefined): Obstacle | undefined => {
  if (known.size === 0) queueMicrotask(() => known.clear())
  known.set(folder, obstacle)
  return obstacle
}

/** Returns the status of a path itself, or `undefined` if it is absent. */
export const ownStatus = (path: string): fs.Stats | undefined => {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // A file is in the place of its folder.
    if (codeOf(error) === "ENOTDIR") return undefined
    throw error
  }
}

/** Returns the obstacle at a path, `undefined` if it is a folder, or "absent". The null device counts as an empty folder. */
const obstacleAt = (path: string): Obstacle | "absent" | undefined => {
  const own = ownStatus(path)
  if (own === undefined) return "absent"
  const end = own.isSymbolicLink() ? fs.statSync(path, { throwIfNoEntry: false }) : own
  if (end === undefined) return new Obstacle(path, "a link to nowhere")
  return end.isDirectory() || isNullDevice(end) ? undefined : new Obstacle(path, noFolder)
}

/** Returns the obstacle on the way to a path in a folder, if there is one in the place of the folder or of one above it. */
const obstacleOn = (folder: string): Obstacle | undefined => {
  if (folder === "") return undefined
  if (known.has(folder)) return known.get(folder)
  const found = obstacleAt(folder)
  return remember(folder, found === "absent" ? obstacleOn(parentOf(folder)) : found)
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/** Throws the obstacle on the way to a path that is absent, if there is one. `firm` is a folder that was just listed. */
export const refuseObstacles = (path: string, firm: string | undefined): void => {
  const folder = parentOf(path)
  const obstacle = folder === firm ? undefined : obstacleOn(folder)
  if (obstacle !== undefined) throw obstacle
}

/** Throws the obstacle in the place of a folder, if there is one. */
export const refuseNoFolder = (path: string): void => {
  const obstacle = obstacleAt(path)
  if (obstacle instanceof Obstacle) throw obstacle
}
