// Claude Code tells events flat and in snake_case: what all other wires are measured against.
import { flat } from "./flat.ts"

export const claudeEvents = flat({ dialect: "claude" })
