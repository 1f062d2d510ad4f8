/** The place of a hook's process on this machine, by which its seal finds the files that it runs. */
import type { SealPlace } from "@hookline/core/kit/trust/seal"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Hook } from "@hookline/schema/Hook"
import { cases } from "@hookline/schema/HookEvent"
import * as path from "node:path"
import type { RealFolders } from "./places.ts"

const start = cases.SessionStart.make({})

/** Returns the place of a hook's process: its folders, and the variables that name folders. */
export const sealPlace = ({ source }: Hook, { home, project }: RealFolders): SealPlace => {
  const facts = { projectDir: project, event: start, source }
  const variables = {
    ...Dialects.canonical.hostEnv(facts),
    ...Dialects.named(source.dialect)?.env(facts),
    HOME: home,
    PWD: project
  }
  return {
    project,
    home,
    variables,
    beside: path.dirname(source.file),
    searched: (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  }
}
