/** The flags that describe an event, for every command that takes one. */
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

/** Creates an optional flag that takes a text. */
export const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

export const eventFlags = {
  tool: text("tool", "NAME", "The tool that is called (default: Bash)"),
  input: text("input", "JSON|@FILE|-", "The tool's input, or the fields of an event without a tool (default: {})"),
  prompt: text("prompt", "TEXT", "The user's prompt (default: empty)"),
  source: text(
    "source",
    "WORD",
    "What the event is matched by where it has no tool: startup, manual, … (default: none)"
  ),
  session: text(
    "session",
    "ID",
    "The session, whose open skills and hooks that ran once count and do not change (default: a new one)"
  )
}

/** The skills to open, for commands that try hooks. */
export const skill = Flag.String("skill").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("A skill to open first; may be given several times (default: none)"),
  Flag.atLeast(0)
)

export const eventArgument = Argument.String("event").pipe(
  Argument.withDescription(
    "The event: PreToolUse, PostToolUse, UserPromptSubmit, SessionStart, Stop, … or any other name"
  )
)

/** The flags that describe an event, and its name. */
export type EventFlags = Command.Command.Config.Infer<typeof eventFlags & { readonly event: typeof eventArgument }>
