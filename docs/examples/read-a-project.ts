// Finds the hooks of a project, and reports what is wrong with them.
import { Discoverer } from "@hookline/core/Discoverer"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"

const program = Effect.gen(function* () {
  const discoverer = yield* Discoverer
  const catalog = yield* discoverer.discover(NodeDiscovery.project("examples/guarded-project"))
  for (const hook of catalog.hooks) console.log(hook.id, "on", hook.event)
  for (const found of catalog.diagnostics) console.error(Diagnostic.format(found))
  return catalog
})

export const catalog = await Effect.runPromise(Effect.provide(program, NodeDiscovery.layer))
