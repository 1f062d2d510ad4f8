/**
 * The audit log of a project, as the command keeps it: one file a day that all processes go on with, in the user's
 * folder for state.
 *
 * @since 0.1.0
 */
import type { Audit } from "@hookline/coordinator/Audit"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import type { ThisProject } from "@hookline/core/ThisProject"
import type * as Layer from "effect/Layer"
import { hashOfText } from "./hashOfText.ts"
import * as path from "node:path"
import * as folders from "./session/folders.ts"
import { take } from "./session/lock.ts"

/**
 * For how many days files of the log are kept.
 *
 * @category constants
 * @since 0.1.0
 */
export const days = 90

/**
 * The folder of a project's log. It may not have been made yet.
 *
 * @category getters
 * @since 0.1.0
 */
export const folderOf = (project: string, env: Readonly<Record<string, string | undefined>> = process.env): string =>
  path.join(path.dirname(folders.root(env)), "audit", hashOfText(project))

const offs = new Set(["0", "false", "no", "off"])

/**
 * Checks whether the environment disables the log, by `HOOKLINE_AUDIT=off`.
 *
 * @category guards
 * @since 0.1.0
 */
export const isOff = ({ HOOKLINE_AUDIT = "" }: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  offs.has(HOOKLINE_AUDIT.trim().toLowerCase())

/**
 * Writes the log of a project, in turn with all other processes that do.
 *
 * @example
 * ```ts
 * import { Hookline } from "@hookline/node"
 * import * as ProjectAudit from "@hookline/node/kit/node/ProjectAudit"
 *
 * const hooks = Hookline.layer({ project: ".", provide: [ProjectAudit.layer(process.cwd())] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (project: string): Layer.Layer<Audit | AuditLog.AuditLog, never, ThisProject> =>
  AuditLog.layer({ folder: folderOf(project), turns: { take, days } })
