/**
 * The laws of every layer of `Matcher`: no hook that an event runs is missed, and every other hook has a reason.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import type { ThisProject } from "@hookline/core/ThisProject"
import { Matcher, none, type Compiled } from "@hookline/core/Matcher"
import * as MatchRule from "@hookline/core/MatchRule"
import * as Catalog from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HookEvents from "./HookEvents.ts"
import { dialectName, dialectNamed, dialectNames } from "./internal/dialectNames.ts"
import { runsOf } from "./internal/runsOf.ts"
import * as Law from "./Law.ts"
import * as TestPipeline from "./TestPipeline.ts"
import * as TestDialects from "./TestDialects.ts"

/**
 * A layer of `Matcher`.
 *
 * @category models
 * @since 0.1.0
 */
export type Part = Layer.Layer<Matcher, never, HookDialects | HostDialect | ThisProject>

/** Names of tools that some dialect calls otherwise, that belong to a server, or that no dialect knows. */
const tools = ["Bash", "Write", "Edit", "Task", "mcp__db__query", "deploy"] as const

const matchers = [...tools, "", "*", "Bash|Write", "^B", "Edit.*", "mcp__.*", "nothing"] as const

const Entry = Schema.Struct({
  dialect: Schema.Literals(dialectNames),
  file: Schema.Literals(["a", "b"]),
  event: Schema.Union([
    Schema.Literals(["PreToolUse", "PreToolUse", "PreToolUse"]),
    Schema.Literals(HookEvents.exampleNames),
    Schema.Literals(["tool:retry", "Unheard"])
  ]),
  index: Schema.Literals([0, 1, 1, 2]),
  matcher: Schema.optionalKey(Schema.Literals(matchers)),
  if: Schema.optionalKey(Schema.Literals(["Bash(ls *)", "Write", "Bash(("])),
  once: Schema.Boolean,
  enabled: Schema.Literals([true, true, true, false])
})

/** Creates the hooks of a catalog in the order of discovery: by dialect, file and group. */
const hooksOf = (
  entries: ReadonlyArray<Omit<typeof Entry.Type, "event"> & { readonly event: string }>
): ReadonlyArray<Hook> =>
  entries
    .map(({ dialect, enabled, event, file, index, once, ...conditions }, place): Hook => ({
      id: `${dialect}/${file}/${place}`,
      event,
      ...conditions,
      handler: { _tag: "Command", command: `guard-${place}` },
      once,
      enabled,
      // All hooks of a group are in parallel, or none is.
      group: { index, parallel: index === 1 },
      source: { dialect, scope: "project", file: `/p/${dialect}/${file}`, folder: "/p", at: [place] }
    }))
    .toSorted(
      (one, other) =>
        dialectNames.indexOf(one.source.dialect) - dialectNames.indexOf(other.source.dialect) ||
        (one.source.file < other.source.file ? -1 : one.source.file > other.source.file ? 1 : 0) ||
        one.group.index - other.group.index
    )

const hooks = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Entry), { minLength: 1, maxLength: 12 }), hooksOf)

const tool = Arbitrary.map(
  Arbitrary.schema(Schema.Struct({ tool: Schema.Literals(tools), command: Schema.Literals(["ls -a", "rm -rf /"]) })),
  ({ command, tool }) => HookEvent.cases.PreToolUse.make({ toolName: tool, toolInput: { command }, cwd: "/p" })
)

/** Creates an event: a tool that is about to run, as often as any other. */
const event: Arbitrary.Arbitrary<HookEvent.HookEvent> = Arbitrary.map(
  Arbitrary.all([tool, HookEvents.example, Arbitrary.schema(Schema.Boolean)]),
  ([before, any, isTool]) => (isTool ? before : any)
)

type Compile = (hooks: ReadonlyArray<Hook>) => Compiled

const withMatcher = (part: Part, host: string, use: (compile: Compile) => void): Effect.Effect<void> =>
  Effect.flatMap(Matcher, ({ compile }) =>
    Effect.sync(() => use((hooks) => compile({ ...Catalog.empty, hooks })))
  ).pipe(
    // `fresh`, because a layer is otherwise shared between hosts.
    Effect.provide(
      Layer.provide(Layer.fresh(part), [
        TestDialects.layer,
        HostDialect.layer(dialectNamed(host)),
        TestPipeline.thisProject
      ])
    )
  )

const matched = (compiled: Compiled, event: HookEvent.HookEvent): ReadonlyArray<Hook> =>
  compiled.groups(event).flatMap((group) => group.hooks)

const ids = (hooks: ReadonlyArray<Hook>): ReadonlyArray<string> => hooks.map(({ id }) => id)

const isOf = (hook: Hook, event: HookEvent.HookEvent): boolean => hook.enabled && hook.event === HookEvent.nameOf(event)

/** Checks whether a hook matches for sure: it has no matcher, or one that its dialect reads as the tool's own name. */
const surelyMatches = (hook: Hook, event: HookEvent.HookEvent): boolean => {
  if (hook.matcher === undefined) return true
  if (event._tag !== "PreToolUse") return false
  const rule = dialectNamed(hook.source.dialect).matcher(hook.matcher, hook.event)
  return MatchRule.matches(rule, event.toolName)
}

/** Checks that some values occur in the order of others. */
const isInOrderOf = (some: ReadonlyArray<Hook>, all: ReadonlyArray<Hook>): boolean =>
  some.every((hook, place) => place === 0 || all.indexOf(some[place - 1] ?? hook) < all.indexOf(hook))

const sizes = { size: 20, runs: runsOf(300) }

const given = Arbitrary.all([dialectName, hooks, event])

/**
 * The laws of matchers.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "runs every hook of an event that has no matcher, or the name of its tool, and no condition",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const found = new Set(ids(matched(compile(all), happened)))
        for (const hook of all) {
          if (isOf(hook, happened) && hook.if === undefined && surelyMatches(hook, happened)) {
            assert.isTrue(found.has(hook.id), `${hook.id} on ${hook.event} is missed`)
          }
        }
      }),
    sizes
  ),
  Law.make(
    "runs a hook on each event that there is",
    Arbitrary.all([dialectName, HookEvents.example, dialectName]),
    (part, [host, happened, own]) =>
      withMatcher(part, host, (compile) => {
        const all = hooksOf([
          { dialect: own, file: "a", event: HookEvent.nameOf(happened), index: 0, once: false, enabled: true }
        ])
        const compiled = compile(all)
        assert.deepStrictEqual(ids(matched(compiled, happened)), ids(all))
        assert.isTrue(compiled.wants(happened))
      }),
    { runs: runsOf(400) }
  ),
  Law.make(
    "runs a hook beside others just where it runs it alone",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const together = ids(matched(compile(all), happened))
        const alone = all.filter((hook) => matched(compile([hook]), happened).length > 0)
        assert.deepStrictEqual(together.toSorted(), ids(alone).toSorted())
      }),
    sizes
  ),
  Law.make(
    "runs no hook that is disabled, of another event, or of no catalog",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const mayRun = new Map(all.flatMap((hook) => (isOf(hook, happened) ? [[hook.id, hook] as const] : [])))
        for (const hook of matched(compile(all), happened)) assert.strictEqual(mayRun.get(hook.id), hook, hook.id)
      }),
    sizes
  ),
  Law.make(
    "keeps the hooks of a dialect in their order, and those of a group together",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const groups = compile(all).groups(happened)
        for (const { name } of TestDialects.all) {
          const own = groups.filter((group) => group.dialect.name === name).flatMap((group) => group.hooks)
          assert.isTrue(isInOrderOf(own, all), `${ids(own).join()} of ${name}`)
        }
        for (const { dialect: of, hooks, parallel } of groups) {
          assert.isTrue(hooks.every(({ source }) => source.dialect === of.name))
          const isSequence = !parallel && !of.defaults.parallel
          if (isSequence)
            assert.isTrue(
              hooks.every(({ group }) => !group.parallel),
              "a sequence of parallel hooks"
            )
        }
      }),
    sizes
  ),
  Law.make(
    "explains every hook once: in the plan if it would run, and else with a reason",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const compiled = compile(all)
        const plan = compiled.explain(happened)
        const planned = plan.groups.flatMap((group) => group.hooks)
        const runs = matched(compiled, happened).filter((hook) => compiled.conditionHolds(hook, happened))
        assert.deepStrictEqual(planned, ids(runs))
        assert.deepStrictEqual([...planned, ...plan.others.map(({ hook }) => hook)].toSorted(), ids(all).toSorted())
        assert.deepStrictEqual(
          plan.others.filter(({ why }) => why._tag === "AlreadyRan"),
          [],
          "none has run before"
        )
      }),
    sizes
  ),
  Law.make(
    "explains that a hook which ran once does not run again",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const compiled = compile(all)
        const planned = compiled.explain(happened).groups.flatMap((group) => group.hooks)
        const again = compiled.explain(happened, () => true)
        const onces = all.filter(({ id, once }) => once && planned.includes(id))
        assert.deepStrictEqual(
          again.others.flatMap(({ hook, why }) => (why._tag === "AlreadyRan" ? [hook] : [])).toSorted(),
          ids(onces).toSorted()
        )
        assert.strictEqual(again.groups.flatMap((group) => group.hooks).length, planned.length - onces.length)
      }),
    sizes
  ),
  Law.make(
    "wants an event just where it has groups or a look-alike, and has `none` where it has neither",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const compiled = compile(all)
        const groups = compiled.groups(happened)
        assert.strictEqual(compiled.wants(happened), groups.length > 0 || compiled.lookAlikes(happened).length > 0)
        assert.strictEqual(compiled.wants(happened), groups !== none)
        assert.isTrue(groups.every((group) => group.hooks.length > 0))
      }),
    sizes
  ),
  Law.make(
    "holds the condition of a hook without one",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const compiled = compile(all)
        for (const hook of all) if (hook.if === undefined) assert.isTrue(compiled.conditionHolds(hook, happened))
      }),
    sizes
  )
]

/**
 * Registers the suite.
 *
 * @example
 * ```ts
 * import { Matcher } from "@hookline/core/Matcher"
 * import * as MatcherTest from "@hookline/testing/MatcherTest"
 *
 * const test = () => MatcherTest.suite("My matcher", Matcher.layerNoDeps)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, part: Part): void => Law.suite(title, laws, part)
