/** A watched catalog with the hooks of skills, composed again only when another set of skills is open. */
import { hasFailed, ofPort } from "@hookline/core/kit/discover/ReadingFailures"
import type { CatalogScope, ReadOptions, WatchedCatalog } from "@hookline/core/kit/discover/WatchedCatalog"
import type { OpenSkill, OpenSkills } from "@hookline/core/kit/session/OpenSkills"
import { type PortFailed, readPort, stateName } from "@hookline/core/kit/execute/port"
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Catalog } from "@hookline/schema/Catalog"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ActiveSkills from "./ActiveSkills.ts"
import type { SkillCatalog } from "./SkillCatalog.ts"
import type { Found } from "./files.ts"
import type { LiveShelf, SkillIndex } from "./SkillIndex.ts"
import * as OpenGuards from "./OpenGuards.ts"
import { asMain, readBefore } from "./read.ts"
import type { Skill } from "../Skill.ts"
import * as uses from "./uses.ts"

type Index = Context.Service.Shape<typeof SkillIndex>

/** The services of the catalog, beside the one without skills. */
export interface Around {
  readonly index: Index
  readonly skills: OpenSkills
  readonly project: Project
  readonly options: SettingsFiles.Options
}

/** Returns a skill that was read as it is in use. */
const inUse = (skill: Skill, found: Found, main: ActiveSkills.Resolved["main"]): Skill =>
  main?.includes(found) === true ? asMain(skill) : skill

/** Reads the hooks of open skills. */
export const read = Effect.fnUntraced(function* (
  index: Index,
  shelf: SkillCatalog,
  { found, main, missed, told }: ActiveSkills.Resolved
): Effect.fn.Return<ActiveSkills.Opened> {
  const open = yield* Effect.forEach(found, (one) =>
    Effect.map(index.read(shelf, one), (skill) => inUse(skill, one, main))
  )
  return { open, told: yield* index.readTold(shelf, told), missed }
})

/** Returns a key that is equal for equal sets of skills, whatever their openers and order. */
const keyOf = ({ found, main, missed, told }: ActiveSkills.Resolved): string =>
  JSON.stringify([
    missed.map(({ code, file }) => [code, file]),
    Array.from(found, (one) => `${main?.includes(one) === true ? "main" : one.kind} ${one.file.file}`),
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
  readonly agent: string | undefined
  readonly tag: string | undefined
  readonly catalog: Catalog
}

/** Adds that the port of sessions did not report the open skills, so that any of their hooks may be missing. */
export const unread = (catalog: Catalog, { project }: Project, { message }: PortFailed): Catalog => ({
  ...catalog,
  diagnostics: [...catalog.diagnostics, ...ofPort(new Map([[project, message]]))]
})

/** The scope of the hooks that all sessions share. */
const everySession: CatalogScope = {}

/** Creates the catalog of a project with its skills, on the one without. */
export const make = (base: WatchedCatalog, { index, options, project, skills }: Around): WatchedCatalog => {
  let shelves: LiveShelf | undefined
  let made: Made | undefined
  let last: Last | undefined
  const guards = OpenGuards.make()

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
  const find = (
    from: Made,
    open: ReadonlyArray<OpenSkill>,
    live: Pick<LiveShelf, "isTold">,
    scope: CatalogScope
  ): Catalog | undefined => {
    const catalog = findOnce(from, open, live, scope)
    if (catalog !== undefined) guards.see(open, from.shelf)
    return catalog
  }

  const findOnce = (
    from: Made,
    open: ReadonlyArray<OpenSkill>,
    { isTold }: Pick<LiveShelf, "isTold">,
    scope: CatalogScope
  ): Catalog | undefined => {
    const meant = ActiveSkills.resolve(open, from.shelf, isTold, uses.runningIn(scope, from.shelf), guards.of)
    if (open.length === 0 && meant.found.size === 0 && meant.missed.length === 0) return from.base
    if (meant.folders.length > 0) return undefined
    const key = keyOf(meant)
    const known = from.catalogs.get(key)
    if (known !== undefined || meant.told.length > 0) return known
    const all = Array.from(meant.found).flatMap((one) => {
      const skill = readBefore(one)
      return skill === undefined ? [] : [inUse(skill, one, meant.main)]
    })
    return all.length < meant.found.size
      ? undefined
      : keep(from, key, ActiveSkills.catalog(from.base, from.shelf, { open: all, told: [], missed: meant.missed }))
  }

  const mayHaveMore = ({ agentType, sessionId }: CatalogScope): boolean =>
    (agentType !== undefined && agentType !== "") || skills.any(project.project, sessionId)

  const currentOf = (scope: CatalogScope): Catalog | undefined => {
    const catalog = base.current(scope)
    if (catalog === undefined || !mayHaveMore(scope)) return catalog
    const { _tag: tag, agentType: agent, sessionId: session } = scope
    shelves ??= index.opened(project, options)
    const shelf = shelves?.current()
    if (shelves === undefined || shelf === undefined) return undefined
    const changes = skills.changes()
    const isSame = last?.base === catalog && last.shelf === shelf && last.changes === changes
    const isInSame = last?.agent === agent && (agent === undefined || last?.tag === tag)
    if (isSame && isInSame && last?.session === session) return last?.catalog
    const from = madeOf(catalog, shelf)
    const found = find(from, openIn(session), shelves, scope)
    if (found !== undefined) last = { ...from, changes, session, agent, tag, catalog: found }
    return found
  }

  const current = (scope: CatalogScope = everySession): Catalog | undefined => {
    try {
      return currentOf(scope)
    } catch {
      // `read` asks the port again, and reports that it breaks.
      return undefined
    }
  }

  const opened = (session: string | undefined) => Effect.fromResult(readPort(stateName, () => openIn(session)))

  /** Reads all parts. Folders that a host reported are read first. */
  const fresh = Effect.fnUntraced(function* (catalog: Catalog, scope: CatalogScope) {
    const { sessionId: session } = scope
    const live = (shelves ??= yield* index.open(project, options))
    const before = ActiveSkills.resolve(yield* opened(session), yield* live.fresh, live.isTold)
    if (before.folders.length > 0) yield* live.tell(before.folders)
    const shelf = yield* live.fresh
    const open = yield* opened(session)
    const meant = ActiveSkills.resolve(open, shelf, () => true, uses.runningIn(scope, shelf), guards.of)
    return { from: madeOf(catalog, shelf), open, meant, live }
  })

  const baseIn = (scope: CatalogScope): Effect.Effect<Catalog> => base.read({ scope })

  /** Reads the catalog without skills if the open ones are unknown. */
  const orUnread = (
    scope: CatalogScope,
    withSkills: (catalog: Catalog) => Effect.Effect<Catalog, PortFailed>
  ): Effect.Effect<Catalog> =>
    Effect.flatMap(baseIn(scope), (catalog) =>
      Effect.catchTag(withSkills(catalog), "PortFailed", (error) => Effect.succeed(unread(catalog, project, error)))
    )

  const readActive = (scope: CatalogScope): Effect.Effect<Catalog> =>
    orUnread(
      scope,
      Effect.fnUntraced(function* (catalog): Effect.fn.Return<Catalog, PortFailed> {
        const isAny = yield* Effect.fromResult(readPort(stateName, () => mayHaveMore(scope)))
        if (!isAny) return catalog
        const { from, live, meant, open } = yield* fresh(catalog, scope)
        const found = find(from, open, live, scope)
        if (found !== undefined) return found
        const opened = yield* read(index, from.shelf, meant)
        guards.see(open, from.shelf)
        return keep(from, keyOf(meant), ActiveSkills.catalog(from.base, from.shelf, opened))
      })
    )

  const readAll = (scope: CatalogScope): Effect.Effect<Catalog> =>
    orUnread(
      scope,
      Effect.fnUntraced(function* (catalog): Effect.fn.Return<Catalog, PortFailed> {
        const { from, meant } = yield* fresh(catalog, scope)
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
    shelves ??= index.opened(project, options)
    if (shelves !== undefined) yield* shelves.refresh
    return yield* readActive(everySession)
  })
  const readIn = ({ includeInactive = false, scope = everySession }: ReadOptions = {}): Effect.Effect<Catalog> =>
    includeInactive ? readAll(scope) : readActive(scope)

  /** Returns what an event puts into use and is not open. Where the port does not report what is open, all of it. */
  const usedBy = Effect.fnUntraced(function* (event: HookEvent): Effect.fn.Return<ReadonlyArray<OpenSkill>> {
    const live = (shelves ??= yield* index.open(project, options))
    const used = uses.by(event, yield* live.fresh)
    if (used.length === 0) return used
    const open = readPort(stateName, () => openIn(event.sessionId))
    if (open._tag === "Failure") return used
    const isOpen = (one: OpenSkill): boolean =>
      open.success.some(({ carrier, name }) => name === one.name && carrier === one.carrier)
    return used.filter((one) => !isOpen(one))
  })
  return { current, read: readIn, refresh, uses: { may: uses.may, by: usedBy } }
}
