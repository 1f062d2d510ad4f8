/**
 * Amplifier: its folders of hooks and plugins, its events by `{event, data}`, its `HookResult`.
 *
 * @since 0.1.0
 */
import type { Defaults, Dialect, EnvFacts } from "@hookline/core/Dialect"
import { namesOf } from "@hookline/core/ToolTable"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { groupsFormat } from "../format/config/format.ts"
import { wholeName } from "../format/wholeName.ts"
import { amplifierReplies, amplifierSupports } from "./replies.ts"
import { amplifierEvents, hostEvents } from "./events.ts"
import { isJson } from "@hookline/schema/Json"
import * as plugins from "../plugins.ts"
import { amplifierTools } from "./tools.ts"

const matcher = wholeName({ ignoreCase: true })

const defaults: Defaults = {
  timeoutMillis: () => 30_000,
  capMillis: 300_000,
  parallel: false,
  shortCircuit: "onDeny"
}

const env = ({ event, projectDir, source }: EnvFacts): Readonly<Record<string, string>> => ({
  AMPLIFIER_PROJECT_DIR: projectDir,
  [plugins.folderVariable]: source.folder,
  ...(event.sessionId !== undefined && { AMPLIFIER_SESSION_ID: event.sessionId }),
  CLAUDE_PROJECT_DIR: projectDir,
  CLAUDE_PLUGIN_ROOT: source.pluginFolder ?? source.folder,
  ...(source.skill !== undefined && { CLAUDE_SKILL_DIR: source.folder })
})

const folder = { path: plugins.folder, file: plugins.files.own } as const
const plugin = { layout: plugins.layout, pluginDialect: plugins.dialect } as const

/** Returns the tool's name beside the agent's, because agents start and stop by a tool, and matchers may name either. */
const taskTool = ({ _tag, host }: HookEvent): ReadonlyArray<string> => {
  if (_tag !== "SubagentStart" && _tag !== "SubagentStop") return []
  const data = isJson(host) ? host["data"] : undefined
  const name = isJson(data) ? (data["tool_name"] ?? data["name"] ?? data["toolName"]) : undefined
  return typeof name === "string" ? namesOf(amplifierTools, name) : []
}

/**
 * The dialect of Amplifier.
 *
 * @category dialects
 * @since 0.1.0
 */
export const Amplifier: Dialect = {
  name: "amplifier",
  title: "Amplifier",
  files: [
    { _tag: "Folder", scope: "user", base: "home", ...folder, ...plugin },
    { _tag: "Folder", scope: "project", base: "project", ...folder, ...plugin }
  ],
  skills: [
    { _tag: "Folder", kind: "skill", scope: "project", base: "project", path: ".amplifier/skills" },
    { _tag: "Folder", kind: "skill", scope: "user", base: "home", path: ".amplifier/skills" },
    { _tag: "Variable", kind: "skill", name: "AMPLIFIER_SKILLS_DIR" }
  ],
  config: groupsFormat({
    title: "Amplifier",
    example: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "…"}]}]}}`,
    matcher,
    capMillis: 300_000,
    hostEvents
  }),
  event: amplifierEvents,
  matcher,
  alsoMatches: taskTool,
  reply: amplifierReplies,
  capabilities: amplifierSupports,
  defaults,
  marker: ".amplifier",
  projectVariable: "AMPLIFIER_PROJECT_DIR",
  tools: amplifierTools,
  env,
  hostEnv: ({ event, projectDir }) => ({
    AMPLIFIER_PROJECT_DIR: projectDir,
    ...(event.sessionId !== undefined && { AMPLIFIER_SESSION_ID: event.sessionId })
  }),
  variables: [
    "AMPLIFIER_PROJECT_DIR",
    plugins.folderVariable,
    "AMPLIFIER_SESSION_ID",
    "AMPLIFIER_ENV_FILE",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_SKILL_DIR"
  ],
  envFileVariable: "AMPLIFIER_ENV_FILE"
}

/**
 * Schema for the results of Amplifier's handlers, which also answer its host, and the conversions to and from outcomes.
 *
 * @category models
 * @since 0.1.0
 */
export { HookResult } from "./HookResult.ts"
export { fromOutcome } from "./hookResultView.ts"
export { toOutcome } from "./hookResultOutcome.ts"

/**
 * The names of Amplifier's events, as its core emits them.
 *
 * @category models
 * @since 0.1.0
 */
export { amplifierNames as eventNames } from "./eventNames.ts"

/**
 * The names of decisions and errors that its architecture document has beside them. Its core emits them no more; a host
 * may, and a native handler can be registered for them.
 *
 * @category models
 * @since 0.1.0
 */
export { documentedNames as documentedEventNames } from "./eventNames.ts"
