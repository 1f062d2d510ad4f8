/** A cache of modules: each is imported once, and again after its file has changed. */
import { sentence } from "@hookline/core/PipelineError"
import * as Effect from "effect/Effect"
import { realpathSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import * as Thrown from "./thrown.ts"

/** Imports a module by its URL. */
export type Load = (url: string) => Promise<unknown>

/** The reason for which there is no module, as a sentence. */
type Problem = string

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : sentence(error)

/** Returns the version of a file, without reading its text. */
const versionOf = (file: string): Effect.Effect<string, Problem> =>
  Effect.suspend(() => {
    try {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
      if (stats === undefined) return Effect.fail(`there is no module ${file}: correct the hook's path`)
      if (!stats.isFile()) return Effect.fail(`${file} is no file: name the module in the hook's path`)
      return Effect.succeed(`${stats.mtimeNs}-${stats.size}`)
    } catch (error) {
      return Effect.fail(`the module ${file} can't be read (${codeOf(error)})`)
    }
  })

const { cache } = createRequire(import.meta.url)

/** Removes a CommonJS module from the cache of `require`, whose key is the path alone. */
const forget = (file: string): void => {
  delete cache[realpathSync(file)]
}

/** Returns the position of a syntax error in a module, or in one that it imports, if it is known. */
const placeOf = (file: string, stack = ""): string => {
  const [, place] = /^((?:file:\/\/)?\/[^\n]*:\d+)\n/.exec(stack) ?? []
  if (place !== undefined) return ` at ${place}`
  // An error that was thrown at run time has its position in the stack.
  return stack.includes(pathToFileURL(file).href) ? "" : `: node "${file}" shows where`
}

const unloadable = (file: string, error: unknown): Problem => {
  const { detail, issue } = Thrown.of(error)
  return `${file} can't be loaded: ${issue}${error instanceof SyntaxError ? placeOf(file, detail) : ""}`
}

export interface Modules {
  /** Returns the namespace of a file as it is now. */
  readonly get: (file: string) => Effect.Effect<unknown, Problem>
}

interface Known {
  readonly version: string
  readonly namespace: Promise<unknown>
}

export const make = (load: Load): Modules => {
  const known = new Map<string, Known>()

  /** Returns the import that all callers of one version share. */
  const loaded = (file: string, version: string): Promise<unknown> => {
    const before = known.get(file)
    if (before?.version === version) return before.namespace
    if (before !== undefined) forget(file)
    const namespace = load(`${pathToFileURL(file).href}?v=${version}`)
    known.set(file, { version, namespace })
    return namespace
  }

  const get = (file: string): Effect.Effect<unknown, Problem> =>
    Effect.flatMap(versionOf(file), (version) =>
      Effect.tryPromise({
        try: () => loaded(file, version),
        catch: (error) => {
          // The cause may be in an imported module, whose fix does not change this file.
          if (known.get(file)?.version === version) known.delete(file)
          return unloadable(file, error)
        }
      })
    )

  return { get }
}
