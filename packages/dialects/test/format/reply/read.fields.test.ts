import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import { by, dialects, events, messages, names, read, specific, text } from "./samples.ts"

const { PermissionDenied, PermissionRequest, PostToolUse, PreModelSwitch, PreToolUse, SessionStart } = events
const { Elicitation, Stop, UserPromptSubmit } = events

type Name = keyof typeof dialects

const all: ReadonlyArray<Name> = ["claude", "amplifier", "amcp", "amplihack"]

const deny = (...reasons: ReadonlyArray<string>): Verdict.Verdict => ({
  _tag: "Deny",
  reasons: reasons.map((text) => ({ by, text }))
})

const outcome = (event: HookEvent.HookEvent, printed: unknown, name: Name = "claude") => {
  const said = read(name, event, printed)
  assert.isUndefined(said.failure)
  return said.outcome
}

/** What is kept of a reply that is a failure. */
const kept = (event: HookEvent.HookEvent, printed: unknown, name: Name = "claude") => {
  const said = read(name, event, printed)
  assert.strictEqual(said.failure?._tag, "InvalidReply")
  return said.outcome
}

const change = (target: "input" | "result" | "prompt", mode: "replace" | "merge", value: unknown) => ({
  by,
  target,
  mode,
  value
})

describe("decision", () => {
  it("denies by block, and by deny, since people write it, in any case of letters", () => {
    for (const name of all) {
      for (const decision of ["block", "deny", "Block", "DENY"]) {
        assert.deepStrictEqual(outcome(PreToolUse, { decision, reason: "no" }, name).verdict, deny("no"), decision)
      }
    }
  })

  it("allows by approve under claude on PreToolUse, everywhere on PermissionRequest, and passes elsewhere", () => {
    const approve = { decision: "approve", reason: "harmless" }
    assert.deepStrictEqual(outcome(PreToolUse, approve).verdict, Verdict.allow({ by, reason: "harmless" }))
    for (const name of ["amplifier", "amcp", "amplihack"] as const) {
      assert.deepStrictEqual(outcome(PreToolUse, approve, name), Outcome.empty, name)
    }
    for (const event of Object.values(events)) {
      for (const name of all) {
        const isGrant = event._tag === "PermissionRequest" || (event._tag === "PreToolUse" && name === "claude")
        const wanted = isGrant ? Outcome.make({ verdict: Verdict.allow({ by, reason: "harmless" }) }) : Outcome.empty
        assert.deepStrictEqual(outcome(event, approve, name), wanted, `${name} ${event._tag}`)
      }
    }
  })

  it("passes by allow, which is no word of any dialect", () => {
    for (const name of all) assert.deepStrictEqual(outcome(PreToolUse, { decision: "allow" }, name), Outcome.empty)
  })

  it("asks by ask", () => {
    assert.strictEqual(outcome(PreToolUse, { decision: "ask", reason: "sure?" }).verdict._tag, "Ask")
  })

  it("fails on an unknown word, and keeps the other fields", () => {
    for (const decision of ["maybe", "APPROVE", "yes", "constructor"]) {
      assert.deepStrictEqual(
        kept(PreToolUse, { decision, systemMessage: "hello" }),
        Outcome.make({ notices: [{ by, level: "info", text: "hello" }] }),
        decision
      )
    }
  })

  it("takes the message for the reason of a denial that has none, and shows it besides", () => {
    const said = outcome(PreToolUse, { decision: "block", systemMessage: "secrets" })
    assert.deepStrictEqual(said.verdict, deny("secrets"))
    assert.deepStrictEqual(messages(said), ["secrets"])
    const reasoned = outcome(PreToolUse, { decision: "block", reason: "no", systemMessage: "secrets" })
    assert.deepStrictEqual(reasoned.verdict, deny("no"))
  })

  it("denies without any reason by a sentence that names the hook", () => {
    assert.deepStrictEqual(outcome(Stop, { decision: "block" }).verdict, deny(`${by} denied Stop without a reason`))
  })

  it("makes an agent go on that would stop", () => {
    assert.deepStrictEqual(outcome(Stop, { decision: "block", reason: "run the tests" }).verdict, deny("run the tests"))
  })

  it("is heard in hookSpecificOutput as well, as AMCP has it", () => {
    for (const name of all) {
      const said = outcome(Stop, specific(Stop, { decision: "block", reason: "run the tests" }), name)
      assert.deepStrictEqual(said.verdict, deny("run the tests"), name)
    }
  })
})

describe("permissionDecision", () => {
  const decide = (permissionDecision: string, event: HookEvent.HookEvent = PreToolUse) =>
    outcome(event, specific(event, { permissionDecision, permissionDecisionReason: "why" })).verdict

  it("is every verdict", () => {
    assert.deepStrictEqual(decide("allow"), Verdict.allow({ by, reason: "why" }))
    assert.deepStrictEqual(decide("deny"), deny("why"))
    assert.deepStrictEqual(decide("ask"), Verdict.ask({ by, prompt: "why" }, "why"))
    assert.deepStrictEqual(decide("defer"), Verdict.defer({ by, reason: "why" }))
    assert.deepStrictEqual(decide("continue"), Verdict.pass)
    assert.deepStrictEqual(decide("block"), deny("why"))
  })

  it("denies where an event has no word for ask or defer, and passes where it has none for allow", () => {
    assert.deepStrictEqual(decide("defer", PreModelSwitch), deny("why"))
    assert.deepStrictEqual(decide("defer", UserPromptSubmit), deny("why"))
    assert.deepStrictEqual(decide("allow", UserPromptSubmit), Verdict.pass)
  })

  it("asks with a question of its own where there is no reason", () => {
    assert.deepStrictEqual(outcome(PreToolUse, specific(PreToolUse, { permissionDecision: "ask" })).verdict, {
      _tag: "Ask",
      reasons: [{ by, text: `${by} asks whether PreToolUse may go on` }],
      questions: [{ by, prompt: `${by} asks whether PreToolUse may go on` }]
    })
  })

  it("names its hook also where it allows without a reason", () => {
    const said = outcome(PreToolUse, specific(PreToolUse, { permissionDecision: "allow" }))
    assert.deepStrictEqual(said.verdict, Verdict.allow({ by, reason: "" }))
  })

  it("yields to a stricter decision beside it, and the other way about", () => {
    const both = (permissionDecision: string, decision: string) =>
      outcome(PreToolUse, specific(PreToolUse, { permissionDecision }, { decision, reason: "why" })).verdict
    assert.deepStrictEqual(both("allow", "block"), deny("why"))
    assert.deepStrictEqual(both("deny", "approve"), deny("why"))
    assert.strictEqual(both("ask", "approve")._tag, "Ask")
  })

  it("fails on an unknown word, and keeps the other fields", () => {
    const said = kept(PreToolUse, specific(PreToolUse, { permissionDecision: "Allow", additionalContext: "mind" }))
    assert.deepStrictEqual(said.verdict, Verdict.pass)
    assert.deepStrictEqual(text(said), ["mind"])
  })

  it("is heard at the top as far as it is strict, and told of nowhere else", () => {
    const top = (permissionDecision: string) =>
      outcome(PreToolUse, { permissionDecision, permissionDecisionReason: "why" }).verdict
    assert.deepStrictEqual(top("deny"), deny("why"))
    assert.strictEqual(top("ask")._tag, "Ask")
    assert.deepStrictEqual(top("allow"), Verdict.pass)
  })
})

describe("hookEventName", () => {
  const unnamed = (fields: object) => ({ hookSpecificOutput: fields })

  it("is a failure where it is missing or another event's, and loses no denial, context or change", () => {
    const fields = {
      permissionDecision: "deny",
      permissionDecisionReason: "no",
      additionalContext: "mind",
      updatedInput: { command: "ls" }
    }
    for (const name of [undefined, "PostToolUse"]) {
      const said = kept(PreToolUse, { systemMessage: "hello", ...unnamed({ ...fields, hookEventName: name }) })
      assert.deepStrictEqual(said.verdict, deny("no"))
      assert.deepStrictEqual(text(said), ["mind"])
      assert.deepStrictEqual(messages(said), ["hello"])
      assert.deepStrictEqual(said.changes, [change("input", "replace", { command: "ls" })])
    }
  })

  it("grants nothing where it is missing or another event's", () => {
    for (const hookEventName of [undefined, "PostToolUse"]) {
      assert.deepStrictEqual(
        kept(PreToolUse, unnamed({ hookEventName, permissionDecision: "allow" })).verdict,
        Verdict.pass
      )
    }
  })

  it("must be there under every dialect, and be the event's", () => {
    for (const name of all) {
      const allow = { permissionDecision: "allow", permissionDecisionReason: "fine" }
      const named = unnamed({ ...allow, hookEventName: "PreToolUse" })
      assert.deepStrictEqual(outcome(PreToolUse, named, name).verdict, Verdict.allow({ by, reason: "fine" }))
      for (const hookEventName of [undefined, null, "", "Stop"]) {
        const said = kept(PreToolUse, unnamed({ ...allow, additionalContext: "mind", hookEventName }), name)
        assert.deepStrictEqual(said.verdict, Verdict.pass)
        assert.deepStrictEqual(text(said), ["mind"])
      }
    }
  })

  it("is an unknown event's own name for an event that nobody knows", () => {
    assert.deepStrictEqual(text(outcome(events.Other, specific(events.Other, { additionalContext: "mind" }))), ["mind"])
  })
})

describe("Changes", () => {
  const value = { command: "ls -l" }

  it("replace the input by updatedInput, and under amcp are laid over it", () => {
    const updated = specific(PreToolUse, { updatedInput: value })
    for (const name of ["claude", "amplifier", "amplihack"] as const) {
      assert.deepStrictEqual(outcome(PreToolUse, updated, name).changes, [change("input", "replace", value)])
    }
    assert.deepStrictEqual(outcome(PreToolUse, updated, "amcp").changes, [change("input", "merge", value)])
  })

  it("replace the result by updatedToolOutput, or by one of its older names", () => {
    for (const key of ["updatedToolOutput", "updatedMCPToolOutput", "updatedResponse"]) {
      for (const result of [value, "text", 0, false, []]) {
        assert.deepStrictEqual(
          outcome(PostToolUse, specific(PostToolUse, { [key]: result })),
          Outcome.make({ changes: [change("result", "replace", result)] })
        )
      }
    }
    const both = specific(PostToolUse, { updatedMCPToolOutput: "old", updatedToolOutput: "new" })
    assert.deepStrictEqual(outcome(PostToolUse, both).changes, [change("result", "replace", "new")])
  })

  it("replace the input by a newContent that is an object, and its content by one that is a text", () => {
    for (const name of all) {
      assert.deepStrictEqual(outcome(PreToolUse, { newContent: value }, name).changes, [
        change("input", "replace", value)
      ])
      const write = HookEvent.cases.PreToolUse.make({ toolName: "Write", toolInput: { file_path: "/a", content: "x" } })
      assert.deepStrictEqual(outcome(write, { newContent: "text" }, name).changes, [
        change("input", "merge", { content: "text" })
      ])
    }
  })

  // proves: docs/failure-policy.md
  it.prop(
    "never get a key by a newContent that is a text, and fail where no content is to be replaced",
    [Schema.Record(Schema.String, Schema.Unknown), Schema.NonEmptyString, Schema.Boolean],
    ([others, newContent, has]) => {
      const { content: _content, ...rest } = others
      const toolInput = has ? { ...rest, content: "old" } : rest
      const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput })
      for (const name of all) {
        const { failure, outcome: said } = read(name, event, { newContent })
        assert.strictEqual(failure === undefined, has)
        const keys = said.changes.flatMap(({ value }) => Object.keys(value as Readonly<Record<string, unknown>>))
        for (const key of keys) assert.isTrue(Object.hasOwn(toolInput, key), key)
        assert.strictEqual(said.changes.length, has ? 1 : 0)
      }
    }
  )

  it("replace a prompt by a newContent that is a text", () => {
    assert.deepStrictEqual(outcome(UserPromptSubmit, { newContent: "say it better" }).changes, [
      change("prompt", "replace", "say it better")
    ])
  })

  it("fail where they are of another type, and keep the other fields", () => {
    for (const fields of [{ newContent: 5 }, { newContent: [] }, specific(PreToolUse, { updatedInput: "ls" })]) {
      assert.deepStrictEqual(messages(kept(PreToolUse, { systemMessage: "hello", ...fields })), ["hello"])
    }
  })

  it("leave no grant behind where they can't be read: it spoke for the changed input", () => {
    const said = kept(PreToolUse, specific(PreToolUse, { permissionDecision: "allow", updatedInput: "ls" }))
    assert.deepStrictEqual(said.verdict, Verdict.pass)
  })

  it("become a notice where the event can't carry them", () => {
    assert.deepStrictEqual(messages(outcome(Stop, specific(Stop, { updatedInput: value }))), [
      `${by} changed the input, and Stop does not support that`
    ])
    assert.deepStrictEqual(messages(outcome(UserPromptSubmit, { newContent: value })), [
      `${by} changed the input, and UserPromptSubmit does not support that`
    ])
  })
})

describe("Text for the model and the user", () => {
  it("is honoured from every dialect's field, together and in order", () => {
    const fields = specific(
      PreToolUse,
      { additionalContext: "one" },
      { contextInjection: "two", feedback: "three", systemMessage: "hello" }
    )
    for (const name of all) {
      assert.deepStrictEqual(
        outcome(PreToolUse, fields, name),
        Outcome.make({
          context: ["one", "two", "three"].map((text) => ({ by, text, role: "system", ephemeral: false })),
          notices: [{ by, level: "info", text: "hello" }]
        })
      )
    }
  })

  it("is nothing where it is empty or null", () => {
    const nothing = { systemMessage: "", contextInjection: null, feedback: "", reason: null, decision: null }
    assert.deepStrictEqual(outcome(PreToolUse, specific(PreToolUse, { additionalContext: "" }, nothing)), Outcome.empty)
    assert.deepStrictEqual(
      outcome(PreToolUse, { hookSpecificOutput: null, continue: null, newContent: null }),
      Outcome.empty
    )
  })

  it("is quiet about nobody but the hook itself", () => {
    assert.deepStrictEqual(outcome(PreToolUse, { suppressOutput: true }), Outcome.make({ quiet: [by] }))
    assert.deepStrictEqual(outcome(PreToolUse, { suppressOutput: false }), Outcome.empty)
  })

  it("fails on a field of a wrong type, and keeps the others", () => {
    for (const wrong of [
      { systemMessage: 5 },
      { reason: {} },
      { suppressOutput: "yes" },
      { continue: "false" },
      { stopReason: 1 },
      { contextInjection: { text: "x" } },
      { feedback: [] },
      { decision: 1 },
      { hookSpecificOutput: [] },
      { hookSpecificOutput: "deny" },
      specific(PreToolUse, { additionalContext: 5 }),
      specific(PreToolUse, { permissionDecisionReason: 5 }),
      specific(PreToolUse, { permissionDecision: true })
    ]) {
      const said = kept(PreToolUse, { newContent: { command: "ls" }, ...wrong })
      assert.lengthOf(said.changes, 1, JSON.stringify(wrong))
    }
  })

  it("blocks although the reason is of a wrong type", () => {
    assert.strictEqual(kept(PreToolUse, { decision: "block", reason: 5 }).verdict._tag, "Deny")
  })

  it("says which fields it passed over, louder where they are only misplaced", () => {
    const notices = (fields: object) => outcome(PreToolUse, fields).notices
    const told = (level: "info" | "warning", fields: string) => [
      { by, level, text: `${by} has fields in its reply that mean nothing there, and were passed over: ${fields}` }
    ]
    assert.deepStrictEqual(notices({ result: "approve", extra: 1 }), told("info", "result, extra"))
    assert.deepStrictEqual(
      notices({ additionalContext: "x", updatedInput: {} }),
      told("warning", "additionalContext, updatedInput")
    )
    assert.deepStrictEqual(notices({ watchPaths: [] }), told("warning", "watchPaths"))
    assert.deepStrictEqual(
      notices(specific(PreToolUse, { contextInjection: "x" })),
      told("warning", "contextInjection")
    )
    assert.deepStrictEqual(notices(specific(PreToolUse, { toString: 1 })), told("info", "toString"))
    assert.deepStrictEqual(notices({ version: 1, async: true, asyncTimeout: 5 }), [])
  })

  it("takes a key that looks like a prototype for an unknown field", () => {
    const said = read("claude", PreToolUse, `{"__proto__":{"decision":"approve"},"systemMessage":"hello"}`)
    assert.deepStrictEqual(said.outcome.verdict, Verdict.pass)
    assert.include(messages(said.outcome), "hello")
  })
})

describe("Halts", () => {
  const reasons = (fields: object) =>
    outcome(PreToolUse, { continue: false, ...fields }).halts.map(({ reason }) => reason)

  it("stop the agent for the best reason there is", () => {
    assert.deepStrictEqual(reasons({ stopReason: "enough", reason: "no" }), ["enough"])
    assert.deepStrictEqual(reasons({ reason: "no", systemMessage: "hello" }), ["no"])
    assert.deepStrictEqual(reasons({ systemMessage: "hello" }), ["hello"])
    assert.deepStrictEqual(reasons({}), [`${by} stopped the agent without a reason`])
    assert.deepStrictEqual(outcome(PreToolUse, { continue: true, stopReason: "enough" }), Outcome.empty)
  })

  it("stand beside any verdict", () => {
    const said = outcome(PreToolUse, { continue: false, stopReason: "enough", decision: "approve" })
    assert.strictEqual(said.verdict._tag, "Allow")
    assert.lengthOf(said.halts, 1)
  })

  it("become a notice where nothing can be stopped", () => {
    assert.deepStrictEqual(messages(outcome(events.SessionEnd, { continue: false, stopReason: "enough" })), [
      `${by} wanted to stop the agent, and SessionEnd does not support that: enough`
    ])
  })
})

describe("A permission request's decision", () => {
  const decide = (decision: object, event: HookEvent.HookEvent = PermissionRequest) =>
    outcome(event, specific(event, { decision }))

  it("allows, with a changed input and changed permissions", () => {
    const updatedPermissions = [{ type: "setMode", mode: "plan", destination: "session" }]
    const decision = { behavior: "allow", updatedInput: { command: "ls" }, updatedPermissions }
    assert.deepStrictEqual(
      decide(decision),
      Outcome.make({
        verdict: Verdict.allow({ by, reason: "" }),
        changes: [change("input", "replace", { command: "ls" })],
        effects: [{ by, kind: "updatedPermissions", value: updatedPermissions }]
      })
    )
  })

  it("denies with its message, and stops the agent where it interrupts", () => {
    assert.deepStrictEqual(decide({ behavior: "deny", message: "no" }), Outcome.make({ verdict: deny("no") }))
    assert.deepStrictEqual(
      decide({ behavior: "deny", message: "no", interrupt: true }),
      Outcome.make({
        verdict: deny("no"),
        halts: [{ by, reason: "no" }]
      })
    )
  })

  it("widens no permissions by a denial", () => {
    const said = decide({ behavior: "deny", message: "no", updatedPermissions: [] })
    assert.deepStrictEqual(said.effects, [])
    assert.deepStrictEqual(messages(said), [
      `${by} has updatedPermissions in its reply, which count only beside a grant`
    ])
  })

  it("fails without a behavior and with an unknown one, and keeps the other fields", () => {
    for (const decision of [
      {},
      { behavior: null },
      { behavior: "maybe" },
      { behavior: 5 },
      { behavior: "deny", message: 5 }
    ]) {
      const said = kept(PermissionRequest, specific(PermissionRequest, { decision }, { systemMessage: "hello" }))
      assert.deepStrictEqual(messages(said), ["hello"], JSON.stringify(decision))
    }
    assert.strictEqual(
      kept(PermissionRequest, specific(PermissionRequest, { decision: { behavior: "allow", updatedPermissions: 5 } }))
        .verdict._tag,
      "Pass"
    )
  })

  it("grants nothing for another event, nor at the top of a reply", () => {
    assert.deepStrictEqual(decide({ behavior: "allow" }, PreToolUse).verdict, Verdict.pass)
    assert.deepStrictEqual(kept(PermissionRequest, { decision: { behavior: "allow" } }).verdict, Verdict.pass)
    assert.deepStrictEqual(
      kept(PermissionRequest, { decision: { behavior: "deny", message: "no" } }).verdict,
      deny("no")
    )
  })
})

describe("What only a host can do", () => {
  it("keeps the fields' own names", () => {
    const fields = {
      initialUserMessage: "hello",
      sessionTitle: "Mending",
      watchPaths: ["/tmp"],
      reloadSkills: true
    }
    const effects = Object.entries(fields).map(([kind, value]) => ({ by, kind, value }))
    assert.deepStrictEqual(outcome(SessionStart, specific(SessionStart, fields)), Outcome.make({ effects }))
  })

  it("knows the effects of each event", () => {
    const one = (event: HookEvent.HookEvent, kind: string, value: unknown) =>
      assert.deepStrictEqual(outcome(event, specific(event, { [kind]: value })).effects, [{ by, kind, value }], kind)
    one(UserPromptSubmit, "suppressOriginalPrompt", true)
    one(PostToolUse, "classifierContext", "harmless")
    one(PermissionDenied, "retry", true)
    one(events.MessageDisplay, "displayContent", "…")
    one(events.WorktreeCreate, "worktreePath", "/tmp/mend")
    one(Elicitation, "action", "accept")
    one(Elicitation, "content", { name: "Ada" })
    one(events.FileChanged, "watchPaths", [])
  })

  it("rings the bell on every event", () => {
    for (const name of names) {
      assert.deepStrictEqual(
        outcome(events[name], { terminalSequence: "\u0007" }).effects,
        [{ by, kind: "terminalSequence", value: "\u0007" }],
        name
      )
    }
  })

  it("declines for the user, which is a denial", () => {
    const said = outcome(Elicitation, specific(Elicitation, { action: "decline" }))
    assert.deepStrictEqual(said.effects, [{ by, kind: "action", value: "decline" }])
    assert.strictEqual(said.verdict._tag, "Deny")
    assert.strictEqual(outcome(Elicitation, specific(Elicitation, { action: "cancel" })).verdict._tag, "Pass")
  })

  it("fails on a value of a wrong type, and keeps the other fields", () => {
    for (const wrong of [{ watchPaths: "/tmp" }, { watchPaths: [1] }, { sessionTitle: 5 }, { reloadSkills: "yes" }]) {
      const said = kept(SessionStart, specific(SessionStart, { ...wrong, additionalContext: "mind" }))
      assert.deepStrictEqual(text(said), ["mind"], JSON.stringify(wrong))
    }
    assert.deepStrictEqual(kept(Elicitation, specific(Elicitation, { action: "perhaps" })).effects, [])
    assert.deepStrictEqual(kept(PreToolUse, { terminalSequence: 7 }).effects, [])
  })

  it("is nothing where a flag is false", () => {
    assert.deepStrictEqual(outcome(PermissionDenied, specific(PermissionDenied, { retry: false })), Outcome.empty)
  })

  it("becomes a notice on an event that knows nothing of it", () => {
    assert.deepStrictEqual(messages(outcome(PreToolUse, specific(PreToolUse, { sessionTitle: "Mending" }))), [
      `${by} set sessionTitle, and PreToolUse does not support that`
    ])
  })
})

describe("amplihack's guards", () => {
  it("block by { block, message }, whose hook it may be", () => {
    for (const name of all) {
      assert.deepStrictEqual(
        outcome(PreToolUse, { block: true, message: "no" }, name),
        Outcome.make({ verdict: deny("no") })
      )
    }
    assert.deepStrictEqual(outcome(PreToolUse, { block: false }), Outcome.empty)
    assert.deepStrictEqual(outcome(PreToolUse, { block: null }), Outcome.empty)
  })

  it("fail by a block that is neither true nor false, and keep the other fields", () => {
    for (const name of all) {
      for (const block of ["true", "false", "", 1, 0, {}, []]) {
        const said = kept(PreToolUse, { block, decision: "ask", systemMessage: "hello" }, name)
        assert.strictEqual(said.verdict._tag, "Ask")
        assert.deepStrictEqual(messages(said), ["hello"])
      }
    }
  })
})
