// Generates the reference page of losses: the event on which each host shows the notice of a loss, by the dialects' own
// functions, and the events that a loss denies, by the matcher and the policy for failures.
import type { Dialect } from "@hookline/core/Dialect"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { presenceOf } from "@hookline/core/kit/decorate/pendingNotices"
import { compile } from "@hookline/core/Matcher"
import * as Amplifier from "@hookline/dialects/Amplifier"
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n")

/** Creates an event of this name. Answers without changes depend on no other field. */
const anEvent = (name: HookEvent.Tag, toolName = "Read"): HookEvent.HookEvent =>
  ({ _tag: name, source: "", toolName, toolInput: {}, name: "Other", data: {} }) as unknown as HookEvent.HookEvent // Only these are read.

const words = { Shown: "shown", Sent: "sent", Absent: "waits" } as const

/** Returns the effect of a first event of this name on the notice of a loss. */
const firstEvent = (host: Dialect, name: HookEvent.Tag): string => {
  const event = anEvent(name)
  const { notices } = Outcome.make({ notices: [{ by: "file:1:1", level: "warning", text: "a hook is lost" }] })
  const reply = host.reply.write(Outcome.make({ notices }), event)
  return words[presenceOf(host, reply, event, notices)]
}

const notices = (): string =>
  table(
    ["first event", ...Dialects.all.map(({ title }) => title)],
    [...HookEvent.names, "Other" as const].map((name) => [name, ...Dialects.all.map((host) => firstEvent(host, name))])
  )

/** Returns the events that each host never fires in the versions that are known. */
const unfired = (): string =>
  table(
    ["host", "never fires"],
    Dialects.all.map(({ event: { fires }, title }) => [
      title,
      HookEvent.names.filter((name) => fires?.includes(name) === false).join(", ") || "-"
    ])
  )

const entry = `{ "type": "command", "command": "guard" }`

/** A loss of each kind, in a file of Claude Code's format. */
const losses: ReadonlyArray<readonly [loss: string, text: string]> = [
  ["a file that can't be read", `{ "hooks": `],
  ["an entry that can't be read", `{ "hooks": { "PreToolUse": [${entry}] } }`],
  ["a misspelt event", `{ "hooks": { "pre_tool_use": [{ "hooks": [${entry}] }] } }`],
  [
    "a matcher that no tool satisfies",
    `{ "hooks": { "PreToolUse": [{ "matcher": "Bash(rm *)", "hooks": [${entry}] }] } }`
  ],
  [
    "a permission rule among names",
    `{ "hooks": { "PreToolUse": [{ "matcher": "Bash(rm *)|Edit", "hooks": [${entry}] }] } }`
  ],
  ["a tool in slashes", `{ "hooks": { "PreToolUse": [{ "matcher": "/Bash/", "hooks": [${entry}] }] } }`],
  [
    "a tool in letters that look alike",
    `{ "hooks": { "PreToolUse": [{ "matcher": "\u0412ash", "hooks": [${entry}] }] } }`
  ],
  ["an invalid matcher", `{ "hooks": { "PreToolUse": [{ "matcher": "*.sh", "hooks": [${entry}] }] } }`],
  [
    "a key twice in an entry",
    `{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard", "command": "other" }] }] } }`
  ],
  ["an event near to none", `{ "hooks": { "PostEdit": [{ "hooks": [${entry}] }] } }`],
  ["a matcher near to a tool", `{ "hooks": { "PreToolUse": [{ "matcher": "Bsh", "hooks": [${entry}] }] } }`],
  ["a matcher of another host", `{ "hooks": { "PreToolUse": [{ "matcher": "bash", "hooks": [${entry}] }] } }`]
]

const sampled: ReadonlyArray<readonly [title: string, event: HookEvent.HookEvent]> = [
  ["PreToolUse, Bash", anEvent("PreToolUse", "Bash")],
  ["PreToolUse, Read", anEvent("PreToolUse")],
  ["UserPromptSubmit", anEvent("UserPromptSubmit")],
  ["Stop", anEvent("Stop")]
]

const claude = Dialects.canonical

/** Returns the effect of a loss on an event of a host under `closed`. */
const effectOf = Effect.fnUntraced(function* (host: Dialect, text: string, event: HookEvent.HookEvent) {
  const file = { dialect: claude.name, scope: "project", file: "/settings.json", folder: "/" } as const
  const { diagnostics, hooks } = yield* claude.config.read(file, text)
  const compiled = compile(Dialects.all, host)({ files: [file], hooks, diagnostics, settings: {} })
  const found = compiled.lostOn(event)
  const decided = found.map((each) => FailurePolicy.decide("closed", { by: each.file, text: each.text }, event))
  if (decided.some(({ verdict }) => verdict._tag === "Deny")) return "denied"
  return compiled.losses.length + compiled.doubts.length > 0 ? "notice" : "none"
})

const denials = Effect.forEach(losses, ([loss, text]) =>
  Effect.map(
    Effect.forEach(sampled, ([, event]) =>
      Effect.map(
        Effect.forEach([claude, Amplifier.Amplifier], (host) => effectOf(host, text, event)),
        (effects) => [...new Set(effects)].join("; Amplifier: ")
      )
    ),
    (cells) => [loss, ...cells]
  )
)

const page = Effect.map(
  denials,
  (rows) => `# Losses

A loss is a configured hook that will not run, because its file or entry is broken. It is reported once in a session, and
again after it has changed; to a host that names no session, once an hour. A notice that the host would not show on an event
waits for the next one. \`hookline check\` and \`hookline plan\` show all of them at any time.

## The first event of a session

**shown**: the answer has the notice where the host shows it. **sent**: the answer has it, but the host is not known to show
it there, so that a later answer has it again. **waits**: the answer can't contain it, and the next event is asked.

${notices()}

A denial by another hook may add a part that the host shows: Amplifier shows the message of an answer that denies or adds
context.

## Events that a host never fires

Hooks of these events are no losses, because another host runs them. A session gets one notice for each file that has some,
and \`hookline plan EVENT --host NAME\` shows them. They deny nothing. A program that emits events itself gets no such notice.

${unfired()}

## Under closed

The effect of a loss on later events where \`failure_policy\` is \`closed\`. **denied**: the event is denied, with the loss as
the reason. **notice**: it passes, and the loss is reported once in the session. Under \`open\` every loss is a notice.

${table(["loss", ...sampled.map(([title]) => title)], rows)}

The last three are no losses, but doubts: another program or host may run these hooks, so that they never deny. Under Amplifier
a matcher such as \`bash\` matches its tool, and there is no doubt.
`
)

export const generate = async () => [{ path: "docs/reference/losses.md", text: await Effect.runPromise(page) }]
