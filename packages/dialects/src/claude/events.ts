// Claude Code tells events flat and in snake_case: what all other wires are measured against.
import { flat } from "../format/wire/flat.ts"

export const claudeEvents = flat({ dialect: "claude" })
