// Notes how each path looked before it was read: who finds it the same later would read the same.
import { ConfigFiles, type Owners } from "@hookline/core/ConfigFiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import { accountFiles } from "@hookline/node/kit/node/owners"
import { isTransient } from "@hookline/core/kit/discover/transientErrors"
import { codeOf, rightsSight, fingerprintOf } from "./fingerprint.ts"

/** What was seen on the way to an answer. */
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

/** What a link in a folder is depends on its end, which the folder does not show. Returns an error of the machine by its code. */
const linksIn = (path: string): ReadonlyArray<string> | string => {
  try {
    const entries = fs.readdirSync(path, { withFileTypes: true })
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => `${path}/${name}`)
  } catch (error) {
    const code = codeOf(error)
    if (isTransient(code)) return code
    // What keeps it from being read is part of how it looks, or of what is told about it.
    return []
  }
}

/** The same files, with each path noted that somebody asks for. */
export const over = (files: Layer.Layer<ConfigFiles>, { see, fingerprints }: Seen): Layer.Layer<ConfigFiles> => {
  const seeAll = (path: string): void => {
    see(path)
    const links = linksIn(path)
    // Nothing is kept of a folder whose links are unknown.
    if (typeof links === "string") fingerprints[path] = links
    else for (const link of links) see(link)
  }
  const after =
    <A, Asked>(look: (asked: Asked) => void, ask: (asked: Asked) => A) =>
    (asked: Asked): A => {
      look(asked)
      return ask(asked)
    }
  const ownersOf = ({ members, rights, user }: Owners): Owners => ({
    user,
    rights: after((path) => see(rightsSight(path)), rights),
    members: after(() => Object.values(accountFiles).forEach(see), members)
  })
  return Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (own) =>
      ConfigFiles.of({
        ...own,
        read: after(see, own.read),
        folders: after(seeAll, own.folders),
        entries: after(seeAll, own.entries),
        status: after(see, own.status),
        realPath: after(see, own.realPath),
        ...(own.owners !== undefined && { owners: ownersOf(own.owners) })
      })
    )
  ).pipe(Layer.provide(files))
}
