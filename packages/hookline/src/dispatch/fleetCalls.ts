/** The state of sessions in a fleet, over HTTP. It is loaded when an event needs it, because it loads much. */
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetState from "@hookline/fleet/kit/client/FleetState"
import type { Storing } from "@hookline/core/SessionState"
import type { Fleet } from "@hookline/schema/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { unsentFolder } from "./fleetFolder.ts"

/** The limit of a call, below that of the pipeline for a call of its state. */
const limitMillis = 1500

/** Creates the state of a project's sessions, with a copy of this machine. */
export const make = (
  fleet: Fleet,
  token: string,
  folder: string,
  copy: Storing
): Effect.Effect<Storing, never, Scope.Scope> => {
  const { limitMillis: limit = limitMillis, project, url } = fleet
  return Effect.flatMap(Layer.build(FleetClient.layerHttp({ url, token, limitMillis: limit })), (context) =>
    FleetState.make(Context.get(context, FleetClient), folder, {
      copy,
      unsentFolder: unsentFolder(fleet),
      ...(project !== undefined && { project })
    })
  )
}
