/**
 * AMCP: its lists of handlers in TOML or JSON, its payloads, its answers.
 *
 * @since 0.1.0
 */
import type { Defaults, Dialect, EnvFacts } from "@hookline/core/Dialect"
import { nameOf } from "@hookline/schema/HookEvent"
import { handlersFormat } from "../format/config/format.ts"
import { wholeName } from "../format/wholeName.ts"
import { amcpRuns, amcpTypes } from "./hostRuns.ts"
import { amcpReplies, amcpSupports } from "./replies.ts"
import { amcpEvents } from "./events.ts"
import { amcpTools } from "./tools.ts"

const matcher = wholeName({ ignoreCase: false })

const defaults: Defaults = { timeoutMillis: () => 30_000, parallel: false, shortCircuit: "onDeny", haltsAtOnce: true }

const env = ({ event, projectDir }: Pick<EnvFacts, "event" | "projectDir">): Readonly<Record<string, string>> => ({
  AMCP_PROJECT_DIR: projectDir,
  ...(event.sessionId !== undefined && { AMCP_SESSION_ID: event.sessionId }),
  AMCP_HOOK_EVENT: nameOf(event),
  ...("toolName" in event && { AMCP_TOOL_NAME: event.toolName })
})

/**
 * The dialect of AMCP.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Amcp: Dialect = {
  name: "amcp",
  title: "AMCP",
  files: [
    { _tag: "File", scope: "user", base: "config", path: "amcp/hooks.toml" },
    { _tag: "File", scope: "user", base: "config", path: "amcp/hooks.json" },
    { _tag: "File", scope: "project", base: "project", path: ".amcp/hooks.toml" },
    { _tag: "File", scope: "project", base: "project", path: ".amcp/hooks.json" }
  ],
  config: handlersFormat({
    title: "AMCP",
    example: `{"hooks": {"PreToolUse": {"handlers": [{"matcher": "bash", "type": "command", "command": "…"}]}}}`,
    tomlExample: `[[hooks.PreToolUse.handlers]] with type = "command" and command = "…" below it`,
    matcher,
    failureField: "failure_mode",
    types: amcpTypes
  }),
  event: amcpEvents,
  matcher,
  reply: amcpReplies,
  capabilities: amcpSupports,
  defaults,
  duplicates: "ProjectReplaces",
  runsItsOwn: true,
  hostRuns: amcpRuns,
  marker: ".amcp",
  projectVariable: "AMCP_PROJECT_DIR",
  tools: amcpTools,
  env,
  hostEnv: env,
  variables: ["AMCP_PROJECT_DIR", "AMCP_SESSION_ID", "AMCP_HOOK_EVENT", "AMCP_TOOL_NAME"]
}
