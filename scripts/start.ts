// Shows what Hookline finds in the example project, its hooks and the mistake that is planted there, and runs a guard.
import { Discoverer } from "@hookline/core/Discoverer"
import * as Positions from "@hookline/core/Positions"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import { Pipeline } from "@hookline/core/Pipeline"
import * as DefaultPipeline from "hookline/DefaultPipeline"
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

const command = "git push --force"

const asking = Effect.gen(function* () {
  const { answer } = yield* Pipeline
  return yield* answer(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command } }))
})

const layer = DefaultPipeline.layer({ project: folder, host: ClaudeCode })
const { outcome } = await Effect.runPromise(Effect.provide(asking, layer))
console.log(`\nAn agent is about to run \`${command}\`: ${outcome.verdict._tag}`)
for (const { by, text } of Verdict.reasonsOf(outcome.verdict)) console.log(`  ${by}: ${text}`)
