/** A scripted model on loopback: it plays turns in order, and keeps what it was asked. */
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"

/** A call of a tool by the model. */
export interface ToolCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One answer of the model. */
export interface Turn {
  readonly text?: string
  readonly call?: ToolCall
  /** Calls beside it, in one answer. */
  readonly calls?: ReadonlyArray<ToolCall>
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The protocol of a model's interface. */
export interface Protocol {
  /** Checks whether a request is one of the conversation, and not one beside it, such as for a title. */
  readonly isMain: (path: string, body: Fields) => boolean
  /** Returns what a request says last: what the user says, or what a tool answered. */
  readonly last: (body: Fields) => unknown
  /** Answers a request. `turn` is left out for requests beside the conversation. */
  readonly answer: (path: string, body: Fields, turn: Turn | undefined, respond: Respond) => void
}

/** Writes a response: one object, or the data of several events. */
export interface Respond {
  readonly json: (body: unknown, status?: number) => void
  readonly events: (events: ReadonlyArray<{ readonly name?: string; readonly data: unknown }>) => void
}

/** A running model. */
export interface Model {
  readonly port: number
  /** The requests of the conversation. */
  readonly requests: ReadonlyArray<Fields>
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Fields> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"))
    return isFields(body) ? body : {}
  } catch {
    // Requests without a body, such as a list of models.
    return {}
  }
}

const respondTo = (response: ServerResponse): Respond => ({
  json: (body, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" })
    response.end(JSON.stringify(body))
  },
  events: (events) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const { data, name } of events) {
      const text = typeof data === "string" ? data : JSON.stringify(data)
      response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${text}\r\n\r\n`)
    }
    response.end()
  }
})

/** Starts a model. Its last turn is its answer to all further requests. */
export const start = (protocol: Protocol, turns: ReadonlyArray<Turn>): Promise<Model> => {
  const requests: Array<Fields> = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await bodyOf(request)
      const path = request.url ?? "/"
      const isMain = protocol.isMain(path, body)
      if (isMain) requests.push(body)
      const turn = isMain ? turns[Math.min(requests.length, turns.length) - 1] : undefined
      protocol.answer(path, body, turn, respondTo(response))
    }
    void answer()
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve({
        port: typeof address === "object" && address !== null ? address.port : 0,
        requests,
        close: () =>
          new Promise((closed) => {
            server.closeAllConnections()
            server.close(() => closed())
          })
      })
    })
  })
}
