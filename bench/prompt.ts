// What the runner of prompts adds to the time that its provider takes. The provider is a server of this machine, in a
// thread of its own, that answers at once: what it takes, and what the wire takes, is measured by a bare request.
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import type { Work } from "@hookline/core/Runner"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
import * as PromptTemplate from "@hookline/prompt/kit/PromptTemplate"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import { cases } from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { Result } from "./Result.ts"

const message = {
  type: "message",
  model: "claude-bench",
  stop_reason: "end_turn",
  content: [{ type: "text", text: '{"ok":false,"reason":"It deletes the folder build.","impossible":null}' }],
  usage: { input_tokens: 400, output_tokens: 20 }
}

const server = `
const { createServer } = require("node:http")
const { parentPort } = require("node:worker_threads")
const answer = ${JSON.stringify(JSON.stringify(message))}
const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(answer))
})
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))
`

const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf build" } })
const payload = JSON.stringify(ClaudeCode.event.encodeForHook(event))
const prompt = "Block commands that delete files. $ARGUMENTS"
const hook = { ...TestPipeline.hookOf("judge"), handler: { _tag: "Prompt", prompt } as const }

const work: Work = {
  hook,
  handler: hook.handler,
  event,
  dialect: ClaudeCode,
  payload: () => payload,
  facts: { projectDir: "/project", event, source: hook.source },
  limitMillis: 30_000,
  host: ClaudeCode,
  settings: {},
  session: { project: "/project", session: undefined }
}

/** The same request by hand, and as much of its answer as anybody must read. */
const bare = async (url: string): Promise<unknown> => {
  const [system, user] = PromptTemplate.messages(PromptTemplate.system(false), prompt, payload)
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "none" },
    body: JSON.stringify({ model: "claude-bench", max_tokens: 1024, system: system?.content, messages: [user] })
  })
  return response.json()
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** What the runner adds, in milliseconds. Both are measured in each round, in turns one first and the other. */
export const promptHooks = async (): Promise<ReadonlyArray<Result>> => {
  const worker = new Worker(server, { eval: true })
  // The worker's first message is the port that it listens on.
  const [port] = (await once(worker, "message")) as [number]
  const url = `http://127.0.0.1:${port}`
  const runtime = ManagedRuntime.make(
    Executor.layerWith(
      ModelPromptRunner.layer.pipe(Layer.provide(Anthropic.model("claude-bench", { baseUrl: url })))
    ).pipe(Layer.provide(Concurrency.layerPerCpu()), Layer.provide(TestPipeline.thisProject))
  )
  const executor = await runtime.runPromise(Executor)
  const run = () => Effect.runPromise(executor.execute(work))
  const reply = await run()
  if (reply._tag !== "Judgement" || reply.ok) throw new Error("the judge did not say no")

  const added: Array<number> = []
  for (let round = -300; round < 1000; round++) {
    const times = { bare: 0, run: 0 }
    const order = round % 2 === 0 ? (["bare", "run"] as const) : (["run", "bare"] as const)
    for (const which of order) times[which] = await timed(which === "bare" ? () => bare(url) : run)
    if (round >= 0) added.push(times.run - times.bare)
  }
  await runtime.dispose()
  await worker.terminate()

  const sorted = added.toSorted((one, other) => one - other)
  const p50 = sorted[sorted.length >> 1] ?? Number.NaN
  return [
    {
      name: "a prompt hook, beside a bare request to its provider / 1 ms",
      ratio: p50 / 1,
      target: 1,
      p50,
      p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      unit: "ms"
    }
  ]
}
