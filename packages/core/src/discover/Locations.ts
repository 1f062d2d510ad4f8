/**
 * The lines and columns of a catalog's hooks, for listings, plans and reports.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { File, Source } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Position } from "../Dialect.ts"
import { HookDialects } from "../HookDialects.ts"

type Find = (source: Source) => Position | undefined

const nowhere: Find = () => undefined

/** Returns the function that locates hooks of one file. A file that is gone or can't be read has no positions. */
const finder = Effect.fnUntraced(function* (file: File): Effect.fn.Return<Find, never, ConfigFiles | HookDialects> {
  const files = yield* ConfigFiles
  const dialects = yield* HookDialects
  const dialect = dialects.find(({ name }) => name === file.dialect)
  const text = yield* Effect.orElseSucceed(files.read(file.file), () => undefined)
  if (dialect === undefined || text === undefined) return nowhere
  const position = yield* dialect.config.locate(file, text)
  return ({ at }) => position(at)
})

/**
 * Adds lines and columns to the hooks of a catalog.
 *
 * @category discovering
 * @since 0.1.0
 */
export const add = Effect.fnUntraced(function* (
  catalog: Catalog
): Effect.fn.Return<Catalog, never, ConfigFiles | HookDialects> {
  const finders = new Map(
    yield* Effect.forEach(catalog.files, (file) => Effect.map(finder(file), (find) => [file.file, find] as const))
  )
  const hooks = catalog.hooks.map((hook) => {
    const position = (finders.get(hook.source.file) ?? nowhere)(hook.source)
    return position === undefined ? hook : { ...hook, source: { ...hook.source, ...position } }
  })
  return { ...catalog, hooks }
})
