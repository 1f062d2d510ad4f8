import * as Trust from "@hookline/core/Trust"
import * as Models from "@hookline/prompt/Models"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { Hookline } from "hookline"

// The local model judges where Anthropic gives no answer: no key, no connection, too many requests.
const judge = Models.fallback(
  Anthropic.model("claude-haiku-4-5"),
  OpenAiCompatible.model("qwen3:8b", { baseUrl: "http://localhost:11434/v1" })
)

export const hooks = Hookline.layer({ project: "examples/judged-project", trust: Trust.layerAll, provide: [judge] })
