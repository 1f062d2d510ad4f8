/** A look at the fleet over HTTP. It is loaded when the fleet is asked, because it loads much. */
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
import type { Fleet } from "@hookline/schema/Settings"
import * as Effect from "effect/Effect"

/** Asks the fleet once for the newest policy, and keeps it. */
export const refresh = (
  { url }: Pick<Fleet, "url">,
  token: string,
  options: FleetPolicies.Options,
  limitMillis: number
): Effect.Effect<FleetPolicies.Refreshed> =>
  Effect.scoped(
    Effect.provide(FleetPolicies.refresh(options, limitMillis), FleetClient.layerHttp({ url, token, limitMillis }))
  )
