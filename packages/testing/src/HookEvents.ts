/**
 * Random events that a host could send.
 *
 * @since 0.1.0
 */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const isNullish = (value: unknown): boolean => value === null || value === undefined

/**
 * Removes the host's own object, which differs between payload formats.
 *
 * @category mapping
 * @since 0.1.0
 */
export const withoutHost = ({ host: _host, ...event }: HookEvent.HookEvent) => event

/** Removes `null`s, which count as absent in a payload. */
const withoutNulls = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => key !== "host" && !isNullish(value))
    // Only optional fields can be null, so the rest has the same shape.
  ) as Fields

const custom = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [`custom_${key}`, value]))

const sendable = (event: HookEvent.HookEvent): HookEvent.HookEvent => {
  switch (event._tag) {
    case "Other":
      return withoutNulls({ ...event, name: `custom:${event.name}`, data: custom(event.data) })
    case "PostToolBatch":
      return withoutNulls({ ...event, toolCalls: event.toolCalls.map(withoutNulls) })
    default:
      return withoutNulls(event)
  }
}

/**
 * Creates any event that a host could send. Neither name nor data of an unknown event are those of a known one.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitrary: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.schema(HookEvent.HookEvent),
  sendable
)

/** The schemas by name, as schemas of any event: a compiler can't always reduce the type of a case whose name is a variable. */
const schemas: Readonly<Record<HookEvent.Tag, Schema.Schema<HookEvent.HookEvent>>> = HookEvent.cases

/**
 * Creates any event of one kind that a host could send.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const of = <const Name extends HookEvent.Tag>(
  name: Name
): Arbitrary.Arbitrary<Extract<HookEvent.HookEvent, { readonly _tag: Name }>> =>
  Arbitrary.map(
    Arbitrary.schema(schemas[name]),
    // The sendable part of an event is an event of its kind.
    (event) => sendable(event) as Extract<HookEvent.HookEvent, { readonly _tag: Name }>
  )

const { cases } = HookEvent

const call = { toolName: "Bash", toolInput: { command: "ls", timeout: 5 } }
const task = { taskId: "1", taskSubject: "Fix it" }
const elicitation = { mcpServerName: "forms" }
const models = { fromModel: "claude-small", toModel: "claude-large" }

/**
 * One small event of every name.
 *
 * @category examples
 * @since 0.1.0
 */
export const examples = {
  PreToolUse: cases.PreToolUse.make(call),
  PostToolUse: cases.PostToolUse.make({ ...call, toolResponse: { stdout: "secret" } }),
  PostToolUseFailure: cases.PostToolUseFailure.make({ ...call, error: "no such file" }),
  PostToolBatch: cases.PostToolBatch.make({ toolCalls: [] }),
  PermissionRequest: cases.PermissionRequest.make(call),
  PermissionDenied: cases.PermissionDenied.make({ ...call, reason: "risky" }),
  Notification: cases.Notification.make({ message: "waiting" }),
  UserPromptSubmit: cases.UserPromptSubmit.make({ prompt: "fix it" }),
  UserPromptExpansion: cases.UserPromptExpansion.make({ prompt: "fix it", commandName: "fix" }),
  Stop: cases.Stop.make({}),
  StopFailure: cases.StopFailure.make({ error: "overloaded" }),
  SubagentStart: cases.SubagentStart.make({}),
  SubagentStop: cases.SubagentStop.make({}),
  TeammateIdle: cases.TeammateIdle.make({ teammateName: "ada" }),
  TaskCreated: cases.TaskCreated.make(task),
  TaskCompleted: cases.TaskCompleted.make(task),
  Elicitation: cases.Elicitation.make({ ...elicitation, message: "Your name?" }),
  ElicitationResult: cases.ElicitationResult.make({ ...elicitation, action: "accept" }),
  MessageDisplay: cases.MessageDisplay.make({ turnId: "1", messageId: "1", index: 0, final: true, delta: "hello" }),
  SessionStart: cases.SessionStart.make({}),
  SessionEnd: cases.SessionEnd.make({}),
  Setup: cases.Setup.make({}),
  PreCompact: cases.PreCompact.make({}),
  PostCompact: cases.PostCompact.make({}),
  PreModelSwitch: cases.PreModelSwitch.make(models),
  PostModelSwitch: cases.PostModelSwitch.make(models),
  ConfigChange: cases.ConfigChange.make({ source: "user_settings" }),
  WorktreeCreate: cases.WorktreeCreate.make({ name: "mend" }),
  WorktreeRemove: cases.WorktreeRemove.make({ worktreePath: "/tmp/mend" }),
  InstructionsLoaded: cases.InstructionsLoaded.make({
    filePath: "CLAUDE.md",
    memoryType: "Project",
    loadReason: "session_start"
  }),
  CwdChanged: cases.CwdChanged.make({ oldCwd: "/", newCwd: "/tmp" }),
  FileChanged: cases.FileChanged.make({ filePath: "/tmp/a", event: "change" }),
  DirectoryAdded: cases.DirectoryAdded.make({ directory: "/tmp", source: "slash_command" }),
  Other: cases.Other.make({ name: "tool:retry", data: { tool_name: "Bash" } })
} as const satisfies { readonly [Tag in HookEvent.Tag]: HookEvent.HookEvent }

/**
 * The names of all events, including `Other`.
 *
 * @category examples
 * @since 0.1.0
 */
export const exampleNames = Object.keys(examples) as ReadonlyArray<HookEvent.Tag>

/**
 * Creates one of the examples, for properties that depend on the event's name and hardly on its fields.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const example: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.schema(Schema.Literals(exampleNames)),
  (name) => examples[name]
)
