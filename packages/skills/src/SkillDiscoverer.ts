/**
 * Stage 2, discover, with skills: to the hooks that are always in force come those of the skills that are open.
 *
 * **Details**
 *
 * Where no skill is open nothing is looked for, and nothing is added: the catalog is the one that there would be without
 * skills. Listings and plans have those that are closed, too.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import type { HookDialects } from "@hookline/core/HookDialects"
import { SessionState } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as InForce from "./InForce.ts"
import * as LiveSkills from "./internal/LiveSkills.ts"
import { SkillIndex } from "./SkillIndex.ts"

const make = Effect.gen(function* () {
  const inner = yield* Discoverer
  const index = yield* SkillIndex
  const { skills } = yield* SessionState
  return Discoverer.of({
    discover: Effect.fnUntraced(function* (project, options) {
      const base = yield* inner.discover(project, options)
      const shelf = yield* index.find(project, options)
      const open = skills.of({ project: project.project, session: undefined })
      const meant = InForce.meant(open, shelf, () => true)
      const opened = yield* LiveSkills.read(index, shelf, meant)
      return InForce.catalog(base, shelf, { ...opened, all: yield* index.readAll(shelf) })
    }),
    open: (project, options) =>
      Effect.map(inner.open(project, options), (base) =>
        LiveSkills.make(base, { index, skills, project, options: options ?? {} })
      )
  })
})

/**
 * Decorates a discoverer. What it finds without skills stays as it is, and comes first.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoDeps: Layer.Layer<Discoverer, never, Discoverer | SkillIndex | SessionState> = Layer.effect(
  Discoverer,
  make
)

/**
 * Finds the hooks of the dialects that are known, and those of skills.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Discoverer, never, SessionState | ConfigFiles | HookDialects> = layerNoDeps.pipe(
  Layer.provide([Discoverer.layerNoDeps, SkillIndex.layer])
)
