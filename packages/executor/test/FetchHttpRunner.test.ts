import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import { HttpRunner } from "@hookline/core/Runners"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import type { Handler } from "@hookline/schema/Handler"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { once } from "node:events"
import * as http from "node:http"
import * as net from "node:net"
import * as Redirect from "../src/internal/http/redirect.ts"
import * as Trouble from "../src/internal/http/trouble.ts"
import * as Http from "../src/FetchHttpRunner.ts"
import { around } from "./support/answering.ts"

type HttpHandler = Extract<Handler, { readonly _tag: "Http" }>

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

interface Server {
  readonly port: number
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
  /** How many connections it has had, and has. */
  readonly connections: { made: number; open: number }
}

const listening = (server: net.Server) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const connections = { made: 0, open: 0 }
      server.on("connection", (socket) => {
        connections.made += 1
        connections.open += 1
        socket.on("close", () => {
          connections.open -= 1
        })
      })
      const address = server.address()
      return { connections, port: typeof address === "object" && address !== null ? address.port : 0 }
    }),
    () =>
      Effect.promise(async () => {
        if (server instanceof http.Server) server.closeAllConnections()
        if (!server.listening) return
        server.close()
        await once(server, "close")
      })
  )

type Answer = (asked: Asked, response: http.ServerResponse, server: Server) => void

/** A server on this machine that answers so. */
const serve = (answer: Answer): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.gen(function* () {
    const asked: Array<Asked> = []
    const server = http.createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8")
      request.on("data", (text: string) => (body += text))
      request.on("end", () => {
        const one = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body }
        asked.push(one)
        answer(one, response, made)
      })
    })
    const { connections, port } = yield* listening(server)
    const made: Server = { port, url: `http://127.0.0.1:${port}`, asked, connections }
    return made
  })

const says =
  (status: number, body = "", headers: http.OutgoingHttpHeaders = {}): Answer =>
  (_asked, response) =>
    void response.writeHead(status, headers).end(body)

/** A server that has no idea of HTTP. */
const raw = (onConnection: (socket: net.Socket) => void) =>
  Effect.map(
    listening(
      net.createServer((socket) => {
        // Who does not read, never hears that the other side is gone.
        socket.on("error", () => {}).resume()
        onConnection(socket)
      })
    ),
    ({ connections, port }) => ({ connections, port, url: `http://127.0.0.1:${port}` })
  )

/** A port at which nobody listens. */
const closedPort = Effect.scoped(
  Effect.map(
    raw(() => {}),
    ({ port }) => port
  )
)

const bash = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s" })

const workOf = (handler: Omit<HttpHandler, "_tag">, more: Partial<TestWork.Options> = {}): Work<"Http"> =>
  TestWork.make<HttpHandler>(
    { _tag: "Http", ...handler },
    { project: "/project", hook: { id: "guard" }, payload: () => '{"a":1}\n', ...more }
  )

const run = (work: Work<"Http">) => Effect.flatMap(HttpRunner, (runner) => runner.run(work))

/** The sentence of a run that must not succeed. */
const sentenceOf = (work: Work<"Http">) =>
  Effect.map(Effect.flip(run(work)), ({ reason }) => {
    assert.notMatch(reason.message, /\n|\bat \S+:\d+:\d+/)
    return `${reason._tag}: ${reason.message}`
  })

/** Looks again and again, until it holds or half a minute is over. */
const eventually = (holds: () => boolean, what: string) =>
  Effect.gen(function* () {
    for (let times = 0; times < 600 && !holds(); times++) yield* Effect.sleep(50)
    assert.isTrue(holds(), what)
  })

const allClosed = ({ connections }: Pick<Server, "connections">) =>
  eventually(() => connections.made > 0 && connections.open === 0, "all connections are closed")

const env = { TOKEN: "s3cret", EVIL: "x\r\nx-injected: 1", CUT: "x\0y", ANTHROPIC_API_KEY: "key", OTHER: "other" }

const layer = Http.layerWith({ env: () => env }).pipe(Layer.provide(FetchHttpClient.layer))

/** A test of the runner as it is, by the real clock. */
const live = <E>(name: string, test: () => Effect.Effect<void, E, HttpRunner | Scope.Scope>) =>
  it.live(name, () => Effect.provide(test(), layer))

describe("HttpRunner", () => {
  describe("posts the event", () => {
    live("as JSON to the url, and gives back status and body", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200, '{"decision":"block"}', { "content-type": "application/json" }))
        const reply = yield* run(workOf({ url: `${server.url}/hook?a=1&b=%20#part` }))
        assert.deepStrictEqual(reply, { _tag: "Http", status: 200, body: '{"decision":"block"}' })
        const [asked] = server.asked
        assert.deepStrictEqual(
          [asked?.method, asked?.path, asked?.body, asked?.headers["content-type"]],
          ["POST", "/hook?a=1&b=%20", '{"a":1}\n', "application/json"]
        )
      })
    )

    live("and tells nothing that the hook does not say", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        yield* run(workOf({ url: server.url })).pipe(Effect.withSpan("traced"))
        const names = Object.keys(server.asked[0]?.headers ?? {})
        assert.deepStrictEqual(
          names.filter((name) => /trace|b3|cookie|authorization/.test(name)),
          []
        )
      })
    )

    live("over the same connection as before", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200, "{}"))
        for (let times = 0; times < 6; times++) yield* run(workOf({ url: server.url }))
        // Node may open a second one while the first is being put back.
        assert.isAtMost(server.connections.made, 2)
      })
    )

    for (const [what, status, body] of [
      ["an empty success", 200, ""],
      ["no content", 204, ""],
      ["an error", 500, "oh no"],
      ["a refusal", 403, '{"decision":"block"}'],
      ["what is no JSON", 200, "<html>"]
    ] as const) {
      live(`and judges nothing: ${what}`, () =>
        Effect.gen(function* () {
          const server = yield* serve(says(status, body, { "content-type": "text/html" }))
          assert.deepStrictEqual(yield* run(workOf({ url: server.url })), { _tag: "Http", status, body })
        })
      )
    }

    live("with half a character and with a large text in it", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        const text = `\ud800${"é".repeat(4_000_000)}`
        yield* run(workOf({ url: server.url }, { payload: () => text }))
        assert.isTrue(server.asked[0]?.body === `\ufffd${"é".repeat(4_000_000)}`)
      })
    )

    live("unless it can't be written", () =>
      Effect.gen(function* () {
        const payload = () => {
          throw new RangeError("Invalid string length")
        }
        const told = yield* sentenceOf(workOf({ url: "http://127.0.0.1:1" }, { payload }))
        assert.strictEqual(
          told,
          "NotStarted: guard could not be started: the event can't be written for it: Invalid string length"
        )
      })
    )
  })

  describe("keeps a body", () => {
    const limit = 1_048_576

    live("of up to a mebibyte whole", () =>
      Effect.gen(function* () {
        const body = "x".repeat(limit)
        const server = yield* serve(says(200, body))
        assert.isTrue((yield* run(workOf({ url: server.url })))._tag === "Http")
        assert.deepStrictEqual(yield* run(workOf({ url: server.url })), { _tag: "Http", status: 200, body })
      })
    )

    live("that is longer up to there, without half a character", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200, `x${"é".repeat(limit)}`))
        const reply = yield* run(workOf({ url: server.url }))
        assert.deepStrictEqual(reply, {
          _tag: "Http",
          status: 200,
          body: `x${"é".repeat(limit / 2 - 1)}`,
          cut: true
        })
        yield* allClosed(server)
      })
    )

    live("that never ends up to there, and lets the server know", () =>
      Effect.gen(function* () {
        let written = 0
        const chunk = "y".repeat(65_536)
        const server = yield* serve((_asked, response) => {
          const write = () => {
            while (written < 1_000_000_000 && !response.destroyed) {
              written += chunk.length
              if (!response.write(chunk)) return void response.once("drain", write)
            }
            response.end()
          }
          write()
        })
        const reply = yield* run(workOf({ url: server.url }))
        assert.isTrue(reply._tag === "Http" && reply.cut === true && reply.body.length === limit)
        yield* allClosed(server)
        // What is on the way in between is buffered by both systems.
        assert.isBelow(written, 100_000_000)
      })
    )

    live("in which bytes are no characters", () =>
      Effect.gen(function* () {
        const server = yield* serve((_asked, response) => void response.end(Buffer.from([0x7b, 0xff, 0xc3])))
        const reply = yield* run(workOf({ url: server.url }))
        assert.deepStrictEqual(reply, { _tag: "Http", status: 200, body: "{\ufffd\ufffd" })
      })
    )
  })

  describe("fills headers", () => {
    // proves: docs/security.md
    live("from variables that the hook may have, and leaves all others empty", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        yield* run(
          workOf({
            url: server.url,
            headers: {
              Authorization: "Bearer $TOKEN",
              "X-Both": "${TOKEN}/$TOKEN.",
              "X-Other": "[$OTHER]",
              "X-Missing": "[$MISSING${MISSING}]",
              "X-Object": "[$constructor]",
              "X-Key": "[$ANTHROPIC_API_KEY]",
              "X-Price": "5$ or $5, ${",
              "Content-Type": "application/vnd.guard+json"
            },
            allowedEnvVars: ["TOKEN", "MISSING", "constructor", "ANTHROPIC_API_KEY"]
          })
        )
        const headers = server.asked[0]?.headers ?? {}
        assert.deepStrictEqual(
          ["authorization", "x-both", "x-other", "x-missing", "x-object", "x-key", "x-price", "content-type"].map(
            (name) => headers[name]
          ),
          ["Bearer s3cret", "s3cret/s3cret.", "[]", "[]", "[]", "[]", "5$ or $5, ${", "application/vnd.guard+json"]
        )
      })
    )

    for (const [what, rule, told] of [
      ["a list", ["ANTHROPIC_API_KEY"], ["key", ""]],
      ["a star", ["*"], ["", "s3cret"]],
      ["a value", { ANTHROPIC_API_KEY: "mine" }, ["mine", "s3cret"]],
      ["the least", "minimal", ["", ""]]
    ] as const) {
      live(`as the settings let hooks have them: by ${what}`, () =>
        Effect.gen(function* () {
          const server = yield* serve(says(200))
          const handler = {
            url: server.url,
            headers: { "x-key": "$ANTHROPIC_API_KEY", "x-token": "$TOKEN" },
            allowedEnvVars: ["ANTHROPIC_API_KEY", "TOKEN"]
          }
          yield* run(workOf(handler, { settings: { env: rule } }))
          const headers = server.asked[0]?.headers ?? {}
          assert.deepStrictEqual([headers["x-key"], headers["x-token"]], [...told])
        })
      )
    }

    live("and ignores those that are the connection's own", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        yield* run(
          workOf({
            url: server.url,
            headers: {
              "content-LENGTH": "3",
              "Transfer-Encoding": "chunked",
              HOST: "evil.example",
              Connection: "close",
              "X-Kept": "yes"
            }
          })
        )
        const { connection, "content-length": length, host, "x-kept": kept } = server.asked[0]?.headers ?? {}
        assert.deepStrictEqual([length, host, connection, kept], ["8", `127.0.0.1:${server.port}`, "keep-alive", "yes"])
      })
    )

    for (const variable of ["EVIL", "CUT"]) {
      live(`and lets nothing be slipped in by ${variable}`, () =>
        Effect.gen(function* () {
          const server = yield* serve(says(200))
          const told = yield* sentenceOf(
            workOf({ url: server.url, headers: { "X-A": `a$${variable}` }, allowedEnvVars: [variable] })
          )
          assert.match(told, /^NotStarted: .*its header X-A would hold a line break/)
          assert.notMatch(told, /injected|\0/)
          assert.strictEqual(server.asked.length, 0)
        })
      )
    }

    live("with names that are such", () =>
      Effect.gen(function* () {
        const told = yield* sentenceOf(workOf({ url: "http://127.0.0.1:1", headers: { "a b\r\n": "s3cret" } }))
        assert.strictEqual(told, String.raw`NotStarted: guard could not be started: "a b\r\n" is no name of a header`)
      })
    )

    live("of which some can't be sent, and tells which", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        const told = yield* sentenceOf(workOf({ url: server.url, headers: { Expect: "s3cret" } }))
        assert.include(told, "expect header not supported")
        assert.notInclude(told, "s3cret")
      })
    )
  })

  describe("goes where it may", () => {
    const allowed = (url: string, ...allowedHttpUrls: ReadonlyArray<string>) =>
      workOf({ url }, { settings: { allowedHttpUrls } })

    // proves: docs/security.md
    live("by the patterns of the settings", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        yield* run(allowed(`${server.url}/hook`, "https://example.com/*", `${server.url}/h*k`))
        yield* run(allowed(server.url, server.url))
        assert.strictEqual(server.asked.length, 2)
      })
    )

    for (const [what, path, pattern] of [
      ["another path", "/other", "/hook*"],
      ["dots in its path", "/hook/../other", "/hook/*"],
      ["dots in disguise", "/hook/%2e%2E/other", "/hook/*"],
      ["nothing at all", "/", undefined]
    ] as const) {
      live(`and nowhere else: ${what}`, () =>
        Effect.gen(function* () {
          const server = yield* serve(says(200))
          const patterns = pattern === undefined ? [] : [`${server.url}${pattern}`]
          const told = yield* sentenceOf(allowed(`${server.url}${path}?token=s3cret`, ...patterns))
          assert.match(told, /^NotStarted: .*allowed_http_urls in the settings does not hold http:\/\/127/)
          assert.notInclude(told, "s3cret")
          assert.strictEqual(server.asked.length, 0)
        })
      )
    }

    live("and not where a name in the url only looks like it", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        const url = `http://good.example:x@127.0.0.1:${server.port}/`
        const told = yield* sentenceOf(allowed(url, "http://good.example:*"))
        assert.include(told, `does not hold ${server.url}/`)
        assert.strictEqual(server.asked.length, 0)
      })
    )

    live("with the name and the password that the url has, and tells nobody", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        yield* run(workOf({ url: `http://me:p%40ss@127.0.0.1:${server.port}/` }))
        const credentials = Buffer.from("me:p@ss").toString("base64")
        assert.strictEqual(server.asked[0]?.headers.authorization, `Basic ${credentials}`)
        const port = yield* closedPort
        const told = yield* sentenceOf(workOf({ url: `http://me:p%40ss@127.0.0.1:${port}/` }))
        assert.notMatch(told, /me:|p@ss|p%40ss/)
      })
    )

    for (const [url, told] of [
      ["nonsense s3cret", "its url is no url: write it like https://example.com/hook"],
      ["http://", "its url is no url"],
      ["http://host:99999/", "its url is no url"],
      ["file:///etc/passwd", "its url begins with file: where only http: and https: can be asked"],
      ["javascript:alert(1)", "its url begins with javascript:"]
    ] as const) {
      live(`but to no ${url}`, () =>
        Effect.gen(function* () {
          const sentence = yield* sentenceOf(workOf({ url }))
          assert.include(sentence, `NotStarted: guard could not be started: ${told}`)
          assert.notInclude(sentence, "s3cret")
        })
      )
    }
  })

  describe("is sent on", () => {
    for (const status of [301, 302, 307, 308]) {
      live(`by ${status}, with event and headers, to the same host`, () =>
        Effect.gen(function* () {
          const server = yield* serve((asked, response) =>
            asked.path === "/a"
              ? says(status, "moved", { location: "/b" })(asked, response, server)
              : says(200, "{}")(asked, response, server)
          )
          const reply = yield* run(workOf({ url: `${server.url}/a`, headers: { "x-a": "1" } }))
          assert.deepStrictEqual(reply, { _tag: "Http", status: 200, body: "{}" })
          assert.deepStrictEqual(
            server.asked.map(({ body, headers, method, path }) => [method, path, body, headers["x-a"]]),
            [
              ["POST", "/a", '{"a":1}\n', "1"],
              ["POST", "/b", '{"a":1}\n', "1"]
            ]
          )
        })
      )
    }

    live("and not to another, which never hears of the event", () =>
      Effect.gen(function* () {
        const other = yield* serve(says(200, "{}"))
        const server = yield* serve(says(307, "", { location: `http://me:s3cret@127.0.0.1:${other.port}/?s3cret` }))
        const told = yield* sentenceOf(workOf({ url: server.url }))
        assert.include(told, `HookFailed: guard failed: ${server.url} sent the event on to ${other.url}`)
        assert.notInclude(told, "s3cret")
        assert.strictEqual(other.connections.made, 0)
        yield* allClosed(server)
      })
    )

    live("and not to what is not allowed", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(307, "", { location: "/secret" }))
        const told = yield* sentenceOf(
          workOf({ url: `${server.url}/hook` }, { settings: { allowedHttpUrls: [`${server.url}/hook*`] } })
        )
        assert.include(told, `${server.url}/secret, which allowed_http_urls in the settings does not hold`)
        assert.strictEqual(server.asked.length, 1)
      })
    )

    live("and not for ever", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(308, "", { location: "/again" }))
        const told = yield* sentenceOf(workOf({ url: server.url }))
        assert.include(told, `127.0.0.1:${server.port} sent the event on more than 5 times`)
        assert.strictEqual(server.asked.length, 6)
      })
    )

    live("and not without the event", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(303, "", { location: "/seen" }))
        const told = yield* sentenceOf(workOf({ url: server.url }))
        assert.include(told, "answered with status 303, which sends on without the event")
        assert.strictEqual(server.asked.length, 1)
      })
    )

    for (const [location, told] of [
      ["http://", "to what is no url"],
      ["file:///etc/passwd", "to what begins with file:"]
    ] as const) {
      live(`and not to ${location}`, () =>
        Effect.gen(function* () {
          const server = yield* serve(says(302, "", { location }))
          assert.include(yield* sentenceOf(workOf({ url: server.url })), told)
        })
      )
    }

    live("only where the answer says to where", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(302, "here"))
        assert.deepStrictEqual(yield* run(workOf({ url: server.url })), { _tag: "Http", status: 302, body: "here" })
      })
    )

    for (const [from, to, follows] of [
      ["http://a.example/", "https://a.example/x", true],
      ["http://a.example:8080/", "https://a.example:8080/x", true],
      ["https://a.example/", "http://a.example/x", false],
      ["https://a.example:8443/", "http://a.example:8443/x", false],
      ["http://a.example/", "https://a.example:8443/x", false],
      ["http://a.example/", "https://b.a.example/x", false],
      ["http://a.example/", "//b.example/x", false]
    ] as const) {
      it(`from ${from} to ${to}: ${follows ? "yes" : "no"}`, () => {
        assert.strictEqual(Redirect.next(new URL(from), 307, to, undefined)._tag, follows ? "Success" : "Failure")
      })
    }
  })

  describe("fails with a sentence", () => {
    live("where nobody listens", () =>
      Effect.gen(function* () {
        const port = yield* closedPort
        assert.strictEqual(
          yield* sentenceOf(workOf({ url: `http://127.0.0.1:${port}/hook` })),
          `HookFailed: guard failed: nothing listens at 127.0.0.1:${port}: start what is to answer there, or correct the hook's url`
        )
      })
    )

    live("where the answer breaks off", () =>
      Effect.gen(function* () {
        const server = yield* raw((socket) => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"decision":')
          setTimeout(() => socket.resetAndDestroy(), 50)
        })
        assert.include(yield* sentenceOf(workOf({ url: server.url })), "broke the connection off before its answer")
        yield* allClosed(server)
      })
    )

    live("where the answer ends too early", () =>
      Effect.gen(function* () {
        const server = yield* raw((socket) => {
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}")
        })
        assert.include(yield* sentenceOf(workOf({ url: server.url })), "broke the connection off before its answer")
      })
    )

    live("where the connection is closed at once", () =>
      Effect.gen(function* () {
        const server = yield* raw((socket) => socket.destroy())
        assert.include(yield* sentenceOf(workOf({ url: server.url })), "broke the connection off before its answer")
      })
    )

    live("is sent once more where the server closes an idle connection just when it is used again", () =>
      Effect.gen(function* () {
        let asked = 0
        const server = yield* raw((socket) => {
          socket.on("data", (part: Buffer) => {
            // The body may come by itself.
            if (!part.includes("POST /")) return
            asked += 1
            // The second request comes by the connection that was kept open after the first.
            if (asked === 2) socket.destroy()
            else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
          })
        })
        const work = workOf({ url: server.url })
        const both = Effect.all([run(work), run(work)])
        assert.deepStrictEqual(yield* both, [
          { _tag: "Http", status: 200, body: "{}" },
          { _tag: "Http", status: 200, body: "{}" }
        ])
        assert.strictEqual(asked, 3)
      })
    )

    live("where every connection is closed, after two", () =>
      Effect.gen(function* () {
        const server = yield* raw((socket) => socket.destroy())
        assert.include(yield* sentenceOf(workOf({ url: server.url })), "broke the connection off before its answer")
        assert.strictEqual(server.connections.made, 2)
      })
    )

    live("where nobody speaks HTTP", () =>
      Effect.gen(function* () {
        const server = yield* raw((socket) => void socket.write("SSH-2.0-OpenSSH\r\n"))
        assert.include(yield* sentenceOf(workOf({ url: server.url })), "does not speak HTTP")
        yield* allClosed(server)
      })
    )

    live("where nobody speaks https", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200))
        const told = yield* sentenceOf(workOf({ url: server.url.replace("http:", "https:") }))
        assert.include(told, "does not speak https")
      })
    )

    live("where the answer can't be unpacked", () =>
      Effect.gen(function* () {
        const server = yield* serve(says(200, "no gzip", { "content-encoding": "gzip" }))
        assert.include(yield* sentenceOf(workOf({ url: server.url })), "compressed its answer")
      })
    )

    live("where a port is none for requests", () =>
      Effect.gen(function* () {
        assert.include(yield* sentenceOf(workOf({ url: "http://127.0.0.1:6667/" })), "no request may go to port 6667")
      })
    )

    for (const [code, told] of [
      ["ENOTFOUND", "there is no host a.example"],
      ["EAI_AGAIN", "could not be looked up"],
      ["ENETUNREACH", "can't be reached"],
      ["CERT_HAS_EXPIRED", "the certificate of a.example is not to be trusted (CERT_HAS_EXPIRED)"],
      ["DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
      ["UND_ERR_HEADERS_TIMEOUT", "was silent"],
      ["constructor", "could not be made: what"]
    ] as const) {
      it(`also by ${code}`, () => {
        const error = Object.assign(new Error("what\nstack"), { code })
        const told2 = Trouble.tell(new URL("https://a.example/x?s3cret"), {
          reason: { cause: new TypeError("fetch failed", { cause: new AggregateError([error]) }) }
        })
        assert.include(told2, told)
        assert.notMatch(told2, /s3cret|stack/)
      })
    }
  })

  describe("lets go", () => {
    live("of a server that never answers, as soon as nobody waits", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => {})
        const fiber = yield* Effect.forkChild(run(workOf({ url: server.url })), { startImmediately: true })
        yield* eventually(() => server.asked.length === 1, "it was asked")
        yield* Fiber.interrupt(fiber)
        yield* allClosed(server)
      })
    )

    live("in the midst of an answer", () =>
      Effect.gen(function* () {
        const server = yield* serve((_asked, response) => void response.write("{"))
        const fiber = yield* Effect.forkChild(run(workOf({ url: server.url })), { startImmediately: true })
        yield* eventually(() => server.asked.length === 1, "it was asked")
        yield* Effect.sleep(100)
        yield* Fiber.interrupt(fiber)
        yield* allClosed(server)
      })
    )
  })

  it.live("ends at its limit, and the server sees it", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => {})
      const executor = yield* Executor
      const work = workOf({ url: server.url }, { limitMillis: 200 })
      const error = yield* Effect.flip(executor.execute({ ...work, handler: work.handler }))
      assert.strictEqual(error.reason._tag, "TimedOut")
      yield* allClosed(server)
    }).pipe(Effect.provide(Layer.provide(Executor.layerWith(Http.layer), around)))
  )

  // proves: docs/security.md
  it.live("follows no redirect to another host, whatever client it is given", () =>
    Effect.gen(function* () {
      const other = yield* serve(says(200, "{}"))
      const server = yield* serve(says(302, "", { location: other.url }))
      assert.include(yield* sentenceOf(workOf({ url: server.url })), "it goes to no other host")
      assert.strictEqual(other.connections.made, 0)
    }).pipe(Effect.provide(Http.layerNoDeps.pipe(Layer.provide(FetchHttpClient.layer))))
  )

  it.live("keeps what its client is told besides", () =>
    Effect.gen(function* () {
      const server = yield* serve(says(200, "{}"))
      yield* run(workOf({ url: server.url }))
      assert.strictEqual(server.asked[0]?.headers["x-theirs"], "yes")
    }).pipe(
      Effect.provide(
        Http.layerNoDeps.pipe(
          Layer.provide(FetchHttpClient.layer),
          Layer.provide(Layer.succeed(FetchHttpClient.RequestInit)({ headers: { "x-theirs": "yes" } }))
        )
      )
    )
  )
})

describe("a guard that is a request", () => {
  /** What a user sees: whether the tool may run, why not, and what is told. */
  const seen = (answer: Answer) =>
    Effect.gen(function* () {
      const server = yield* serve(answer)
      const hooks = [{ type: "http", url: server.url, name: "guard" }]
      const files = { ".claude/settings.json": { hooks: { PreToolUse: [{ hooks }] } } }
      const { outcome, runs } = yield* Effect.flatMap(Pipeline, (pipeline) => pipeline.answer(bash)).pipe(
        Effect.provide(TestPipeline.layerWith(files, Executor.layerWith(layer)))
      )
      const { verdict } = outcome
      return {
        status: runs.map(({ status }) => status).join(),
        verdict: verdict._tag,
        reasons: verdict._tag === "Pass" ? "" : verdict.reasons.map(({ text }) => text).join("; "),
        notices: outcome.notices.map(({ level, text }) => `${level}: ${text}`).join("; ")
      }
    })

  const deny = {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" }
  }

  it.live("denies", () =>
    Effect.gen(function* () {
      const { notices, reasons, status, verdict } = yield* seen(says(200, JSON.stringify(deny)))
      assert.deepStrictEqual([status, verdict, reasons, notices], ["ran", "Deny", "no", ""])
    })
  )

  it.live("passes by saying nothing", () =>
    Effect.gen(function* () {
      const { notices, status, verdict } = yield* seen(says(204))
      assert.deepStrictEqual([status, verdict, notices], ["ran", "Pass", ""])
    })
  )
})
