// The law of the adapters: an outcome of hooks has its effect in the SDK's loop, whatever it is made of. A denial is never a
// pass, a question is asked before the call, and each text reaches the model.
import { assert, describe, it } from "@effect/vitest"
import * as AiSdk from "@hookline/node/adapters/AiSdk"
import * as ClaudeAgentSdk from "@hookline/node/adapters/ClaudeAgentSdk"
import * as LangChain from "@hookline/node/adapters/LangChain"
import type { Hooks, PlainOutcome } from "@hookline/node"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { opened } from "../promise/opened.ts"
import * as AiLoop from "./aiLoop.ts"
import * as Claude from "./claudeCode.ts"
import * as Agent from "./langchainAgent.ts"

const awkward = `"'<b>\\n ünï 😀 \${x}`

const Verdict = Schema.optionalKey(Schema.Literals(["pass", "allow", "deny", "ask", "defer"]))
const isThere = Schema.Boolean

/** What hooks decide about a turn: at the session's start, at its prompt, before its call and after it. */
const Turn = Schema.Struct({
  start: Schema.Struct({ adds: isThere, halts: Schema.Literals([false, false, false, true]) }),
  prompt: Schema.Struct({
    denies: Schema.Literals([false, false, false, true]),
    adds: isThere,
    halts: Schema.Literals([false, false, false, true])
  }),
  before: Schema.Struct({
    verdict: Verdict,
    hasReason: isThere,
    changes: isThere,
    adds: isThere,
    halts: Schema.Literals([false, false, true])
  }),
  after: Schema.Struct({
    denies: isThere,
    changes: isThere,
    adds: isThere,
    halts: Schema.Literals([false, false, true])
  })
})
type Turn = typeof Turn.Type

const texts = {
  startContext: `start context ${awkward}`,
  startHalt: `start halt ${awkward}`,
  promptReason: `prompt denied ${awkward}`,
  promptContext: `prompt context ${awkward}`,
  promptHalt: `prompt halt ${awkward}`,
  reason: `call reason ${awkward}`,
  context: `call context ${awkward}`,
  halt: `call halt ${awkward}`,
  afterReason: `result reason ${awkward}`,
  afterContext: `result context ${awkward}`,
  afterHalt: `result halt ${awkward}`,
  result: `another result ${awkward}`
} as const

const outcomes = ({ after, before, prompt, start }: Turn): Readonly<Record<string, PlainOutcome>> => ({
  SessionStart: {
    ...(start.adds && { context: texts.startContext }),
    ...(start.halts && { halt: texts.startHalt })
  },
  UserPromptSubmit: {
    ...(prompt.denies && { verdict: "deny", reason: texts.promptReason }),
    ...(prompt.adds && { context: texts.promptContext }),
    ...(prompt.halts && { halt: texts.promptHalt })
  },
  PreToolUse: {
    ...(before.verdict !== undefined && { verdict: before.verdict }),
    ...(before.hasReason && before.verdict !== undefined && before.verdict !== "pass" && { reason: texts.reason }),
    ...(before.changes && { input: { command: "pwd" } }),
    ...(before.adds && { context: texts.context }),
    ...(before.halts && { halt: texts.halt })
  },
  PostToolUse: {
    ...(after.denies && { verdict: "deny", reason: texts.afterReason }),
    ...(after.changes && { result: texts.result }),
    ...(after.adds && { context: texts.afterContext }),
    ...(after.halts && { halt: texts.afterHalt })
  }
})

/** What became of a turn in an SDK. */
interface Reading {
  /** What the model was given at each of its calls. */
  readonly requests: ReadonlyArray<string>
  /** The commands that ran. */
  readonly ran: ReadonlyArray<unknown>
  /** The question to the user, if there was one. */
  readonly question: string | undefined
  /** All that the program sees: messages, and the error that ended the turn. */
  readonly seen: string
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (one instanceof Error ? one.message : one))

/** Checks if a JSON text holds a text, which may be in a JSON text of its own. */
const holds = (all: string, text: string): boolean => {
  const once = JSON.stringify(text).slice(1, -1)
  return all.includes(once) || all.includes(JSON.stringify(once).slice(1, -1))
}

type Play = (hooks: Hooks, approves: boolean) => Promise<Reading>

const names = { names: { shell: "Bash" } }

const aiSdk: Play = async (hooks, approves) => {
  const ran: Array<unknown> = []
  const tools = {
    shell: {
      execute: ({ command }: { readonly command: string }) => {
        ran.push(command)
        return `ran ${command}`
      }
    }
  }
  const guard = AiSdk.guard(hooks, names)
  const start: ReadonlyArray<AiLoop.Message> = [{ role: "user", content: "go" }]
  const call = { toolCallId: "c1", toolName: "shell", input: { command: "ls" } }
  const requests: Array<ReadonlyArray<AiLoop.Message>> = []
  const seen: Array<unknown> = []
  let question: string | undefined
  const generate = async (messages: ReadonlyArray<AiLoop.Message>, script: AiLoop.Script) => {
    const own: Array<ReadonlyArray<AiLoop.Message>> = []
    try {
      return await AiLoop.generate(guard.settings({ tools, messages }), script, own)
    } finally {
      requests.push(...own)
    }
  }
  try {
    const first = await generate(start, [{ calls: [call] }, { text: "done" }])
    seen.push(first.response.messages)
    const parts = first.response.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content))
    const questions = parts.filter(({ type }) => type === "tool-approval-request")
    if (questions.length > 0) {
      question = json(questions)
      assert.deepStrictEqual(ran, [])
      const second = await generate(AiLoop.withAnswers(start, first, approves), [{ text: "done" }])
      seen.push(second.response.messages)
    }
  } catch (error) {
    seen.push(error)
  }
  return { requests: requests.map(json), ran, question, seen: json(seen) }
}

const langChain: Play = async (hooks, approves) => {
  // The small agent runs a turn from its begin once more, where the real one resumes it.
  const middleware = () => LangChain.middleware(hooks, Agent.classes, names) as LangChain.Middleware<Agent.Message>
  let ran: Array<unknown> = []
  const requests: Array<string> = []
  const seen: Array<unknown> = []
  let question: string | undefined
  const messages = [new Agent.HumanMessage({ content: "go" })]
  const run = (answers: ReadonlyArray<unknown>) =>
    Agent.invoke(middleware(), {
      messages,
      script: [{ calls: [{ name: "shell", args: { command: "ls" }, id: "c1" }] }, { text: "done" }],
      tool: ({ command }) => {
        ran.push(command)
        return `ran ${String(command)}`
      },
      answers
    })
  const take = (result: Awaited<ReturnType<typeof run>>) => {
    requests.push(...result.requests.map(json))
    seen.push(result.messages)
  }
  try {
    take(await run([]))
  } catch (error) {
    if (!(error instanceof Agent.Interrupt)) seen.push(error)
    else {
      question = json(error.value)
      assert.deepStrictEqual(ran, [])
      ran = []
      const decision = approves ? { type: "approve" } : { type: "reject", message: "not today" }
      take(await run([{ decisions: [decision] }]))
    }
  }
  return { requests, ran, question, seen: json(seen) }
}

const check = (turn: Turn, approves: boolean, { question, ran, requests, seen }: Reading): void => {
  const { after, before, prompt, start } = turn
  const shown = (text: string) => assert.isTrue(holds(seen + requests.join("\n"), text), `${text} is shown in ${seen}`)
  if (start.halts || prompt.denies || prompt.halts) {
    assert.deepStrictEqual([requests.length, ran], [0, []], "a denied prompt")
    return shown(start.halts ? texts.startHalt : prompt.halts ? texts.promptHalt : texts.promptReason)
  }
  assert.isAtLeast(requests.length, 1)
  assert.strictEqual(holds(requests[0] ?? "", texts.startContext), start.adds, "the start's context")
  assert.strictEqual(holds(requests[0] ?? "", texts.promptContext), prompt.adds, "the prompt's context")
  const command = before.changes ? "pwd" : "ls"
  const isDenied = before.halts || before.verdict === "deny" || before.verdict === "defer"
  const isAsked = !isDenied && before.verdict === "ask"
  assert.strictEqual(question !== undefined, isAsked, "a question")
  if (isAsked && before.hasReason) assert.isTrue(holds(question ?? "", texts.reason), "the question's reason")
  const isRun = !isDenied && (!isAsked || approves)
  assert.deepStrictEqual(ran, isRun ? [command] : [], "what runs")
  const isHalted = before.halts || (isRun && after.halts)
  if (isHalted) {
    assert.isAtMost(requests.length, 1, "the model is not called after a halt")
    return shown(before.halts ? texts.halt : texts.afterHalt)
  }
  const last = requests.at(-1) ?? ""
  assert.isAtLeast(requests.length, 2)
  const given = (text: string, isMeant: boolean) =>
    assert.strictEqual(holds(last, text), isMeant, `${text} for the model in ${last}`)
  if (isDenied && before.hasReason) given(texts.reason, true)
  // A question that the user has refused has only the user's words.
  if (!isAsked || approves) given(texts.context, before.adds)
  if (!isRun) return
  given(texts.afterContext, after.adds)
  given(texts.result, after.changes)
  given(`ran ${command}`, !after.changes)
  if (after.denies) given(texts.afterReason, true)
}

/** A question without a text is a failure of its hook. */
const asking = ({ before, ...turn }: Turn): Turn => ({
  ...turn,
  before: { ...before, hasReason: before.hasReason || before.verdict === "ask" }
})

const turns = Effect.runSync(
  Effect.orDie(Arbitrary.sampleEffect(Arbitrary.schema(Turn), { count: 300, seed: 15 }))
).map(asking)

const deciding = (use: (hooks: Hooks, decide: (turn: Turn) => void) => Promise<void>) =>
  opened(
    {},
    async (hooks) => {
      let decided: Readonly<Record<string, PlainOutcome>> = {}
      hooks.on("*", ({ event }) => decided[event])
      await use(hooks, (turn) => void (decided = outcomes(turn)))
    },
    { trust: "all", approve: "host" }
  )

describe("the outcome of hooks", () => {
  for (const [name, play] of [
    ["the AI SDK", aiSdk],
    ["LangChain", langChain]
  ] as const) {
    it.live(`has its effect in ${name}, whatever it is`, () =>
      deciding(async (hooks, decide) => {
        for (const [index, turn] of turns.entries()) {
          decide(turn)
          const approves = index % 2 === 0
          const reading = await play(hooks, approves)
          try {
            check(turn, approves, reading)
          } catch (error) {
            throw new Error(`${json(turn)}, ${approves ? "approved" : "refused"}: ${String(error)}`, { cause: error })
          }
        }
      })
    )
  }

  it.live("has its effect in the Claude Agent SDK, whatever it is", () =>
    deciding(async (hooks, decide) => {
      const matchers = ClaudeAgentSdk.hooks(hooks)
      for (const [index, turn] of turns.entries()) {
        decide(turn)
        const session = `s${index}`
        const { after, before, prompt, start } = turn
        const said = await Claude.fire(matchers, Claude.payload("UserPromptSubmit", { prompt: "go" }, session))
        const contexts = [start.adds ? texts.startContext : "", prompt.adds ? texts.promptContext : ""]
        const context = contexts.filter((text) => text !== "").join("\n\n")
        assert.deepStrictEqual(
          [said.decision === "deny" || said.stops !== undefined, said.context ?? ""],
          [start.halts || prompt.denies || prompt.halts, context],
          json([turn, said])
        )
        if (start.halts || prompt.halts) assert.include(said.stops, start.halts ? texts.startHalt : texts.promptHalt)
        const call = await Claude.fire(matchers, Claude.payload("PreToolUse", Claude.bash, session))
        const { verdict = "pass" } = before
        const decision = before.halts ? "deny" : verdict === "pass" ? "none" : verdict
        assert.strictEqual(call.decision, decision, json([turn, call]))
        assert.strictEqual(call.stops !== undefined, before.halts)
        if (before.hasReason && decision === verdict) assert.strictEqual(call.reason, texts.reason)
        // A deferral has no context, which the user is shown in its place.
        if (decision !== "defer") assert.strictEqual(call.context, before.adds ? texts.context : undefined)
        else if (before.adds) assert.include(call.message, texts.context)
        if (decision === "none" || decision === "allow" || decision === "ask") {
          assert.deepStrictEqual(call.input, before.changes ? { command: "pwd" } : undefined, json([turn, call]))
        }
        const event = Claude.payload("PostToolUse", { ...Claude.bash, tool_response: "ran ls" }, session)
        const result = await Claude.fire(matchers, event)
        assert.deepStrictEqual(
          [result.decision === "deny", result.stops !== undefined, result.result, result.context],
          [
            after.denies,
            after.halts,
            after.changes ? texts.result : undefined,
            after.adds ? texts.afterContext : undefined
          ],
          json([turn, result])
        )
      }
    })
  )
})
