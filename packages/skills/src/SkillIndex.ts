/**
 * The skills of projects, found once for all who ask, and found anew when their files change.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { HookDialects } from "@hookline/core/HookDialects"
import * as LiveCatalog from "@hookline/core/LiveCatalog"
import type { OpenSkill } from "@hookline/core/OpenSkills"
import type * as SettingsFiles from "@hookline/core/SettingsFiles"
import type { Project } from "@hookline/core/SourceFiles"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Shelf from "./Shelf.ts"
import type { Skill } from "./Skill.ts"
import type { Found } from "./SkillFiles.ts"
import * as ToldHooks from "./ToldHooks.ts"
import * as SkillReading from "./SkillReading.ts"

type Told = NonNullable<Shelf.Under["told"]>[number]

const keyOf = (project: Project, options: SettingsFiles.Options): string => JSON.stringify([project, options])

/**
 * A shelf that knows when it is out of date.
 *
 * @category models
 * @since 0.1.0
 */
export interface LiveShelf extends LiveCatalog.Live<Shelf.Shelf> {
  /** Whether somebody has said that a skill lies in this folder. */
  readonly isTold: (folder: string) => boolean
  /** Looks into these folders from now on, too. */
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
    /** All skills as the files have them now. */
    find(project: Project, options?: SettingsFiles.Options): Effect.Effect<Shelf.Shelf>
    /** The same for a process that lives on. For one project it is one shelf, whoever asks. */
    open(project: Project, options?: SettingsFiles.Options): Effect.Effect<LiveShelf>
    /** The shelf that somebody has opened for the project before. */
    opened(project: Project, options?: SettingsFiles.Options): LiveShelf | undefined
    /** A skill with its hooks. It is read when it is first asked for. */
    read(shelf: Shelf.Shelf, found: Found): Effect.Effect<Skill>
    /** All skills of a shelf with their hooks. */
    readAll(shelf: Shelf.Shelf): Effect.Effect<ReadonlyArray<Skill>>
    /** Skills with the hooks that their host told. */
    readTold(shelf: Shelf.Shelf, told: ReadonlyArray<OpenSkill>): Effect.Effect<ReadonlyArray<Skill>>
  }
>()("@hookline/skills/SkillIndex") {
  /** Reads the files where the dialects that are known say that skills lie. */
  static readonly layerNoDeps: Layer.Layer<SkillIndex, never, ConfigFiles | HookDialects> = Layer.effect(
    SkillIndex,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const context = Context.make(ConfigFiles, yield* ConfigFiles).pipe(Context.add(HookDialects, yield* HookDialects))
      const shelves = new Map<string, LiveShelf>()
      const turn = Semaphore.makeUnsafe(1)

      const make = Effect.fnUntraced(function* (project: Project, options: SettingsFiles.Options) {
        const told = new Map<string, Told>()
        const reading = Effect.suspend(() => Shelf.find({ project, options, told: [...told.values()] }))
        const dialects = Context.get(context, HookDialects)
        const live = yield* LiveCatalog.make(
          Effect.provideService(reading, HookDialects, dialects),
          Object.values(project)
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

      // It is watched for as long as the layer lives, and not only by who asks first.
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
        find: (project, options = {}) => Effect.provideContext(Shelf.find({ project, options }), context),
        open,
        opened,
        read: ({ ground }, found) => Effect.provideContext(SkillReading.skillOf(ground, found), context),
        readAll: (shelf) => Effect.provideContext(SkillReading.all(shelf), context),
        readTold: ({ ground }, told) => Effect.provideContext(ToldHooks.readAll(ground, told), context)
      })
    })
  )

  /** It stands on nothing that could be given by default. */
  static readonly layer = SkillIndex.layerNoDeps
}
