import { assert, describe, it } from "@effect/vitest"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import { AnyEvent, by, DialectName, dialects, events, exit, hook, messages, read, specific, text } from "./samples.ts"

const { Notification, PostToolUse, PreToolUse, SessionEnd, SessionStart, Stop, SubagentStop, UserPromptSubmit } = events

const claude = (reply: HookReply, event: HookEvent = PreToolUse) => dialects.claude.read(reply, hook(), event)

const deny = (...reasons: ReadonlyArray<string>): Verdict.Verdict => ({
  _tag: "Deny",
  reasons: reasons.map((text) => ({ by, text }))
})

const denied = (printed: unknown, stderr: string) => read("claude", PreToolUse, printed, 2, stderr)

const replies: Readonly<Record<string, object>> = {
  block: { decision: "block", reason: "no" },
  deny: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } },
  halt: { continue: false, stopReason: "enough" },
  message: { systemMessage: "careful", suppressOutput: true }
}

describe("Exit code 0", () => {
  it("says nothing by nothing", () => {
    for (const stdout of ["", " \n", "\uFEFF", "{}", " {} \n"]) {
      assert.deepStrictEqual(claude(exit(0, stdout, "a log")), { outcome: Outcome.empty }, JSON.stringify(stdout))
    }
  })

  it("takes an object with space and a byte-order mark around it for JSON", () => {
    const json = JSON.stringify({ decision: "block", reason: "secrets" }, null, 2).replaceAll("\n", "\r\n")
    for (const stdout of [json, `\uFEFF${json}`, `${json}\uFEFF\u00A0`, `\n \uFEFF${json}\r\n\r\n`]) {
      assert.deepStrictEqual(claude(exit(0, stdout)), { outcome: Outcome.make({ verdict: deny("secrets") }) })
    }
  })

  it("fails on what begins and ends like an object and is none, and on an object that was cut", () => {
    for (const stdout of ["{oops}", "{'decision': 'block'}", `{"a":1}\n{"b":2}`, `\uFEFF{"a":1,}  `]) {
      const { failure, outcome } = claude(exit(0, stdout), UserPromptSubmit)
      assert.strictEqual(failure?._tag, "InvalidReply", stdout)
      assert.deepStrictEqual(outcome, Outcome.empty)
    }
    const cut = `{"decision":"block","reason":"aaaa`
    assert.strictEqual(
      claude({ _tag: "Exit", code: 0, stdout: cut, stderr: "", cut: true }).failure?._tag,
      "InvalidReply"
    )
    assert.strictEqual(claude(exit(0, cut)).failure?._tag, "InvalidReply")
  })

  it.prop(
    "fails on every beginning of a reply, on every event and in every dialect",
    [DialectName, AnyEvent, Schema.Literals(Object.keys(replies)), Schema.Int],
    ([name, event, kind, at]) => {
      const whole = JSON.stringify(replies[kind], null, at % 2 === 0 ? 0 : 2)
      const text = whole.slice(0, 1 + (Math.abs(at) % (whole.length - 1)))
      const { failure } = read(name, event, text)
      assert.strictEqual(failure?._tag, "InvalidReply", `${name} ${event._tag} ${text}`)
    }
  )

  it("fails on an object without an end, but where text is for the model and may be that of a file", () => {
    const file = `{\n  "name": "hookline",\n  "version": "0.1.0",`
    for (const stdout of ["{broken", "{", file, "{ echo hi"]) {
      assert.strictEqual(claude(exit(0, stdout)).failure?._tag, "InvalidReply", stdout)
      assert.strictEqual(claude(exit(0, stdout), Stop).failure?._tag, "InvalidReply", stdout)
    }
    for (const stdout of ["{broken", file]) {
      const { failure, outcome } = claude(exit(0, stdout), SessionStart)
      assert.isUndefined(failure)
      assert.deepStrictEqual(text(outcome), [stdout])
    }
  })

  it("obeys an object that is whole, although more was printed behind it than was kept", () => {
    const stdout = `{"decision":"block","reason":"secrets"}   `
    const reply = { _tag: "Exit", code: 0, stdout, stderr: "", cut: true } as const
    assert.deepStrictEqual(claude(reply).outcome.verdict, deny("secrets"))
  })

  it("takes all else for plain text: lists, texts, numbers, an object behind a log", () => {
    for (const stdout of ["[]", `"deny"`, "true", "12", "hello", "{hello} world"]) {
      const { failure, outcome } = claude(exit(0, stdout), UserPromptSubmit)
      assert.isUndefined(failure)
      assert.deepStrictEqual(
        outcome,
        Outcome.make({ context: [{ by, text: stdout, role: "system", ephemeral: false }] })
      )
    }
  })

  it("makes plain text context where it is meant for the model, and nowhere else", () => {
    for (const event of [SessionStart, UserPromptSubmit, events.UserPromptExpansion, events.PostModelSwitch]) {
      assert.deepStrictEqual(text(claude(exit(0, " be careful\n"), event).outcome), ["be careful"], event._tag)
    }
    for (const event of [PreToolUse, PostToolUse, Stop, SessionEnd, Notification]) {
      assert.deepStrictEqual(claude(exit(0, "done"), event), { outcome: Outcome.empty }, event._tag)
    }
  })

  it("takes plain text for feedback on every event under amcp", () => {
    assert.deepStrictEqual(text(read("amcp", PreToolUse, "be careful").outcome), ["be careful"])
    assert.deepStrictEqual(messages(read("amcp", SessionEnd, "be careful").outcome), [
      `${by} has a text for the model, and SessionEnd does not support that: be careful`
    ])
  })

  it("is no noise where JSON amid other text has no field of a reply of its own", () => {
    for (const stdout of [
      `INFO {"level":"info","msg":"checked"} done`,
      `ran {"results":[{"reason":"slow","continue":false}]}`,
      `{"level":"info","data":{"reason":"x"}}\nDone.`,
      `a "quote {"msg":"}"} and {"stats":{"continue":1}}`,
      `log, "reason": "none" {`
    ]) {
      assert.isUndefined(claude(exit(0, stdout), UserPromptSubmit).failure, stdout)
    }
    for (const stdout of [`a {"msg":"x"} {"reason":"no"}`, `x { y {"msg": 1}, "reason": 1`, `{"a":1} x {"reason":`]) {
      assert.include(claude(exit(0, stdout), UserPromptSubmit).failure?.message, "amid other text", stdout)
    }
  })

  // proves: docs/failure-policy.md
  it("fails where plain text holds a field of a reply: it was perhaps the answer", () => {
    const answer = `{"decision":"block"}`
    const pretty = JSON.stringify({ decision: "block", reason: "no" }, null, 2)
    const texts = [
      `checking…\n${answer}`,
      `[12:00] {x}\n${answer}\ndone`,
      `log {1}\n${pretty}\nbye {2}`,
      `level=info reply=${answer} {"`,
      `log\n{"decision":"block","reason":"a \\"quoted } brace\\" and { one more"}\ndone`,
      `[${answer}]`,
      `\0${answer}`,
      `\u001B[${answer}`,
      `log {"a": 1\u001B[,"decision": "block"}`,
      `\u001B[1;39m{\u001B[0m\u001B[34;1m"decision"\u001B[0m\u001B[1;39m:\u001B[0m"block"}`,
      `log {"\\u0064ecision": "block"}`,
      `log {"level": {"decision": "block"}}`,
      answer.slice(0, -1),
      JSON.stringify(answer),
      JSON.stringify(JSON.stringify(answer)),
      `note: {'decision': 'block'}`,
      `x {decision: "block"}`,
      `{ decision: 'block', reason: 'no' } done`,
      `note {'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'deny'}}`,
      `x { decision: \u001B[32m'deny'\u001B[39m }`,
      `note: {'block': True, 'message': 'no'}`
    ]
    for (const stdout of texts) {
      const { failure, outcome } = claude(exit(0, stdout), UserPromptSubmit)
      assert.include(failure?.message, "a field of a reply is amid other text", stdout)
      assert.deepStrictEqual(text(outcome), [stdout.trim()])
    }
  })

  it("takes text with any other JSON in it for plain text", () => {
    for (const stdout of [
      `log {"level": "info"}`,
      `["decision", {"a": "decision"}, ":"]`,
      `log {"text": "{\\"decision\\": 1}", "name": "decision"}`,
      `"{\\"a\\": 1}"`,
      `say "decision": block`,
      "decision: block",
      "display: block, {a: 1}",
      "const { decision, reason } = verdict",
      `if (decision === "block") { reason = 'no' }`,
      "{ decision: 'approve' } was chosen",
      "a {block: true_color}",
      "running: {'a': 'block', 'reason': 'deny'} done",
      "type T = { decision: string, block: boolean } | undefined",
      `see {@link decision: "block"}`,
      `"decision: 'block'"`
    ]) {
      assert.deepStrictEqual(claude(exit(0, stdout)), { outcome: Outcome.empty }, stdout)
    }
  })

  it("fails on UTF-16, and denies by exit code 2 all the same", () => {
    const denial = `{"decision":"block","reason":"no"}`
    for (const text of [denial, `\uFEFF${denial}`, "hello"]) {
      const little = Buffer.from(text, "utf16le")
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        assert.include(claude(exit(0, bytes.toString())).failure?.message, "UTF-16; write UTF-8")
        assert.deepStrictEqual(claude(exit(2, bytes.toString(), "no")).outcome.verdict, deny("no"))
      }
    }
  })

  it("fails on a key that is there twice, and grants nothing then", () => {
    for (const [stdout, key] of [
      [`{"decision":"block","decision":"approve"}`, "decision"],
      [`{"decision":"block","\\u0064ecision":"approve"}`, "decision"],
      [`{"a":{"b\\\\":[{"c":":"},{"c":1,"d":{},"c" : 2}]},"decision":"approve"}`, "c"]
    ] as const) {
      const { failure, outcome } = claude(exit(0, stdout))
      assert.include(failure?.message, `${key} is in it twice`, stdout)
      assert.deepStrictEqual(outcome.verdict, Verdict.pass)
    }
    for (const stdout of [`{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}`, `{"a":"\\"b\\":","b":"a","c":":"}`]) {
      assert.isUndefined(claude(exit(0, stdout)).failure, stdout)
    }
  })

  it("does not take any brace for an object", () => {
    for (const stdout of [
      "function () {}",
      "a {b} c",
      "}{",
      "{",
      "text with {\nan open end",
      "{}\n{} and more",
      `{ "a" } b`
    ]) {
      assert.deepStrictEqual(messages(claude(exit(0, stdout)).outcome), [], stdout)
    }
  })

  it("finds an answer behind any log, in linear time", () => {
    for (const log of [`{ "not json\n`, `{"a":`, "{".repeat(50), `,"`, `{ `, `\u001B[`, "\0"]) {
      const long = log.repeat(Math.ceil(1e6 / log.length))
      assert.isDefined(claude(exit(0, `log ${long}{"decision":"block"} end`)).failure, log)
    }
    const essay = JSON.stringify({ reason: "x".repeat(70_000) })
    assert.isDefined(claude(exit(0, `log ${essay} end`)).failure)
  })

  it("takes the last line for the path where a hook made the worktree", () => {
    const printed = "Preparing worktree\n\u001B[32m/tmp/mend\u001B[0m\n\n"
    assert.deepStrictEqual(claude(exit(0, printed), events.WorktreeCreate), {
      outcome: Outcome.make({ effects: [{ by, kind: "worktreePath", value: "/tmp/mend" }] })
    })
  })
})

describe("Exit code 2", () => {
  it("denies by JSON and stderr, both reasons kept", () => {
    assert.deepStrictEqual(denied({ decision: "block", reason: "secrets" }, "blocked: line 3\n"), {
      outcome: Outcome.make({ verdict: deny("secrets", "blocked: line 3") })
    })
  })

  it("denies for the reason in the JSON where stderr is empty", () => {
    assert.deepStrictEqual(denied({ decision: "block", reason: "secrets" }, "").outcome.verdict, deny("secrets"))
    assert.deepStrictEqual(denied({ systemMessage: "secrets" }, "").outcome.verdict, deny("secrets"))
    assert.deepStrictEqual(denied({}, "").outcome.verdict, deny(`${by} denied PreToolUse without a reason`))
  })

  it("is not undone by an allow in the JSON", () => {
    const allow = specific(PreToolUse, { permissionDecision: "allow", permissionDecisionReason: "fine" })
    assert.deepStrictEqual(denied(allow, "no").outcome.verdict, deny("fine", "no"))
    assert.deepStrictEqual(denied({ decision: "approve" }, "no").outcome.verdict, deny("no"))
    assert.deepStrictEqual(
      read(
        "claude",
        events.PermissionRequest,
        specific(events.PermissionRequest, {
          decision: { behavior: "allow", updatedPermissions: [{ type: "setMode" }] }
        }),
        2,
        "no"
      ).outcome,
      Outcome.make({
        verdict: deny("no"),
        notices: [
          { by, level: "warning", text: `${by} has updatedPermissions in its reply, which count only beside a grant` }
        ]
      })
    )
  })

  it("keeps message and context", () => {
    assert.deepStrictEqual(
      denied(specific(PreToolUse, { additionalContext: "mind" }, { systemMessage: "hello" }), "no"),
      {
        outcome: Outcome.make({
          verdict: deny("no"),
          context: [{ by, text: "mind", role: "system", ephemeral: false }],
          notices: [{ by, level: "info", text: "hello" }]
        })
      }
    )
  })

  it("denies with broken JSON, and with fields of a wrong type, for the reason on stderr", () => {
    const broken = denied("{oops}", "no")
    assert.deepStrictEqual(broken.outcome.verdict, deny("no"))
    assert.lengthOf(broken.outcome.notices, 1)
    assert.isUndefined(broken.failure)
    const wrong = denied({ decision: 5, reason: ["x"], systemMessage: "hello" }, "no")
    assert.deepStrictEqual(wrong.outcome.verdict, deny("no"))
    assert.include(messages(wrong.outcome), "hello")
    assert.isUndefined(wrong.failure)
  })

  it("denies with plain text: for stderr, else for stdout, else with a sentence that names the hook", () => {
    assert.deepStrictEqual(denied("some log", "no").outcome.verdict, deny("no"))
    assert.deepStrictEqual(denied("some log", " \n").outcome.verdict, deny("some log"))
    assert.deepStrictEqual(denied("", "").outcome.verdict, deny(`${by} denied PreToolUse without a reason`))
  })

  it("says so where its plain text holds an object", () => {
    assert.lengthOf(denied(`log\n{"reason":"why"}`, "no").outcome.notices, 1)
  })

  it("says a reason once that stands in the JSON and on stderr", () => {
    assert.deepStrictEqual(denied({ reason: "no" }, "no\n").outcome.verdict, deny("no"))
  })

  it("blocks a prompt, under every dialect", () => {
    for (const name of ["claude", "amplifier", "amcp", "amplihack"] as const) {
      assert.deepStrictEqual(read(name, UserPromptSubmit, "", 2, "no").outcome.verdict, deny("no"), name)
    }
  })

  it("is feedback to the model where the tool has run, and a notice where nothing can be blocked", () => {
    assert.deepStrictEqual(read("claude", PostToolUse, "", 2, "lint failed"), {
      outcome: Outcome.make({
        context: [{ by, text: "lint failed", role: "system", ephemeral: false, objection: true }]
      })
    })
    assert.deepStrictEqual(messages(read("claude", SessionEnd, "", 2, "no").outcome), [
      `${by} wanted to block it, and SessionEnd does not support that: no`
    ])
  })
})

describe("Any other exit code", () => {
  it("obeys valid JSON, with a notice, and is a failure where the policy is not open", () => {
    const said = read("claude", PreToolUse, { decision: "block", reason: "secrets" }, 1, "Traceback")
    assert.deepStrictEqual(
      said.outcome,
      Outcome.make({
        verdict: deny("secrets"),
        notices: [
          { by, level: "warning", text: `The reply of ${by} counts, although it ended with exit code 1: Traceback` }
        ]
      })
    )
    assert.isUndefined(said.failure)
    assert.strictEqual(said.softFailure?._tag, "HookFailed")
    assert.strictEqual(said.softFailure?.hook, by)
  })

  it("obeys an allow as well", () => {
    const said = read("claude", PreToolUse, specific(PreToolUse, { permissionDecision: "allow" }), 1)
    assert.strictEqual(said.outcome.verdict._tag, "Allow")
    assert.isDefined(said.softFailure)
  })

  it("fails with broken JSON, with plain text and with nothing", () => {
    for (const [stdout, code] of [
      ["{oops}", 1],
      ["hello", 127],
      ["", 126],
      ["", -1]
    ] as const) {
      const { failure, outcome, softFailure } = read("claude", UserPromptSubmit, stdout, code, "sh: guard: not found")
      assert.strictEqual(failure?._tag, "HookFailed", stdout)
      assert.strictEqual(failure?.issue, `it ended with exit code ${code}: sh: guard: not found`)
      assert.isUndefined(softFailure)
      assert.deepStrictEqual(outcome, Outcome.empty)
    }
  })

  it("fails with fields of a wrong type, and keeps the others", () => {
    const said = read("claude", PreToolUse, { decision: "block", reason: 5, systemMessage: "hello" }, 1)
    assert.strictEqual(said.failure?._tag, "InvalidReply")
    assert.isUndefined(said.softFailure)
    assert.strictEqual(said.outcome.verdict._tag, "Deny")
  })

  it("repeats no more of stderr than fits into a sentence", () => {
    const { failure } = read("claude", PreToolUse, "", 1, "x".repeat(100_000))
    assert.isBelow(failure?.issue.length ?? 0, 600)
  })
})

describe("A response", () => {
  const http = (status: number, body: string) => claude({ _tag: "Http", status, body })

  it("is like exit code 0 where it is a success with an object, and says nothing where that is empty", () => {
    assert.deepStrictEqual(http(200, `{"decision":"block","reason":"no"}`), {
      outcome: Outcome.make({ verdict: deny("no") })
    })
    assert.deepStrictEqual(http(204, " \n"), { outcome: Outcome.empty })
  })

  it("is a failure in every other case", () => {
    for (const body of ["hello", "[]", "null", "{oops}", `"deny"`]) {
      assert.strictEqual(http(200, body).failure?._tag, "InvalidReply", body)
    }
    for (const status of [0, 199, 300, 301, 403, 500]) {
      const said = http(status, `{"decision":"approve"}`)
      assert.strictEqual(said.failure?._tag, "HookFailed", String(status))
      assert.deepStrictEqual(said.outcome, Outcome.empty)
    }
    for (const body of [`{"a":"`, " \n", "", `{"decision":"approve"} noise`]) {
      assert.strictEqual(claude({ _tag: "Http", status: 200, body, cut: true }).failure?._tag, "InvalidReply", body)
    }
  })
})

describe("A model's judgement", () => {
  const judge = (event: HookEvent, ok: boolean, said: { reason?: string; impossible?: boolean } = {}) =>
    claude({ _tag: "Judgement", ok, ...said }, event)

  it("passes by a yes", () => {
    assert.deepStrictEqual(judge(PreToolUse, true, { reason: "harmless" }), { outcome: Outcome.empty })
  })

  it("denies by a no, with its reason or a sentence that names the hook", () => {
    assert.deepStrictEqual(judge(PreToolUse, false, { reason: "secrets" }).outcome.verdict, deny("secrets"))
    for (const said of [{}, { reason: "" }]) {
      assert.deepStrictEqual(
        judge(PreToolUse, false, said).outcome.verdict,
        deny(`${by} denied PreToolUse without a reason`)
      )
    }
  })

  it("lets an agent stop where more is impossible, and nothing else", () => {
    for (const event of [Stop, SubagentStop]) {
      const { outcome } = judge(event, false, { reason: "no network", impossible: true })
      assert.deepStrictEqual(outcome.verdict, Verdict.pass)
      assert.deepStrictEqual(messages(outcome), [`${by} lets the agent stop, since more is not possible: no network`])
    }
    assert.strictEqual(judge(Stop, false, { reason: "tests" }).outcome.verdict._tag, "Deny")
    assert.strictEqual(judge(PreToolUse, false, { impossible: true }).outcome.verdict._tag, "Deny")
  })

  it("is feedback where nothing can be denied", () => {
    assert.deepStrictEqual(text(judge(PostToolUse, false, { reason: "untested" }).outcome), ["untested"])
  })
})

describe("A returned value", () => {
  const value = (returned: unknown, event: HookEvent = PreToolUse) => claude({ _tag: "Value", value: returned }, event)

  it("says nothing by undefined and null", () => {
    assert.deepStrictEqual(value(undefined), { outcome: Outcome.empty })
    assert.deepStrictEqual(value(null), { outcome: Outcome.empty })
  })

  it("is JSON where it is an object, without what JSON does not know", () => {
    assert.deepStrictEqual(value({ decision: "block", reason: "no", systemMessage: undefined }), {
      outcome: Outcome.make({ verdict: deny("no") })
    })
  })

  it("is plain text where it is a text, and never more", () => {
    assert.deepStrictEqual(text(value(" be careful ", UserPromptSubmit).outcome), ["be careful"])
    const { failure, outcome } = value(`{"decision":"block"}`)
    assert.deepStrictEqual(outcome.verdict, Verdict.pass)
    assert.strictEqual(failure?._tag, "InvalidReply")
  })

  it("is read like output where a tool said it", () => {
    const tool = hook({ _tag: "McpTool", server: "guards", tool: "check" })
    const reply = { _tag: "Value", value: `{"decision":"block","reason":"no"}` } as const
    assert.deepStrictEqual(dialects.claude.read(reply, tool, PreToolUse).outcome.verdict, deny("no"))
  })

  it("fails where it is anything else", () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    const trap = Object.defineProperty({}, "decision", {
      enumerable: true,
      get: () => {
        throw new Error("trap")
      }
    })
    for (const returned of [
      true,
      false,
      0,
      12,
      [],
      ["deny"],
      () => "deny",
      Symbol("deny"),
      1n,
      loop,
      trap,
      { a: 1n }
    ]) {
      const { failure, outcome } = value(returned)
      assert.strictEqual(failure?._tag, "InvalidReply")
      assert.deepStrictEqual(outcome, Outcome.empty)
    }
  })

  it("fails where it is no plain object, though JSON would make an empty one of it", () => {
    class Answer {
      readonly #decision = "block"
      get decision() {
        return this.#decision
      }
    }
    const issues = [
      [new Error("no"), "an error"],
      [Promise.resolve({ decision: "block" }), "a promise"],
      [new Map([["decision", "block"]]), "an instance of a class"],
      [new Set(["block"]), "an instance of a class"],
      [new Answer(), "an instance of a class"],
      [new Date(0), "an instance of a class"],
      [Object.create({ decision: "block" }), "an instance of a class"],
      [() => ({ decision: "block" }), "a function"],
      [["block"], "a list"],
      [true, "true"]
    ] as const
    for (const [returned, what] of issues) {
      const { failure, outcome } = value(returned)
      assert.strictEqual(failure?.issue, `it returned ${what}, which is neither a plain object nor a text`)
      assert.deepStrictEqual(outcome, Outcome.empty)
    }
    const bare: unknown = Object.assign(Object.create(null), { decision: "block", reason: "no" })
    assert.deepStrictEqual(value(bare), { outcome: Outcome.make({ verdict: deny("no") }) })
  })

  it("fails where it is deeper than JSON can be written", () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    assert.strictEqual(value({ newContent: { deep } }).failure?.issue, "it returned an object that JSON can't hold")
  })

  it("is heard without what JSON drops inside of it", () => {
    const returned = { decision: "block", reason: "no", systemMessage: () => "hello", extra: undefined }
    assert.deepStrictEqual(value(returned), { outcome: Outcome.make({ verdict: deny("no") }) })
  })

  it("is not shared with the function that may change it later", () => {
    const input = { command: "ls" }
    const { outcome } = value(specific(PreToolUse, { updatedInput: input }))
    input.command = "rm -rf /"
    assert.deepStrictEqual(outcome.changes[0]?.value, { command: "ls" })
  })
})
