/**
 * Events of a conversation's turns: prompts, stops, subagents, teammates, tasks, display and elicitation.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { common, JsonObject, open, preset } from "./common.ts"

const stop = {
  ...common,
  stopHookActive: preset(Schema.Boolean, false),
  lastAssistantMessage: Schema.optionalKey(Schema.String),
  backgroundTasks: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  sessionCrons: Schema.optionalKey(Schema.Array(Schema.Unknown))
} as const

const task = {
  ...common,
  taskId: Schema.String,
  taskSubject: Schema.String,
  taskDescription: Schema.optionalKey(Schema.String),
  teammateName: Schema.optionalKey(Schema.String),
  teamName: Schema.optionalKey(Schema.String)
} as const

const elicitation = {
  ...common,
  mcpServerName: Schema.String,
  mode: Schema.optionalKey(open(["form", "url"])),
  elicitationId: Schema.optionalKey(Schema.String)
} as const

export const turnEvents = {
  Notification: {
    ...common,
    message: Schema.String,
    title: Schema.optionalKey(Schema.String),
    notificationType: preset(
      open(["permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog", "agent_needs_input"]),
      ""
    )
  },
  UserPromptSubmit: {
    ...common,
    prompt: Schema.String,
    source: Schema.optionalKey(open(["user", "sdk", "system", "loop_wakeup", "schedule_wakeup", "poll_event"])),
    sessionTitle: Schema.optionalKey(Schema.String)
  },
  UserPromptExpansion: {
    ...common,
    prompt: Schema.String,
    expansionType: preset(open(["slash_command", "mcp_prompt"]), "slash_command"),
    commandName: Schema.String,
    commandArgs: preset(Schema.String, ""),
    commandSource: Schema.optionalKey(Schema.String)
  },
  Stop: stop,
  StopFailure: {
    ...common,
    error: open(["rate_limit", "overloaded", "authentication_failed", "billing_error", "server_error", "unknown"]),
    errorDetails: Schema.optionalKey(Schema.String),
    lastAssistantMessage: Schema.optionalKey(Schema.String)
  },
  SubagentStart: {
    ...common,
    agentId: preset(Schema.String, ""),
    agentType: preset(Schema.String, "")
  },
  SubagentStop: {
    ...stop,
    agentId: preset(Schema.String, ""),
    agentType: preset(Schema.String, ""),
    agentTranscriptPath: Schema.optionalKey(Schema.String)
  },
  TeammateIdle: { ...common, teammateName: Schema.String, teamName: Schema.optionalKey(Schema.String) },
  TaskCreated: task,
  TaskCompleted: task,
  Elicitation: {
    ...elicitation,
    message: Schema.String,
    url: Schema.optionalKey(Schema.String),
    requestedSchema: Schema.optionalKey(JsonObject)
  },
  ElicitationResult: {
    ...elicitation,
    action: open(["accept", "decline", "cancel"]),
    content: Schema.optionalKey(JsonObject)
  },
  MessageDisplay: {
    ...common,
    turnId: Schema.String,
    messageId: Schema.String,
    index: Schema.Finite,
    final: Schema.Boolean,
    delta: Schema.String
  }
} as const
