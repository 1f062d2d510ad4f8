/**
 * The skills of projects, shared by all callers, and found again after a change of their files.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { HookDialects } from "@hookline/core/HookDialects"
import * as ReadingFailures from "@hookline/core/kit/discover/ReadingFailures"
import * as WatchedCatalog from "@hookline/core/kit/discover/WatchedCatalog"
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import { type Project, rootsOf } from "@hookline/core/kit/discover/ConfigLocations"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SkillCatalog from "./SkillCatalog.ts"
import type { Skill } from "../Skill.ts"
import type { Found } from "./files.ts"
import * as HostProvidedHooks from "./HostProvidedHooks.ts"
import * as read from "./read.ts"

type Told = NonNullable<SkillCatalog.Under["told"]>[number]

const keyOf = (project: Project, options: SettingsFiles.Options): string => JSON.stringify([project, options])

/**
 * A skill catalog that is read again after a change.
 *
 * @category models
 * @since 0.1.0
 */
export interface LiveShelf extends WatchedCatalog.Watched<SkillCatalog.SkillCatalog> {
  /** Checks whether a host has reported this folder. */
  readonly isTold: (folder: string) => boolean
  /** Adds folders that hosts reported. */
  readonly tell: (folders: ReadonlyArray<Told>) => Effect.Effect<void>
}

/**
 * Finds skills, and reads them.
 *
 * @category services
 * @since 0.1.0
 */
export class SkillIndex extends Context.Service<
  SkillIndex,
  {
    /** Finds all skills in their files. */
    find(project: Project, options?: SettingsFiles.Options): Effect.Effect<SkillCatalog.SkillCatalog>
    /** Like `find`, but for a process that lives on. All callers share one catalog per project. */
    open(project: Project, options?: SettingsFiles.Options): Effect.Effect<LiveShelf>
    /** Returns the catalog that was opened for the project before, if there is one. */
    opened(project: Project, options?: SettingsFiles.Options): LiveShelf | undefined
    /** Reads a skill with its hooks, once. */
    read(shelf: SkillCatalog.SkillCatalog, found: Found): Effect.Effect<Skill>
    /** Reads all skills of a catalog with their hooks. */
    readAll(shelf: SkillCatalog.SkillCatalog): Effect.Effect<ReadonlyArray<Skill>>
    /** Reads skills with the hooks that their host provided. */
    readTold(shelf: SkillCatalog.SkillCatalog, told: ReadonlyArray<OpenSkill>): Effect.Effect<ReadonlyArray<Skill>>
  }
>()("@hookline/skills/SkillIndex") {
  /** Reads the folders of skills of the dialects in `HookDialects`. */
  static readonly layerNoDeps: Layer.Layer<SkillIndex, never, ConfigFiles | HookDialects> = Layer.effect(
    SkillIndex,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const context = Context.make(ConfigFiles, yield* ConfigFiles).pipe(Context.add(HookDialects, yield* HookDialects))
      const shelves = new Map<string, LiveShelf>()
      const turn = Semaphore.makeUnsafe(1)

      const make = Effect.fnUntraced(function* (project: Project, options: SettingsFiles.Options) {
        const told = new Map<string, Told>()
        const reading = Effect.suspend(() => SkillCatalog.find({ project, options, told: [...told.values()] }))
        const dialects = Context.get(context, HookDialects)
        const live = yield* WatchedCatalog.make(
          Effect.provideService(reading, HookDialects, dialects),
          rootsOf(project)
        )
        return {
          ...live,
          isTold: (folder: string) => told.has(folder),
          tell: (folders: ReadonlyArray<Told>) =>
            Effect.suspend(() => {
              for (const one of folders) told.set(one.folder, one)
              return Effect.asVoid(live.refresh)
            })
        }
      })

      const opened = (project: Project, options: SettingsFiles.Options = {}): LiveShelf | undefined =>
        shelves.get(keyOf(project, options))

      // Watched for as long as the layer lives, and not only for the first caller.
      const open = Effect.fnUntraced(function* (project: Project, options: SettingsFiles.Options = {}) {
        const known = opened(project, options)
        if (known !== undefined) return known
        const made = yield* make(project, options).pipe(
          Effect.provideContext(context),
          Effect.provideService(Scope.Scope, scope)
        )
        shelves.set(keyOf(project, options), made)
        return made
      }, turn.withPermits(1))

      return SkillIndex.of({
        find: (project, options = {}) =>
          Effect.provideContext(ReadingFailures.record(SkillCatalog.find({ project, options })), context),
        open,
        opened,
        read: ({ ground }, found) => Effect.provideContext(read.skillOf(ground, found), context),
        readAll: (shelf) => Effect.provideContext(read.all(shelf), context),
        readTold: (shelf, told) => Effect.provideContext(HostProvidedHooks.readAll(shelf, told), context)
      })
    })
  )

  /** Equals `layerNoDeps`, because no dependency has a default. */
  static readonly layer = SkillIndex.layerNoDeps
}
