// A dialect with a fault is found by the suite, whatever the fault: each of these would lose or weaken a guard.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect, EventWire, Interpretation } from "@hookline/core/Dialect"
import * as MatchRule from "@hookline/core/MatchRule"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { groups } from "../src/internal/allDialectLaws.ts"
import type { Laws } from "../src/internal/Laws.ts"
import * as TestDialect from "../src/TestDialect.ts"

const sound: Dialect = TestDialect.make({
  tools: {
    tools: [
      { host: "shell", canonical: "Bash", keys: { line: "command" } },
      { host: "put", canonical: "Write", keys: { path: "file_path", text: "content" } }
    ]
  }
})

const { config, defaults, event: wire, matcher, reply } = sound

const without = (json: Json, ...keys: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)))

const cut = (value: unknown): unknown => {
  if (typeof value === "string") return value.slice(0, 65_536)
  if (Array.isArray(value)) return value.map(cut)
  return isJson(value) ? cutTexts(value) : value
}

/** Cuts every text in a value. */
const cutTexts = (json: Json): Json => Object.fromEntries(Object.entries(json).map(([key, value]) => [key, cut(value)]))

/** A dialect that feeds hooks otherwise. */
const feeds = (change: (given: Json, event: HookEvent) => Json): Dialect => ({
  ...sound,
  event: { ...wire, encodeForHook: (event, tool) => change(wire.encodeForHook(event, tool), event) }
})

/** A dialect that reads payloads otherwise. */
const hears = (change: (event: HookEvent) => HookEvent): Dialect => ({
  ...sound,
  event: {
    ...wire,
    read: (payload) => Result.map(wire.read(payload), (heard) => ({ ...heard, events: heard.events.map(change) }))
  }
})

const writes = (change: (payload: Json) => Json): Dialect => ({
  ...sound,
  event: { ...wire, write: (event) => change(wire.write(event)) } satisfies EventWire
})

/** A dialect that reads files otherwise. */
const reads = (change: (hook: Hook) => Hook | undefined): Dialect => ({
  ...sound,
  config: {
    ...config,
    read: (file, text) =>
      Effect.map(config.read(file, text), (reading) => ({
        ...reading,
        hooks: reading.hooks.flatMap((hook) => change(hook) ?? [])
      }))
  }
})

const understands = (change: (said: Interpretation, event: HookEvent) => Interpretation): Dialect => ({
  ...sound,
  reply: { ...reply, read: (said, hook, event) => change(reply.read(said, hook, event), event) }
})

const answers = (change: (outcome: Outcome.Outcome) => Outcome.Outcome): Dialect => ({
  ...sound,
  reply: { ...reply, write: (outcome, event) => reply.write(change(outcome), event) }
})

const [shell, put] = sound.tools.tools
const tools = (...all: ReadonlyArray<(typeof sound.tools.tools)[number] | undefined>): Dialect => ({
  ...sound,
  tools: { tools: all.flatMap((tool) => tool ?? []) }
})

const limits = (timeoutMillis: Dialect["defaults"]["timeoutMillis"], capMillis?: number): Dialect => ({
  ...sound,
  defaults: { ...defaults, timeoutMillis, ...(capMillis !== undefined && { capMillis }) }
})

const never = MatchRule.Names({ names: [], ignoreCase: false })

/** Each fault, and the subject whose laws find it. */
const faults: Readonly<Record<string, readonly [subject: keyof typeof groups, dialect: Dialect]>> = {
  "hooks get the event's name alone": [
    "what hooks are given",
    feeds(({ hook_event_name: name }) => ({ hook_event_name: name }))
  ],
  "hooks get no name of the event": ["what hooks are given", feeds((given) => without(given, "hook_event_name"))],
  "hooks get another name of the event": [
    "what hooks are given",
    feeds((given) => ({ ...given, hook_event_name: "Stop" }))
  ],
  "hooks get no session": ["what hooks are given", feeds((given) => without(given, "session_id"))],
  "hooks get no folder": ["what hooks are given", feeds((given) => without(given, "cwd"))],
  "hooks get no tool": ["what hooks are given", feeds((given) => without(given, "tool_name"))],
  "hooks get no input": ["what hooks are given", feeds((given) => without(given, "tool_input"))],
  "hooks get an empty input": [
    "what hooks are given",
    feeds((given) => ("tool_input" in given ? { ...given, tool_input: {} } : given))
  ],
  "hooks get the input as a text": [
    "what hooks are given",
    feeds((given) => ("tool_input" in given ? { ...given, tool_input: JSON.stringify(given["tool_input"]) } : given))
  ],
  "hooks get the command in lower case": [
    "what hooks are given",
    feeds((given) =>
      isJson(given["tool_input"])
        ? { ...given, tool_input: JSON.parse(JSON.stringify(given["tool_input"]).toLowerCase()) as unknown }
        : given
    )
  ],
  "hooks get the beginning of long texts": ["what hooks are given", feeds(cutTexts)],
  "hooks get no prompt": ["what hooks are given", feeds((given) => without(given, "prompt"))],
  "hooks get no result": ["what hooks are given", feeds((given) => without(given, "tool_response", "tool_result"))],
  "hooks are not told of the host's own tool": [
    "what hooks are given",
    feeds((given) => without(given, "host_tool_name", "host_tool_input"))
  ],
  "hooks get what JSON drops": ["what hooks are given", feeds((given) => ({ ...given, extra: undefined }))],

  "no matcher ever matches": ["matchers", { ...sound, matcher: () => never }],
  "every matcher matches all": ["matchers", { ...sound, matcher: () => MatchRule.All() }],
  "* is a name": [
    "matchers",
    {
      ...sound,
      matcher: (text, event) =>
        text === "*" ? MatchRule.Names({ names: ["*"], ignoreCase: false }) : matcher(text, event)
    }
  ],
  "an empty matcher matches nothing": [
    "matchers",
    { ...sound, matcher: (text, event) => (text === "" ? never : matcher(text, event)) }
  ],
  "an absent matcher matches nothing": [
    "matchers",
    { ...sound, matcher: (text, event) => (text === undefined ? never : matcher(text, event)) }
  ],
  "a name matches what begins with it": [
    "matchers",
    {
      ...sound,
      matcher: (text, event) => (/^\w+$/.test(text ?? "") ? matcher(`^${text}.*`, event) : matcher(text, event))
    }
  ],
  "only the first of several names matches": [
    "matchers",
    { ...sound, matcher: (text, event) => matcher(text?.split("|")[0], event) }
  ],
  "patterns are names": [
    "matchers",
    {
      ...sound,
      matcher: (text, event) =>
        text?.includes(".") === true ? MatchRule.Names({ names: [text], ignoreCase: false }) : matcher(text, event)
    }
  ],
  "an invalid pattern throws": [
    "matchers",
    {
      ...sound,
      matcher: (text, event) => (text !== undefined && new RegExp(text).test("") ? never : matcher(text, event))
    }
  ],

  "hooks have no time": ["limits", limits(() => 0)],
  "hooks have less than no time": ["limits", limits(() => -1)],
  "a limit is no number": ["limits", limits(() => Number.NaN)],
  "prompts have no limit": ["limits", limits((kind) => (kind === "Prompt" ? Infinity : 1000))],
  "the default is over the cap": ["limits", limits(defaults.timeoutMillis, 1000)],
  "the cap is 0": ["limits", limits(() => 1, 0)],

  "hooks are not told the project": ["variables", { ...sound, env: () => ({}) }],
  "hooks are told another project": ["variables", { ...sound, env: () => ({ CLAUDE_PROJECT_DIR: "/" }) }],
  "a variable is not listed": ["variables", { ...sound, variables: [] }],
  "a variable's name is none": [
    "variables",
    { ...sound, env: (facts) => ({ ...sound.env(facts), "A B": "" }), variables: [...sound.variables, "A B"] }
  ],

  "one tool has two meanings": ["tools", tools(shell, put, { host: "shell", canonical: "Read" })],
  "two keys become one": [
    "tools",
    tools({ host: "shell", canonical: "Bash", keys: { line: "command", text: "command" } }, put)
  ],
  "names are exchanged": ["tools", tools({ host: "bash", canonical: "Read" }, { host: "read", canonical: "Bash" })],

  "entries lose their matcher": ["files", reads(({ matcher: _matcher, ...hook }) => hook)],
  "entries are of another event": ["files", reads((hook) => ({ ...hook, event: "Stop" }))],
  "entries lose their limit": ["files", reads(({ timeoutMillis: _timeoutMillis, ...hook }) => hook)],
  "entries lose their policy": ["files", reads(({ onFailure: _onFailure, ...hook }) => hook)],
  "entries are switched on": ["files", reads((hook) => ({ ...hook, enabled: true }))],
  "disabled entries are lost": ["files", reads((hook) => (hook.enabled ? hook : undefined))],
  "files lie outside of the project": [
    "files",
    { ...sound, files: [{ _tag: "File", scope: "project", base: "project", path: "../hooks.json" }] }
  ],
  "a project's file is the user's": [
    "files",
    { ...sound, files: [{ _tag: "File", scope: "user", base: "project", path: "hooks.json" }] }
  ],

  "sessions are not read": ["events", hears(({ sessionId: _sessionId, ...event }) => event)],
  "events are of another tool": [
    "events",
    hears((event) => ("toolName" in event ? { ...event, toolName: "Read" } : event))
  ],
  "inputs are not read": ["events", hears((event) => ("toolInput" in event ? { ...event, toolInput: {} } : event))],
  "inputs are not written": [
    "events",
    writes((payload) => ("tool_input" in payload ? { ...payload, tool_input: {} } : payload))
  ],

  "denials pass": [
    "replies",
    understands((said) => ({ ...said, outcome: { ...said.outcome, verdict: Verdict.pass } }))
  ],
  "silence grants": [
    "replies",
    understands((said, event) =>
      said.outcome.verdict._tag === "Pass" && event._tag === "PreToolUse"
        ? { ...said, outcome: { ...said.outcome, verdict: Verdict.allow({ by: "x", reason: "" }) } }
        : said
    )
  ],
  "failures are none": ["replies", understands(({ outcome }) => ({ outcome }))],
  "context is lost": ["replies", understands((said) => ({ ...said, outcome: { ...said.outcome, context: [] } }))],
  "halts are lost": ["replies", understands((said) => ({ ...said, outcome: { ...said.outcome, halts: [] } }))],
  "changes are lost": ["replies", understands((said) => ({ ...said, outcome: { ...said.outcome, changes: [] } }))],

  "the host is told of no denial": ["answers", answers((outcome) => ({ ...outcome, verdict: Verdict.pass }))],
  "the host is told of no reason": [
    "answers",
    answers((outcome) =>
      outcome.verdict._tag === "Deny" ? { ...outcome, verdict: Verdict.deny({ by: "x", reason: "" }) } : outcome
    )
  ],
  "the host is told to go on where it asks": [
    "answers",
    answers((outcome) =>
      outcome.verdict._tag === "Ask" ? { ...outcome, verdict: Verdict.allow({ by: "x", reason: "" }) } : outcome
    )
  ],
  "the host is told of no change": ["answers", answers((outcome) => ({ ...outcome, changes: [] }))],
  "the host is told of no context": ["answers", answers((outcome) => ({ ...outcome, context: [] }))],
  "the host is told of no message": ["answers", answers((outcome) => ({ ...outcome, notices: [] }))],
  "the host is told of no halt": ["answers", answers((outcome) => ({ ...outcome, halts: [] }))],
  "no call can be denied": [
    "answers",
    { ...sound, capabilities: (event) => ({ ...sound.capabilities(event), verdicts: [] }) }
  ],
  "the host is thought to do more than the event has": [
    "answers",
    { ...sound, capabilities: (event) => ({ ...sound.capabilities(event), changes: ["input", "result", "prompt"] }) }
  ]
}

interface Collected {
  readonly name: string
  readonly holds: Effect.Effect<boolean>
}

type Inputs = ReadonlyArray<Schema.Schema<unknown> | Arbitrary.Arbitrary<unknown>>
type Check = (values: ReadonlyArray<unknown>) => void | Effect.Effect<void>

const isArbitrary = Arbitrary.isArbitrary

/** Collects laws, to run each on some values: a fault has to be found soon, and shrinking takes long. */
const collector = (collected: Array<Collected>): Laws => {
  const prop = (
    name: string,
    inputs: Inputs,
    check: Check,
    options?: { readonly arbitrary?: { readonly runs?: number; readonly size?: number } }
  ) => {
    const all = Arbitrary.all(inputs.map((input) => (isArbitrary(input) ? input : Arbitrary.schema(input))))
    const { runs: count = 150, size = 20 } = options?.arbitrary ?? {}
    const holds = Effect.gen(function* () {
      for (const values of yield* Effect.orDie(Arbitrary.sampleEffect(all, { count, size, seed: name }))) {
        const held = yield* Effect.exit(
          Effect.suspend(() => {
            const checked = check(values)
            return Effect.isEffect(checked) ? checked : Effect.void
          })
        )
        if (held._tag === "Failure") return false
      }
      return true
    })
    collected.push({ name, holds })
  }
  const test: Laws["test"] = (name, check) => {
    collected.push({
      name,
      holds: Effect.match(Effect.try({ try: check, catch: () => undefined }), {
        onSuccess: () => true,
        onFailure: () => false
      })
    })
  }
  // The collector takes what the testers of vitest take, and calls it with values of the same arbitraries.
  return { prop, effectProp: prop, test } as unknown as Laws
}

const lawsOf = (subject: string, dialect: Dialect): ReadonlyArray<Collected> => {
  const collected: Array<Collected> = []
  groups[subject]?.(dialect, collector(collected))
  return collected
}

const broken = Effect.fnUntraced(function* (subject: string, dialect: Dialect) {
  for (const { holds, name } of lawsOf(subject, dialect)) if (!(yield* holds)) return name
  return undefined
})

describe("the laws of dialects", () => {
  it("have at least 40 faults to find", () => {
    assert.isAtLeast(Object.keys(faults).length, 40)
    assert.deepStrictEqual(
      [...new Set(Object.values(faults).map(([subject]) => subject))].toSorted(),
      Object.keys(groups).toSorted()
    )
  })

  it.live.each(Object.keys(groups))("about %s hold of a sound dialect", (subject) =>
    Effect.map(broken(subject, sound), (law) => assert.isUndefined(law))
  )

  // proves: docs/failure-policy.md
  it.live.each(Object.keys(faults))("find the fault that %s", (name) =>
    Effect.gen(function* () {
      const [subject, dialect] = faults[name] ?? assert.fail()
      assert.isDefined(yield* broken(subject, dialect))
    })
  )
})
