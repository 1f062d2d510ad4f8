import { assert, describe, it } from "@effect/vitest"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { execute, sentence } from "../asking.ts"
import { inOrder, json, make } from "../LoopbackServer.ts"
import * as Anthropic from "../../src/providers/Anthropic.ts"
import * as OpenAiCompatible from "../../src/providers/OpenAiCompatible.ts"
import { anthropic, openAi, says, secret, wires } from "../wires.ts"

const configured = (model: Layer.Layer<LanguageModel.LanguageModel>, env: Readonly<Record<string, string>>) =>
  model.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

describe("a provider's key", () => {
  it.live("that is missing fails the hook, and says what to set", () =>
    Effect.gen(function* () {
      assert.include(yield* sentence(configured(Anthropic.model("m"), {})), "set ANTHROPIC_API_KEY")
      assert.include(
        yield* sentence(configured(OpenAiCompatible.model("m"), { OPENAI_API_KEY: " " })),
        "set OPENAI_API_KEY"
      )
    })
  )

  it.live("is read from the configuration, with the address", () =>
    Effect.gen(function* () {
      const server = yield* make
      server.act(says(anthropic, "yes"))
      yield* execute(
        configured(Anthropic.model("m"), { ANTHROPIC_API_KEY: `${secret}\n`, ANTHROPIC_BASE_URL: `${server.url}/` })
      )
      assert.strictEqual(server.seen[0]?.headers["x-api-key"], secret)
      server.act(says(openAi, "yes"))
      yield* execute(
        configured(OpenAiCompatible.model("m"), { OPENAI_API_KEY: secret, OPENAI_BASE_URL: `${server.url}/v1` })
      )
      assert.strictEqual(server.seen[1]?.headers.authorization, `Bearer ${secret}`)
    })
  )

  // proves: docs/prompt-hooks.md
  it.live("is not needed by a server of one's own, and the configured one is not sent there", () =>
    Effect.gen(function* () {
      const server = yield* make
      const env = { ANTHROPIC_API_KEY: secret, OPENAI_API_KEY: secret }
      server.act(says(openAi, "yes"))
      yield* execute(configured(OpenAiCompatible.model("llama", { baseUrl: `${server.url}/v1` }), env))
      server.act(says(anthropic, "yes"))
      yield* execute(configured(Anthropic.model("m", { baseUrl: server.url }), env))
      for (const { headers } of server.seen) assert.notInclude(JSON.stringify(headers), secret)
      assert.strictEqual(server.seen.length, 2)
    })
  )

  it.live("that can't be sent is not told either", () =>
    Effect.gen(function* () {
      const server = yield* make
      const apiKey = Redacted.make("sk-with\u2028line")
      const told = yield* sentence(Anthropic.model("m", { apiKey, baseUrl: server.url }))
      assert.include(told, "characters that no key has")
      assert.notInclude(told, "sk-with")
    })
  )

  for (const wire of wires) {
    // proves: docs/security.md
    it.live(`is in no span and no log of ${wire.name}`, () =>
      Effect.gen(function* () {
        const server = yield* make
        server.act(inOrder(json(529, wire.error(secret)), json(401, wire.error(secret))))
        const seen: Array<unknown> = []
        const tracer = Tracer.make({
          span: (options) => {
            const span = new Tracer.NativeSpan(options)
            seen.push(span)
            return span
          }
        })
        const error = yield* execute(wire.model(server)).pipe(
          Effect.tapCause((cause) => Effect.logError("it failed", cause)),
          Effect.flip,
          Effect.withSpan("hook"),
          Effect.provideService(Tracer.Tracer, tracer),
          Effect.provide(Logger.layer([Logger.make((options) => void seen.push(options.message, options.cause))]))
        )
        assert.isAbove(seen.length, 3)
        assert.notInclude(inspect(seen, { depth: 12, showHidden: true }), secret)
        assert.notInclude(JSON.stringify(error), secret)
      })
    )
  }
})

describe("a provider's model", () => {
  for (const wire of wires) {
    it.live(`of ${wire.name} generates text and streams it, as any other of effect's`, () =>
      Effect.gen(function* () {
        const server = yield* make
        server.act(says(wire, "Hello."))
        const { text, usage } = yield* LanguageModel.generateText({ prompt: "Hi" }).pipe(
          Effect.provide(wire.model(server))
        )
        assert.deepStrictEqual([text, usage.inputTokens.total, usage.outputTokens.total], ["Hello.", 30, 4])
      })
    )
  }

  it.live("has the most tokens of an answer in its provider's words", () =>
    Effect.gen(function* () {
      const server = yield* make
      server.act(says(openAi, "yes"))
      yield* execute(openAi.model(server, { maxTokens: 99 }))
      assert.strictEqual(server.seen[0]?.body["max_tokens"], 99)
      server.act(says(anthropic, "yes"))
      yield* execute(anthropic.model(server, { maxTokens: 99 }))
      assert.strictEqual(server.seen[1]?.body["max_tokens"], 99)
    })
  )
})
