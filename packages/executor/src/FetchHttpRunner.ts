/**
 * Runs HTTP hooks: the event is posted to a URL, and the response is the reply, whatever its status.
 *
 * @since 0.1.0
 */
import { HttpRunner } from "@hookline/core/Runners"
import { executing, HookFailed, NotStarted, type PipelineError, sentence } from "@hookline/core/PipelineError"
import type { Runner, Work } from "@hookline/core/Runner"
import { nothing } from "@hookline/core/SessionEnv"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { inherited } from "./HookEnv.ts"
import * as Address from "./internal/http/address.ts"
import * as Body from "./internal/http/body.ts"
import * as Headers from "./internal/http/headers.ts"
import * as Redirect from "./internal/http/redirect.ts"
import * as Trouble from "./internal/http/trouble.ts"

/**
 * Options for the runner.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The environment for variables in headers. Defaults to that of this process. */
  readonly env?: () => Readonly<Record<string, string | undefined>>
}

/** The parts of a request that all redirects share. */
interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly body: HttpBody.HttpBody
}

type Answer =
  | { readonly _tag: "Reply"; readonly reply: HookReply }
  | { readonly _tag: "On"; readonly to: Address.Address }

const notStarted = ({ hook }: Work<"Http">, issue: string): PipelineError =>
  executing(new NotStarted({ hook: hook.id, issue }))

const failed = ({ hook }: Work<"Http">, issue: string): PipelineError =>
  executing(new HookFailed({ hook: hook.id, issue }))

const addressOf = (work: Work<"Http">): Effect.Effect<Address.Address, PipelineError> => {
  const read = Address.read(work.handler.url)
  if (Result.isFailure(read)) return Effect.fail(notStarted(work, `its url ${read.failure}`))
  const { text, url } = read.success
  return Address.isAllowed(work.settings.allowedHttpUrls, text)
    ? Effect.succeed(read.success)
    : Effect.fail(notStarted(work, `allowed_http_urls in the settings does not hold ${Address.toldOf(url)}`))
}

const requestOf = (
  work: Work<"Http">,
  { authorization }: Address.Address,
  env: NonNullable<Options["env"]>
): Effect.Effect<Request, PipelineError> => {
  // The environment is filtered once, and only for headers that use variables.
  let known: Readonly<Record<string, string>> | undefined
  const variables = () => (known ??= inherited(env(), new Set(), work.settings.env, nothing))
  const headers = Headers.make(work.handler, variables)
  if (Result.isFailure(headers)) return Effect.fail(notStarted(work, headers.failure))
  return Effect.try({
    try: () => ({
      headers: { ...(authorization !== undefined && { authorization }), ...headers.success },
      body: HttpBody.text(work.payload(), "application/json")
    }),
    catch: (error) => notStarted(work, `the event can't be written for it: ${sentence(error)}`)
  })
}

const answerOf = (
  work: Work<"Http">,
  { url }: Address.Address,
  { headers, status, stream }: HttpClientResponse
): Effect.Effect<Answer, PipelineError | HttpClientError> => {
  const next = Redirect.next(url, status, headers["location"], work.settings.allowedHttpUrls)
  if (Result.isFailure(next)) return Effect.fail(failed(work, next.failure))
  if (next.success !== undefined) return Effect.succeed({ _tag: "On", to: next.success })
  return Body.read(stream).pipe(
    Effect.catchReason("HttpClientError", "EmptyBodyError", () => Effect.succeed({ body: "", cut: false })),
    Effect.map(({ body, cut }): Answer => ({
      _tag: "Reply",
      reply: { _tag: "Http", status, body, ...(cut && { cut }) }
    }))
  )
}

const make = Effect.fnUntraced(function* ({
  env = () => process.env
}: Options): Effect.fn.Return<Runner<"Http">, never, HttpClient.HttpClient> {
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const given = Option.getOrUndefined(yield* Effect.serviceOption(FetchHttpClient.RequestInit))

  // The connection is aborted when the scope closes. A response that was read to its end is complete by then.
  const ask = (work: Work<"Http">, address: Address.Address, { body, headers }: Request) => {
    const request = HttpClientRequest.post(address.url.href).pipe(
      HttpClientRequest.setBody(body),
      HttpClientRequest.setHeaders(headers)
    )
    return client.execute(request).pipe(
      // Sent once more where no response has begun. A guard that is asked twice is better than one that is not asked.
      Effect.retry({ times: 1, while: Trouble.isClosed }),
      Effect.flatMap((response) => answerOf(work, address, response)),
      Effect.scoped,
      Effect.catchTag("HttpClientError", (error) => Effect.fail(failed(work, Trouble.tell(address.url, error))))
    )
  }

  const run = Effect.fnUntraced(
    function* (work: Work<"Http">): Effect.fn.Return<HookReply, PipelineError> {
      let address = yield* addressOf(work)
      const request = yield* requestOf(work, address, env)
      for (let sent = 0; sent <= Redirect.most; sent++) {
        const answer = yield* ask(work, address, request)
        if (answer._tag === "Reply") return answer.reply
        address = answer.to
      }
      const issue = `${address.url.host} sent the event on more than ${Redirect.most} times: let it answer`
      return yield* failed(work, issue)
    },
    // Fetch would follow a redirect to any host. No header is added that the hook does not set.
    Effect.provideService(FetchHttpClient.RequestInit, { ...given, redirect: "manual" }),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false)
  )

  return { run }
})

/**
 * Creates the runner with options, on the given client. The client must not follow redirects by itself:
 * `FetchHttpClient` is configured not to, and other settings of `FetchHttpClient.RequestInit` are kept.
 *
 * @example
 * ```ts
 * import * as FetchHttpRunner from "@hookline/executor/FetchHttpRunner"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(
 *   FetchHttpRunner.layerWith({ env: () => ({ TOKEN: "secret" }) }),
 *   FetchHttpClient.layer
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (options: Options): Layer.Layer<HttpRunner, never, HttpClient.HttpClient> =>
  Layer.effect(HttpRunner, make(options))

/**
 * Runs HTTP hooks on the given client.
 *
 * @example
 * ```ts
 * import * as FetchHttpRunner from "@hookline/executor/FetchHttpRunner"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(FetchHttpRunner.layerNoDeps, FetchHttpClient.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoDeps: Layer.Layer<HttpRunner, never, HttpClient.HttpClient> = layerWith({})

/**
 * Runs HTTP hooks with the `fetch` of this process.
 *
 * @example
 * ```ts
 * import * as FetchHttpRunner from "@hookline/executor/FetchHttpRunner"
 * import * as ImportModuleRunner from "@hookline/executor/ImportModuleRunner"
 * import * as Layer from "effect/Layer"
 *
 * const runners = Layer.merge(FetchHttpRunner.layer, ImportModuleRunner.layer)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<HttpRunner> = layerNoDeps.pipe(Layer.provide(FetchHttpClient.layer))
