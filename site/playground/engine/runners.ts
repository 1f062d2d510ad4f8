/** Runners that reply what the user chose, for hooks of each kind. */
import type { Runner } from "@hookline/core/Runner"
import {
  AgentRunner,
  CommandRunner,
  HttpRunner,
  McpToolRunner,
  ModuleRunner,
  PromptRunner,
  PythonRunner
} from "@hookline/core/Runners"
import type { Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Provides the runners. `replyOf` returns the reply of a hook. */
export const layer = (replyOf: (hook: Hook) => HookReply) => {
  // It starts nothing, so that it holds every profile.
  const runner = <K extends Kind>(): Runner<K> => ({
    run: ({ hook }) => Effect.sync(() => replyOf(hook)),
    confines: true
  })
  return Layer.mergeAll(
    Layer.succeed(CommandRunner)(runner<"Command">()),
    Layer.succeed(HttpRunner)(runner<"Http">()),
    Layer.succeed(PromptRunner)(runner<"Prompt">()),
    Layer.succeed(PythonRunner)(runner<"Python">()),
    Layer.succeed(ModuleRunner)(runner<"Module">()),
    Layer.succeed(AgentRunner)(runner<"Agent">()),
    Layer.succeed(McpToolRunner)(runner<"McpTool">())
  )
}
