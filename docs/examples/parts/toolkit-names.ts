import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Schema from "effect/Schema"
import * as HookedToolkit from "@hookline/node/HookedToolkit"

const Tools = Toolkit.make(
  Tool.make("shell", { parameters: Schema.Struct({ command: Schema.String }) }),
  Tool.make("save", { parameters: Schema.Struct({ path: Schema.String, text: Schema.String }) })
)

export const toolkit =
  // <names>
  HookedToolkit.make(Tools, {
    names: { shell: "Bash", save: { name: "Write", keys: { path: "file_path" } } }
  })
// </names>
