// Makes properties cheaper: Effect 4.1 computes all simpler forms of each text that it generates, and only a failure needs
// them. That is a fifth of the time of most laws. Here they are computed when they are asked for, as Effect does for all
// other values; samples, simpler forms and replays are the same. Another version of Effect that reads otherwise is left as
// it is.
import { registerHooks } from "node:module"

const file = "/effect/dist/internal/arbitrary/model.js"

const eager =
  /const values = shrink\(value\);\s*return makeSample\(value, values\.length === 0 \? undefined : Effect\.map\(pullFromArray\(values\), (value => sampleFromShrink\(value, shrink\))\)\);/

const lazy = "return makeSampleWithLazyShrinks(value, () => Effect.map(pullFromArray(shrink(value)), $1));"

/** Returns the text of Effect's module with the change, or as it is if it reads otherwise. */
export const withLazyShrinks = (text: string): string => text.replace(eager, lazy)

const isDone = Symbol.for("hookline/lazyShrinks")

/** Changes the module when it is loaded, which must not have happened before. Each test file of a process calls this. */
export const makeShrinksLazy = (): void => {
  if (isDone in globalThis) return
  Object.defineProperty(globalThis, isDone, { value: true })
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (!url.endsWith(file) || loaded.source === undefined || loaded.source === null) return loaded
      const { source } = loaded
      return {
        ...loaded,
        source: withLazyShrinks(typeof source === "string" ? source : new TextDecoder().decode(source))
      }
    }
  })
}
