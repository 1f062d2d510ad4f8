/**
 * Stage 2, discover: every configuration that applies becomes one catalog. One bad entry costs that entry, one bad file
 * that file; both are told.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import * as HookId from "@hookline/schema/HookId"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Dialect } from "./Dialect.ts"
import { HookDialects } from "./HookDialects.ts"
import * as ScriptCheck from "./ScriptCheck.ts"
import * as SourceFiles from "./SourceFiles.ts"

/** One file's part of the catalog. */
const read = Effect.fnUntraced(function* (
  dialect: Dialect,
  found: SourceFiles.Found,
  projectDir: string
): Effect.fn.Return<Catalog, never, ConfigFiles> {
  if (found._tag === "Problem") return { files: [], hooks: [], diagnostics: [found.diagnostic] }
  const { shellIsBash } = yield* ConfigFiles
  const { diagnostics, hooks } = yield* dialect.config.read(found.file, found.text)
  const scripts = yield* ScriptCheck.of(hooks, found.text, dialect, projectDir)
  return {
    files: [found.file],
    hooks,
    diagnostics: [...diagnostics.filter(({ code }) => code !== "bash-syntax" || !shellIsBash), ...scripts]
  }
})

const readAll = Effect.fnUntraced(function* (project: SourceFiles.Project) {
  const dialects = yield* HookDialects
  const parts = yield* Effect.forEach(dialects, (dialect) =>
    Effect.flatMap(
      SourceFiles.of(dialect, project),
      Effect.forEach((found) => read(dialect, found, project.project))
    )
  )
  const catalogs = parts.flat()
  return {
    files: catalogs.flatMap(({ files }) => files),
    hooks: HookId.distinct(catalogs.flatMap(({ hooks }) => hooks)),
    diagnostics: catalogs.flatMap(({ diagnostics }) => diagnostics)
  }
})

/**
 * Finds the hooks of a project.
 *
 * @category services
 * @since 0.1.0
 */
export class Discoverer extends Context.Service<
  Discoverer,
  {
    /** Everything that applies to the project, in the order in which it runs. */
    discover(project: SourceFiles.Project): Effect.Effect<Catalog>
  }
>()("@hookline/core/Discoverer") {
  /** Reads the files of the dialects that are known. */
  static readonly layerNoDeps: Layer.Layer<Discoverer, never, ConfigFiles | HookDialects> = Layer.effect(
    Discoverer,
    Effect.gen(function* () {
      const context = yield* Effect.context<ConfigFiles | HookDialects>()
      return Discoverer.of({ discover: (project) => Effect.provideContext(readAll(project), context) })
    })
  )

  /** A catalog that is known already. */
  static readonly layerStatic = (catalog: Catalog): Layer.Layer<Discoverer> =>
    Layer.succeed(Discoverer)(Discoverer.of({ discover: () => Effect.succeed(catalog) }))
}
