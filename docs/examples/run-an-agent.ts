// An agent with its whole life: its session, prompts, tools and ends all pass the hooks.
import * as Approval from "@hookline/coordinator/Approval"
import * as Trust from "@hookline/core/Trust"
import * as Verdict from "@hookline/schema/Verdict"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Hookline } from "hookline"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as TestModel from "@hookline/testing/TestModel"

const Shell = Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }), success: Schema.String })
const Explore = Tool.make("explore", { parameters: Schema.Struct({ question: Schema.String }), success: Schema.String })
const Tools = Toolkit.make(Shell, Explore)

const handlers = Tools.toLayer(
  Effect.gen(function* () {
    // An agent inside the agent. It gets its services where the handlers are made.
    const nested = yield* Effect.context<Hookline | LanguageModel>()
    return {
      shell: ({ command }) => Effect.succeed(`(the output of ${command})`),
      explore: ({ question }) =>
        HookedAgent.nested("explorer", question).pipe(
          Effect.map(({ text }) => text),
          Effect.provideContext(nested)
        )
    }
  })
)

const program = Effect.gen(function* () {
  const hooks = yield* Hookline
  const events: Array<string> = []
  yield* hooks.register({ event: "*", name: "log", handler: ({ _tag }) => Effect.sync(() => void events.push(_tag)) })
  // Hooks of the program run beside those of the project. This one wants the tests run before the agent stops.
  yield* hooks.register({
    event: "Stop",
    name: "tests",
    handler: ({ lastAssistantMessage = "", stopHookActive }) =>
      stopHookActive || lastAssistantMessage.includes("tests")
        ? Effect.void
        : Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "Run the tests first." }) })
  })

  // SessionStart is now, and SessionEnd when this scope closes, also by an interruption.
  const answer = yield* Effect.scoped(
    Effect.gen(function* () {
      const agent = yield* HookedAgent.open({
        toolkit: Tools,
        system: "You are terse.",
        names: { shell: "Bash" }
      })
      return yield* agent.prompt("Where is the bug?")
    })
  )
  return { answer, events }
})

// A model with its answers in a script. Any other takes its place, such as `Anthropic.model("claude-sonnet-4-5")`.
const model = TestModel.layer([
  { tool: "explore", input: { question: "Where do we parse dates?" } },
  { text: "In dates.ts, says the explorer." },
  { text: "It is in dates.ts." },
  { tool: "shell", input: { command: "npm test" } },
  { text: "It is in dates.ts, and the tests agree." }
])

// The approver is a layer. A tool with `needsApproval` asks this one, too.
const hooks = Hookline.layer({
  project: "examples/guarded-project",
  trust: Trust.layerAll,
  provide: [Approval.layerDeny]
})

const services = Layer.provideMerge(handlers, Layer.merge(hooks, model))

export const { answer, events } = await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(services)))

console.log(answer) // { text: "It is in dates.ts, and the tests agree.", ended: "done" }
console.log(events.join(" "))
// SessionStart UserPromptSubmit PreToolUse SubagentStart SubagentStop PostToolUse Stop PreToolUse PostToolUse Stop SessionEnd
