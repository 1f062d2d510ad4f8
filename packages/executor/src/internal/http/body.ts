/** The body of a response, up to a limit. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The maximum size of a body. The rest of a longer one is not read. */
export const mostKept = 1_048_576

export interface Body {
  readonly body: string
  readonly cut: boolean
}

const textOf = (chunks: ReadonlyArray<Uint8Array>, cut: boolean): string => {
  const decoder = new TextDecoder()
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("")
  // A cut may split the last character, whose first half is dropped.
  return cut ? text : text + decoder.decode()
}

/** Reads a body up to the limit. */
export const read = <E>(stream: Stream.Stream<Uint8Array, E>): Effect.Effect<Body, E> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let kept = 0
    let cut = false
    const reading = Stream.runForEachWhile(stream, (chunk) =>
      Effect.sync(() => {
        const room = mostKept - kept
        cut = chunk.length > room
        chunks.push(cut ? chunk.subarray(0, room) : chunk)
        kept += Math.min(chunk.length, room)
        return !cut
      })
    )
    return Effect.map(reading, () => ({ body: textOf(chunks, cut), cut }))
  })
