/**
 * The project whose hooks are composed. It exists only inside of `Hookline.layer`.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type { Dialect } from "./Dialect.ts"
import type { Project } from "./discover/ConfigLocations.ts"
import type { Sealed } from "./policy/sealed.ts"

/**
 * The project whose hooks are composed, and its host.
 *
 * **When to use**
 *
 * Layers of policies and ports require it. Give such a layer to `Hookline.layer({ project, provide: [layer] })`, or to
 * `TestPipeline.layer`: the requirement is met there, and nowhere else: no other module creates the service.
 *
 * **Gotchas**
 *
 * If the compiler reports that `ThisProject` is not assignable to `never`, then a layer of a policy or a port is placed
 * beside `Hookline.layer`, around it, or around an effect, where hooks would not use it.
 *
 * @example
 * ```ts
 * import { ThisProject } from "@hookline/core/ThisProject"
 * import * as Timeouts from "@hookline/core/Timeouts"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Slow hooks are accepted in one project only.
 * const timeouts = Layer.unwrap(
 *   Effect.map(ThisProject, ({ project }) =>
 *     Timeouts.layerCap(project.project.endsWith("/monorepo") ? "2 minutes" : "10 seconds")
 *   )
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ThisProject extends Context.Service<
  ThisProject,
  Sealed<{
    readonly project: Project
    readonly host: Dialect
  }>
>()("@hookline/core/ThisProject") {}
