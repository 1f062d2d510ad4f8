import fs from "node:fs"
import path from "node:path"

const foldersIn = (folder: string): ReadonlyArray<string> =>
  (fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : []).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : []
  )

/**
 * Returns the folders of the results of hooks that went on in the background. Folders of hooks that still run are not looked
 * into, because they are renamed meanwhile.
 */
export const backgroundResults = (home: string): ReadonlyArray<string> => {
  const sessions = path.join(home, ".local/state/hookline/sessions")
  return foldersIn(sessions).flatMap((session) =>
    foldersIn(path.join(sessions, session))
      .filter((name) => /^run-[0-9a-f]{32}$/.test(name))
      .map((name) => path.join(sessions, session, name))
  )
}
