// The examples of the guide do what they say.
import { assert, describe, it } from "@effect/vitest"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "hookline"
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { read, root } from "../internal/workspace.ts"

const examples = [
  "answer-an-event.ts",
  "ask-a-model.ts",
  "combine-outcomes.ts",
  "decide-on-failure.ts",
  "guard-a-toolkit.ts",
  "guard-ai-sdk.ts",
  "guard-an-mcp-server.ts",
  "guard-another-loop.ts",
  "guard-another-server.ts",
  "guard-claude-agent-sdk.ts",
  "guard-langchain.ts",
  "keep-an-audit.ts",
  "loop-with-promises.ts",
  "name-models.ts",
  "open-a-skill.ts",
  "prove-a-policy.ts",
  "read-a-project.ts",
  "register-a-handler.ts",
  "run-a-guard.ts",
  "run-an-agent.ts",
  "send-measures.ts",
  "serve-projects.ts",
  "share-a-fleet.ts",
  "translate-a-reply.ts",
  "write-a-dialect.ts"
]

/** What the model reads of a call that the guarded project's hook denies. */
const denied = {
  type: "execution-denied",
  reason: "Force pushes are for people: push without --force, or ask."
} as const

describe("the examples of the guide", () => {
  it("are all tested here", () => {
    assert.deepStrictEqual(globSync("*.ts", { cwd: `${root}/docs/examples` }).toSorted(), examples)
  })

  it("read a project, and tell the mistake that is planted there", async () => {
    const { catalog } = await import("../../docs/examples/read-a-project.ts")
    assert.isAbove(catalog.hooks.length, 2)
    assert.include(
      catalog.diagnostics.map(({ code }) => code),
      "handler-without-group"
    )
  })

  it("guard agents of other SDKs", async () => {
    const { results } = await import("../../docs/examples/guard-claude-agent-sdk.ts")
    const { text } = await import("../../docs/examples/guard-ai-sdk.ts")
    const { messages } = await import("../../docs/examples/guard-langchain.ts")
    assert.deepStrictEqual([...results, text, messages.at(-1)?.content], [denied.reason, denied.reason, denied.reason])
  })

  it("answer an event", async () => {
    const { answered } = await import("../../docs/examples/answer-an-event.ts")
    assert.isFalse(answered.proceeds)
    assert.deepStrictEqual(answered.provided, ["@hookline/core/FailurePolicy", "@hookline/core/Runners/Command"])
    assert.deepStrictEqual(
      answered.report.runs.map(({ status }) => status),
      ["ran"]
    )
  })

  it("share a fleet", async () => {
    const { agents, answer } = await import("../../docs/examples/share-a-fleet.ts")
    const results = agents.map((line): unknown => JSON.parse(line))
    const ended = (command: string, hasRun: boolean) =>
      results.filter((result) => JSON.stringify(result).startsWith(JSON.stringify({ command, hasRun }).slice(0, -1)))
    assert.lengthOf(ended("git push --force", false), 1)
    assert.lengthOf(ended("git status", true), 1)
    assert.lengthOf(ended("git push", true), 1)
    // One of them ran the hook that runs once.
    assert.lengthOf(
      agents.filter((line) => line.includes('"hasSetUp":true')),
      1
    )
    assert.include(answer, '"machine":"machine-3"')
    assert.include(answer, '"by":"ann"')
  })

  it("serve many projects", async () => {
    const { verdicts } = await import("../../docs/examples/serve-projects.ts")
    assert.deepStrictEqual(verdicts, ["Pass", "Deny"])
  })

  it("decide what a failure means", async () => {
    const { decided } = await import("../../docs/examples/decide-on-failure.ts")
    assert.deepStrictEqual(
      Object.values(decided).map((reports) => reports.map(([verdict]) => verdict)),
      [
        ["Pass", "Pass"],
        ["Deny", "Pass"],
        ["Ask", "Pass"]
      ]
    )
  })

  it("run a guard", async () => {
    const { answers } = await import("../../docs/examples/run-a-guard.ts")
    assert.deepStrictEqual([answers.push.goesOn, answers.list.goesOn], [false, true])
    assert.match(answers.push.reasons.join(), /Force pushes are for people/)
  })

  it("ask a model", async () => {
    const { report } = await import("../../docs/examples/ask-a-model.ts")
    assert.strictEqual(report.outcome.verdict._tag, "Deny")
    assert.deepInclude(report.runs[0]?.reply, { _tag: "Judgement", ok: false, model: "always-no" })
  })

  it("name models", async () => {
    const { layer } = await import("../../docs/examples/name-models.ts")
    assert.isTrue(Layer.isLayer(layer))
  })

  it("prove a policy", async () => {
    const { broken, holds } = await import("../../docs/examples/prove-a-policy.ts")
    assert.strictEqual(holds._tag, "Passed")
    const report = Arbitrary.formatCheckFailure(broken) ?? ""
    assert.include(report, '"toolInput": {"file_path":"/-/infra/main.tf"}')
    assert.include(read("docs/testing-hooks.md"), report, "the report that the guide shows")
  })

  it("combine outcomes", async () => {
    const { together } = await import("../../docs/examples/combine-outcomes.ts")
    assert.deepStrictEqual([together.verdict._tag, together.context.length], ["Deny", 1])
  })

  it("open a skill, and close it", async () => {
    const { opened } = await import("../../docs/examples/open-a-skill.ts")
    assert.deepStrictEqual(opened, {
      before: "Pass",
      during: "Deny",
      after: "Pass",
      message: `there is no skill called "relaese"; did you mean release?`
    })
  })

  it("keep an audit, and find out that it was edited", async () => {
    const { kept } = await import("../../docs/examples/keep-an-audit.ts")
    const output = "API_KEY=[redacted] is not for you"
    assert.deepStrictEqual(kept.outputs, [output, output])
    assert.isTrue(kept.sound.isSound)
    assert.isFalse(kept.edited.isSound)
  })

  it("register handlers of a program", async () => {
    const { reports } = await import("../../docs/examples/register-a-handler.ts")
    assert.deepStrictEqual(
      [reports.production, reports.staging, reports.again].map(({ outcome }) => outcome.verdict._tag),
      ["Deny", "Pass", "Pass"]
    )
    assert.deepStrictEqual(
      reports.staging.outcome.context.map(({ by }) => by),
      ["branch"]
    )
  })

  it("run tools in a loop, with promises", async () => {
    const { told } = await import("../../docs/examples/loop-with-promises.ts")
    assert.deepStrictEqual(told.slice(-4), [
      "Publish my work.",
      "Bash was denied: Force pushes are for people: push without --force, or ask.",
      "ran git status",
      "It said 14 characters."
    ])
  })

  it("translate a reply for another host", async () => {
    const { answer } = await import("../../docs/examples/translate-a-reply.ts")
    assert.deepInclude(answer.body, { action: "deny", reason: "No force pushes." })
  })

  it("write a dialect, whose hooks know tools by the names that they were written for", async () => {
    const { answered, given } = await import("../../docs/examples/write-a-dialect.ts")
    const seen = { tool_name: "Bash", tool_input: { command: "rm -rf /" }, host_tool_name: "shell" }
    assert.strictEqual(given.length, 1)
    assert.deepInclude(given[0], seen)
    assert.include(JSON.stringify(answered.reply.body), "Not here.")
  })

  it("guard a toolkit", async () => {
    const { response } = await import("../../docs/examples/guard-a-toolkit.ts")
    assert.deepStrictEqual(
      response.toolResults.map(({ isFailure, result }) => [isFailure, result]),
      [[true, denied]]
    )
  })

  it("run an agent, from the start of its session to the end", async () => {
    const { answer, events } = await import("../../docs/examples/run-an-agent.ts")
    assert.deepStrictEqual(answer, { text: "It is in dates.ts, and the tests agree.", ended: "done" })
    assert.deepStrictEqual([events[0], events.at(-1)], ["SessionStart", "SessionEnd"])
    assert.strictEqual(events.filter((event) => event === "Stop").length, 2)
    assert.include(events.join(" "), "PreToolUse SubagentStart SubagentStop PostToolUse")
  })

  it("guard an MCP server", async () => {
    const { answers } = await import("../../docs/examples/guard-an-mcp-server.ts")
    assert.deepStrictEqual(answers.list, { output: "(the output of git status)" })
    assert.include(JSON.stringify(answers.push), "Force pushes are for people")
  })

  it("guard somebody else's MCP server", async () => {
    const { results } = await import("../../docs/examples/guard-another-server.ts")
    assert.deepStrictEqual([results.list, results.push], ["ran git status", denied])
  })

  it("guard the tools of another loop", async () => {
    const { middleware, said } = await import("../../docs/examples/guard-another-loop.ts")
    assert.deepStrictEqual(said, ["ran git status", denied.reason])
    const params = await middleware.transformParams({ params: { prompt: [{ role: "user", content: "go" }] } })
    assert.deepStrictEqual(params.prompt.length, 1)
  })

  it("send spans and metrics", async () => {
    const { metrics, spans } = await import("../../docs/examples/send-measures.ts")
    assert.includeMembers(spans, ["hookline.hook", "hookline.event", "my-agent"])
    assert.includeMembers(metrics, ["hookline_runs", "hookline_run_millis"])
  })

  it("approve by a function, open a skill by a layer, and deny in Amplifier's words", async () => {
    const { hooks: approved } = await import("../../docs/examples/parts/approve.ts")
    const { hooks: skilled } = await import("../../docs/examples/parts/skill-layer.ts")
    const { register } = await import("../../docs/examples/parts/amplifier-handler.ts")
    const call = (command: string) =>
      cases.PreToolUse.make({ toolName: "Bash", toolInput: { command }, sessionId: "s" })
    const verdict = (command: string) =>
      Effect.map(
        Hookline.use((hooks) => hooks.emit(call(command))),
        ({ outcome }) => outcome.verdict
      )

    const asked = Effect.gen(function* () {
      const { register: add } = yield* Hookline
      const ask = Verdict.ask({ by: "", prompt: "Deploy?" }, "It is Friday.")
      yield* add({ event: "PreToolUse", name: "deploys", handler: () => Effect.succeed({ verdict: ask }) })
      return [yield* verdict("deploy"), yield* verdict("deploy --production")]
    })
    const [granted, refused] = await Effect.runPromise(Effect.scoped(asked).pipe(Effect.provide(approved)))
    assert.strictEqual(granted?._tag, "Pass")
    assert.include(JSON.stringify(refused), "The release team is not on call")

    const denied = Effect.andThen(register, verdict("deploy --production"))
    const plain = Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll })
    assert.include(
      JSON.stringify(await Effect.runPromise(Effect.scoped(denied).pipe(Effect.provide(plain)))),
      "Not from here."
    )

    // Its hook denies on all branches but one, so that it is looked for among those that ran.
    const tag = Hookline.use((hooks) => hooks.emit(call("git tag v1")))
    const open = await Effect.runPromise(Effect.provide(tag, skilled))
    assert.include(JSON.stringify(open.runs), "only-from-main")
  })

  it("run the module of the guide as a hook", async () => {
    const project = mkdtempSync(join(tmpdir(), "hookline-test-"))
    try {
      const folder = join(project, ".amplifier/hooks")
      mkdirSync(folder, { recursive: true })
      copyFileSync(join(root, "docs/examples/parts/module-hook.ts"), join(folder, "module-hook.ts"))
      const hooks = { PreToolUse: [{ hooks: [{ type: "module", path: "./module-hook.ts" }] }] }
      writeFileSync(join(folder, "hooks.json"), JSON.stringify({ hooks }))
      const settings = { allowProjectModules: true }
      const layer = Hookline.layer({ project, trust: Trust.layerAll, settings })
      const verdict = (command: string) =>
        Effect.map(
          Hookline.use((each) => each.emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command } }))),
          ({ outcome }) => outcome.verdict
        )
      const asked = Effect.all([verdict("git push --force"), verdict("ls")])
      const [forced, listed] = await Effect.runPromise(Effect.provide(asked, layer))
      assert.include(JSON.stringify(Verdict.reasonsOf(forced)), "Bash would force")
      assert.match(JSON.stringify(forced), /tool_input.*--force/)
      assert.strictEqual(listed._tag, "Pass")
    } finally {
      rmSync(project, { recursive: true })
    }
  })

  it("are true in the parts that READMEs show", async () => {
    const { title } = await import("../../docs/examples/parts/dialects.ts")
    const { goesOn } = await import("../../docs/examples/parts/schema.ts")
    const { report } = await import("../../docs/examples/parts/hookline.ts")
    assert.strictEqual(title, "Gemini CLI")
    assert.isFalse(goesOn)
    assert.isBoolean(report.goesOn)
  })
})
