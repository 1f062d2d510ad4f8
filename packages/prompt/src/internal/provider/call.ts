/**
 * One request to a provider, with retries after transient failures. Another failure is an error that names the setting
 * to change.
 */
import { isJson } from "@hookline/schema/Json"
import * as AiError from "effect/ai/AiError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { RequestInit } from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Random from "effect/Random"
import { remaining } from "../deadline.ts"
import * as body from "./body.ts"
import type { Endpoint, Options } from "./Endpoint.ts"
import { type Failed, invalid, lost, messageIn, refused, sentenceOf, unreachable } from "./failures.ts"

const once = (
  client: HttpClient.HttpClient,
  endpoint: Endpoint,
  path: string,
  sent: string
): Effect.Effect<unknown, Failed> => {
  const request = HttpClientRequest.post(`${endpoint.url}${path}`).pipe(
    HttpClientRequest.setHeaders(endpoint.headers),
    HttpClientRequest.acceptJson,
    HttpClientRequest.bodyText(sent, "application/json")
  )
  // The request ends with the scope, because an unread body would keep its connection open.
  return HttpClient.withScope(client)
    .execute(request)
    .pipe(
      // A key is only sent to its own address, never to the target of a redirect.
      Effect.provideService(RequestInit, { redirect: "manual" }),
      Effect.mapError((error) => unreachable(endpoint, error)),
      Effect.flatMap((response) =>
        response.status >= 200 && response.status < 300
          ? Effect.mapError(body.json(response), (issue) =>
              lost(invalid(`${endpoint.shown} can't be understood: ${issue}`))
            )
          : Effect.flatMap(refused(endpoint, response), Effect.fail)
      ),
      Effect.flatMap((value) => {
        // Some gateways send errors with a status of success.
        const message = isJson(value) && isJson(value["error"]) ? messageIn(value) : undefined
        if (message === undefined) return Effect.succeed(value)
        const description = `${endpoint.shown} answered with an error: ${endpoint.clean(message).slice(0, 300)}`
        return Effect.fail(lost(new AiError.InternalProviderError({ description })))
      }),
      Effect.scoped
    )
}

const asError = ({ module }: Endpoint, reason: AiError.AiErrorReason): AiError.AiError =>
  AiError.make({ module, method: "generateText", reason })

/** Names the first cause, because the limit of a hook that ends while it is asked again would name none. */
const outOfTime = (first: AiError.AiErrorReason, requests: number): AiError.AiErrorReason => {
  const times = requests === 1 ? "" : `, asked ${requests} times`
  const description = `${sentenceOf(first)} (no time for another try${times})`
  return new AiError.InternalProviderError({ description })
}

/** Calls a provider, and retries after a delay if it is overloaded or the rate limit is exceeded. */
export const call = (
  client: HttpClient.HttpClient,
  endpoint: Endpoint,
  path: string,
  payload: unknown,
  { firstWait = "500 millis", longestWait = "10 seconds", retries = 3 }: Options
): Effect.Effect<unknown, AiError.AiError> => {
  const sent = JSON.stringify(payload)
  const initial = Duration.toMillis(firstWait)
  const longest = Duration.toMillis(longestWait)
  const asked = once(client, endpoint, path, sent)

  const again = Effect.fnUntraced(function* (
    failed: Failed,
    count: number,
    first: AiError.AiErrorReason
  ): Effect.fn.Return<unknown, AiError.AiError> {
    const { mayPass, reason, waitMillis } = failed
    if (!mayPass || count >= retries || (waitMillis ?? 0) > longest) return yield* asError(endpoint, reason)
    // Jitter, so that hooks that failed together do not retry together.
    const backOff = Math.min(longest, initial * 2 ** count * (0.75 + (yield* Random.next) / 2))
    const wait = waitMillis ?? backOff
    const late = asError(endpoint, outOfTime(first, count + 1))
    const left = yield* remaining
    if (left !== undefined && left <= wait) return yield* late
    yield* Effect.sleep(wait)
    const next = asked.pipe(Effect.catch((failed) => again(failed, count + 1, first)))
    if (left === undefined) return yield* next
    const overdue = asError(endpoint, outOfTime(first, count + 2))
    return yield* Effect.timeoutOrElse(next, { duration: left - wait, orElse: () => Effect.fail(overdue) })
  })

  return asked.pipe(Effect.catch((failed) => again(failed, 0, failed.reason)))
}
