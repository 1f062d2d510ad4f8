/**
 * Opens skills: their hooks are in force while a scope is open, and are removed when it closes.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { HookDialects } from "@hookline/core/HookDialects"
import * as scopeUses from "@hookline/core/kit/execute/scopeUses"
import { callPort, stateName } from "@hookline/core/kit/execute/port"
import { SessionState } from "@hookline/core/SessionState"
import type { OpenSkill } from "@hookline/core/kit/session/OpenSkills"
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { type Kind, keyOf, type Skill } from "./Skill.ts"
import { guardOf, hasHooks } from "./internal/OpenGuards.ts"
import { SkillIndex } from "./internal/SkillIndex.ts"
import { notFound, type SkillNotFound } from "./SkillNotFound.ts"

/**
 * The kind of skill, and the session. Without a session, the skill is open in all sessions.
 *
 * @category models
 * @since 0.1.0
 */
export interface Where {
  readonly kind?: Kind
  readonly session?: string
}

/**
 * The skills of one project.
 *
 * @example
 * ```ts
 * import { Skills } from "@hookline/skills/Skills"
 * import * as Effect from "effect/Effect"
 *
 * const program = Effect.scoped(
 *   Effect.gen(function* () {
 *     const { activate } = yield* Skills
 *     const skill = yield* activate("review")
 *     // The skill's hooks are in force here.
 *     return skill.hooks.length
 *   })
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Skills extends Context.Service<
  Skills,
  {
    /**
     * Opens a skill until the scope closes: by success, by failure, or by interruption.
     *
     * **Details**
     *
     * Its hooks are in force from the next event on. A skill that is opened twice stays open until both scopes are
     * closed. The end of its session closes it too. Where a project's skill and one of the user's have this name, the hooks of
     * both are in force, and the result is the one that is found first. A skill with hooks that is deleted, moved or renamed
     * while it is open is a loss, until it is back.
     */
    activate(name: string, where?: Where): Effect.Effect<Skill, SkillNotFound, Scope.Scope>
    /** Reads all skills with their hooks. */
    readonly all: Effect.Effect<ReadonlyArray<Skill>>
  }
>()("@hookline/skills/Skills") {
  /** Provides the skills of this project, for the pipeline that uses the same `SessionState`. */
  static readonly layerNoDeps = (
    project: Project,
    options: SettingsFiles.Options = {}
  ): Layer.Layer<Skills, never, SkillIndex | SessionState> =>
    Layer.effect(
      Skills,
      Effect.gen(function* () {
        const { skills } = yield* SessionState
        const index = yield* SkillIndex
        const shelves = yield* index.open(project, options)
        // State may outlive the process and be shared, so no other program closes what was opened here.
        const us = (yield* Random.nextInt).toString(36)
        let opened = 0

        const open = Effect.fnUntraced(function* (name: string, { kind = "skill", session }: Where) {
          const shelf = shelves.current() ?? (yield* shelves.fresh)
          const found = shelf.byKey.get(keyOf(kind, name))
          if (found === undefined) return yield* notFound(shelf, kind, name)
          const skill = yield* index.read(shelf, found)
          const own = shelf.byUserKey.get(keyOf(kind, name))
          const inForce = own === undefined || own === found ? [skill] : [skill, yield* index.read(shelf, own)]
          const guards = inForce.filter(hasHooks).map(guardOf)
          const key = { project: project.project, session }
          const one: OpenSkill = {
            name,
            by: `${us} ${opened++}`,
            ...(kind !== "skill" && { carrier: kind }),
            ...(guards.length > 0 && { guards })
          }
          // A skill whose hooks would not be in force is not opened in silence.
          yield* Effect.orDie(callPort(stateName, () => skills.open(key, one)))
          const closed = callPort(stateName, () => skills.close(key, one))
          return { skill, close: Effect.catchTag(closed, "PortFailed", ({ message }) => Effect.logError(message)) }
        })

        return Skills.of({
          activate: (name, where = {}) =>
            Effect.gen(function* () {
              const { skill } = yield* Effect.acquireRelease(open(name, where), ({ close }) => close)
              yield* scopeUses.add(`the ${skill.kind} ${JSON.stringify(name)}`)
              return skill
            }),
          all: Effect.flatMap(shelves.fresh, index.readAll)
        })
      })
    )

  /** Like `layerNoDeps`, but requires only files, dialects and the state of sessions. */
  static readonly layer = (
    project: Project,
    options: SettingsFiles.Options = {}
  ): Layer.Layer<Skills, never, SessionState | ConfigFiles | HookDialects> =>
    Skills.layerNoDeps(project, options).pipe(Layer.provide(SkillIndex.layer))
}
