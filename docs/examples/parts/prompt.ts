import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import { Hookline } from "hookline"

// The model that judges prompt and agent hooks.
export const hooks = Hookline.layer({ project: ".", provide: [Anthropic.model("claude-haiku-4-5")] })
