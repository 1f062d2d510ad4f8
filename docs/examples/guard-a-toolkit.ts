// Guards the tools of an agent on effect/ai by one line. Each call passes the hooks of the project.
import * as Trust from "@hookline/core/Trust"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Hookline } from "hookline"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import * as TestModel from "@hookline/testing/TestModel"

const Shell = Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }), success: Schema.String })
const Tools = Toolkit.make(Shell)
const handlers = Tools.toLayer({ shell: ({ command }) => Effect.succeed(`(the output of ${command})`) })

// This is the line. `names` has the names for hooks, which users wrote for another agent's tools.
const toolkit = HookedToolkit.make(Tools, { names: { shell: "Bash" } })

const program = LanguageModel.generateText({ prompt: "Publish it.", toolkit })

const model = TestModel.layer({ tool: "shell", input: { command: "git push --force" } })
const hooks = Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll })

export const response = await Effect.runPromise(Effect.provide(program, Layer.mergeAll(handlers, model, hooks)))

console.log(response.toolResults.map(({ isFailure, result }) => [isFailure, result]))
// [ [ true, { type: "execution-denied", reason: "Force pushes are for people: push without --force, or ask." } ] ]
