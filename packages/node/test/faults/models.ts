// What a hook can suffer that asks a model: behind a real provider, on a server of this machine.
import type { HookDialects } from "@hookline/core/HookDialects"
import * as ModelAgentRunner from "@hookline/prompt/ModelAgentRunner"
import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import type { FaultTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"

type Answer = (response: ServerResponse) => void

const json = { "content-type": "application/json" }

const message = (text: string, stop = "end_turn"): string =>
  JSON.stringify({
    type: "message",
    model: "test",
    stop_reason: stop,
    content: [{ type: "text", text }],
    usage: { input_tokens: 1, output_tokens: 1 }
  })

const says =
  (text: string, stop?: string): Answer =>
  (response) =>
    response.writeHead(200, json).end(message(text, stop))

const fails =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, json).end(JSON.stringify({ type: "error", error: { type: "x", message: "oh" } }))

interface Row {
  readonly answer: Answer
  readonly told: RegExp
  readonly hangs?: true
}

const late = /did not answer within 0.4 s/

const rows: Readonly<Record<string, Row>> = {
  "a model that says no verdict": { answer: says("It looks fine to me!"), told: /it holds no verdict/ },
  "a model that contradicts itself": { answer: says('{"ok":true} {"ok":false}'), told: /verdicts that disagree/ },
  "a model that says nothing": { answer: says(""), told: /verdict|empty|nothing/ },
  "a model whose yes is cut": { answer: says('{"ok": true', "max_tokens"), told: /cut|verdict/ },
  "a model that declines": { answer: says("I can't.", "refusal"), told: /declined/ },
  "a provider that hangs": { answer: () => {}, told: late, hangs: true },
  "a provider that hangs in its answer": {
    answer: (response) => response.writeHead(200, json).write(message('{"ok":true}').slice(0, 40)),
    told: late,
    hangs: true
  },
  "a provider that closes in its answer": {
    answer: (response) => {
      response.writeHead(200, { ...json, "content-length": "4000" })
      response.write(message('{"ok":true}').slice(0, 40), () => response.destroy())
    },
    told: /broke off half-way/
  },
  "a provider that refuses the key": { answer: fails(401), told: /set ANTHROPIC_API_KEY to a valid one/ },
  "a provider that is overloaded for ever": { answer: fails(529), told: /529/ },
  "a provider that breaks": { answer: fails(500), told: /answered with 500/ },
  "a provider that speaks HTML": {
    answer: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    told: /text\/html, not JSON/
  },
  "a provider that speaks broken JSON": {
    answer: (response) => response.writeHead(200, json).end("{nope"),
    told: /no valid JSON/
  }
}

const names = Object.keys(rows)

/** Hooks of this kind. Their prompt says which fault is theirs, and so the server knows. */
export const models = (type: "prompt" | "agent"): Readonly<Record<string, FaultTest.Fault<string>>> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, { hangs, told }], index) => [
      name,
      {
        hook: { type, prompt: `May it? <row-${index}>`, ...(hangs === true && { timeout: 0.4 }) },
        told,
        stage: "execute"
      }
    ])
  )

/** The provider's address. */
export const modelServer: Effect.Effect<string, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((request, response) => {
        let body = ""
        request.setEncoding("utf8").on("data", (text: string) => (body += text))
        request.once("end", () => {
          const name = names[Number(/<row-(\d+)>/.exec(body)?.[1])] ?? ""
          rows[name]?.answer(response)
        })
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    (server) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await once(server.close(), "close")
      })
  ),
  (server) => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  }
)

export const runnersOf = (
  baseUrl: string
): Layer.Layer<Layer.Success<typeof ModelPromptRunner.layer | typeof ModelAgentRunner.layer>, never, HookDialects> =>
  Layer.merge(ModelPromptRunner.layer, ModelAgentRunner.layer).pipe(
    Layer.provide(Anthropic.model("test", { baseUrl, apiKey: Redacted.make("k"), firstWait: "5 millis" }))
  )
