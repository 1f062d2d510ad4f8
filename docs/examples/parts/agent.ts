// <agent>
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import * as TestModel from "@hookline/testing/TestModel"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Hookline } from "hookline"

const parameters = Schema.Struct({ command: Schema.String })
const Tools = Toolkit.make(Tool.make("shell", { parameters, success: Schema.String }))
const handlers = Tools.toLayer({ shell: ({ command }) => Effect.succeed(`ran ${command}`) })

// The guarded toolkit. Hooks know its tool as Bash.
const toolkit = HookedToolkit.make(Tools, { names: { shell: "Bash" } })
const program = LanguageModel.generateText({ prompt: "Clean up.", toolkit })

// A model with a script. The layer to swap: Anthropic.model("claude-sonnet-4-5"), or any other LanguageModel.
const model = TestModel.layer({ tool: "shell", input: { command: "rm -rf /" } })
// A layer in `provide` replaces a default: here, a hook that fails denies. It would pass with a notice.
const hooks = Hookline.layer({ project: ".", provide: [FailurePolicy.layerClosed] })

const { toolResults } = await Effect.runPromise(Effect.provide(program, Layer.mergeAll(handlers, model, hooks)))
console.log(toolResults[0]?.result) // { type: "execution-denied", reason: "Deleting whole folders is for people: …" }
// </agent>
