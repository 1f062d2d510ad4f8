/** The columns of the matrix: policies, and events of which some can be denied. */
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"

/** An event for a fault. */
export interface Column {
  readonly name: string
  /** True if a failure may deny it. */
  readonly canBeDenied: boolean
  /** True if a healthy guard denies the event. */
  readonly isGuarded: boolean
  /** Creates the event on which only the hook of this row runs. */
  readonly eventFor: (row: string, sessionId: string) => HookEvent.HookEvent
}

/** Returns the tool's name on which the healthy guard runs. */
export const guarded = (row: string): string => `${row}Guarded`

export const columns: ReadonlyArray<Column> = [
  {
    name: "PreToolUse",
    canBeDenied: true,
    isGuarded: false,
    eventFor: (row, sessionId) =>
      HookEvent.cases.PreToolUse.make({ toolName: row, toolInput: { file_path: "/x" }, sessionId })
  },
  {
    name: "PreToolUse beside another guard",
    canBeDenied: true,
    isGuarded: true,
    eventFor: (row, sessionId) =>
      HookEvent.cases.PreToolUse.make({ toolName: guarded(row), toolInput: { file_path: "/x" }, sessionId })
  },
  {
    name: "SubagentStop",
    canBeDenied: false,
    isGuarded: false,
    eventFor: (row, sessionId) => HookEvent.cases.SubagentStop.make({ agentType: row, agentId: "a", sessionId })
  },
  {
    name: "Notification",
    canBeDenied: false,
    isGuarded: false,
    eventFor: (row, sessionId) => HookEvent.cases.Notification.make({ notificationType: row, message: "m", sessionId })
  }
]

export const policyLayers = {
  open: FailurePolicy.layerOpen,
  closed: FailurePolicy.layerClosed,
  ask: FailurePolicy.layerAsk
}

export const policies = Object.keys(policyLayers) as ReadonlyArray<OnFailure>
