/**
 * The laws of every layer of `Matcher`: no hook that an event runs is missed, every other hook has a reason, and losses are
 * returned.
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
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HookEvents from "./HookEvents.ts"
import { dialectName, dialectNamed } from "./internal/dialectNames.ts"
import { entries, event, events, hooksOf, hooksOn, problems, same } from "./internal/matchCases.ts"
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

type Compile = (hooks: ReadonlyArray<Hook>, diagnostics?: ReadonlyArray<Diagnostic>) => Compiled

const withMatcher = (part: Part, host: string, use: (compile: Compile) => void): Effect.Effect<void> =>
  Effect.flatMap(Matcher, ({ compile }) =>
    Effect.sync(() => use((hooks, diagnostics = []) => compile({ ...Catalog.empty, hooks, diagnostics })))
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

const isActive = ({ enabled, off }: Hook): boolean => enabled && off === undefined

const isOf = (hook: Hook, event: HookEvent.HookEvent): boolean =>
  isActive(hook) && hook.event === HookEvent.nameOf(event)

/**
 * Checks whether a hook matches for sure: it has no matcher, or one that its dialect reads as the target's own name. An
 * event without a target ignores matchers.
 */
const surelyMatches = (hook: Hook, event: HookEvent.HookEvent): boolean => {
  const target = Target.of(event)
  if (hook.matcher === undefined || target === undefined) return true
  return MatchRule.matches(dialectNamed(hook.source.dialect).matcher(hook.matcher, hook.event), target)
}

/** Returns whether a condition of the entries holds for sure, or `undefined` where hosts may differ. */
const surelyHolds = (rule: string | undefined, event: HookEvent.HookEvent): boolean | undefined => {
  if (rule === undefined) return true
  if (!Target.isTool(event._tag) || !("toolInput" in event)) return false
  const { toolInput, toolName } = event
  if (rule === "Write") return toolName === "Write" ? true : undefined
  if (toolName !== "Bash") return undefined
  // A rule that can't be read excludes no call of its tool.
  return rule === "Bash((" || toolInput["command"] !== "rm -rf /"
}

/** Checks that some values occur in the order of others. */
const isInOrderOf = (some: ReadonlyArray<Hook>, all: ReadonlyArray<Hook>): boolean =>
  some.every((hook, place) => place === 0 || all.indexOf(some[place - 1] ?? hook) < all.indexOf(hook))

/** Returns all that a compiled catalog answers about an event. */
const answersOf = (compiled: Compiled, event: HookEvent.HookEvent) => ({
  groups: compiled
    .groups(event)
    .map(({ dialect, hooks, parallel }) => ({ dialect: dialect.name, parallel, hooks: ids(hooks) })),
  wants: compiled.wants(event),
  plan: compiled.explain(event),
  lost: compiled.lostOn(event)
})

/** Checks that a problem is one of a hook. */
const isAbout = ({ at, file }: Diagnostic, { source }: Hook): boolean =>
  file === source.file && source.at.every((step, place) => at[place] === step)

const sizes = { size: 20, runs: runsOf(300) }

const fewer = { size: 20, runs: runsOf(150) }

const given = Arbitrary.map(
  Arbitrary.all([dialectName, entries, event]),
  ([host, all, happened]) => [host, hooksOn(all, [happened]), happened] as const
)

/**
 * The laws of matchers.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "runs every hook of an event that has no matcher, or one of its target, and no condition, or one that holds",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const compiled = compile(all)
        const found = new Set(ids(matched(compiled, happened)))
        for (const hook of all) {
          if (!isOf(hook, happened) || !surelyMatches(hook, happened)) continue
          if (surelyHolds(hook.if, happened) !== true) continue
          assert.isTrue(found.has(hook.id), `${hook.id} on ${hook.event} is missed`)
          assert.isTrue(compiled.conditionHolds(hook, happened), `${hook.if ?? "no condition"} does not hold`)
        }
      }),
    sizes
  ),
  Law.make(
    "runs a hook that has its dialect's own name of a tool",
    Arbitrary.all([dialectName, dialectName, Arbitrary.schema(Schema.Natural)]),
    (part, [host, own, at]) =>
      withMatcher(part, host, (compile) => {
        const { tools } = dialectNamed(own).tools
        const tool = tools[at % tools.length]
        if (tool === undefined) return
        const happened = HookEvent.cases.PreToolUse.make({ toolName: tool.canonical, toolInput: {} })
        const all = hooksOf([
          { dialect: own, file: "a", event: "PreToolUse", index: 0, once: false, enabled: true, matcher: tool.host }
        ])
        assert.deepStrictEqual(ids(matched(compile(all), happened)), ids(all), `${tool.host} on ${tool.canonical}`)
      }),
    fewer
  ),
  Law.make(
    "answers about several events, and on several catalogs, as about each alone",
    Arbitrary.map(Arbitrary.all([dialectName, entries, events]), ([host, all, events]) => {
      // All are in force, so that most often the events run different hooks.
      const active = all.map(({ if: _if, matcher = "Bash|Write", ...entry }) => ({
        ...entry,
        matcher,
        enabled: true,
        off: false
      }))
      return [host, hooksOn(active, events), events] as const
    }),
    (part, [host, all, events]) =>
      Effect.gen(function* () {
        const catalogs = [all, all.slice(1)]
        const together: Array<ReturnType<typeof answersOf>> = []
        yield* withMatcher(part, host, (compile) => {
          const compiled = catalogs.map((hooks) => compile(hooks))
          for (const happened of events) for (const each of compiled) together.push(answersOf(each, happened))
        })
        const alone: typeof together = []
        for (const happened of events) {
          for (const hooks of catalogs) {
            yield* withMatcher(part, host, (compile) => alone.push(answersOf(compile(hooks), happened)))
          }
        }
        assert.deepStrictEqual(together, alone)
      }),
    { size: 12, runs: runsOf(80) }
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
    "keeps the hooks of a dialect in their order, and those of a group together, in sequence or in parallel",
    Arbitrary.map(
      Arbitrary.all([dialectName, dialectName, dialectName, entries, event]),
      ([host, one, other, all, happened]) => {
        // Of hooks of two dialects that all match, many are of one group.
        const near = all.map(({ if: _if, matcher: _matcher, ...entry }, place) => ({
          ...entry,
          dialect: place % 3 === 0 ? other : one
        }))
        return [host, hooksOn(near, [happened]), happened] as const
      }
    ),
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const groups = compile(all).groups(happened)
        for (const { name } of TestDialects.all) {
          const own = groups.filter((group) => group.dialect.name === name).flatMap((group) => group.hooks)
          assert.isTrue(isInOrderOf(own, all), `${ids(own).join()} of ${name}`)
        }
        for (const { dialect: of, hooks, parallel } of groups) {
          assert.isTrue(hooks.every(({ source }) => source.dialect === of.name))
          if (of.defaults.parallel || hooks.length === 1) continue
          const isOfOne = new Set(hooks.map(({ group, source }) => `${source.file} ${group.index}`)).size === 1
          for (const { group, id } of hooks) assert.strictEqual(group.parallel, parallel, id)
          if (parallel) assert.isTrue(isOfOne, "several groups at once")
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
    "holds the condition of a hook without one, and any other just where it holds",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const compiled = compile(all)
        for (const hook of all) {
          const holds = surelyHolds(hook.if, happened)
          if (holds !== undefined) assert.strictEqual(compiled.conditionHolds(hook, happened), holds, hook.if)
        }
      }),
    sizes
  ),
  Law.make(
    "returns the losses of a catalog: all of them, those of an event, and of its tool",
    Arbitrary.all([dialectName, problems, event]),
    (part, [host, drawn, happened]) =>
      withMatcher(part, host, (compile) => {
        const name = HookEvent.nameOf(happened)
        const all = drawn.map((found): Diagnostic =>
          found.lost?.events === undefined || found.lost.events === "all"
            ? found
            : { ...found, lost: { ...found.lost, events: found.lost.events.map((one) => (one === same ? name : one)) } }
        )
        const compiled = compile([], all)
        const lost = all.filter((found) => found.lost !== undefined)
        const ofName = lost.filter(({ lost }) => lost?.events === "all" || lost?.events.includes(name) === true)
        assert.deepStrictEqual(compiled.losses, lost)
        assert.deepStrictEqual(compiled.lost(name), ofName)
        const tool = "toolName" in happened ? happened.toolName : undefined
        const isOfTool = ({ lost }: Diagnostic): boolean =>
          tool === undefined || lost?.tools === undefined || lost.tools.some((one) => one === tool)
        const found = compiled.lostOn(happened)
        assert.includeMembers([...found], ofName.filter(isOfTool))
        assert.includeMembers(ofName, [...found])
        if (tool !== undefined) assert.deepStrictEqual(compiled.lost(name, tool), found)
      }),
    fewer
  ),
  Law.make(
    "reports hooks that it can't match as they are written, or that this host may never run",
    given,
    (part, [host, all, happened]) =>
      withMatcher(part, host, (compile) => {
        const doubt: Diagnostic = {
          code: "agent-unknown",
          level: "warning",
          dialect: "claude",
          file: "/p/agents",
          line: 1,
          column: 1,
          at: ["hooks", 0],
          text: "No agent has this name."
        }
        const foreign = all.slice(0, 1).map(({ off: _off, ...hook }): Hook => ({
          ...hook,
          id: "foreign",
          enabled: true,
          source: { ...hook.source, dialect: "of no vendor", file: "/p/foreign" }
        }))
        const compiled = compile([...all, ...foreign], [doubt])
        assert.deepInclude([...compiled.doubts, ...compiled.losses], doubt)
        compiled.groups(happened)
        const found = compiled.diagnostics()
        for (const hook of [...all, ...foreign]) {
          const isClear = hook.if === undefined || (Target.isTool(hook.event) && hook.if !== "Bash((")
          if (!isActive(hook) || (isClear && hook.id !== "foreign")) continue
          assert.isTrue(
            found.some((each) => isAbout(each, hook)),
            `${hook.id} on ${hook.event} if ${hook.if}`
          )
        }
        for (const { event } of foreign) {
          assert.isTrue(
            compiled.lost(event).some(({ file }) => file === "/p/foreign"),
            "the loss of a foreign hook"
          )
        }
        const { fires, ownEvents = [] } = dialectNamed(host).event
        for (const hook of all) {
          const { event } = hook
          if (!isActive(hook) || fires === undefined || !HookEvent.isName(event)) continue
          const isFired = fires.includes(event) || ownEvents.includes(event)
          assert.strictEqual((compiled.unfired.get(event) ?? []).length > 0, !isFired, `${event} is not fired`)
        }
      }),
    fewer
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
