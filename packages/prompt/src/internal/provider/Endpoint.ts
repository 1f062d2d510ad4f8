/** The address and the key of a provider, from the program's options or from the configuration. */
import * as AiError from "effect/ai/AiError"
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** Options for a provider. */
export interface Options {
  /** Defaults to the configuration's key, unless `baseUrl` is given. */
  readonly apiKey?: Redacted.Redacted
  /** The address of the API. It takes precedence over the configuration, and a local server needs no key. */
  readonly baseUrl?: string
  /** The maximum number of tokens of an answer. */
  readonly maxTokens?: number
  /** The number of retries after a transient failure. Defaults to 3. */
  readonly retries?: number
  /** The delay before the first retry, by default half a second. Each later delay is twice as long. */
  readonly firstWait?: Duration.Input
  /** The maximum delay, by default 10 seconds. There is no retry if the provider asks for a longer one. */
  readonly longestWait?: Duration.Input
  /** Requests structured output. If the provider does not support it, the request is repeated without. */
  readonly structured?: boolean
}

/** The differences between providers. */
export interface Vendor {
  /** The module's name, for errors. */
  readonly module: string
  readonly defaultUrl: string
  readonly keyVariable: string
  readonly urlVariable: string
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>
}

/** A provider that can be called. */
export interface Endpoint {
  readonly module: string
  readonly url: string
  /** The address without secrets. */
  readonly shown: string
  readonly urlVariable: string
  readonly keyVariable: string
  readonly headers: Readonly<Record<string, string>>
  /** Removes the key from a text. */
  readonly clean: (text: string) => string
}

const missing = (module: string, description: string): AiError.AiError =>
  AiError.make({
    module,
    method: "generateText",
    reason: new AiError.AuthenticationError({ kind: "MissingKey", description })
  })

/** Reads a variable. One that can't be read counts as absent. */
const variable = <A>(config: Config.Config<A>): Effect.Effect<A | undefined> =>
  Effect.map(Effect.option(Effect.suspend(() => config)), Option.getOrUndefined)

/** Matches the characters of a header. A request with others would fail, with the key in its error. */
const isPlain = /^[\x21-\x7e]+$/

const keyFrom = (text: string | undefined): string | undefined => {
  const key = text?.trim()
  return key === "" ? undefined : key
}

/**
 * Resolves a provider. A missing key is an error of each call and not of the layer, so that other hooks work.
 *
 * **Gotchas**
 *
 * A key from the configuration is sent to the address from the configuration, or to the provider's own. It is never
 * sent to a `baseUrl` in the options, which may be any server: that one gets only the `apiKey` beside it.
 */
export const make = (vendor: Vendor, options: Options): Effect.Effect<Result.Result<Endpoint, AiError.AiError>> =>
  Effect.gen(function* () {
    const { defaultUrl, headers, keyVariable, module, urlVariable } = vendor
    const configured = options.baseUrl === undefined ? keyFrom(yield* variable(Config.String(urlVariable))) : undefined
    const stored = options.baseUrl === undefined ? yield* variable(Config.Redacted(keyVariable)) : undefined
    const redacted = options.apiKey ?? stored
    const key = keyFrom(redacted === undefined ? undefined : Redacted.value(redacted))
    const url = (options.baseUrl ?? configured ?? defaultUrl).replace(/\/+$/, "")
    if (key === undefined && url === defaultUrl) {
      return Result.fail(
        missing(
          module,
          `there is no key for ${new URL(defaultUrl).host}: set ${keyVariable}, or give the layer an apiKey`
        )
      )
    }
    if (key !== undefined && !isPlain.test(key)) {
      return Result.fail(
        missing(module, `the key holds characters that no key has: look at ${keyVariable}, or at apiKey`)
      )
    }
    return Result.succeed({
      module,
      url,
      shown: url.replace(/\/\/[^/@]*@/, "//").replace(/[?#].*$/, ""),
      urlVariable,
      keyVariable,
      headers: headers(key),
      clean: (text: string) => (key === undefined ? text : text.replaceAll(key, "<redacted>"))
    })
  })
