// Notes how each path looked before it was read: who finds it the same later would read the same.
import { ConfigFiles, type Owners } from "@hookline/core/ConfigFiles"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import { accountFiles } from "@hookline/node/kit/node/owners"
import { type Call, immediately, preceded, runOf } from "@hookline/core/kit/discover/immediate"
import { codeOf, isTransient } from "@hookline/core/kit/discover/transientErrors"
import { rightsSight, fingerprintOf } from "./fingerprint.ts"

/** The paths that were read for an answer. */
export interface Seen {
  readonly fingerprints: Record<string, string>
  /** When the first of it was seen, in milliseconds since 1970. */
  readonly since: number
  readonly see: (path: string) => void
}

/** Nothing seen yet. What is seen first counts: a change after that is one. */
export const make = (): Seen => {
  const fingerprints: Record<string, string> = {}
  return { fingerprints, since: Date.now(), see: (path) => void (fingerprints[path] ??= fingerprintOf(path)) }
}

/** Follows a link in a folder, because its kind depends on its target. Returns an error of the machine by its code. */
const linksIn = (path: string): ReadonlyArray<string> | string => {
  try {
    const entries = fs.readdirSync(path, { withFileTypes: true })
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => `${path}/${name}`)
  } catch (error) {
    const code = codeOf(error)
    if (isTransient(code)) return code
    // An obstacle is part of its fingerprint, or of a report about it.
    return []
  }
}

/**
 * Keeps the results of a call that ends at once: the hooks and the skills of one event depend on the same files, which are
 * read for one moment. A failure is not kept, because the next attempt may succeed.
 */
const remembered = <Asked, A, E>(call: Call<Asked, A, E>): Call<Asked, A, E> => {
  const run = runOf(call)
  if (run === undefined) return call
  const results = new Map<Asked, Exit.Exit<A, E>>()
  return immediately((asked) => {
    const known = results.get(asked)
    if (known !== undefined) return known
    const exit = run(asked)
    if (Exit.isSuccess(exit)) results.set(asked, exit)
    return exit
  })
}

/** Decorates files so that each path is noted before it is read for the first time. Its result holds from then on. */
export const over = (files: Layer.Layer<ConfigFiles>, { see, fingerprints }: Seen): Layer.Layer<ConfigFiles> => {
  const seeAll = (path: string): void => {
    see(path)
    const links = linksIn(path)
    // Nothing is kept of a folder whose links are unknown.
    if (typeof links === "string") fingerprints[path] = links
    else for (const link of links) see(link)
  }
  const ownersOf = ({ members, rights, user }: Owners): Owners => ({
    user,
    rights: remembered(preceded(rights, (path) => see(rightsSight(path)))),
    members: remembered(preceded(members, () => Object.values(accountFiles).forEach(see)))
  })
  return Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (own) =>
      ConfigFiles.of({
        ...own,
        read: remembered(preceded(own.read, see)),
        folders: remembered(preceded(own.folders, seeAll)),
        entries: remembered(preceded(own.entries, seeAll)),
        status: remembered(preceded(own.status, see)),
        realPath: remembered(preceded(own.realPath, see)),
        ...(own.owners !== undefined && { owners: ownersOf(own.owners) })
      })
    )
  ).pipe(Layer.provide(files))
}
