/** Where a provider is, and the key that opens it: what is said in the program, else in the configuration. */
import * as AiError from "effect/ai/AiError"
import * as Config from "effect/Config"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** What can be said about a provider. */
export interface Options {
  /** Where it is left out, and no `baseUrl` is given, it is read from the configuration. */
  readonly apiKey?: Redacted.Redacted
  /** Where the API is. It comes before the configuration; a server of one's own needs no key. */
  readonly baseUrl?: string
  /** The most tokens of an answer. */
  readonly maxTokens?: number
  /** How often it is asked again after a failure that may pass: 3 times. */
  readonly retries?: number
  /** How long it waits before the first of them, half a second. Each later one waits twice as long. */
  readonly firstWait?: Duration.Input
  /** The most it waits, 10 seconds. A provider that asks for a longer wait is not asked again. */
  readonly longestWait?: Duration.Input
  /** Whether the provider is told the shape of the answer. One that does not know how is asked without. */
  readonly structured?: boolean
}

/** What is different from provider to provider. */
export interface Vendor {
  /** The module's name, for errors. */
  readonly module: string
  readonly defaultUrl: string
  readonly keyVariable: string
  readonly urlVariable: string
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>
}

/** A provider that can be asked. */
export interface Endpoint {
  readonly module: string
  readonly url: string
  /** The address without what may be secret in it. */
  readonly shown: string
  readonly urlVariable: string
  readonly keyVariable: string
  readonly headers: Readonly<Record<string, string>>
  /** A text without the key in it. */
  readonly clean: (text: string) => string
}

const missing = (module: string, description: string): AiError.AiError =>
  AiError.make({
    module,
    method: "generateText",
    reason: new AiError.AuthenticationError({ kind: "MissingKey", description })
  })

/** A variable's value. One that can't be read is like one that is not there. */
const variable = <A>(config: Config.Config<A>): Effect.Effect<A | undefined> =>
  Effect.map(Effect.option(Effect.suspend(() => config)), Option.getOrUndefined)

/** Headers are made of these. A request with others would fail, and say the key in its error. */
const isPlain = /^[\x21-\x7e]+$/

const keyFrom = (text: string | undefined): string | undefined => {
  const key = text?.trim()
  return key === "" ? undefined : key
}

/**
 * Finds a provider. A missing key is an error of each call and not of the layer: the other hooks of a host go on.
 *
 * **Gotchas**
 *
 * A key from the configuration goes to the address from there, or to the provider's own. It is never sent to a
 * `baseUrl` that is given here, which may be anybody's: that one gets the `apiKey` beside it.
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
