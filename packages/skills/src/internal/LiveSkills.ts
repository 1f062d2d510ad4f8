/** A watched catalog with the hooks of skills, composed again only when another set of skills is open. */
import { hasFailed, ofPort } from "@hookline/core/kit/discover/ReadingFailures"
import type { ReadOptions, WatchedCatalog } from "@hookline/core/kit/discover/WatchedCatalog"
import type { OpenSkill, OpenSkills } from "@hookline/core/kit/session/OpenSkills"
import { type PortFailed, readPort, stateName } from "@hookline/core/kit/execute/port"
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ActiveSkills from "./ActiveSkills.ts"
import type { SkillCatalog } from "./SkillCatalog.ts"
import type { LiveShelf, SkillIndex } from "./SkillIndex.ts"
import { readBefore } from "./read.ts"

type Index = Context.Service.Shape<typeof SkillIndex>

/** The services of the catalog, beside the one without skills. */
export interface Around {
  readonly index: Index
  readonly skills: OpenSkills
  readonly project: Project
  readonly options: SettingsFiles.Options
}

/** Reads the hooks of open skills. */
export const read = Effect.fnUntraced(function* (
  index: Index,
  shelf: SkillCatalog,
  { found, told }: ActiveSkills.Resolved
): Effect.fn.Return<ActiveSkills.Opened> {
  const open = yield* Effect.forEach(found, (one) => index.read(shelf, one))
  return { open, told: yield* index.readTold(shelf, told) }
})

/** Returns a key that is equal for equal sets of skills, whatever their openers and order. */
const keyOf = ({ found, told }: ActiveSkills.Resolved): string =>
  JSON.stringify([
    Array.from(found, ({ file, kind }) => `${kind} ${file.file}`),
    told.map(({ dialect, folder, hooks, name }) => [name, dialect, folder, hooks])
  ])

/** The maximum number of cached sets of skills, because hosts may always provide other hooks. */
const most = 256

/** The catalogs that were composed from one base and one skill catalog, by the open skills. */
interface Made {
  readonly base: Catalog
  readonly shelf: SkillCatalog
  readonly catalogs: Map<string, Catalog>
}

/** The last result, because nearly all events have the same open skills as the one before. */
interface Last extends Made {
  readonly changes: number
  readonly session: string | undefined
  readonly catalog: Catalog
}

/** Adds that the port of sessions did not report the open skills, so that any of their hooks may be missing. */
export const unread = (catalog: Catalog, { project }: Project, { message }: PortFailed): Catalog => ({
  ...catalog,
  diagnostics: [...catalog.diagnostics, ...ofPort(new Map([[project, message]]))]
})

/** Creates the catalog of a project with its skills, on the one without. */
export const make = (base: WatchedCatalog, { index, options, project, skills }: Around): WatchedCatalog => {
  let shelves: LiveShelf | undefined
  let made: Made | undefined
  let last: Last | undefined

  /** Returns the open skills. Throws where the port does. */
  const openIn = (session: string | undefined): ReadonlyArray<OpenSkill> => {
    const everywhere = skills.of({ project: project.project, session: undefined })
    if (session === undefined) return everywhere
    const own = skills.of({ project: project.project, session })
    return own.length === 0 ? everywhere : [...everywhere, ...own]
  }

  const madeOf = (catalog: Catalog, shelf: SkillCatalog): Made => {
    if (made?.base === catalog && made.shelf === shelf) return made
    return (made = { base: catalog, shelf, catalogs: new Map() })
  }

  const keep = ({ catalogs }: Made, key: string, catalog: Catalog): Catalog => {
    // What could not be read is read again by the next event.
    if (hasFailed(catalog)) return catalog
    if (catalogs.size >= most) catalogs.clear()
    catalogs.set(key, catalog)
    return catalog
  }

  /** Returns the catalog, if all of its parts were read. */
  const find = (from: Made, open: ReadonlyArray<OpenSkill>, { isTold }: LiveShelf): Catalog | undefined => {
    if (open.length === 0) return from.base
    const meant = ActiveSkills.resolve(open, from.shelf, isTold)
    if (meant.folders.length > 0) return undefined
    const key = keyOf(meant)
    const known = from.catalogs.get(key)
    if (known !== undefined || meant.told.length > 0) return known
    const read = Array.from(meant.found, readBefore)
    const all = read.filter((skill) => skill !== undefined)
    return all.length < read.length
      ? undefined
      : keep(from, key, ActiveSkills.catalog(from.base, from.shelf, { open: all, told: [] }))
  }

  const currentOf = (session: string | undefined): Catalog | undefined => {
    const catalog = base.current(session)
    if (catalog === undefined || !skills.any(project.project, session)) return catalog
    shelves ??= index.opened(project, options)
    const shelf = shelves?.current()
    if (shelves === undefined || shelf === undefined) return undefined
    const changes = skills.changes()
    const isSame = last?.base === catalog && last.shelf === shelf && last.changes === changes
    if (isSame && last?.session === session) return last?.catalog
    const from = madeOf(catalog, shelf)
    const found = find(from, openIn(session), shelves)
    if (found !== undefined) last = { ...from, changes, session, catalog: found }
    return found
  }

  const current = (session?: string): Catalog | undefined => {
    try {
      return currentOf(session)
    } catch {
      // `read` asks the port again, and reports that it breaks.
      return undefined
    }
  }

  const opened = (session: string | undefined) => Effect.fromResult(readPort(stateName, () => openIn(session)))

  /** Reads all parts. Folders that a host reported are read first. */
  const fresh = Effect.fnUntraced(function* (catalog: Catalog, session: string | undefined) {
    const live = (shelves ??= yield* index.open(project, options))
    const before = ActiveSkills.resolve(yield* opened(session), yield* live.fresh, live.isTold)
    if (before.folders.length > 0) yield* live.tell(before.folders)
    const shelf = yield* live.fresh
    const open = yield* opened(session)
    return { from: madeOf(catalog, shelf), open, meant: ActiveSkills.resolve(open, shelf, () => true), live }
  })

  const baseIn = (session: string | undefined): Effect.Effect<Catalog> => base.read({ session })

  /** Reads the catalog without skills if the open ones are unknown. */
  const orUnread = (
    session: string | undefined,
    withSkills: (catalog: Catalog) => Effect.Effect<Catalog, PortFailed>
  ): Effect.Effect<Catalog> =>
    Effect.flatMap(baseIn(session), (catalog) =>
      Effect.catchTag(withSkills(catalog), "PortFailed", (error) => Effect.succeed(unread(catalog, project, error)))
    )

  const readActive = (session: string | undefined): Effect.Effect<Catalog> =>
    orUnread(
      session,
      Effect.fnUntraced(function* (catalog): Effect.fn.Return<Catalog, PortFailed> {
        const isAny = yield* Effect.fromResult(readPort(stateName, () => skills.any(project.project, session)))
        if (!isAny) return catalog
        const { from, live, meant, open } = yield* fresh(catalog, session)
        const found = find(from, open, live)
        if (found !== undefined) return found
        const opened = yield* read(index, from.shelf, meant)
        return keep(from, keyOf(meant), ActiveSkills.catalog(from.base, from.shelf, opened))
      })
    )

  const readAll = (session: string | undefined): Effect.Effect<Catalog> =>
    orUnread(
      session,
      Effect.fnUntraced(function* (catalog): Effect.fn.Return<Catalog, PortFailed> {
        const { from, meant } = yield* fresh(catalog, session)
        const key = `whole ${keyOf(meant)}`
        const known = from.catalogs.get(key)
        if (known !== undefined) return known
        const opened = yield* read(index, from.shelf, meant)
        const all = yield* index.readAll(from.shelf)
        return keep(from, key, ActiveSkills.catalog(from.base, from.shelf, { ...opened, all }))
      })
    )

  const refresh = Effect.gen(function* () {
    yield* base.refresh
    if (shelves !== undefined) yield* shelves.refresh
    return yield* readActive(undefined)
  })
  const readIn = ({ includeInactive = false, session }: ReadOptions = {}): Effect.Effect<Catalog> =>
    includeInactive ? readAll(session) : readActive(session)
  return { current, read: readIn, refresh }
}
