// AMCP sends events flat, with two habits of its own: it leaves out empty fields, and gives the reason of a compaction
// under `metadata`.
import type { EventWire } from "@hookline/core/Dialect"
import type { Known } from "../format/wire/eventNames.ts"
import { flat } from "../format/wire/flat.ts"
import { firedEvents } from "../firedEvents.ts"
import { amcpHost } from "./host.ts"
import { isJson, type Json } from "@hookline/schema/Json"

const metadataOf = (payload: Json): Json => (isJson(payload["metadata"]) ? payload["metadata"] : {})

const absent = (event: Known, payload: Json): Json | undefined => {
  switch (event) {
    case "PreToolUse":
    case "PostToolUse":
      // A call without arguments comes without an input; to refuse it would keep the guards from seeing it.
      return { toolInput: {} }
    case "PreCompact":
      return { trigger: metadataOf(payload)["compact_type"] }
    default:
      return undefined
  }
}

const place = (event: Known, payload: Json): Json => {
  if (event !== "PreCompact") return payload
  const { trigger, ...others } = payload
  return { ...others, metadata: { ...metadataOf(payload), compact_type: trigger } }
}

/** AMCP declares SessionStart, and has no code that fires it. */
export const amcpEvents: EventWire = {
  ...flat({ dialect: "amcp", absent, place }),
  startsSilently: true,
  fires: firedEvents(amcpHost)
}
