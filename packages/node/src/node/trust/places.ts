/** The places of trust: a project's real folder, and the file of its record. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { hashOfText } from "../hashOfText.ts"
import * as fs from "node:fs"
import * as path from "node:path"

/** Resolves links, because a project is one place however it is named. What is missing has no other name. */
export const realOf = (folder: string): string => {
  try {
    return fs.realpathSync(folder)
  } catch {
    return path.resolve(folder)
  }
}

/** The folders of a project and its user, with links resolved. */
export interface RealFolders {
  readonly home: string
  readonly project: string
}

/** Returns the folders of a project with links resolved. */
export const realFolders = ({ home, project }: Pick<Project, "home" | "project">): RealFolders => ({
  home: realOf(home),
  project: realOf(project)
})

/** Returns the folder of the store. */
export const folderOf = (home: string): string => path.join(home, ".hookline", "trust")

/** Returns the file of a project's record. */
export const fileOf = (home: string, project: string): string =>
  path.join(folderOf(home), `${hashOfText(realOf(project))}.json`)

/** Returns the file of the record about the user's own files. */
export const userFileOf = (home: string): string => path.join(folderOf(home), "user.json")
