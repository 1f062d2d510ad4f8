/**
 * AMCP: its lists of handlers in TOML or JSON, its payloads, its answers.
 *
 * @since 0.1.0
 */
import type { Defaults, Dialect, EnvFacts } from "@hookline/core/Dialect"
import { All, type MatchRule, Names, Pattern, whyInvalid } from "@hookline/core/MatchRule"
import { nameOf } from "@hookline/schema/HookEvent"
import { handlersFormat } from "./internal/config/format.ts"
import { amcpReplies, amcpSupports } from "./internal/reply/amcp.ts"
import { amcpEvents } from "./internal/wire/amcp.ts"
import { amcpTools } from "./internal/wire/tools/amcp.ts"

/** A regular expression for the whole name; what is none is a name itself. */
const matcher = (text: string | undefined): MatchRule => {
  if (text === undefined || text === "" || text === "*") return All()
  return whyInvalid(text) === undefined
    ? Pattern({ source: `^(?:${text})$`, ignoreCase: false })
    : Names({ names: [text], ignoreCase: false })
}

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
    matcher
  }),
  event: amcpEvents,
  matcher,
  reply: amcpReplies,
  supports: amcpSupports,
  defaults,
  copies: "ProjectReplaces",
  runsItsOwn: true,
  marker: ".amcp",
  tools: amcpTools,
  env,
  hostEnv: env,
  variables: ["AMCP_PROJECT_DIR", "AMCP_SESSION_ID", "AMCP_HOOK_EVENT", "AMCP_TOOL_NAME"]
}
