import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { Hookline } from "@hookline/node/Hookline"
import * as Schema from "effect/Schema"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"

const Tools = Toolkit.make(Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }) }))

// Each call of the model passes the project's hooks, which know this tool as Bash.
export const toolkit = HookedToolkit.make(Tools, { names: { shell: "Bash" } })

export const hooks = Hookline.layer({ project: "." })
