/**
 * A scripted language model behind a real server on this machine, for tests of real providers.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer } from "node:http"
import { type Answer, anthropic, type Message, openAi } from "./internal/modelWires.ts"

export type { Answer, Call, Message } from "./internal/modelWires.ts"

const wires = { anthropic, openAi } as const

/**
 * The format that the server accepts.
 *
 * @category models
 * @since 0.1.0
 */
export type WireName = keyof typeof wires

/**
 * A request as received.
 *
 * @category models
 * @since 0.1.0
 */
export interface Request {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Its messages, in order: the system's, the user's, the model's, and results of tools. */
  readonly messages: ReadonlyArray<Message>
}

/**
 * Returns the model's answer to its `count`th request, from 1.
 *
 * @category models
 * @since 0.1.0
 */
export type Script = (request: Request, count: number) => Answer | undefined

/**
 * The server.
 *
 * @category models
 * @since 0.1.0
 */
export interface TestProvider {
  /** The address for a provider. */
  readonly url: string
  readonly requests: ReadonlyArray<Request>
}

/**
 * Creates a script with one answer for each request, in order.
 *
 * @example
 * ```ts
 * import * as TestProvider from "@hookline/testing/TestProvider"
 *
 * const script = TestProvider.inOrder({ text: `{"ok": true}` }, { text: `{"ok": false, "reason": "No"}` })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const inOrder =
  (...answers: ReadonlyArray<Answer>): Script =>
  (_, count) =>
    answers[count - 1]

/**
 * Opens the server. A request without an answer in the script is refused with an error that providers don't retry.
 *
 * @example
 * ```ts
 * import * as Anthropic from "@hookline/prompt/providers/Anthropic"
 * import * as TestProvider from "@hookline/testing/TestProvider"
 * import * as Effect from "effect/Effect"
 *
 * const model = Effect.map(TestProvider.make("anthropic", TestProvider.inOrder({ text: `{"ok": true}` })), ({ url }) =>
 *   Anthropic.model("claude-haiku-4-5", { baseUrl: url })
 * )
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (name: WireName, script: Script): Effect.Effect<TestProvider, never, Scope.Scope> => {
  const wire = wires[name]
  const requests: Array<Request> = []
  const server = createServer((incoming, response) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      // Both formats send an object.
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Request["body"]
      const request = { path: incoming.url ?? "", body, messages: wire.messages(body) }
      const count = requests.push(request)
      const answer = script(request, count)
      response
        .writeHead(answer === undefined ? 400 : 200, { "content-type": "application/json" })
        .end(JSON.stringify(answer === undefined ? { error: { message: "no answer" } } : wire.answer(answer, count)))
    })
  })
  const opened = Effect.callback<TestProvider>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const path = name === "openAi" ? "/v1" : ""
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}${path}`, requests }))
    })
  })
  return Effect.acquireRelease(opened, () =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
  )
}
