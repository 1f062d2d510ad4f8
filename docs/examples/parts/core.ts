import { Pipeline } from "@hookline/core/Pipeline"
import { cases } from "@hookline/schema/HookEvent"

const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })

export const answer = Pipeline.use((pipeline) => pipeline.answer(event))
