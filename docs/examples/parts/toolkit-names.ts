import * as HookedToolkit from "@hookline/node/HookedToolkit"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Schema from "effect/Schema"

const Tools = Toolkit.make(
  Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }) }),
  Tool.make("save", { parameters: Schema.Struct({ path: Schema.String, text: Schema.String }) })
)

// Hooks get `Bash`, and `Write` with `file_path`.
export const toolkit = HookedToolkit.make(Tools, {
  names: { shell: "Bash", save: { name: "Write", keys: { path: "file_path" } } }
})
