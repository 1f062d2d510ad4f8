/** Hooks of a catalog, the events on which they are, and the problems of its files, for the laws of matchers. */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type * as Source from "@hookline/schema/Source"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as HookEvents from "../HookEvents.ts"
import { dialectNames } from "./dialectNames.ts"

/** Names of tools that some dialect calls otherwise, that belong to a server, or that no dialect knows. */
const tools = ["Bash", "Write", "Edit", "Task", "mcp__db__query", "deploy"] as const

const matchers = [...tools, "", "*", "Bash|Write", "^B", "Edit.*", "mcp__.*", "startup|ada", "nothing"] as const

/** The event of a hook that is on the event which happens: of the other names, few would ever match. */
export const same = "the one that happens"

/** An entry of a file. */
interface Entry {
  readonly dialect: string
  readonly file: string
  readonly event: string
  readonly index: number
  readonly matcher?: string
  readonly if?: string
  readonly once: boolean
  readonly enabled: boolean
  readonly scope?: Source.Scope
  readonly kind?: keyof typeof handlers
  /** True if settings or another hook keep it from running. */
  readonly off?: boolean
}

/** A handler of each kind that files have most. */
const handlers = {
  Command: { _tag: "Command", command: "guard" },
  Prompt: { _tag: "Prompt", prompt: "May it?" },
  Http: { _tag: "Http", url: "http://localhost/guard" },
  Module: { _tag: "Module", path: "./guard.js" }
} as const satisfies Record<string, Handler>

const AnyEntry: Schema.Schema<Entry> = Schema.Struct({
  dialect: Schema.Literals(dialectNames),
  file: Schema.Literals(["a", "b"]),
  event: Schema.Union([
    Schema.Literals([same, same, same]),
    Schema.Literals([same, "PreToolUse"]),
    Schema.Literals(HookEvents.exampleNames),
    Schema.Literals(["tool:retry", "Unheard"])
  ]),
  index: Schema.Literals([0, 1, 1, 2]),
  matcher: Schema.optionalKey(Schema.Literals(matchers)),
  if: Schema.optionalKey(Schema.Literals(["Bash(ls *)", "Write", "Bash(("])),
  once: Schema.Boolean,
  enabled: Schema.Literals([true, true, true, false]),
  scope: Schema.Literals(["project", "user", "local"]),
  kind: Schema.Literals(["Command", "Prompt", "Http", "Module"]),
  off: Schema.Literals([false, false, false, true])
})

/** Creates the hooks of a catalog in the order of discovery: by dialect, file and group. */
export const hooksOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Hook> =>
  entries
    .map(
      ({ dialect, event, file, index, kind = "Command", off = false, scope = "project", ...fields }, place): Hook => ({
        id: `${dialect}/${file}/${place}`,
        event,
        ...fields,
        handler: handlers[kind],
        ...(off && { off: { _tag: "SameAs", hook: "another" } }),
        // All hooks of a group are in parallel, or none is.
        group: { index, parallel: index === 1 },
        source: { dialect, scope, file: `/p/${dialect}/${file}`, folder: "/p", at: [place] }
      })
    )
    .toSorted(
      (one, other) =>
        dialectNames.indexOf(one.source.dialect) - dialectNames.indexOf(other.source.dialect) ||
        (one.source.file < other.source.file ? -1 : one.source.file > other.source.file ? 1 : 0) ||
        one.group.index - other.group.index
    )

const callTag = Arbitrary.schema(
  Schema.Literals([
    "PreToolUse",
    "PreToolUse",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "PermissionDenied"
  ])
)

const toolCall = Arbitrary.schema(
  Schema.Struct({ tool: Schema.Literals(tools), command: Schema.Literals(["ls -a", "rm -rf /"]) })
)

/** Creates a call of a tool, in each event of one call. */
const call: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.all([callTag, toolCall]),
  ([tag, { command, tool }]) => ({
    ...HookEvents.examples[tag],
    toolName: tool,
    toolInput: { command },
    cwd: "/p"
  })
)

const { cases } = HookEvent

/** Events with another target than a tool. */
const targeted: ReadonlyArray<HookEvent.HookEvent> = [
  cases.SessionStart.make({ source: "startup" }),
  cases.Notification.make({ message: "waiting", notificationType: "startup" }),
  cases.SubagentStop.make({ agentType: "ada" })
]

/** Creates an event: a call of a tool, as often as any other. */
export const event: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.all([
    call,
    HookEvents.example,
    Arbitrary.schema(Schema.Literals(targeted.map((_, index) => index))),
    Arbitrary.schema(Schema.Literals(["call", "call", "example", "targeted"]))
  ]),
  ([call, example, index, kind]) => (kind === "call" ? call : (kind === "targeted" && targeted[index]) || example)
)

/** Creates events that happen one after the other: of any name, or calls of several tools under one name. */
export const events: Arbitrary.Arbitrary<ReadonlyArray<HookEvent.HookEvent>> = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.array(event, { minLength: 2, maxLength: 3 }),
    callTag,
    Arbitrary.array(toolCall, { minLength: 2, maxLength: 3 }),
    Arbitrary.schema(Schema.Boolean)
  ]),
  ([any, tag, calls, isOneName]) =>
    isOneName
      ? calls.map(({ command, tool }) => ({ ...HookEvents.examples[tag], toolName: tool, toolInput: { command } }))
      : any
)

export const entries = Arbitrary.array(Arbitrary.schema(AnyEntry), { minLength: 1, maxLength: 12 })

/** Creates the hooks of a catalog, many of which are on one of the events. */
export const hooksOn = (
  all: ReadonlyArray<Entry>,
  happening: ReadonlyArray<HookEvent.HookEvent>
): ReadonlyArray<Hook> =>
  hooksOf(
    all.map((entry, place) => {
      const own = happening[place % happening.length]
      return { ...entry, event: entry.event === same && own !== undefined ? HookEvent.nameOf(own) : entry.event }
    })
  )

/** Losses, and problems that are none, of an event, of some events and of all, and of some tools. */
export const problems: Arbitrary.Arbitrary<ReadonlyArray<Diagnostic>> = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Struct({
        events: Schema.Literals([same, same, "Unheard", "all", "none"]),
        tools: Schema.optionalKey(Schema.Array(Schema.Literals(tools)))
      })
    ),
    { minLength: 1, maxLength: 4 }
  ),
  (all) =>
    all.map(({ events, tools }, place): Diagnostic => {
      const lost = { entries: 1, events: events === "all" ? ("all" as const) : [events], ...(tools && { tools }) }
      return {
        code: "handler-not-object",
        level: "error",
        dialect: "claude",
        file: "/p/lost.json",
        line: 1,
        column: 1,
        at: ["hooks", place],
        text: "This entry is broken.",
        ...(events !== "none" && { lost })
      }
    })
)
