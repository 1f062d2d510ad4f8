// The law of losses over hosts: an entry that runs for some event of the host at hand is never a loss there.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import { eventNames } from "@hookline/dialects/Amplifier"
import * as HookEvent from "@hookline/schema/HookEvent"
import { rowsOf, runsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hooksAt } from "../../src/match/internal/losses.ts"
import { compile } from "../../src/match/Matcher.ts"

const servers = [
  "mcp__github__create_issue",
  "mcp.github.create_issue",
  "own_tool",
  "own:tool",
  "TaskCreate",
  "Other.Tool"
]

const callsOf = (tools: ReadonlyArray<string>) =>
  tools.map((toolName) => HookEvent.cases.PreToolUse.make({ toolName, toolInput: {} }))

/** Events of a host with the tools that are known of it. */
const eventsOf = (host: Dialect): ReadonlyArray<HookEvent.HookEvent> => [
  ...callsOf(host.tools.tools.map((tool) => tool.host)),
  HookEvent.cases.Stop.make({}),
  HookEvent.cases.UserPromptSubmit.make({ prompt: "" }),
  ...["startup", "resume", "clear", "compact", "fork"].map((source) => HookEvent.cases.SessionStart.make({ source })),
  ...eventNames.flatMap((event) => {
    const payload = { event, data: { session_id: "s" } }
    const read = host.event.read(payload)
    return read._tag === "Success" ? read.success.events : []
  })
]

const names = [
  "PreToolUse", "pre_tool_use", "PretoolUse", "Stop", "stop", "Stopp", "SessionStart", "session:start", "tool:pre",
  "provider:request", "llm:request", "plan:start", "PostEdit", "Pre\u200bToolUse", "UserPromptSubmit", "prompt:submit"
] // prettier-ignore

const pieces = [
  "Bash", "bash", "Edit", "Write", "write_file", "mcp__", "github", "__", ".*", "*", "|", ",", " ", "(", ")", "[", "^",
  "$", "own", "_tool", "(rm *)", "\\A", "\\Z", ".", "?", "startup", "Task", "Create", "tool == \"Bash\"",
  "|tool == \"Bash\"", "Bash(rm *)|", "|Edit(a b)", "bash|", "|read_file"
] // prettier-ignore

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

const drawn = Arbitrary.all([
  Arbitrary.schema(below(Dialects.all.length)),
  Arbitrary.schema(below(names.length)),
  Arbitrary.schema(Schema.Array(below(pieces.length)).check(Schema.isMaxLength(4)))
])

const events = new Map(Dialects.all.map((host) => [host, eventsOf(host)]))

/** Checks the law for a file with one entry, under every host. */
const checkFile = Effect.fnUntraced(function* (dialect: Dialect, event: string, matcher: string) {
  const handler = { type: "command", command: "guard" }
  const value = dialect.name === "amcp" ? { handlers: [{ ...handler, matcher }] } : [{ matcher, hooks: [handler] }]
  const file = { dialect: dialect.name, scope: "project", file: "/p/hooks.json", folder: "/p" } as const
  const { diagnostics, hooks } = yield* dialect.config.read(file, JSON.stringify({ hooks: { [event]: value } }))
  const catalog = { files: [file], hooks, diagnostics, settings: {} }
  for (const host of Dialects.all) {
    const compiled = compile(Dialects.all, host)(catalog)
    const ranOn = (some: ReadonlyArray<HookEvent.HookEvent>) =>
      some.flatMap(compiled.groups).flatMap((group) => group.hooks)
    const known = new Set(ranOn(events.get(host) ?? []))
    const all = new Set([...known, ...ranOn(callsOf([...servers, ...Dialects.canonicalTools]))])
    // The loss of a part of a matcher is one of the tools that the part names.
    const whole = [...compiled.losses, ...compiled.doubts].filter(({ code }) => code !== "matcher-part")
    for (const found of whole) {
      // A tool of a server may have a name of which there is a doubt, and none may have one that is a loss.
      const ran = found.lost === undefined ? known : all
      const runs = hooksAt(found, hooks).filter((hook) => ran.has(hook))
      assert.deepStrictEqual(runs, [], `${event} ${JSON.stringify(matcher)} under ${host.name}: ${found.text}`)
    }
    for (const one of events.get(host) ?? []) {
      const here = new Set(ranOn([one]))
      const runs = compiled.lostOn(one).flatMap((found) => hooksAt(found, hooks).filter((hook) => here.has(hook)))
      assert.deepStrictEqual(runs, [], `${JSON.stringify(matcher)} under ${host.name} on ${JSON.stringify(one)}`)
    }
  }
})

describe("a loss", () => {
  it.effect.prop(
    "is never an entry that runs for some event of the host at hand",
    [drawn],
    ([[of, name, text]]) =>
      checkFile(Dialects.all[of] ?? Dialects.canonical, names[name] ?? "", text.map((piece) => pieces[piece]).join("")),
    { arbitrary: { runs: runsOf(300), size: 30 } }
  )

  it.effect("is of the tools alone on which no other part of a matcher runs", () =>
    Effect.gen(function* () {
      for (const dialect of Dialects.all)
        for (const matcher of [
          "bash|Bash(x y)|Edit(a b)",
          "read_file|Bash(rm *)|bash",
          "(Edit|bash)|Edit(a b)|Bash(x y)"
        ])
          yield* checkFile(dialect, "PreToolUse", matcher)
    })
  )

  it.effect("is no name of a tool that some host has, in any file", () =>
    Effect.gen(function* () {
      const words = new Set(
        Dialects.all.flatMap(({ tools }) => tools.tools.flatMap((tool) => [tool.host, tool.canonical]))
      )
      for (const dialect of Dialects.all) {
        for (const word of rowsOf([...words, ...Dialects.canonicalTools], 3)) {
          yield* checkFile(dialect, "PreToolUse", word)
        }
      }
    })
  )

  it("is no event of its own of any host", () => {
    const own = Dialects.all.flatMap(({ event }) => event.ownEvents ?? [])
    assert.include(own, "provider:request")
    assert.notInclude(own, "tool:pre")
  })
})

describe("a loss of a tool", () => {
  it.effect("is one of each call that the host also names so", () =>
    Effect.gen(function* () {
      const claude = Dialects.canonical
      const host: Dialect = { ...claude, alsoNamed: (event) => ("toolName" in event ? ["Edit"] : []) }
      const file = { dialect: claude.name, scope: "project", file: "/settings.json", folder: "/" } as const
      // Its first letter is Cyrillic, so that it means Edit, and no tool has this name.
      const hooks = { PreToolUse: [{ matcher: "\u0415dit", hooks: [{ type: "command", command: "guard" }] }] }
      const reading = yield* claude.config.read(file, JSON.stringify({ hooks }))
      const event = HookEvent.cases.PreToolUse.make({ toolName: "Erase", toolInput: {} })
      const lostUnder = (one: Dialect) =>
        compile(Dialects.all, one)({ ...reading, files: [file], settings: {} }).lostOn(event).length
      assert.deepStrictEqual([lostUnder(claude), lostUnder(host)], [0, 1])
    })
  )
})
