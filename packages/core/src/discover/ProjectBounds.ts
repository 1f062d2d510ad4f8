/**
 * Reports what is wrong with the folder of a project itself: it does not exist, another user may write it, or a folder
 * above it did not count for that reason.
 *
 * @since 0.1.0
 */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import { ConfigFiles, type Inaccessible } from "./ConfigFiles.ts"
import type { Dialect } from "../Dialect.ts"
import * as Ownership from "./Ownership.ts"
import { type PassedOver, readPaths } from "./ProjectFolder.ts"
import type { Project } from "./ConfigLocations.ts"

/**
 * Checks whether a diagnostic reports that another user may write hooks. A session begins with it.
 *
 * @category guards
 * @since 0.1.0
 */
export const isForeign = ({ code }: Pick<Diagnostic.Diagnostic, "code">): boolean =>
  code === "project-shared" || code === "folder-foreign"

/**
 * Checks whether a diagnostic reports that the project does not exist. Its settings are unknown then.
 *
 * @category guards
 * @since 0.1.0
 */
export const isMissing = ({ code }: Pick<Diagnostic.Diagnostic, "code">): boolean => code === "project-missing"

/** Returns the obstacle in words. */
const wordsOf = ({ owner, path, why }: Ownership.Foreign): string => {
  if (why === "owned") return `user ${owner ?? "?"} owns ${path}`
  return why === "writable" ? `other users may write ${path}` : `the rights on ${path} can't be read`
}

/** Returns the text that makes a folder count, or that keeps other users out of it. */
const fixOf = ({ owner, path, why }: Ownership.Foreign): string => {
  if (why === "owned")
    return `If user ${owner ?? "?"} may decide what you run, write "trust": {"owners": [${owner ?? "?"}]} into ~/.hookline/settings.json.`
  return why === "writable" ? `Take the right away, as with \`chmod go-w ${path}\`.` : "Let its owner make it readable."
}

const sharedOf = (project: string, foreign: Ownership.Foreign): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("project-shared", project, {
    text: `Another user decides which hooks run in this project: ${wordsOf(foreign)}.`,
    fix: fixOf(foreign)
  })

const passedOverOf = ({ folder, foreign }: PassedOver): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("folder-foreign", folder, {
    text: `This folder is above the current one and does not count as the project, so that none of its hooks run: ${wordsOf(foreign)}.`,
    fix: `${fixOf(foreign)} For this time, name the folder with --project.`
  })

const missingOf = ({ found, project }: Project): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("project-missing", project, {
    text: `The project's folder is not there, so that none of its hooks run${found?.namedBy === undefined ? "" : ` (${found.namedBy} names it)`}.`,
    fix: "Name the folder that was meant, or begin the session in it.",
    lost: { entries: 1, events: "all" }
  })

/** A failure is recorded by the port, so that no catalog is made of this reading. */
const orNothing = <A>(effect: Effect.Effect<A, Inaccessible, ConfigFiles>) =>
  Effect.orElseSucceed(effect, () => undefined)

/**
 * Returns the diagnostics of a project's folder. `listed` are the users whose folders count as the user's own.
 *
 * @category discovering
 * @since 0.1.0
 */
export const diagnosticsOf = Effect.fnUntraced(function* (
  project: Project,
  dialects: ReadonlyArray<Dialect>,
  listed: ReadonlyArray<number> = []
): Effect.fn.Return<ReadonlyArray<Diagnostic.Diagnostic>, never, ConfigFiles> {
  const { owners } = yield* ConfigFiles
  // Without owners files are no machine's, and a folder is what is in it.
  if (owners === undefined) return []
  const { found, project: folder } = project
  const above = (found?.passedOver ?? []).map(passedOverOf)
  const isThere = yield* Effect.match(owners.rights(folder), {
    onSuccess: (rights) => rights?.end?.isFolder === true,
    onFailure: () => true
  })
  if (!isThere) return [missingOf(project), ...above]
  const foreign = yield* orNothing(Ownership.foreignIn([folder, ...readPaths(folder, dialects)], listed))
  return foreign === undefined ? above : [sharedOf(folder, foreign), ...above]
})
