/**
 * Maps folders to the hooks of their projects, which are made at the first use and closed when they are idle.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as LayerMap from "effect/LayerMap"
import type * as Scope from "effect/Scope"
import { realOf } from "./trust/places.ts"

/** Long enough for the pauses of a session, short enough for a server with many projects. */
const defaultIdle = Duration.minutes(5)

/**
 * Makes a map of the services of projects, by their folders. A folder is one project however it is named.
 *
 * @category constructors
 * @since 0.1.0
 */
export const projectMap = <A, E, R>(
  layerOf: (project: string) => Layer.Layer<A, E, R>,
  idleTimeToLive: Duration.Input = defaultIdle
): Effect.Effect<LayerMap.LayerMap<string, A, E>, never, R | Scope.Scope> =>
  Effect.map(LayerMap.make(layerOf, { idleTimeToLive }), (map): LayerMap.LayerMap<string, A, E> => ({
    ...map,
    get: (project) => map.get(keyOf(project)),
    contextEffect: (project) => map.contextEffect(keyOf(project)),
    contextEffectOption: (project) => map.contextEffectOption(keyOf(project)),
    invalidate: (project) => map.invalidate(keyOf(project))
  }))

/** Returns the real folder of a project. What is no path is refused where its hooks are built. */
const keyOf = (project: string): string => (typeof project === "string" && project !== "" ? realOf(project) : project)
