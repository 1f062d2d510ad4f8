// What a request can suffer: servers of every kind but those that answer.
import type { FaultTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { once } from "node:events"
import * as http from "node:http"
import * as net from "node:net"

/** Servers on this machine: one that speaks HTTP, one that does not, and a port at which nobody listens. */
export interface Servers {
  readonly url: string
  readonly raw: string
  readonly nobody: string
}

type Answer = (response: http.ServerResponse) => void

const json = { "content-type": "application/json" }

/** What the server does with a request, by its path. */
const answers: Readonly<Record<string, Answer>> = {
  "/broken": (response) => response.writeHead(500).end("oh no"),
  "/refused": (response) => response.writeHead(401).end('{"decision": "approve"}'),
  "/html": (response) => response.writeHead(200).end("<html>"),
  "/half": (response) => response.writeHead(200, json).end('{"hookSpecificOutput": {"permissionDecision": }'),
  "/hang": () => {},
  "/hang-in-the-middle": (response) => response.writeHead(200, json).write('{"continue": true'),
  "/closes-in-the-middle": (response) => {
    response.writeHead(200, { ...json, "content-length": "1000" })
    response.write('{"continue": true', () => response.destroy())
  },
  "/closes-at-once": (response) => response.destroy(),
  "/too-much": (response) => response.writeHead(200, json).end(`{"a": "${"x".repeat(2_000_000)}"}`),
  "/elsewhere": (response) => response.writeHead(307, { location: "http://localhost:1/" }).end(),
  "/not-packed": (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end("{}")
}

const portOf = async (server: net.Server): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const opened = Effect.promise(async () => {
  const server = http.createServer((request, response) => {
    request.resume()
    request.once("end", () => answers[request.url ?? ""]?.(response))
  })
  const sockets = new Set<net.Socket>()
  const raw = net.createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).end("This is no HTTP.\r\n\r\n")
  })
  const silent = net.createServer()
  const nobody = await portOf(silent)
  silent.close()
  await once(silent, "close")
  const close = async () => {
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
    await Promise.all([server, raw].map((one) => once(one.close(), "close")))
  }
  const [port, rawPort] = [await portOf(server), await portOf(raw)]
  const at = (where: number): string => `http://127.0.0.1:${where}`
  return { close, servers: { url: at(port), raw: at(rawPort), nobody: at(nobody) } }
})

export const servers: Effect.Effect<Servers, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(opened, ({ close }) => Effect.promise(close)),
  (made) => made.servers
)

const post =
  (path: string, more: FaultTest.Entry = {}) =>
  ({ url }: Servers): FaultTest.Entry => ({ type: "http", url: `${url}${path}`, ...more })

const short = { timeout: 0.4 }

export const requests: Readonly<Record<string, FaultTest.Fault<Servers>>> = {
  "a status of failure": { hook: post("/broken"), told: /status 500: oh no/, stage: "translate" },
  "a refusal that says yes": { hook: post("/refused"), told: /status 401/, stage: "translate" },
  "what is no JSON": { hook: post("/html"), told: /no JSON object/, stage: "translate" },
  "broken JSON": { hook: post("/half"), told: /can't be understood/, stage: "translate" },
  "a reply that is cut at the cap": { hook: post("/too-much"), told: /begins like a JSON object/, stage: "translate" },
  "a hang": { hook: post("/hang", short), told: /did not answer within 0.4 s/, stage: "execute" },
  "a hang in the middle of a reply": {
    hook: post("/hang-in-the-middle", short),
    told: /did not answer within 0.4 s/,
    stage: "execute"
  },
  "a connection that closes in the middle of a reply": {
    hook: post("/closes-in-the-middle"),
    told: /broke the connection off/,
    stage: "execute"
  },
  "a connection that closes at once": {
    hook: post("/closes-at-once"),
    told: /broke the connection off/,
    stage: "execute"
  },
  "a reply that can't be unpacked": { hook: post("/not-packed"), told: /127\.0\.0\.1/, stage: "execute" },
  "a reply that sends on to others": { hook: post("/elsewhere"), told: /it goes to no other host/, stage: "execute" },
  "nobody who listens": {
    hook: ({ nobody }) => ({ type: "http", url: nobody }),
    told: /127\.0\.0\.1/,
    stage: "execute"
  },
  "somebody who speaks no HTTP": {
    hook: ({ raw }) => ({ type: "http", url: raw }),
    told: /127\.0\.0\.1/,
    stage: "execute"
  },
  "a url that is none": { hook: { type: "http", url: "not a url" }, told: /url/, stage: "execute" }
}
