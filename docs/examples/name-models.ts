// Models by the names that hooks and settings give them.
import * as Trust from "@hookline/core/Trust"
import * as Models from "@hookline/prompt/Models"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { Hookline } from "hookline"

const fast = Anthropic.model("claude-haiku-4-5")

const names = Models.layer({
  fast,
  strong: Anthropic.model("claude-opus-4-5"),
  local: OpenAiCompatible.model("qwen3:8b", { baseUrl: "http://localhost:11434/v1" })
})

// A hook that names no model is judged by `fast`, and so is, with a notice, a hook whose model is not there.
export const layer = Hookline.layer({
  project: "examples/judged-project",
  trust: Trust.layerAll,
  provide: [fast, names]
})
