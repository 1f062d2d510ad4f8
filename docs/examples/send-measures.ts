// Spans and metrics of hooks, sent by effect's own exporter to any collector of OpenTelemetry. Here a server of this
// program takes them.
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import { Hookline } from "hookline"
import { once } from "node:events"
import { createServer } from "node:http"

const received: Array<{ readonly path: string; readonly body: string }> = []
const collector = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk: Buffer) => (body += chunk.toString()))
  request.on("end", () => {
    received.push({ path: request.url ?? "", body })
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
})
collector.listen(0, "127.0.0.1")
await once(collector, "listening")
const address = collector.address()
const port = typeof address === "object" && address !== null ? address.port : 0

// What is left is sent when this layer closes.
const exporter = Otlp.layer({
  baseUrl: `http://127.0.0.1:${port}`,
  resource: { serviceName: "my-agent" }
}).pipe(Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer]))

const program = Effect.gen(function* () {
  const { emit } = yield* Hookline
  yield* emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push --force" } }))
}).pipe(Effect.withSpan("my-agent"))

const hooks = Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll })

await Effect.runPromise(Effect.provide(program, Layer.merge(hooks, exporter)))
collector.close()

const bodies = (path: string): string => received.flatMap((one) => (one.path === path ? [one.body] : [])).join("\n")

export const spans = [...bodies("/v1/traces").matchAll(/"name":"((?:hookline|my-agent)[^"]*)"/g)].map(
  ([, name]) => name
)
export const metrics = [...bodies("/v1/metrics").matchAll(/"name":"(hookline_[^"]*)"/g)].map(([, name]) => name)

console.log(spans) // [ "hookline.hook", "hookline.event", "my-agent" ]
console.log(metrics) // [ "hookline_runs", "hookline_run_millis" ]
