/**
 * The laws of every layer of `Discoverer`: each entry of a file is a hook of the catalog, or a loss that a diagnostic
 * reports.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import type { HookDialects } from "@hookline/core/HookDialects"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import type { File } from "@hookline/schema/Source"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Arbitraries from "./Arbitraries.ts"
import * as Law from "./Law.ts"
import * as TestDialects from "./TestDialects.ts"
import { project } from "./TestPipeline.ts"

/**
 * A layer of `Discoverer` that reads files.
 *
 * @category models
 * @since 0.1.0
 */
export type Part = Layer.Layer<Discoverer, never, ConfigFiles | HookDialects>

/** A path at which a dialect has hooks. */
interface Place {
  readonly dialect: Dialect
  readonly file: File
}

const places: ReadonlyMap<string, Place> = new Map(
  TestDialects.all.flatMap((dialect) =>
    dialect.files.flatMap((spec) => {
      const path = `${project[spec.base]}/${spec.path}${spec._tag === "File" ? "" : `/${spec.file}`}`
      const folder = path.slice(0, path.lastIndexOf("/"))
      const file: File = { dialect: dialect.name, scope: spec.scope, folder, file: path }
      return path.endsWith(".json") ? [[path, { dialect, file }] as const] : []
    })
  )
)

const path = Schema.Literals([...places.keys()])

/** Returns the place of a path. */
const placeOf = (path: string): Place => {
  const place = places.get(path)
  if (place === undefined) throw new Error(`no dialect has hooks at ${path}`)
  return place
}

/** Creates the text of a file: a valid one, one with a wrong value, or one that is no JSON. */
const textOf = (dialect: Dialect): Arbitrary.Arbitrary<string> =>
  Arbitrary.flatMap(Arbitrary.schema(Schema.Literals(["valid", "valid", "wrong", "wrong", "cut"])), (how) =>
    Arbitrary.map(how === "wrong" ? Arbitraries.brokenConfig(dialect) : Arbitraries.config(dialect), (root) => {
      const text = JSON.stringify(root, undefined, 2) ?? "null"
      return how === "cut" ? text.slice(0, -1) : text
    })
  )

type Files = Record<string, string>

/** Creates one or two files of hooks, by their paths. */
const files: Arbitrary.Arbitrary<Readonly<Files>> = Arbitrary.flatMap(
  Arbitrary.schema(Schema.Array(path).check(Schema.isMinLength(1), Schema.isMaxLength(2))),
  (paths) => Arbitrary.all(Object.fromEntries(paths.map((each) => [each, textOf(placeOf(each).dialect)])))
)

const withDiscoverer = <A>(
  part: Part,
  files: Readonly<Files>,
  use: (discoverer: (typeof Discoverer)["Service"]) => Effect.Effect<A>
): Effect.Effect<A> =>
  Effect.flatMap(Discoverer, use).pipe(
    // `fresh`, because a layer is otherwise shared between files.
    Effect.provide(Layer.provide(Layer.fresh(part), [ConfigFiles.layerMemory(files), TestDialects.layer]))
  )

const discover = (part: Part, files: Readonly<Files>): Effect.Effect<Catalog> =>
  withDiscoverer(part, files, (discoverer) => discoverer.discover(project))

const ofFile = ({ hooks }: Catalog, { file }: Place): ReadonlyArray<Hook> =>
  hooks.filter(({ source }) => source.file === file.file)

/** Returns the ids of hooks that are the same as another, of both. */
const repeatedIn = ({ hooks }: Catalog): ReadonlySet<string> =>
  new Set(hooks.flatMap(({ id, off }) => (off?._tag === "SameAs" ? [id, off.hook] : [])))

/** Returns the parts of a hook that its file alone decides. */
const essence = ({ event, handler, if: rule, matcher, source: { at }, timeoutMillis }: Hook) => ({
  event,
  handler,
  matcher,
  rule,
  timeoutMillis,
  at
})

const { arbitrary: sizes } = Arbitraries.files

/**
 * The laws of discoverers.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "has each entry of a file among its hooks, or reports it as a loss",
    files,
    (part, given) =>
      Effect.gen(function* () {
        const catalog = yield* discover(part, given)
        for (const [path, text] of Object.entries(given)) {
          const place = placeOf(path)
          const { diagnostics, entries } = yield* place.dialect.config.read(place.file, text)
          const reported = catalog.diagnostics.filter(({ file }) => file === place.file.file)
          const costs = reported.filter(({ lost }) => lost?.inCatalog !== true)
          const lost = costs.reduce((sum, each) => sum + (each.lost?.entries ?? 0), 0)
          assert.strictEqual(ofFile(catalog, place).length + lost, entries, place.file.file)
          assert.includeMembers(
            reported.map(({ code }) => code),
            diagnostics.map(({ code }) => code)
          )
        }
      }),
    sizes
  ),
  Law.make(
    "has the hooks of a file as they are written, in their order",
    files,
    (part, given) =>
      Effect.gen(function* () {
        const catalog = yield* discover(part, given)
        const repeated = repeatedIn(catalog)
        for (const [path, text] of Object.entries(given)) {
          const place = placeOf(path)
          const { hooks } = yield* place.dialect.config.read(place.file, text)
          // Of a hook that is in two files, one runs, with the limits of the stricter.
          const isOnce = (_: Hook, index: number): boolean => !repeated.has(ofFile(catalog, place)[index]?.id ?? "")
          assert.deepStrictEqual(ofFile(catalog, place).filter(isOnce).map(essence), hooks.filter(isOnce).map(essence))
          assert.strictEqual(ofFile(catalog, place).length, hooks.length)
        }
      }),
    sizes
  ),
  Law.make(
    "keeps the hooks of a file where another file is broken",
    Arbitrary.all([files, Arbitrary.schema(path)]),
    (part, [given, other]) =>
      Effect.gen(function* () {
        const [path, text] = Object.entries(given)[0] ?? []
        if (path === undefined || text === undefined || path === other) return
        const place = placeOf(path)
        const alone = yield* discover(part, { [path]: text })
        const beside = yield* discover(part, { [path]: text, [other]: '{ "hooks": {' })
        assert.deepStrictEqual(ofFile(beside, place).map(essence), ofFile(alone, place).map(essence))
        assert.deepStrictEqual(
          beside.diagnostics.flatMap(({ file, lost }) => (file === other ? [lost?.events] : [])),
          ["all"],
          "the loss of the broken file"
        )
      }),
    sizes
  ),
  Law.make(
    "gives each hook an id of its own",
    files,
    (part, given) =>
      Effect.map(discover(part, given), ({ hooks }) =>
        assert.strictEqual(new Set(hooks.map(({ id }) => id)).size, hooks.length)
      ),
    sizes
  ),
  Law.make(
    "opens a catalog like the one it discovers, also after a file has changed",
    Arbitrary.all([files, files]),
    (part, [before, after]) =>
      Effect.gen(function* () {
        const present: Files = { ...before }
        yield* withDiscoverer(part, present, (discoverer) =>
          Effect.scoped(
            Effect.gen(function* () {
              const { read } = yield* discoverer.open(project)
              assert.deepStrictEqual(yield* read(), yield* discoverer.discover(project))
              for (const each of Object.keys(present)) delete present[each]
              Object.assign(present, after)
              assert.deepStrictEqual(yield* read(), yield* discoverer.discover(project), "after a change")
            })
          )
        )
      }),
    sizes
  )
]

/**
 * Registers the suite.
 *
 * @example
 * ```ts
 * import { Discoverer } from "@hookline/core/Discoverer"
 * import * as DiscovererTest from "@hookline/testing/DiscovererTest"
 *
 * const test = () => DiscovererTest.suite("My discoverer", Discoverer.layerNoDeps)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, part: Part): void => Law.suite(title, laws, part)
