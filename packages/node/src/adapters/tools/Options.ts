/** Options for the tools of an SDK. */
import type { Options as ToolNames } from "../../agents/toolkit/Options.ts"

/** The names of tools for hooks, and the fields that all events share. */
export interface Options extends ToolNames {
  /** The session. Exports of hooks, and permanent approvals, are stored per session. */
  readonly session?: string | undefined
  /** The agent's working directory, for hooks only. */
  readonly cwd?: string | undefined
}
