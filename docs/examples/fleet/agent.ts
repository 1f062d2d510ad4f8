// An agent on a machine of a fleet. It gets the gate, its token and a command for its shell.
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as FleetApproval from "@hookline/fleet/FleetApproval"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetState from "@hookline/fleet/FleetState"
import { Hookline } from "@hookline/node"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as TestModel from "@hookline/testing/TestModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { once } from "node:events"

const [url = "", token = "", command = ""] = process.argv.slice(2)

// The policy of the organisation, which no project and no user disables.
const guard = `
  case "$(cat)" in
    *"push --force"*) echo "Force pushes are for people." >&2; exit 2 ;;
    *"git push"*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"Push?"}}' ;;
  esac`
const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: guard }] }] }
const policy = ManagedPolicy.layer({
  current: Effect.succeed([
    {
      organisation: "acme",
      version: "1",
      hooks: [{ dialect: "claude", name: "shell.json", text: JSON.stringify({ hooks }) }]
    }
  ])
})

const Shell = Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }), success: Schema.String })
const Tools = Toolkit.make(Shell)
let hasRun = false
const handlers = Tools.toLayer({
  shell: () =>
    Effect.sync(() => {
      hasRun = true
      return "done"
    })
})

// A model with its answers in a script.
const model = TestModel.layer([{ tool: "shell", input: { command } }, { text: "I am done." }])

const fleet = FleetClient.layer({ url, token })
const services = Hookline.layer({
  project: "examples/guarded-project",
  host: ClaudeCode,
  trust: Trust.layerAll,
  // The name of the project is the same on all machines; the path of its folder need not be.
  provide: [
    policy,
    Layer.provide(FleetState.layer({ project: "acme/shop" }), fleet),
    Layer.provide(FleetApproval.layer, fleet)
  ]
})

const program = Effect.scoped(
  Effect.gen(function* () {
    const { register } = yield* Hookline
    let hasSetUp = false
    yield* register({
      event: "UserPromptSubmit",
      name: "setup",
      once: true,
      handler: () =>
        Effect.sync(() => {
          hasSetUp = true
        })
    })
    // The session is one, on three machines.
    const agent = yield* HookedAgent.open({
      toolkit: Tools,
      names: { shell: "Bash" },
      facts: { sessionId: "release-42" }
    })
    yield* agent.prompt(`Run ${command}.`)
    console.log(JSON.stringify({ command, hasRun, hasSetUp }))
    // The end of a session is its end on every machine, so that each waits for the others.
    yield* Effect.promise(() => once(process.stdin.resume(), "end"))
  })
)

await Effect.runPromise(Effect.provide(program, Layer.mergeAll(services, handlers, model)))
