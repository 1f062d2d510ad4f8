/** The failures of providers: the reason, whether it is transient, and the setting to change. */
import { isJson } from "@hookline/schema/Json"
import * as AiError from "effect/ai/AiError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as body from "./body.ts"
import type { Endpoint } from "./Endpoint.ts"

/** A failed attempt, and whether a retry may succeed. */
export interface Failed {
  readonly reason: AiError.AiErrorReason
  readonly mayPass: boolean
  /** The delay that the provider asks for. */
  readonly waitMillis?: number
}

/** Creates a permanent failure. */
export const lost = (reason: AiError.AiErrorReason): Failed => ({ reason, mayPass: false })

/** Creates the reason of an unusable answer. */
export const invalid = (description: string): AiError.AiErrorReason => new AiError.InvalidResponseError({ description })

/** Returns a reason as a sentence. */
export const sentenceOf = (reason: AiError.AiErrorReason): string =>
  "description" in reason && reason.description !== undefined ? reason.description : reason.message

/** Returns the message in an error's body. Both formats have `{error: {message}}`. */
export const messageIn = (value: unknown): string | undefined => {
  const error = isJson(value) ? value["error"] : undefined
  if (typeof error === "string") return error
  const message = isJson(error) ? error["message"] : isJson(value) ? value["message"] : undefined
  return typeof message === "string" ? message : undefined
}

const codeIn = (value: unknown): unknown => {
  const error = isJson(value) ? value["error"] : undefined
  return isJson(error) ? (error["code"] ?? error["type"]) : undefined
}

/** Returns the delay of a `retry-after` header: seconds, or a date. */
const waitIn = (headers: Readonly<Record<string, string | undefined>>, now: number): number | undefined => {
  const text = headers["retry-after"]
  if (text === undefined) return undefined
  const millis = /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(millis) ? undefined : Math.max(0, millis)
}

/** Returns the reason of a status, with the fix. */
const reasonOf = (
  { keyVariable, shown, urlVariable }: Endpoint,
  status: number,
  said: string
): AiError.AiErrorReason => {
  const description = `${shown} answered with ${status}${said}`
  if (status === 401 || status === 403) {
    // The provider's message may contain the key, so it is omitted.
    const what = status === 401 ? "does not know the key" : "does not let this key do that"
    const kind = status === 401 ? "InvalidKey" : "InsufficientPermissions"
    const fix = `set ${keyVariable} to a valid one, or give the layer an apiKey`
    return new AiError.AuthenticationError({ kind, description: `${shown} ${what} (${status}): ${fix}` })
  }
  if (status >= 300 && status < 400) {
    return invalid(`${description}, a redirection, which is not followed with a key: set ${urlVariable} or baseUrl`)
  }
  if (status === 404) {
    const fix = `check the model's name, and ${urlVariable} or baseUrl`
    return new AiError.InvalidRequestError({ description: `${description}: ${fix}` })
  }
  if (status === 529) return new AiError.InternalProviderError({ description: `${description}: it is overloaded` })
  if (status >= 500 || status === 408) return new AiError.InternalProviderError({ description })
  return new AiError.InvalidRequestError({ description })
}

/** Creates the failure of a response without success. */
export const refused = (endpoint: Endpoint, response: HttpClientResponse.HttpClientResponse): Effect.Effect<Failed> =>
  Effect.gen(function* () {
    const { headers, status } = response
    const value = yield* Effect.orElseSucceed(body.json(response), () => undefined)
    const message = messageIn(value)
    const said = message === undefined ? "" : `: ${endpoint.clean(message).slice(0, 300)}`
    const waitMillis = waitIn(headers, yield* Clock.currentTimeMillis)
    if (status === 429 && codeIn(value) === "insufficient_quota") return lost(new AiError.QuotaExhaustedError({}))
    const reason =
      status === 429
        ? new AiError.RateLimitError({ ...(waitMillis !== undefined && { retryAfter: Duration.millis(waitMillis) }) })
        : reasonOf(endpoint, status, said)
    return {
      reason,
      mayPass: status === 408 || status === 429 || status >= 500,
      ...(waitMillis !== undefined && { waitMillis })
    }
  })

/** Returns the system's code for a connection error. Only the code is shown, because messages may contain headers. */
const codeOf = (cause: unknown): string | undefined => {
  if (typeof cause !== "object" || cause === null) return undefined
  if ("code" in cause && typeof cause.code === "string") return cause.code
  return "cause" in cause ? codeOf(cause.cause) : undefined
}

/** Codes of a connection that was closed while it was idle, which is noticed only on its next use. */
const stale = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"])

/** Creates the failure of a missing response. */
export const unreachable = ({ shown, urlVariable }: Endpoint, { reason }: HttpClientError.HttpClientError): Failed => {
  const code = "cause" in reason ? codeOf(reason.cause) : undefined
  const why = code === undefined ? "" : ` (${code})`
  return {
    reason: new AiError.NetworkError({
      reason: "TransportError",
      method: "POST",
      url: shown,
      description: `nothing answers at ${shown}${why}: is it running? ${urlVariable} or baseUrl sets the address`
    }),
    mayPass: code !== undefined && stale.has(code)
  }
}
