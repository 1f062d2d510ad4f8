// Shows what Hookline finds in the example project: its hooks, and the mistake that is planted there.
import { Discoverer } from "@hookline/core/Discoverer"
import * as Positions from "@hookline/core/Positions"
import * as Effect from "effect/Effect"
import * as DefaultDiscovery from "hookline/DefaultDiscovery"
import * as Listing from "hookline/Listing"
import os from "node:os"
import path from "node:path"

const folder = "examples/guarded-project"

const program = Effect.gen(function* () {
  const discoverer = yield* Discoverer
  // The person's own hooks are nobody else's example: an empty home has none.
  const project = DefaultDiscovery.project(folder, { HOME: path.join(os.tmpdir(), "hookline-nobody") })
  return yield* Positions.add(yield* discoverer.discover(project))
})

const catalog = await Effect.runPromise(Effect.provide(program, DefaultDiscovery.layer))
console.log(`Hooks of ${folder}\n`)
console.log(Listing.format(catalog, (file) => path.relative(process.cwd(), file)))
