// Claude Code sends events flat and in snake_case, which all other formats are compared with.
import type { EventWire } from "@hookline/core/Dialect"
import { firedEvents } from "../firedEvents.ts"
import { flat } from "../format/wire/flat.ts"
import { claudeHost } from "./host.ts"

export const claudeEvents: EventWire = { ...flat({ dialect: "claude" }), fires: firedEvents(claudeHost) }
