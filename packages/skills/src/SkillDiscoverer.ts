/**
 * Stage 2, discover, with skills: adds the hooks of open skills to those that are always in force.
 *
 * **Details**
 *
 * Without open skills, no files are read and the catalog stays unchanged. Listings and plans contain closed skills too.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { readPort, stateName } from "@hookline/core/kit/execute/port"
import { own } from "@hookline/core/kit/ownStages"
import type { HookDialects } from "@hookline/core/HookDialects"
import * as SharedListings from "@hookline/core/kit/discover/SharedListings"
import { SessionState } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ActiveSkills from "./internal/ActiveSkills.ts"
import * as LiveSkills from "./internal/LiveSkills.ts"
import { SkillIndex } from "./internal/SkillIndex.ts"

const make = Effect.gen(function* () {
  const inner = yield* Discoverer
  const index = yield* SkillIndex
  const { skills } = yield* SessionState
  return own(
    Discoverer.of({
      discover: Effect.fnUntraced(function* (project, options) {
        const base = yield* inner.discover(project, options)
        const shelf = yield* index.find(project, options)
        const open = readPort(stateName, () => skills.of({ project: project.project, session: undefined }))
        if (open._tag === "Failure") return LiveSkills.unread(base, project, open.failure)
        const meant = ActiveSkills.resolve(open.success, shelf, () => true)
        const opened = yield* LiveSkills.read(index, shelf, meant)
        return ActiveSkills.catalog(base, shelf, { ...opened, all: yield* index.readAll(shelf) })
        // The hooks and the skills of plugins are found in the same folders.
      }, SharedListings.during),
      open: (project, options) =>
        Effect.map(inner.open(project, options), (base) =>
          LiveSkills.make(base, { index, skills, project, options: options ?? {} })
        )
    }),
    inner
  )
})

/**
 * Decorates a discoverer. Its own hooks stay as they are, and come first.
 *
 * @example
 * ```ts
 * import { Discoverer } from "@hookline/core/Discoverer"
 * import * as Catalog from "@hookline/schema/Catalog"
 * import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(SkillDiscoverer.layerNoDeps, Discoverer.layerStatic(Catalog.empty))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoDeps: Layer.Layer<Discoverer, never, Discoverer | SkillIndex | SessionState> = Layer.effect(
  Discoverer,
  make
)

/**
 * Discovers the hooks of the dialects in `HookDialects`, and those of skills.
 *
 * @example
 * ```ts
 * import { ConfigFiles } from "@hookline/core/ConfigFiles"
 * import { HookDialects } from "@hookline/core/HookDialects"
 * import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
 * import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
 * import * as Layer from "effect/Layer"
 *
 * // The `SessionState` knows which skills are open.
 * const layer = Layer.provide(SkillDiscoverer.layer, [ConfigFiles.layerMemory({}), HookDialects.layer([ClaudeCode])])
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Discoverer, never, SessionState | ConfigFiles | HookDialects> = layerNoDeps.pipe(
  Layer.provide([Discoverer.layerNoDeps, SkillIndex.layer])
)
