import { assert, describe, it } from "@effect/vitest"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { amplifierReplies, amplifierSupports } from "../../src/amplifier/replies.ts"
import { events, names } from "../format/reply/samples.ts"

const { PostToolUse, PreToolUse, SessionStart, Stop, UserPromptSubmit } = events

const by = "guard"
const deny = Verdict.deny({ by, reason: "no" })

/** A result that goes on and says nothing. */
const silent = {
  action: "continue",
  data: null,
  reason: null,
  context_injection: null,
  context_injection_role: "system",
  ephemeral: false,
  approval_prompt: null,
  approval_options: null,
  approval_timeout: 300,
  approval_default: "deny",
  suppress_output: false,
  user_message: null,
  user_message_level: "info",
  user_message_source: null,
  append_to_last_tool_result: false
}

const write = (event: HookEvent, said: Partial<Outcome.Outcome>) => amplifierReplies.write(Outcome.make(said), event)

/** The fields of the answer that say something. */
const body = (event: HookEvent, said: Partial<Outcome.Outcome>) => {
  const reply = write(event, said)
  assert.strictEqual(reply.exit, 0)
  assert.hasAllKeys(reply.body, Object.keys(silent))
  const same: Readonly<Record<string, unknown>> = silent
  return Object.fromEntries(Object.entries(reply.body ?? {}).filter(([key, value]) => value !== same[key]))
}

const context = (text: string, more: Partial<Outcome.Context> = {}): Outcome.Context => ({
  by,
  text,
  role: "system",
  ephemeral: false,
  ...more
})

const replace = (target: "input" | "result" | "prompt", value: unknown) =>
  ({ by, target, mode: "replace", value }) as const

const told = (...keys: ReadonlyArray<string>) =>
  cases.PreToolUse.make({
    toolName: "bash",
    toolInput: { command: "ls" },
    host: {
      event: "tool:pre",
      data: {
        tool_name: "bash",
        parallel_group_id: "7",
        ...Object.fromEntries(keys.map((key) => [key, { command: "ls" }]))
      }
    }
  })

describe("Amplifier is answered", () => {
  it("always with every field of a HookResult", () => {
    for (const name of names)
      assert.deepStrictEqual(write(events[name], {}), { body: silent, exit: 0, unsupported: [] }, name)
  })

  it("by the strictest action", () => {
    const ask = Verdict.ask({ by, prompt: "Push?" }, "it is Friday")
    const changes = [replace("input", { command: "ls" })]
    const action = (said: Partial<Outcome.Outcome>) => body(PreToolUse, said).action
    assert.strictEqual(action({ changes }), "modify")
    assert.strictEqual(action({ changes, context: [context("mind")] }), "inject_context")
    assert.strictEqual(action({ changes, context: [context("mind")], verdict: ask }), "ask_user")
    assert.strictEqual(action({ changes, context: [context("mind")], verdict: deny }), "deny")
  })

  it("with a reason where it denies, and denies what is to be left to somebody", () => {
    assert.deepStrictEqual(body(PreToolUse, { verdict: deny }), { action: "deny", reason: "no" })
    assert.deepStrictEqual(body(PreToolUse, { verdict: Verdict.defer({ by, reason: "later" }) }), {
      action: "deny",
      reason: "later"
    })
    assert.deepStrictEqual(body(Stop, { verdict: { _tag: "Deny", reasons: [] } }), {
      action: "deny",
      reason: "A hook denied this without a reason."
    })
  })

  it("nothing for a grant, which it has no word for", () => {
    const reply = write(PreToolUse, { verdict: Verdict.allow({ by, reason: "fine" }) })
    assert.deepStrictEqual(reply.body, silent)
    assert.deepStrictEqual(reply.unsupported, [
      { by, level: "info", text: "guard allowed it, and PreToolUse under Amplifier does not support that" }
    ])
  })

  const shown = `${PreToolUse.toolName} ${JSON.stringify(PreToolUse.toolInput)}`

  it("with a question, in its own unit of time", () => {
    const question = { by, prompt: "Push?", options: ["Push", "Wait"], timeoutMillis: 1500, default: "allow" } as const
    assert.deepStrictEqual(body(PreToolUse, { verdict: Verdict.ask(question, "it is Friday") }), {
      action: "ask_user",
      reason: "it is Friday\nPush?",
      approval_prompt: `Push?\n\n${shown}`,
      approval_options: ["Push", "Wait"],
      approval_timeout: 1.5,
      approval_default: "allow"
    })
  })

  it("with a question for each input, because Amplifier caches a permanent grant by the question's text", () => {
    const question = { by, prompt: "Sure?", options: ["Allow once", "Allow always", "Deny"] }
    const asked = (tool: string, command: string) =>
      body(cases.PreToolUse.make({ toolName: tool, toolInput: { command } }), { verdict: Verdict.ask(question, "") })
    const questions = [asked("Bash", "ls"), asked("Bash", "rm -rf ~"), asked("Read", "ls")]
    assert.strictEqual(new Set(questions.map((each) => each["approval_prompt"])).size, questions.length)
    const cut = [asked("Bash", `${"a".repeat(10_000)}1`), asked("Bash", `${"a".repeat(10_000)}2`)]
    for (const each of cut) assert.deepStrictEqual(each["approval_options"], ["Allow once", "Deny"])
  })

  it("with one question for several: no options of one of them, the shortest time, and a default that all share", () => {
    const verdict = Verdict.reducer.combine(
      Verdict.ask({ by, prompt: "Push?", options: ["Push"], timeoutMillis: 2000, default: "allow" }, "Push?"),
      Verdict.ask({ by: "other", prompt: "On a Friday?", timeoutMillis: 1000 }, "On a Friday?")
    )
    assert.deepStrictEqual(body(PreToolUse, { verdict }), {
      action: "ask_user",
      reason: "Push?\nOn a Friday?",
      approval_prompt: `Push?\n\nOn a Friday?\n\n${shown}`,
      approval_timeout: 1
    })
  })

  it("with texts for the model as paragraphs of one role, kept where one of them is to be kept", () => {
    const texts = (...more: ReadonlyArray<Partial<Outcome.Context>>) =>
      body(SessionStart, { context: more.map((each, index) => context(`text ${index}`, each)) })
    assert.deepStrictEqual(texts({}, {}), { action: "inject_context", context_injection: "text 0\n\ntext 1" })
    assert.deepStrictEqual(texts({ role: "user", ephemeral: true }), {
      action: "inject_context",
      context_injection: "text 0",
      context_injection_role: "user",
      ephemeral: true
    })
    assert.deepStrictEqual(texts({ role: "user", ephemeral: true }, { role: "assistant" }), {
      action: "inject_context",
      context_injection: "text 0\n\ntext 1"
    })
  })

  it("with the whole data of the event, changed under the key that the host wrote", () => {
    for (const key of ["tool_input", "input", "toolInput", "toolArgs"]) {
      assert.deepStrictEqual(body(told(key), { changes: [replace("input", { command: "rm" })] }), {
        action: "modify",
        data: { tool_name: "bash", parallel_group_id: "7", [key]: { command: "rm" } }
      })
    }
  })

  it("with a text of the input where the host wrote one", () => {
    const event = cases.PreToolUse.make({
      toolName: "bash",
      toolInput: { command: "ls" },
      host: { toolName: "bash", toolArgs: `{"command":"ls"}` }
    })
    assert.deepStrictEqual(body(event, { changes: [replace("input", { command: "rm" })] }).data, {
      toolName: "bash",
      toolArgs: `{"command":"rm"}`
    })
  })

  it("with what is known of the event where the host told nothing", () => {
    assert.deepStrictEqual(body(PreToolUse, { changes: [replace("input", { command: "rm" })] }).data, {
      tool_name: "Bash",
      tool_input: { command: "rm" }
    })
    assert.deepStrictEqual(body(PostToolUse, { changes: [replace("result", "***")] }).data, {
      tool_name: "Bash",
      tool_input: PostToolUse.toolInput,
      result: "***"
    })
    assert.deepStrictEqual(body(UserPromptSubmit, { changes: [replace("prompt", "better")] }).data, {
      prompt: "better"
    })
  })

  it("without a change that is of no use to it", () => {
    for (const [event, target] of [
      [PreToolUse, "input"],
      [UserPromptSubmit, "prompt"]
    ] as const) {
      const reply = write(event, { changes: [replace(target, 5)] })
      assert.strictEqual(reply.body?.["action"], "continue")
      assert.deepStrictEqual(
        reply.unsupported.map((each) => each.by),
        [by]
      )
    }
  })

  it("with messages at the highest of their levels, by their one author", () => {
    const notices = [
      { by, level: "info", text: "hello" },
      { by, level: "error", text: "broken" },
      { by, level: "warning", text: "careful" }
    ] as const
    assert.deepStrictEqual(body(PreToolUse, { notices, quiet: [by] }), {
      suppress_output: true,
      user_message: "hello\nbroken\ncareful",
      user_message_level: "error",
      user_message_source: by
    })
    const two = [notices[0], { ...notices[0], by: "other", text: "hi" }]
    assert.deepStrictEqual(body(PreToolUse, { notices: two }), { user_message: "hello\nhi" })
  })

  it("with a denial for a halt before an action, and tells what it can't stop", () => {
    const halts = [{ by, reason: "enough" }]
    assert.deepInclude(body(PreToolUse, { halts }), { action: "deny", reason: "enough" })
    assert.deepStrictEqual(write(Stop, { halts }).unsupported, [
      {
        by,
        level: "warning",
        text: "guard wanted to stop the agent, and Stop under Amplifier does not support that: enough"
      }
    ])
  })

  it("without a block where a halt beats it, since its host would go on", () => {
    const reply = write(Stop, { verdict: deny, halts: [{ by, reason: "enough" }] })
    assert.deepInclude(reply.body, { action: "continue", reason: null })
    assert.match(String(reply.body?.["user_message"]), /wanted to block it.*: no\n.*wanted to stop the agent.*: enough/)
  })

  it("with everything in its field, and tells what the action hides", () => {
    const said = { context: [context("mind")], changes: [replace("input", { command: "rm" })] }
    const injected = write(PreToolUse, said)
    assert.deepInclude(injected.body, { context_injection: "mind" })
    assert.isNotNull(injected.body?.["data"])
    assert.deepStrictEqual(
      injected.unsupported.map(({ text }) => text),
      ["guard changed the input, which a host passes over where the action is inject_context"]
    )
    const denied = write(PreToolUse, { ...said, verdict: deny })
    assert.deepStrictEqual(
      denied.unsupported.map(({ text }) => text),
      ["guard has a text for the model (mind), which a host passes over where the action is deny"]
    )
    const notices = [{ by, level: "info", text: "hello" }] as const
    const asked = write(PreToolUse, { ...said, notices, verdict: Verdict.ask({ by, prompt: "Sure?" }, "Sure?") })
    assert.lengthOf(asked.unsupported, 3)
  })

  it("without effects, which it does not know", () => {
    const { unsupported } = write(SessionStart, {
      effects: [
        { by, kind: "watchPaths", value: [] },
        { by, kind: "terminalSequence", value: "" }
      ]
    })
    assert.lengthOf(unsupported, 2)
  })
})

describe("What Amplifier supports", () => {
  it("is a permission granted, by the default of its approval, beside whatever else is said", () => {
    const { PermissionRequest } = events
    const verdict = Verdict.allow({ by, reason: "harmless" })
    const { body, unsupported } = amplifierReplies.write(Outcome.make({ verdict }), PermissionRequest)
    assert.deepInclude(body, { action: "continue", approval_default: "allow", reason: "harmless" })
    assert.deepStrictEqual(unsupported, [])
    for (const name of names) {
      if (name === "PermissionRequest") continue
      const { body: other } = amplifierReplies.write(Outcome.make({ verdict }), events[name])
      assert.deepInclude(other, { action: "continue", approval_default: "deny" }, name)
    }
    const { body: halted } = amplifierReplies.write(
      Outcome.make({ verdict, halts: [{ by, reason: "enough" }] }),
      PermissionRequest
    )
    assert.deepInclude(halted, { action: "deny", approval_default: "deny" })
  })

  it("is to ask and to deny wherever that can be carried, to grant a permission, changes and context, and no more", () => {
    for (const name of names) {
      const carries = Capabilities.of(events[name])
      const { changes, context, effects, halts, verdicts } = amplifierSupports(events[name])
      assert.deepStrictEqual(
        verdicts,
        carries.verdicts.filter(
          (tag) => tag === "Ask" || tag === "Deny" || (tag === "Allow" && name === "PermissionRequest")
        )
      )
      assert.deepStrictEqual(
        { changes, context, effects, halts },
        {
          changes: carries.changes,
          context: carries.context,
          effects: [],
          halts: false
        }
      )
    }
  })
})
