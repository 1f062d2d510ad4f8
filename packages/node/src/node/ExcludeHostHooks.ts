/**
 * Leaves out what the host runs itself, from its own configuration: a guard that runs twice asks twice.
 *
 * @since 0.1.0
 */
import { Discoverer } from "@hookline/core/Discoverer"
import { own } from "@hookline/core/kit/ownStages"
import type { Dialect } from "@hookline/core/Dialect"
import type { WatchedCatalog } from "@hookline/core/kit/discover/WatchedCatalog"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HostHooks from "./HostHooks.ts"

/**
 * Returns a catalog in which the hooks that the host itself runs don't run, with the reason for a plan.
 *
 * @category combining
 * @since 0.1.0
 */
export const without = (catalog: Catalog, host: Dialect): Catalog => {
  const isHosts = HostHooks.runByHost(catalog, host)
  return {
    ...catalog,
    hooks: catalog.hooks.map((hook) =>
      hook.off === undefined && isHosts(hook) ? { ...hook, off: { _tag: "RunByHost", host: host.name } } : hook
    )
  }
}

/** Keeps the result of each catalog, so that a comparison by identity sees changes. */
const leaving = (host: Dialect): ((catalog: Catalog) => Catalog) => {
  const made = new WeakMap<Catalog, Catalog>()
  return (catalog) => {
    const known = made.get(catalog) ?? without(catalog, host)
    made.set(catalog, known)
    return known
  }
}

const live = (catalogs: WatchedCatalog, leave: (catalog: Catalog) => Catalog): WatchedCatalog => ({
  ...catalogs,
  current: (scope) => {
    const catalog = catalogs.current(scope)
    return catalog && leave(catalog)
  },
  read: (options) => Effect.map(catalogs.read(options), leave),
  refresh: Effect.map(catalogs.refresh, leave)
})

/**
 * Finds what the given discoverer does, without what this host runs itself.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (host: Dialect): Layer.Layer<Discoverer, never, Discoverer> =>
  Layer.effect(
    Discoverer,
    Effect.map(Discoverer, (discoverer) => {
      if (host.runsItsOwn !== true) return discoverer
      const leave = leaving(host)
      return own(
        Discoverer.of({
          ...discoverer,
          discover: (project, options) => Effect.map(discoverer.discover(project, options), leave),
          open: (project, options) => Effect.map(discoverer.open(project, options), (catalogs) => live(catalogs, leave))
        }),
        discoverer
      )
    })
  )
