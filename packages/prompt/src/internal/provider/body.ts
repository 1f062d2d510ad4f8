/** The body of a response: bounded, complete, and JSON, or a sentence with the problem. */
import * as Effect from "effect/Effect"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** The maximum size, which is larger than any judgement. */
export const longest = 1024 * 1024

const isJsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

const mebibytes = (bytes: number): string => `${bytes / (1024 * 1024)} MiB`

/** Reads a response's text, at most `limit`. */
export const text = (response: HttpClientResponse.HttpClientResponse, limit: number): Effect.Effect<string, string> => {
  const tooLong = `its answer is longer than ${mebibytes(limit)}`
  if (Number(response.headers["content-length"]) > limit) return Effect.fail(tooLong)
  const chunks: Array<Uint8Array> = []
  let size = 0
  return Stream.runForEach(response.stream, (chunk) => {
    size += chunk.byteLength
    if (size > limit) return Effect.fail(tooLong)
    chunks.push(chunk)
    return Effect.void
  }).pipe(
    Effect.mapError((error) => {
      if (typeof error === "string") return error
      return error.reason._tag === "EmptyBodyError" ? "its answer is empty" : "its answer broke off half-way"
    }),
    Effect.map(() => Buffer.concat(chunks).toString("utf8"))
  )
}

const parsed = (json: string): Effect.Effect<unknown, string> =>
  Effect.try({
    try: (): unknown => JSON.parse(json),
    catch: () => (json.trim() === "" ? "its answer is empty" : "its answer is no valid JSON")
  })

/** Reads a response's JSON. */
export const json = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<unknown, string> => {
  const type = response.headers["content-type"]
  return type === undefined || isJsonType.test(type)
    ? Effect.flatMap(text(response, longest), parsed)
    : Effect.fail(`its answer is ${type.split(";")[0]}, not JSON`)
}
