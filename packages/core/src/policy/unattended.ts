/** Checks for events of an agent that asks its user nothing: there, a question is a denial. */
import type { HookEvent } from "@hookline/schema/HookEvent"

const modes: ReadonlySet<string> = new Set(["bypassPermissions", "dontAsk"])

/** Checks whether an event happens in a mode in which no user is asked. */
export const isUnattended = ({ permissionMode = "" }: Pick<HookEvent, "permissionMode">): boolean =>
  modes.has(permissionMode)
