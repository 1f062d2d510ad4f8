/** The log of a project as it is now. */
import { type Log, readLog } from "@hookline/coordinator/AuditFiles"
import { sentence } from "@hookline/core/PipelineError"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { Problem } from "../Problem.ts"

/** All of it. A folder that was never made holds nothing. */
export const logIn = (folder: string): Effect.Effect<Log, Problem> =>
  existsSync(folder)
    ? Effect.mapError(readLog(folder), ({ message }) => new Problem({ message: sentence(message) }))
    : Effect.succeed({ files: [], heads: [], unread: [] })
