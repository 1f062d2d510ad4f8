/**
 * Stage 2, discover: every configuration that applies becomes one catalog. One bad entry costs that entry, one bad file
 * that file; both are told.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/HookId"
import type { File } from "@hookline/schema/Source"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Dialect } from "./Dialect.ts"
import { HookDialects } from "./HookDialects.ts"
import * as ScriptCheck from "./ScriptCheck.ts"
import * as SourceFiles from "./SourceFiles.ts"

/** A catalog in the making: thousands of hooks go straight to where they stay. */
interface Draft {
  readonly files: Array<File>
  readonly hooks: Array<Hook>
  readonly diagnostics: Array<Diagnostic>
  /** The identities that are given, by where their hooks come from: only there can two be the same. */
  readonly given: Map<string, Set<string>>
}

const givenIn = ({ given }: Draft, file: File): Set<string> => {
  const origin = HookId.originOf(file, "")
  const known = given.get(origin) ?? new Set()
  given.set(origin, known)
  return known
}

/** Adds one file's part. */
const add = Effect.fnUntraced(function* (draft: Draft, dialect: Dialect, found: SourceFiles.Found, projectDir: string) {
  if (found._tag === "Problem") {
    draft.diagnostics.push(found.diagnostic)
    return
  }
  const { shellIsBash } = yield* ConfigFiles
  const { diagnostics, hooks } = yield* dialect.config.read(found.file, found.text)
  const scripts = yield* ScriptCheck.of(hooks, found.text, dialect, projectDir)
  draft.files.push(found.file)
  for (const hook of HookId.distinct(hooks, givenIn(draft, found.file))) draft.hooks.push(hook)
  draft.diagnostics.push(...diagnostics.filter(({ code }) => code !== "bash-syntax" || !shellIsBash), ...scripts)
})

const readAll = Effect.fnUntraced(function* (
  project: SourceFiles.Project
): Effect.fn.Return<Catalog, never, ConfigFiles | HookDialects> {
  const draft: Draft = { files: [], hooks: [], diagnostics: [], given: new Map() }
  for (const dialect of yield* HookDialects) {
    for (const place of yield* SourceFiles.of(dialect, project)) {
      for (const found of yield* place) yield* add(draft, dialect, found, project.project)
    }
  }
  const { diagnostics, files, hooks } = draft
  return { files, hooks, diagnostics }
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
