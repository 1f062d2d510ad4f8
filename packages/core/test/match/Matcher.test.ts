import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import * as Matcher from "@hookline/core/Matcher"
import { All, Broken, matches, type MatchRule, Names, pattern } from "@hookline/core/MatchRule"
import * as Dialects from "@hookline/dialects/Dialects"
import { namesOf, type ToolTable } from "@hookline/core/ToolTable"
import * as Catalog from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** As Claude Code's: names and lists by themselves, anything else anywhere in the name. */
const anywhere = (text: string | undefined): MatchRule => {
  if (text === undefined || text === "" || text === "*") return All()
  return /^[\w\- ,|]*$/.test(text)
    ? Names({ names: text.split(/[|,]/).map((name) => name.trim()), ignoreCase: false })
    : pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })
}

/** The whole name, whatever its case. */
const whole = (text: string | undefined): MatchRule =>
  text === undefined || text === "" || text === "*"
    ? All()
    : pattern(text, { ignoreCase: true, orElse: () => Names({ names: [text], ignoreCase: true }) })._tag === "Pattern"
      ? pattern(`^(?:${text})$`, { ignoreCase: true, orElse: (why) => Broken({ why }) })
      : Names({ names: [text], ignoreCase: true })

const dialect = (name: string, fields: Partial<Dialect>): Dialect =>
  // Matching reads only these; a test that comes to need another one fails on it.
  ({
    name,
    matcher: anywhere,
    event: Dialects.canonical.event,
    tools: { tools: [] },
    defaults: { timeoutMillis: () => 1, parallel: false, shortCircuit: "never" },
    ...fields
  }) as Partial<Dialect> as Dialect

const aliases: ToolTable["aliases"] = [["Task", "Agent"]]

const together = dialect("together", {
  tools: { tools: [], aliases },
  defaults: { timeoutMillis: () => 1, parallel: true, shortCircuit: "never" }
})

const grouped = dialect("grouped", {
  matcher: whole,
  tools: {
    tools: [
      { host: "run", canonical: "Bash" },
      { host: "ask", canonical: "Task", keys: { who: "subagent_type" } },
      { host: "put", canonical: "Write", keys: { path: "file_path" } }
    ],
    mcpSeparator: ".",
    aliases
  },
  alsoMatches: (event) => (event._tag === "SubagentStart" ? ["ask", "Task"] : [])
})

let count = 0

interface Given extends Partial<Omit<Hook, "group" | "source">> {
  readonly of?: Dialect
  readonly file?: string
  readonly index?: number
  readonly parallel?: boolean
  readonly at?: Hook["source"]["at"]
}

const hook = ({ at, file, index = 0, of = together, parallel = false, ...fields }: Given = {}): Hook => ({
  id: `hook-${++count}`,
  event: "PreToolUse",
  handler: { _tag: "Command", command: "true" },
  once: false,
  enabled: true,
  group: { index, parallel },
  source: {
    dialect: of.name,
    scope: "project",
    file: file ?? `/p/${of.name}.json`,
    folder: "/p",
    at: at ?? ["hooks", "PreToolUse", index, "hooks", 0]
  },
  ...fields
})

const compile = (hooks: ReadonlyArray<Hook>, host = together, diagnostics: ReadonlyArray<Diagnostic> = []) =>
  Matcher.compile([grouped, together], host)({ ...Catalog.empty, hooks, diagnostics })

const pre = (toolName: string, toolInput: Readonly<Record<string, unknown>> = {}) =>
  HookEvent.cases.PreToolUse.make({ toolName, toolInput, cwd: "/p" })

const nth = (hooks: ReadonlyArray<Hook>, ...places: ReadonlyArray<number>): ReadonlyArray<Hook> =>
  hooks.filter((_, place) => places.includes(place))

const running = (compiled: Matcher.Compiled, event: HookEvent.HookEvent): ReadonlyArray<Hook> =>
  compiled.groups(event).flatMap(({ hooks }) => hooks)

const isMatched = (matcher: string, toolName: string, { host = together, of = together } = {}): boolean =>
  compile([hook({ matcher, of })], host).wants(pre(toolName))

const whyNot = (compiled: Matcher.Compiled, event: HookEvent.HookEvent, ranOnce?: (hook: Hook) => boolean) =>
  compiled.explain(event, ranOnce).others.map(({ why }) => why)

describe("Matcher", () => {
  it("lets an event run the hooks that are configured under just its name", () => {
    const hooks = ["PreToolUse", "PostToolUse", "pretooluse", "custom:thing", "constructor"].map((event) =>
      hook({ event })
    )
    const compiled = compile(hooks)
    assert.deepStrictEqual(running(compiled, pre("Bash")), nth(hooks, 0))
    const other = (name: string) => HookEvent.cases.Other.make({ name, data: {} })
    assert.deepStrictEqual(running(compiled, other("custom:thing")), nth(hooks, 3))
    assert.deepStrictEqual(running(compiled, other("constructor")), nth(hooks, 4))
    assert.deepStrictEqual(running(compiled, other("toString")), [])
    assert.deepStrictEqual(running(compiled, other("__proto__")), [])
  })

  it("answers with the same empty list wherever nothing runs", () => {
    const compiled = compile([hook({ matcher: "Bash" }), hook({ event: "Stop", if: "Bash" })])
    for (const event of [
      pre("Read"),
      pre("Read"),
      HookEvent.cases.Stop.make({}),
      HookEvent.cases.SessionEnd.make({})
    ]) {
      assert.strictEqual(compiled.groups(event), Matcher.none)
      assert.isFalse(compiled.wants(event))
    }
    assert.isTrue(compiled.wants(pre("Bash")))
  })

  it("holds a matcher against what the event is about", () => {
    const compiled = compile([hook({ event: "SessionStart", matcher: "resume" })])
    assert.isTrue(compiled.wants(HookEvent.cases.SessionStart.make({ source: "resume" })))
    assert.isFalse(compiled.wants(HookEvent.cases.SessionStart.make({ source: "startup" })))
    const files = compile([hook({ event: "FileChanged", matcher: ".env" })])
    assert.isTrue(files.wants(HookEvent.cases.FileChanged.make({ filePath: "/p/.env", event: "change" })))
  })

  it("ignores a matcher where the event is about nothing", () => {
    assert.isTrue(compile([hook({ event: "Stop", matcher: "Bash" })]).wants(HookEvent.cases.Stop.make({})))
    const other = HookEvent.cases.Other.make({ name: "custom", data: {} })
    assert.isTrue(compile([hook({ event: "custom", matcher: "Bash" })]).wants(other))
  })

  it("matches the rules as each dialect means them", () => {
    assert.isTrue(isMatched("Edit.*", "NotebookEdit"))
    assert.isFalse(isMatched("Edit.*", "NotebookEdit", { of: grouped }))
    assert.isTrue(isMatched("notebook.*", "NotebookEdit", { of: grouped }))
    assert.isFalse(isMatched("Edit)", "Edit)"))
    assert.isTrue(isMatched("edit)", "Edit)", { of: grouped }))
    // To a pattern that ignores case the sign for Kelvin is no `k`.
    assert.isFalse(isMatched("k.*", "\u212Aelvin", { of: grouped }))
    assert.isTrue(isMatched("k.*", "Kelvin", { of: grouped }))
  })

  it("lets a matcher say any name of the tool", () => {
    assert.isTrue(isMatched("Bash", "run", { host: grouped }), "ours for the host's")
    assert.isTrue(isMatched("run", "run", { host: grouped }), "the host's own")
    assert.isTrue(isMatched("run", "Bash", { of: grouped }), "the hook's dialect's for ours")
    assert.isTrue(isMatched("ask", "Agent", { of: grouped }), "the hook's dialect's for an alias")
    assert.isTrue(isMatched("Agent", "ask", { host: grouped }), "an alias for the host's")
    assert.isTrue(isMatched("mcp__a__b", "mcp.a.b", { host: grouped }), "ours for a server's")
    assert.isTrue(isMatched("mcp\\.a\\.b", "mcp__a__b", { of: grouped }), "the hook's dialect's for a server's")
    assert.isFalse(isMatched("run", "Bash"), "a name that neither knows")
    for (const odd of ["constructor", "__proto__", "toString"]) {
      assert.isTrue(isMatched(odd, odd), odd)
      assert.isFalse(isMatched(odd, "Bash"), odd)
    }
  })

  it("lets a dialect say more than the target", () => {
    const start = HookEvent.cases.SubagentStart.make({ agentType: "explorer" })
    for (const of of [grouped, together]) {
      const is = (matcher: string) => compile([hook({ event: "SubagentStart", matcher, of })]).wants(start)
      assert.isTrue(is("explorer"))
      assert.isFalse(is("planner"))
      assert.strictEqual(is("Task"), of === grouped)
    }
  })

  it("keeps what is said beside the target apart", () => {
    const named = dialect("named", {
      alsoMatches: ({ sessionId }) => (sessionId === undefined ? [] : [sessionId])
    })
    const compiled = Matcher.compile(
      [named],
      named
    )({
      ...Catalog.empty,
      hooks: [hook({ of: named, event: "SubagentStop", matcher: "x" })]
    })
    const stop = (sessionId: string) => HookEvent.cases.SubagentStop.make({ agentType: "a", sessionId })
    assert.deepStrictEqual(
      ["x", "y", "x"].map((id) => compiled.wants(stop(id))),
      [true, false, true]
    )
  })

  it("runs dialects in their order, and all hooks of one that runs them together in one step", () => {
    const hooks: ReadonlyArray<Hook> = [
      hook({ file: "/a", index: 0 }),
      hook({ of: grouped }),
      hook({ file: "/b", index: 3 })
    ]
    const steps = compile(hooks).groups(pre("Bash"))
    assert.deepStrictEqual(
      steps.map(({ dialect, hooks, parallel }) => [dialect.name, parallel, hooks]),
      [
        ["grouped", false, nth(hooks, 1)],
        ["together", true, nth(hooks, 0, 2)]
      ]
    )
  })

  it("runs group by group where a dialect says so, each as it is written", () => {
    const hooks = [
      hook({ of: grouped, index: 0 }),
      hook({ of: grouped, index: 0, matcher: "Read" }),
      hook({ of: grouped, index: 0 }),
      hook({ of: grouped, index: 1, parallel: true }),
      hook({ of: grouped, index: 1, file: "/other" })
    ]
    const steps = compile(hooks).groups(pre("Bash"))
    assert.deepStrictEqual(
      steps.map(({ hooks, parallel }) => [parallel, hooks]),
      [
        [false, nth(hooks, 0, 2)],
        [true, nth(hooks, 3)],
        [false, nth(hooks, 4)]
      ]
    )
  })

  it("never runs what is switched off, and says why", () => {
    const ourselves = { _tag: "SelfReference" } as const
    const compiled = compile([
      hook({ off: ourselves }),
      hook({ enabled: false }),
      hook({ enabled: false, off: ourselves })
    ])
    assert.isFalse(compiled.wants(pre("Bash")))
    assert.deepStrictEqual(whyNot(compiled, pre("Bash")), [
      ourselves,
      { _tag: "Disabled", file: "/p/together.json", line: 1 },
      ourselves
    ])
    const { source } = hook()
    const there = compile([{ ...hook({ enabled: false }), source: { ...source, line: 7 } }])
    assert.deepStrictEqual(whyNot(there, pre("Bash")), [{ _tag: "Disabled", file: "/p/together.json", line: 7 }])
  })

  it("says of every other hook why it does not run", () => {
    const [once, runs] = [hook({ once: true }), hook({})]
    const compiled = compile([
      hook({ event: "Stop" }),
      hook({ matcher: "Edit|Write" }),
      hook({ if: "Bash(git *)" }),
      hook({ if: "Read" }),
      hook({ if: "Read", matcher: "Edit" }),
      once,
      runs
    ])
    const event = pre("Bash", { command: "ls" })
    assert.deepStrictEqual(
      whyNot(compiled, event, (hook) => hook === once),
      [
        { _tag: "OtherEvent", configured: "Stop" },
        { _tag: "Matcher", matcher: "Edit|Write", target: "Bash" },
        { _tag: "If", rule: "Bash(git *)" },
        { _tag: "If", rule: "Read" },
        { _tag: "Matcher", matcher: "Edit", target: "Bash" },
        { _tag: "AlreadyRan" }
      ]
    )
    assert.deepStrictEqual(compiled.explain(event).groups, [
      { dialect: "together", parallel: true, hooks: [once.id, runs.id] }
    ])
    assert.deepStrictEqual(compiled.explain(event, () => true).groups[0]?.hooks, [runs.id])
  })

  it("judges an `if` again on a changed input, and so keeps its hook among the steps", () => {
    const guard = hook({ if: "Bash(git *)" })
    const compiled = compile([guard])
    assert.deepStrictEqual(running(compiled, pre("Bash", { command: "ls" })), [guard])
    assert.isFalse(compiled.conditionHolds(guard, pre("Bash", { command: "ls" })))
    assert.isTrue(compiled.conditionHolds(guard, pre("Bash", { command: "git push" })))
    assert.isFalse(compiled.wants(pre("Read")))
  })

  it("judges an `if` in the names and keys that hooks know, whatever the host calls them", () => {
    const guard = hook({ if: "Write(src/**)" })
    const compiled = compile([guard], grouped)
    assert.isTrue(compiled.conditionHolds(guard, pre("put", { path: "/p/src/a.ts" })))
    assert.isFalse(compiled.conditionHolds(guard, pre("put", { path: "/p/lib/a.ts" })))
    assert.isFalse(compiled.conditionHolds(guard, pre("run", { command: "src/a" })))
  })

  it("runs a hook without `if` always, and one with `if` never but on a tool's event", () => {
    const stop = HookEvent.cases.Stop.make({})
    const custom = HookEvent.cases.Other.make({ name: "custom", data: {} })
    const [plain, ruled, asked] = [
      hook({ event: "Stop" }),
      hook({ event: "Stop", if: "Bash" }),
      hook({ event: "custom", if: "x", at: ["custom"] })
    ]
    const compiled = compile([plain, ruled, asked])
    assert.deepStrictEqual(running(compiled, stop), [plain])
    assert.isFalse(compiled.wants(custom))
    assert.isTrue(compiled.conditionHolds(plain, stop))
    assert.isFalse(compiled.conditionHolds(ruled, stop))
    assert.deepInclude(whyNot(compiled, stop), { _tag: "If", rule: "Bash" })
    assert.deepStrictEqual(
      compiled.diagnostics().map(({ code }) => code),
      ["if-never", "if-never"]
    )
  })

  it("runs a hook whose `if` can't be understood, and says so once", () => {
    const unclear = hook({ if: "Bash or Read" })
    const compiled = compile([unclear, hook({ if: "Bash(git *)", at: ["other"] })])
    for (const tool of ["Bash", "Read"]) {
      assert.include(running(compiled, pre(tool)), unclear)
      assert.isTrue(compiled.conditionHolds(unclear, pre(tool)))
    }
    const [found, ...more] = compiled.diagnostics()
    assert.deepStrictEqual([found?.code, found?.level, more.length], ["if-unclear", "warning", 0])
    assert.deepStrictEqual(found?.at, ["hooks", "PreToolUse", 0, "hooks", 0, "if"])
    assert.isDefined(found)
    assert.deepStrictEqual(compile([unclear], together, found === undefined ? [] : [found]).diagnostics(), [])
  })

  it("runs a hook whose pattern had to be stopped, and says so once", () => {
    const guard = hook({ matcher: "(a+)+$" })
    const compiled = compile([guard])
    const name = `${"a".repeat(40)}!`
    for (const event of [pre(name), pre(name), pre(`${name}!`)])
      assert.deepStrictEqual(running(compiled, event), [guard])
    const [found, ...more] = compiled.diagnostics()
    assert.deepStrictEqual([found?.code, found?.level, more.length], ["pattern-stopped", "warning", 0])
    assert.deepStrictEqual(
      [found?.file, found?.line, found?.column, found?.at],
      ["/p/together.json", 1, 1, ["hooks", "PreToolUse", 0, "matcher"]]
    )
    assert.isFalse(compiled.wants(pre("b")))
  })

  it("tells of a hook in words that nobody can read, as one that is lost", () => {
    const stranger = hook({ of: dialect("stranger", {}) })
    const compiled = compile([
      stranger,
      hook({ of: dialect("stranger", {}), off: { _tag: "SelfReference" }, at: ["off"] })
    ])
    assert.deepStrictEqual(
      compiled.diagnostics().map(({ code }) => code),
      ["foreign-dialect"]
    )
    assert.deepStrictEqual(compiled.lost("PreToolUse"), compiled.diagnostics())
    assert.deepStrictEqual(compiled.lost("Stop"), [])
    assert.deepInclude(whyNot(compiled, pre("Bash")), { _tag: "SourceNotAllowed", setting: "HookDialects" })
  })

  it("tells what was lost under an event", () => {
    const lost = (line: number, events?: "all" | ReadonlyArray<string>): Diagnostic => ({
      code: "field-missing",
      level: "error",
      dialect: "together",
      file: "/f",
      line,
      column: 1,
      at: [],
      text: "It is lost.",
      ...(events !== undefined && { lost: { entries: 1, events } })
    })
    const all = [
      lost(1, ["PreToolUse"]),
      lost(2, "all"),
      lost(3),
      lost(4, ["Stop", "PreToolUse"]),
      lost(5, ["__proto__"])
    ]
    const compiled = compile([], together, all)
    const lines = (name: string) => compiled.lost(name).map(({ line }) => line)
    assert.deepStrictEqual(lines("PreToolUse"), [1, 2, 4])
    assert.deepStrictEqual(lines("Stop"), [2, 4])
    assert.deepStrictEqual(lines("constructor"), [2])
    assert.deepStrictEqual(lines("__proto__"), [2, 5])
  })

  it("answers the same for more names than it remembers, and gives the same steps for the same hooks", () => {
    const [some, all] = [hook({ matcher: "tool-7" }), hook({})]
    const compiled = compile([some, all])
    const ask = (number: number) => compiled.groups(pre(`tool-${number}`))
    for (let number = 0; number < 20_000; number++) {
      assert.strictEqual(ask(number).length, 1)
      if (number > 8) assert.strictEqual(ask(number), ask(8))
    }
    assert.deepStrictEqual(ask(7)[0]?.hooks, [some, all])
    assert.deepStrictEqual(ask(8)[0]?.hooks, [all])
  })

  it.prop(
    "answers the same in whatever order events come",
    [Schema.Array(Schema.Literals(["Bash", "Read", "post Bash", "post Read", "stop", "own", "other"]))],
    ([order]) => {
      const events: Readonly<Record<(typeof order)[number], HookEvent.HookEvent>> = {
        Bash: pre("Bash"),
        Read: pre("Read"),
        "post Bash": HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: {} }),
        "post Read": HookEvent.cases.PostToolUse.make({ toolName: "Read", toolInput: {} }),
        stop: HookEvent.cases.Stop.make({}),
        own: HookEvent.cases.Other.make({ name: "own", data: {} }),
        other: HookEvent.cases.Other.make({ name: "PreToolUse", data: {} })
      }
      const hooks = [
        hook({ matcher: "Bash" }),
        hook({ event: "PostToolUse", matcher: "Read" }),
        hook({ event: "PostToolUse", matcher: "*" }),
        hook({ event: "own" })
      ]
      const compiled = compile(hooks)
      for (const name of order) {
        assert.deepStrictEqual(running(compiled, events[name]), running(compile(hooks), events[name]), name)
      }
    }
  )

  it("does not even read the matchers of an event that does not come", () => {
    const shy = dialect("shy", {
      matcher: () => {
        throw new Error("nobody asked")
      }
    })
    const compiled = Matcher.compile([shy], shy)({ ...Catalog.empty, hooks: [hook({ of: shy, event: "Stop" })] })
    assert.isFalse(compiled.wants(pre("Bash")))
  })

  const word = Schema.Literals([
    "Bash",
    "bash",
    "Edit",
    "Write",
    "NotebookEdit",
    "Task",
    "Agent",
    "run",
    "ask",
    "put",
    "mcp__a__b",
    "mcp.a.b",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "tool\n",
    "K",
    "ſ"
  ])
  const matcher = Schema.Literals([
    "*",
    "",
    "Bash",
    "bash",
    "Edit|Write",
    "Edit, Write",
    "Edit.*",
    "^Edit",
    "^Edit$",
    "^(Edit|Write)$",
    "mcp__.*",
    "mcp__a__.*",
    ".*",
    "run",
    "ask",
    "Task",
    "Agent",
    "constructor",
    "__proto__",
    "hasOwn.*",
    "edit)",
    "[",
    "K",
    "s",
    "K.*",
    "^(?!Bash$)",
    "(Edit|Write).*",
    "tool.*",
    "mcp\\.a\\.b",
    "o.*r",
    "t$"
  ])
  const Given = Schema.Struct({
    event: Schema.Literals(["PreToolUse", "PreToolUse", "PostToolUse", "SessionStart", "Stop", "constructor"]),
    matcher: Schema.optionalKey(matcher),
    if: Schema.optionalKey(Schema.Literals(["Bash", "Edit(src/**)", "Bash(git *)", "what is this"])),
    isGrouped: Schema.Boolean,
    isOn: Schema.Literals([true, true, true, false]),
    index: Schema.Literals([0, 1]),
    file: Schema.Literals(["/a", "/b"])
  })
  const made = (given: ReadonlyArray<typeof Given.Type>): ReadonlyArray<Hook> =>
    given.map(({ isGrouped, isOn, ...fields }, place) =>
      hook({ ...fields, of: isGrouped ? grouped : together, enabled: isOn, at: [place] })
    )
  const events = (name: string): ReadonlyArray<HookEvent.HookEvent> => [
    pre(name, { command: "git push", file_path: "/p/lib" }),
    HookEvent.cases.PostToolUse.make({ toolName: name, toolInput: {} }),
    HookEvent.cases.SessionStart.make({ source: name }),
    HookEvent.cases.Stop.make({}),
    HookEvent.cases.Other.make({ name: "constructor", data: {} })
  ]

  /** One hook after another, as if there were no index. */
  const naive = (hooks: ReadonlyArray<Hook>, host: Dialect, event: HookEvent.HookEvent): ReadonlyArray<Hook> =>
    [grouped, together].flatMap((dialect) =>
      hooks.filter(({ enabled, event: name, matcher, source }) => {
        if (source.dialect !== dialect.name || !enabled || name !== HookEvent.nameOf(event)) return false
        const target = Target.of(event)
        if (target === undefined) return true
        const ours = Target.isTool(event._tag) ? namesOf(host.tools, target) : [target]
        const theirs = dialect.tools.tools.filter((tool) => ours.includes(tool.canonical)).map(({ host }) => host)
        const server = dialect === grouped && ours.includes("mcp__a__b") ? ["mcp.a.b"] : []
        const alias = ours.flatMap((name) => (name === "Task" ? ["Agent"] : name === "Agent" ? ["Task"] : []))
        const names = Target.isTool(event._tag)
          ? [...ours, ...theirs, ...server, ...alias, ...(alias.length > 0 && dialect === grouped ? ["ask"] : [])]
          : ours
        return names.some((each) => matches(dialect.matcher(matcher, name), each))
      })
    )

  it.prop(
    "finds what trying every hook finds, where no `if` narrows it",
    [Schema.Array(Given), Schema.Array(word), Schema.Boolean],
    ([given, names, isGroupedHost]) => {
      const hooks = made(given).map(({ if: _if, ...rest }): Hook => rest)
      const host = isGroupedHost ? grouped : together
      const compiled = compile(hooks, host)
      for (const event of [...names, ...names].flatMap(events)) {
        assert.deepStrictEqual(running(compiled, event), naive(hooks, host, event))
      }
    }
  )

  it.prop("explains just what its steps and its judgement run", [Schema.Array(Given), word], ([given, name]) => {
    const hooks = made(given)
    const compiled = compile(hooks)
    for (const event of events(name)) {
      const plan = compiled.explain(event)
      const ids = running(compiled, event)
        .filter((hook) => compiled.conditionHolds(hook, event))
        .map(({ id }) => id)
      assert.deepStrictEqual(
        plan.groups.flatMap(({ hooks }) => hooks),
        ids
      )
      const others = new Set(plan.others.map(({ hook }) => hook))
      assert.strictEqual(others.size + ids.length, hooks.length)
      assert.isTrue(others.isDisjointFrom(new Set(ids)))
      assert.strictEqual(
        compiled.wants(event),
        compiled.groups(event).length > 0 || compiled.lookAlikes(event).length > 0
      )
      assert.isFalse(plan.others.some(({ why }) => why._tag === "AlreadyRan"))
      for (const { why } of plan.others) if (why._tag === "Matcher") assert.strictEqual(why.target, name)
    }
  })

  it.effect("is a service that reads hooks as the dialects that it is given say", () =>
    Effect.gen(function* () {
      const matcher = yield* Matcher.Matcher
      const compiled = matcher.compile({ ...Catalog.empty, hooks: [hook({ matcher: "Bash" })] })
      assert.isTrue(compiled.wants(pre("run")))
    }).pipe(
      Effect.provide(
        Matcher.Matcher.layer.pipe(
          Layer.provide([HookDialects.layer([grouped, together]), HostDialect.layer(grouped), TestPipeline.thisProject])
        )
      )
    )
  )
})
