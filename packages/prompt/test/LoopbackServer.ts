/** A provider on this machine that does what a test tells it, and remembers what it was asked. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"

/** A request as it came. */
export interface Seen {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // A request is whatever the provider under test makes of it.
  readonly body: Readonly<Record<string, unknown>>
}

/** What the server does with a request, which is its `count`th. */
export type Act = (response: ServerResponse, seen: Seen, count: number) => void

export interface LoopbackServer {
  readonly url: string
  readonly seen: ReadonlyArray<Seen>
  /** How many connections were ended by the other side before they were answered to the end. */
  readonly broken: () => number
  readonly act: (act: Act) => void
}

export const make: Effect.Effect<LoopbackServer, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<LoopbackServer & { readonly close: () => void }>((resume) => {
    const seen: Array<Seen> = []
    let broken = 0
    let current: Act = (response) => response.writeHead(500).end()
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      response.once("close", () => {
        if (!response.writableFinished) broken++
      })
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        // Both wires send an object.
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Seen["body"]
        const one = { path: request.url ?? "", headers: request.headers, body }
        seen.push(one)
        current(response, one, seen.length)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(
        Effect.succeed({
          url: `http://127.0.0.1:${port}`,
          seen,
          broken: () => broken,
          act: (act) => (current = act),
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        })
      )
    })
  }),
  ({ close }) => Effect.sync(close)
)

/** Answers with JSON. */
export const json =
  (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Act =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value))

/** Does these in order, and the last one ever after. */
export const inOrder =
  (...acts: ReadonlyArray<Act>): Act =>
  (response, seen, count) =>
    acts[Math.min(count, acts.length) - 1]?.(response, seen, count)
