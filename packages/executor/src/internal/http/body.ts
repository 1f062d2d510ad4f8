/** The body of an answer, as far as it is kept. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Of a longer body this much is kept, and the rest is not asked for. */
export const mostKept = 1_048_576

export interface Body {
  readonly body: string
  readonly cut: boolean
}

const textOf = (chunks: ReadonlyArray<Uint8Array>, cut: boolean): string => {
  const decoder = new TextDecoder()
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("")
  // What is left is the first half of a character: where the text was cut, its other half was.
  return cut ? text : text + decoder.decode()
}

/** Reads a body up to the cap. */
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
