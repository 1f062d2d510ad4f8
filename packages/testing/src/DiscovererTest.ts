/**
 * The laws of every layer of `Discoverer`: each entry of a file is a hook of the catalog as it is written, or a loss that a
 * diagnostic reports, and settings are in force.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import type { HookDialects } from "@hookline/core/HookDialects"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { Catalog } from "@hookline/schema/Catalog"
import { type Hook, OnFailure, stricter } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
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

/** The options of discovery. */
type Options = NonNullable<Parameters<(typeof Discoverer)["Service"]["discover"]>[1]>

/** A path at which a dialect has hooks. */
interface Place {
  readonly dialect: Dialect
  readonly file: File
}

/** Returns the dialect that reads the files of plugins. */
const pluginDialectOf = (name: string): Dialect => TestDialects.all.find((each) => each.name === name) ?? ClaudeCode

/** Returns the paths at which a dialect has hooks, in the order in which they are read. */
const placesOf = (dialect: Dialect): ReadonlyArray<Place> =>
  dialect.files.flatMap((spec): ReadonlyArray<Place> => {
    const { name } = dialect
    const path = `${project[spec.base]}/${spec.path}`
    const placed = (folder: string, file: string, more: Partial<File> = {}): Place => ({
      dialect: more.dialect === undefined ? dialect : pluginDialectOf(more.dialect),
      file: { dialect: name, scope: spec.scope, folder, file: `${folder}/${file}`, ...more }
    })
    const parent = path.slice(0, path.lastIndexOf("/"))
    switch (spec._tag) {
      case "File":
        return [placed(parent, path.slice(parent.length + 1))]
      case "Files":
        return [placed(path, `guards${spec.ending}`), placed(path, spec.file)]
      case "Folder": {
        const ofFolder = (plugin: string, file: string, more: Partial<File> = {}): Place =>
          placed(path, `${plugin}/${file}`, { plugin, ...more })
        return [
          placed(path, spec.file),
          ofFolder("guards", spec.file),
          ofFolder("plugin", spec.layout.nested, { dialect: spec.pluginDialect })
        ]
      }
    }
  })

const places: ReadonlyMap<string, Place> = new Map(
  TestDialects.all.flatMap(placesOf).map((place) => [place.file.file, place])
)

const path = Schema.Literals([...places.keys()])

/** Returns the place of a path. */
const placeOf = (path: string): Place => {
  const place = places.get(path)
  if (place === undefined) throw new Error(`no dialect has hooks at ${path}`)
  return place
}

/** Writes a value as TOML. It has no null, and a list or a table is on one line, as in JSON. */
const tomlOf = (value: unknown): string => {
  if (Array.isArray(value))
    return `[${value
      .filter((each) => each !== null)
      .map(tomlOf)
      .join(", ")}]`
  if (!isJson(value)) return (JSON.stringify(value) ?? "''").replaceAll("\u007f", "\\u007f")
  return `{${tomlFieldsOf(value).join(", ")}}`
}

const tomlFieldsOf = (value: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Object.entries(value).flatMap(([key, field]) =>
    field === undefined || field === null ? [] : [`${tomlOf(key)} = ${tomlOf(field)}`]
  )

/** Creates the text of a file: a valid one, one with a wrong value, or one that can't be parsed. */
const textOf = ({ dialect, file }: Place): Arbitrary.Arbitrary<string> =>
  Arbitrary.flatMap(Arbitrary.schema(Schema.Literals(["valid", "valid", "wrong", "wrong", "cut"])), (how) =>
    Arbitrary.map(how === "wrong" ? Arbitraries.brokenConfig(dialect) : Arbitraries.config(dialect), (root) => {
      const isToml = file.file.endsWith(".toml") && isJson(root)
      const text = isToml ? tomlFieldsOf(root).join("\n") : (JSON.stringify(root, undefined, 2) ?? "null")
      return how === "cut" ? text.slice(0, -1) : text
    })
  )

type Files = Record<string, string>

/** Creates one or two files of hooks, by their paths. */
const files: Arbitrary.Arbitrary<Readonly<Files>> = Arbitrary.flatMap(
  Arbitrary.schema(Schema.Array(path).check(Schema.isMinLength(1), Schema.isMaxLength(2))),
  (paths) => Arbitrary.all(Object.fromEntries(paths.map((each) => [each, textOf(placeOf(each))])))
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

const discover = (part: Part, files: Readonly<Files>, options?: Options): Effect.Effect<Catalog> =>
  withDiscoverer(part, files, (discoverer) => discoverer.discover(project, options))

const ofFile = ({ hooks }: Catalog, { file }: Place): ReadonlyArray<Hook> =>
  hooks.filter(({ source }) => source.file === file.file)

/** Returns the ids of hooks that are the same as another, of both. */
const repeatedIn = ({ hooks }: Catalog): ReadonlySet<string> =>
  new Set(hooks.flatMap(({ id, off }) => (off?._tag === "SameAs" ? [id, off.hook] : [])))

/** Returns the parts of a hook that its file alone decides. */
const essence = (hook: Hook) => {
  const { description, enabled, event, group, handler, matcher, name, onFailure, once, profile, timeoutMillis } = hook
  const { at, dialect, file, folder, plugin, scope } = hook.source
  const source = { at, dialect, file, folder, plugin, scope }
  const limits = { enabled, onFailure, once, profile, timeoutMillis }
  return { event, handler, matcher, rule: hook.if, group, name, description, source, ...limits }
}

/**
 * Asserts that a hook is in force if its entry enables it, unless a reason is given that holds: a file that disables its
 * dialect, a module of a project, or a hook that is the same and in force.
 */
const isInForce = ({ enabled, handler, off, source }: Hook, all: ReadonlyArray<Hook>, isDialectOff: boolean): void => {
  if (off === undefined) return
  switch (off._tag) {
    case "Disabled":
      return assert.isTrue(!enabled || isDialectOff, `${source.file} does not disable ${source.at.join(".")}`)
    case "SourceNotAllowed":
      return assert.deepStrictEqual([handler._tag, source.scope === "user"], ["Module", false])
    case "SameAs": {
      const same = all.find(({ id }) => id === off.hook)
      return assert.deepStrictEqual([same?.handler, same?.off?._tag === "SameAs"], [handler, false])
    }
    default:
      return assert.fail(`${source.file} has no reason for ${off._tag}`)
  }
}

/** The settings of a user and of a project, and whether the user disables the program's own hook. */
const settings = Schema.Struct({
  users: Schema.optionalKey(OnFailure),
  projects: Schema.optionalKey(OnFailure),
  disables: Schema.Boolean
})

const native: Hook = {
  id: "program/PreToolUse/guard",
  event: "PreToolUse",
  handler: { _tag: "Native", name: "guard" },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "program", scope: "user", file: "", folder: project.project, at: [] }
}

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
    "has the hooks of a file as they are written, in their order, and in force unless they are disabled",
    files,
    (part, given) =>
      Effect.gen(function* () {
        const catalog = yield* discover(part, given)
        const repeated = repeatedIn(catalog)
        const disabled = new Set<string>()
        for (const [path, text] of Object.entries(given)) {
          const place = placeOf(path)
          const { allOff, hooks } = yield* place.dialect.config.read(place.file, text)
          if (allOff?.off === true) disabled.add(place.dialect.name)
          // Of a hook that is in two files, one runs, with the limits of the stricter.
          const isOnce = (_: Hook, index: number): boolean => !repeated.has(ofFile(catalog, place)[index]?.id ?? "")
          assert.deepStrictEqual(ofFile(catalog, place).filter(isOnce).map(essence), hooks.filter(isOnce).map(essence))
          assert.strictEqual(ofFile(catalog, place).length, hooks.length)
        }
        const found = [...new Set(catalog.hooks.map(({ source }) => source.file))]
        assert.deepStrictEqual(
          found,
          [...places.keys()].filter((path) => found.includes(path)),
          "the order of the files"
        )
        for (const hook of catalog.hooks) isInForce(hook, catalog.hooks, disabled.has(hook.source.dialect))
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
    "has the settings of the user, the project and the program, and the program's own hooks",
    Arbitrary.all([Arbitrary.schema(settings), Arbitrary.schema(Schema.Boolean)]),
    (part, [{ disables, projects, users }, isOpened]) =>
      Effect.gen(function* () {
        const disabled = disables ? [native.id] : []
        const present: Files = {
          [`${project.home}/.hookline/settings.json`]: JSON.stringify({ failure_policy: users, disabled }),
          [`${project.project}/.hookline/settings.json`]: JSON.stringify({ failure_policy: projects })
        }
        const options: Options = { natives: [native], settings: { shell: "bash" } }
        const catalog = yield* withDiscoverer(part, present, ({ discover, open }) =>
          isOpened
            ? Effect.scoped(Effect.flatMap(open(project, options), ({ read }) => read()))
            : discover(project, options)
        )
        assert.strictEqual(catalog.settings.failurePolicy ?? "open", stricter(users ?? "open", projects ?? "open"))
        assert.strictEqual(catalog.settings.shell, "bash")
        assert.deepStrictEqual(
          catalog.hooks.filter(({ handler }) => handler._tag === "Native").map(({ id, off }) => [id, off?._tag]),
          [[native.id, disables ? "Disabled" : undefined]]
        )
      }),
    sizes
  ),
  Law.make(
    "reports settings that can't be read as the loss of every event",
    Arbitrary.schema(Schema.Literals([project.home, project.project])),
    (part, folder) =>
      Effect.gen(function* () {
        const file = `${folder}/.hookline/settings.json`
        const { diagnostics } = yield* discover(part, { [file]: '{ "failure_policy": "clo' })
        assert.deepStrictEqual(
          diagnostics.flatMap((each) => (each.file === file ? [each.lost?.events] : [])),
          ["all"]
        )
      }),
    { runs: 4 }
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
