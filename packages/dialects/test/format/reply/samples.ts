// Hooks, events, replies and outcomes that the tests of replies are made of.
import type { HostReply, ReplyWire } from "@hookline/core/Dialect"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Schema from "effect/Schema"
import { amcpReplies } from "../../../src/amcp/replies.ts"
import { amplifierReplies } from "../../../src/amplifier/replies.ts"
import { amplihackReplies } from "../../../src/amplihack/replies.ts"
import { claudeReplies } from "../../../src/claude/replies.ts"

export const dialects: Readonly<Record<"claude" | "amplifier" | "amcp" | "amplihack", ReplyWire>> = {
  claude: claudeReplies,
  amplifier: amplifierReplies,
  amcp: amcpReplies,
  amplihack: amplihackReplies
}

export const DialectName = Schema.Literals(["claude", "amplifier", "amcp", "amplihack"])

export { example as AnyEvent, examples as events, exampleNames as names } from "@hookline/testing/HookEvents"
export { AnyOutcome, small } from "@hookline/testing/Arbitraries"

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

export const text = (outcome: Outcome.Outcome): ReadonlyArray<string> => outcome.context.map(({ text }) => text)

export const messages = (outcome: Outcome.Outcome): ReadonlyArray<string> => outcome.notices.map(({ text }) => text)
