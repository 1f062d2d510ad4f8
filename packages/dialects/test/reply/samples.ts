// Hooks, events, replies and outcomes that the tests of replies are made of.
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { amcpReplies } from "../../src/internal/reply/amcp.ts"
import { amplifierReplies } from "../../src/internal/reply/amplifier.ts"
import { amplihackReplies } from "../../src/internal/reply/amplihack.ts"
import { claudeReplies } from "../../src/internal/reply/claude.ts"

export const dialects: Readonly<Record<"claude" | "amplifier" | "amcp" | "amplihack", ReplyWire>> = {
  claude: claudeReplies,
  amplifier: amplifierReplies,
  amcp: amcpReplies,
  amplihack: amplihackReplies
}

export const DialectName = Schema.Literals(["claude", "amplifier", "amcp", "amplihack"])

const { cases } = HookEvent

const call = { toolName: "Bash", toolInput: { command: "ls", timeout: 5 } }
const task = { taskId: "1", taskSubject: "Mend it" }
const elicitation = { mcpServerName: "forms" }
const models = { fromModel: "claude-small", toModel: "claude-large" }

/** One event of every name. */
export const events = {
  PreToolUse: cases.PreToolUse.make(call),
  PostToolUse: cases.PostToolUse.make({ ...call, toolResponse: { stdout: "secret" } }),
  PostToolUseFailure: cases.PostToolUseFailure.make({ ...call, error: "no such file" }),
  PostToolBatch: cases.PostToolBatch.make({ toolCalls: [] }),
  PermissionRequest: cases.PermissionRequest.make(call),
  PermissionDenied: cases.PermissionDenied.make({ ...call, reason: "risky" }),
  Notification: cases.Notification.make({ message: "waiting" }),
  UserPromptSubmit: cases.UserPromptSubmit.make({ prompt: "mend it" }),
  UserPromptExpansion: cases.UserPromptExpansion.make({ prompt: "mend it", commandName: "mend" }),
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

export const names = Object.keys(events) as ReadonlyArray<HookEvent.Tag>

/** Any of them; the fields of an event matter less here than its name. */
export const AnyEvent: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.schema(Schema.Literals(names)),
  (name) => events[name]
)

export const by = "claude/PreToolUse/guard"

/** A hook whose words are read. */
export const hook = (handler: Handler = { _tag: "Command", command: "./guard.sh" }): Hook => ({
  id: by,
  event: "PreToolUse",
  handler,
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "claude", scope: "project", file: "/p/hooks.json", folder: "/p", at: [] }
})

export const exit = (code: number, stdout: string, stderr = ""): HookReply => ({ _tag: "Exit", code, stdout, stderr })

/** What a hook of a dialect said that printed this and exited so. */
export const read = (
  name: keyof typeof dialects,
  event: HookEvent.HookEvent,
  printed: unknown,
  code = 0,
  stderr = ""
) =>
  dialects[name].read(
    exit(code, typeof printed === "string" ? printed : JSON.stringify(printed), stderr),
    hook(),
    event
  )

/** What a hook said by `hookSpecificOutput`, with the event's name in it. */
export const specific = (event: HookEvent.HookEvent, fields: object, top: object = {}) => ({
  ...top,
  hookSpecificOutput: { hookEventName: HookEvent.nameOf(event), ...fields }
})

/** What a host's answer says when it is read back as a hook's reply. */
export const readBack = (
  name: keyof typeof dialects,
  { body, exit: code, stderr, text }: HostReply,
  event: HookEvent.HookEvent
) => read(name, event, body ?? text ?? "", code, stderr)

/** Outcomes with the values that a hook's JSON can hold, and with effects that hosts know beside others. */
export const AnyOutcome = Schema.Struct({
  ...Outcome.Outcome.fields,
  changes: Schema.Array(
    Schema.Struct({
      by: Schema.String,
      target: Schema.Literals(["input", "result", "prompt"]),
      mode: Schema.Literals(["replace", "merge"]),
      value: Schema.Union([Schema.Record(Schema.String, Schema.Json), Schema.String, Schema.Json])
    })
  ),
  effects: Schema.Array(
    Schema.Struct({
      by: Schema.String,
      kind: Schema.Union([
        Schema.Literals([
          "watchPaths",
          "updatedPermissions",
          "action",
          "content",
          "sessionTitle",
          "worktreePath",
          "retry"
        ]),
        Schema.String
      ]),
      value: Schema.Union([
        Schema.Array(Schema.String),
        Schema.Literals(["accept", "decline"]),
        Schema.Boolean,
        Schema.Json
      ])
    })
  )
})

/** Lists of an outcome grow with the size on their own; short ones meet every case. */
export const small = { arbitrary: { size: 6 } }

export const text = (outcome: Outcome.Outcome): ReadonlyArray<string> => outcome.context.map(({ text }) => text)

export const messages = (outcome: Outcome.Outcome): ReadonlyArray<string> => outcome.notices.map(({ text }) => text)
