// Layers with a planted fault, for each of which the suite of its service has a law that does not hold.
import { assert, describe, it } from "@effect/vitest"
import type { DecodedPayload } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import { Approval, request } from "@hookline/coordinator/Approval"
import { Settle } from "@hookline/coordinator/Settle"
import { Executor } from "@hookline/core/Executor"
import { Mapper } from "@hookline/core/Mapper"
import { type Compiled, Matcher } from "@hookline/core/Matcher"
import type { PipelineError } from "@hookline/core/PipelineError"
import type { Work } from "@hookline/core/Runner"
import { Translator } from "@hookline/core/Translator"
import * as WatchedCatalog from "@hookline/core/kit/discover/WatchedCatalog"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson } from "@hookline/schema/Json"
import type * as Outcome from "@hookline/schema/Outcome"
import type * as Verdict from "@hookline/schema/Verdict"
import {
  DiscovererTest,
  ExecutorTest,
  HookEvents,
  Law,
  MapperTest,
  MatcherTest,
  SettleTest,
  TestRunner,
  TranslatorTest
} from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"

/**
 * A seed, so that a fault is found in every run or in none, and as many cases in CI as elsewhere: a fault ends them. A
 * counterexample need not be the smallest.
 */
const options = { seed: "planted", maxShrinks: 10, runs: 400 }

/** A fault, by its name, and part of the name of a law that finds it. */
type Faults<Part> = Readonly<Record<string, readonly [part: Part, law: string]>>

const areFound = <Part>(service: string, laws: ReadonlyArray<Law.Law<Part>>, faults: Faults<Part>): void => {
  describe(`${service} that`, () => {
    for (const [fault, [part, law]] of Object.entries(faults)) {
      it.effect(`${fault} is found`, () =>
        Effect.gen(function* () {
          const [own, ...others] = laws.filter(({ name }) => name.includes(law))
          assert.deepStrictEqual([own !== undefined, others.length], [true, 0], "one law of that name")
          const found = yield* Law.violations(own === undefined ? [] : [own], part, options)
          assert.strictEqual(found.length, 1)
          for (const { report } of found) assert.include(report, "Shrunk input")
        })
      )
    }

    it("has a fault for each of its laws", () => {
      const found = Object.values(faults).map(([, law]) => law)
      assert.deepStrictEqual(
        laws.filter(({ name }) => !found.some((law) => name.includes(law))).map(({ name }) => name),
        []
      )
    })
  })
}

type MapperShape = (typeof Mapper)["Service"]

const mapper = (change: (own: MapperShape) => MapperShape["map"]): MapperTest.Part =>
  Layer.provide(
    Layer.effect(
      Mapper,
      Effect.map(Mapper, (own) => Mapper.of({ map: change(own) }))
    ),
    Mapper.layerNoDeps
  )

areFound("a mapper", MapperTest.laws, {
  "drops a second event": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), (all) => ({ ...all, events: all.events.slice(0, 1) }))
    ),
    "returns every event"
  ],
  "turns the events round": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), (all) => ({ ...all, events: all.events.toReversed() }))
    ),
    "returns every event"
  ],
  "forgets the input of a tool": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), (all) => ({
            ...all,
            events: all.events.map((event) => ("toolInput" in event ? { ...event, toolInput: {} } : event))
          }))
    ),
    "returns the event that a host sent"
  ],
  "forgets that a skill was opened": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), ({ events }) => ({ events }))
    ),
    "returns the skill"
  ],
  "finds no event in a payload that can't be read": [
    mapper(
      ({ map }) =>
        (payload) =>
          map(payload).pipe(Effect.catch(() => Effect.succeed({ events: [] })))
    ),
    "fails at its stage"
  ],
  "returns the first payload's events for every later one": [
    mapper(({ map }) => {
      let first: DecodedPayload | undefined
      return (payload) =>
        Effect.suspend(() =>
          first === undefined
            ? Effect.tap(map(payload), (read) => Effect.sync(() => (first = read)))
            : Effect.succeed(first)
        )
    }),
    "each of several payloads"
  ],
  "reads no input under another name": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), (all) => ({
            ...all,
            events: all.events.map((event) =>
              "toolInput" in event && isJson(payload) && "input" in payload ? { ...event, toolInput: {} } : event
            )
          }))
    ),
    "in each spelling"
  ],
  "knows no other name of an event": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), (all) =>
            isJson(payload) && payload["hook_event_name"] === "SessionStop"
              ? { ...all, events: [HookEvent.cases.Other.make({ name: "SessionStop", data: {} })] }
              : all
          )
    ),
    "in each spelling"
  ],
  "forgets that two names of a field contradict each other": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), ({ contradiction: _contradiction, ...all }) => all)
    ),
    "in each spelling"
  ],
  "forgets the host's own object": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.map(map(payload), (all) => ({
            ...all,
            events: all.events.map(({ host: _host, ...event }) => event)
          }))
    ),
    "fails at its stage"
  ],
  "dies of a payload that can't be read": [
    mapper(
      ({ map }) =>
        (payload) =>
          Effect.orDie(map(payload))
    ),
    "fails at its stage"
  ]
})

type DiscovererShape = (typeof Discoverer)["Service"]

const discovererWith = (change: (own: DiscovererShape) => DiscovererShape): DiscovererTest.Part =>
  Layer.provide(
    Layer.effect(
      Discoverer,
      Effect.map(Discoverer, (own) => Discoverer.of(change(own)))
    ),
    Discoverer.layerNoDeps
  )

/** A discoverer of other catalogs, both by `discover` and by `open`. */
const discoverer = (change: (catalog: Catalog) => Catalog): DiscovererTest.Part =>
  discovererWith(({ discover, open }) => ({
    discover: (project, settings) => Effect.map(discover(project, settings), change),
    open: (project, settings) =>
      Effect.map(open(project, settings), (opened) => ({
        ...opened,
        read: (options) => Effect.map(opened.read(options), change)
      }))
  }))

/** A discoverer of other hooks. */
const hooks = (change: (hook: Hook) => Hook): DiscovererTest.Part =>
  discoverer((catalog) => ({ ...catalog, hooks: catalog.hooks.map(change) }))

/** A discoverer that does not see some files. */
const unseeing = (isUnseen: (file: string) => boolean): DiscovererTest.Part =>
  discoverer((catalog) => ({
    ...catalog,
    hooks: catalog.hooks.filter(({ source }) => !isUnseen(source.file)),
    diagnostics: catalog.diagnostics.filter(({ file }) => !isUnseen(file))
  }))

areFound("a discoverer", DiscovererTest.laws, {
  "loses an entry without a diagnostic": [
    discoverer((catalog) => ({ ...catalog, hooks: catalog.hooks.slice(1) })),
    "has each entry"
  ],
  "reports no loss": [discoverer((catalog) => ({ ...catalog, diagnostics: [] })), "has each entry"],
  "reads a single file": [
    discoverer((catalog) => ({
      ...catalog,
      hooks: catalog.hooks.filter(({ source }) => source.file === catalog.files[0]?.file)
    })),
    "has each entry"
  ],
  "turns the hooks round": [
    discoverer((catalog) => ({ ...catalog, hooks: catalog.hooks.toReversed() })),
    "has the hooks of a file"
  ],
  "forgets matchers": [
    discoverer((catalog) => ({ ...catalog, hooks: catalog.hooks.map(({ matcher: _matcher, ...hook }) => hook) })),
    "has the hooks of a file"
  ],
  "disables every hook": [hooks((hook) => ({ ...hook, enabled: false })), "has the hooks of a file"],
  "enables every hook": [hooks((hook) => ({ ...hook, enabled: true })), "has the hooks of a file"],
  "gives a reason against every hook": [
    hooks((hook) => ({ ...hook, off: { _tag: "Disabled", file: "x", line: 1 } })),
    "has the hooks of a file"
  ],
  "forgets what a failure means": [hooks(({ onFailure: _onFailure, ...hook }) => hook), "has the hooks of a file"],
  "runs every hook once": [hooks((hook) => ({ ...hook, once: true })), "has the hooks of a file"],
  "runs no hooks in parallel": [
    hooks((hook) => ({ ...hook, group: { index: 0, parallel: false } })),
    "has the hooks of a file"
  ],
  "takes hooks of a project for the user's": [
    hooks((hook) => ({ ...hook, source: { ...hook.source, scope: "user" } })),
    "has the hooks of a file"
  ],
  "has a project's files before the user's": [
    discoverer((catalog) => ({
      ...catalog,
      hooks: catalog.hooks.toSorted((one, other) => (one.source.scope < other.source.scope ? -1 : 1))
    })),
    "has the hooks of a file"
  ],
  "finds no folder of hooks": [unseeing((file) => file.endsWith("/hooks/guards/hooks.json")), "has each entry"],
  "finds no plugin": [unseeing((file) => file.includes("/plugin/hooks/")), "has each entry"],
  "reads no TOML": [unseeing((file) => file.endsWith(".toml")), "has each entry"],
  "forgets the settings": [discoverer((catalog) => ({ ...catalog, settings: {} })), "has the settings"],
  "forgets the program's own hooks": [
    discoverer((catalog) => ({
      ...catalog,
      hooks: catalog.hooks.filter(({ handler }) => handler._tag !== "Native")
    })),
    "has the settings"
  ],
  "disables none of the program's own hooks": [
    hooks(({ off, ...hook }) => (hook.handler._tag === "Native" || off === undefined ? hook : { ...hook, off })),
    "has the settings"
  ],
  "reports no settings that can't be read": [
    discoverer((catalog) => ({
      ...catalog,
      diagnostics: catalog.diagnostics.filter(({ dialect }) => dialect !== "hookline")
    })),
    "reports settings"
  ],
  "has no hooks at all where a file is broken": [
    discoverer((catalog) =>
      catalog.diagnostics.some(({ lost }) => lost?.events === "all") ? { ...catalog, hooks: [] } : catalog
    ),
    "keeps the hooks of a file where another file is broken"
  ],
  "gives equal ids": [
    discoverer((catalog) => ({ ...catalog, hooks: catalog.hooks.map((hook) => ({ ...hook, id: hook.event })) })),
    "gives each hook an id"
  ],
  "sees no change": [
    discovererWith(({ discover }) => ({
      discover,
      open: (project, settings) => Effect.map(discover(project, settings), WatchedCatalog.fixed)
    })),
    "opens a catalog"
  ]
})

const matcher = (
  change: (compiled: Compiled) => Partial<Compiled>,
  before: (catalog: Catalog) => Catalog = (catalog) => catalog
): MatcherTest.Part =>
  Layer.provide(
    Layer.effect(
      Matcher,
      Effect.map(Matcher, ({ compile }) =>
        Matcher.of({
          compile: (catalog) => {
            const compiled = compile(before(catalog))
            return { ...compiled, ...change(compiled) }
          }
        })
      )
    ),
    Matcher.layerNoDeps
  )

/** A matcher that takes some hooks for disabled. */
const disabling = (isMissed: (hook: Hook) => boolean): MatcherTest.Part =>
  matcher(
    () => ({}),
    (catalog) => ({
      ...catalog,
      hooks: catalog.hooks.map((hook) => (isMissed(hook) ? { ...hook, enabled: false } : hook))
    })
  )

areFound("a matcher", MatcherTest.laws, {
  "drops one hook of a parallel group": [
    matcher(({ groups }) => ({
      groups: (event) =>
        groups(event).map((group) =>
          group.parallel && group.hooks.length > 1 ? { ...group, hooks: group.hooks.slice(1) } : group
        )
    })),
    "beside others just where it runs it alone"
  ],
  "misses hooks without a matcher": [
    matcher(
      () => ({}),
      (catalog) => ({ ...catalog, hooks: catalog.hooks.filter(({ matcher }) => matcher !== undefined) })
    ),
    "that has no matcher"
  ],
  "forgets an event's name": [
    matcher(
      () => ({}),
      (catalog) => ({ ...catalog, hooks: catalog.hooks.filter(({ event }) => event !== "SubagentStop") })
    ),
    "on each event that there is"
  ],
  "knows no event but the known ones": [
    matcher(({ groups, wants }) => ({
      groups: (event) => (event._tag === "Other" ? [] : groups(event)),
      wants: (event) => event._tag !== "Other" && wants(event)
    })),
    "on each event that there is"
  ],
  "runs what is disabled": [
    matcher(
      () => ({}),
      (catalog) => ({ ...catalog, hooks: catalog.hooks.map((hook) => ({ ...hook, enabled: true })) })
    ),
    "runs no hook that is disabled"
  ],
  "turns groups round": [
    matcher(({ groups }) => ({
      groups: (event) => groups(event).map((group) => ({ ...group, hooks: group.hooks.toReversed() }))
    })),
    "in their order"
  ],
  "gives no reason for a hook": [
    matcher(({ explain }) => ({
      explain: (event, ranOnce) => {
        const plan = explain(event, ranOnce)
        return { ...plan, others: plan.others.slice(1) }
      }
    })),
    "explains every hook once"
  ],
  "plans what ran once": [
    matcher(({ explain }) => ({ explain: (event) => explain(event) })),
    "which ran once does not run again"
  ],
  "wants no event of tools": [
    matcher(({ wants }) => ({ wants: (event) => event._tag !== "PreToolUse" && wants(event) })),
    "wants an event"
  ],
  "has an empty list of its own": [
    matcher(({ groups }) => ({ groups: (event) => [...groups(event)] })),
    "wants an event"
  ],
  "holds no condition": [matcher(() => ({ conditionHolds: () => false })), "holds the condition"],
  "holds every condition": [matcher(() => ({ conditionHolds: () => true })), "holds the condition"],
  "misses hooks with an `if`": [disabling((hook) => hook.if !== undefined), "that has no matcher"],
  "misses hooks of a user": [disabling(({ source }) => source.scope === "user"), "that has no matcher"],
  "misses hooks of another kind than commands": [
    disabling(({ handler }) => handler._tag !== "Command"),
    "that has no matcher"
  ],
  "runs what does not run for another reason": [
    matcher(
      () => ({}),
      (catalog) => ({ ...catalog, hooks: catalog.hooks.map(({ off: _off, ...hook }) => hook) })
    ),
    "runs no hook that is disabled"
  ],
  "misses hooks with a matcher on other events than PreToolUse": [
    disabling((hook) => hook.matcher !== undefined && hook.event !== "PreToolUse"),
    "that has no matcher"
  ],
  "knows no name of a tool but the canonical ones": [
    disabling((hook) => hook.source.dialect === "gemini" && hook.matcher === "run_shell_command"),
    "its dialect's own name of a tool"
  ],
  "remembers groups by the name of the event alone": [
    matcher(({ groups }) => {
      const known = new Map<string, ReturnType<Compiled["groups"]>>()
      return {
        groups: (event) => {
          const found = known.get(HookEvent.nameOf(event)) ?? groups(event)
          known.set(HookEvent.nameOf(event), found)
          return found
        }
      }
    }),
    "answers about several events"
  ],
  "compiles the first catalog alone": [
    Layer.provide(
      Layer.effect(
        Matcher,
        Effect.map(Matcher, ({ compile }) => {
          let first: Compiled | undefined
          return Matcher.of({ compile: (catalog) => (first ??= compile(catalog)) })
        })
      ),
      Matcher.layerNoDeps
    ),
    "answers about several events"
  ],
  "runs a sequence in parallel": [
    matcher(({ groups }) => ({
      groups: (event) => {
        const found = groups(event)
        return found.length === 0 ? found : found.map((group) => ({ ...group, parallel: true }))
      }
    })),
    "in sequence or in parallel"
  ],
  "returns no losses": [matcher(() => ({ losses: [] })), "returns the losses"],
  "returns no losses of an event": [matcher(() => ({ lostOn: () => [] })), "returns the losses"],
  "returns no losses of a name": [matcher(() => ({ lost: () => [] })), "returns the losses"],
  "reports no rule that is none": [matcher(() => ({ diagnostics: () => [] })), "reports hooks"],
  "reports no doubt": [matcher(() => ({ doubts: [] })), "reports hooks"],
  "reports no event that the host never fires": [matcher(() => ({ unfired: new Map() })), "reports hooks"]
})

type ExecutorShape = (typeof Executor)["Service"]

const executor = (change: (own: ExecutorShape["execute"]) => ExecutorShape["execute"]): ExecutorTest.Part =>
  Layer.provide(
    Layer.effect(
      Executor,
      Effect.map(Executor, ({ execute }) => Executor.of({ execute: change(execute) }))
    ),
    // An executor of its own: that of another script would answer otherwise.
    Layer.fresh(Executor.layerNoDeps)
  )

const passes: HookReply = { _tag: "Exit", code: 0, stdout: "", stderr: "" }

/** Checks for work of a kind whose fake runner confines. */
const confines = ({ handler }: Work): boolean => TestRunner.confining.has(handler._tag)

const isDefect = ({ reason }: PipelineError): boolean => reason._tag === "RunnerDefect"

areFound("an executor", ExecutorTest.laws, {
  "ignores the limit": [
    executor((execute) => (work, onStart) => execute({ ...work, limitMillis: 1e9 }, onStart)),
    "ends a hook at its limit"
  ],
  "ends a hook before its limit": [
    executor((execute) => (work, onStart) => execute({ ...work, limitMillis: work.limitMillis / 2 }, onStart)),
    "ends a hook at its limit"
  ],
  "takes a hook that is late for one that passes": [
    executor(
      (execute) => (work, onStart) =>
        Effect.catchIf(
          execute(work, onStart),
          ({ reason }) => reason._tag === "TimedOut",
          () => Effect.succeed(passes)
        )
    ),
    "ends a hook at its limit"
  ],
  "runs without a sandbox what has to be in one": [
    executor((execute) => (work, onStart) => execute({ ...work, confinement: undefined }, onStart)),
    "has to be confined"
  ],
  "runs with all rights what has to be confined, where the runner could": [
    executor(
      (execute) => (work, onStart) => execute(confines(work) ? { ...work, confinement: undefined } : work, onStart)
    ),
    "has to be confined"
  ],
  "confines by another profile": [
    executor(
      (execute) => (work, onStart) =>
        execute(
          confines(work) && work.confinement !== undefined
            ? { ...work, confinement: { ...work.confinement, profile: "open" } }
            : work,
          onStart
        )
    ),
    "has to be confined"
  ],
  "gives each hook an empty standard input": [
    executor((execute) => (work, onStart) => execute({ ...work, payload: () => "{}\n" }, onStart)),
    "gives its runner the work"
  ],
  "gives each hook another event": [
    executor((execute) => (work, onStart) => execute({ ...work, event: HookEvents.examples.Stop }, onStart)),
    "gives its runner the work"
  ],
  "gives each hook another session": [
    executor(
      (execute) => (work, onStart) => execute({ ...work, session: { ...work.session, session: "nobody" } }, onStart)
    ),
    "gives its runner the work"
  ],
  "gives each hook other facts": [
    executor((execute) => (work, onStart) => execute({ ...work, facts: { ...work.facts, projectDir: "/" } }, onStart)),
    "gives its runner the work"
  ],
  "gives each hook no settings": [
    executor((execute) => (work, onStart) => execute({ ...work, settings: {} }, onStart)),
    "gives its runner the work"
  ],
  "does not see that a hook moves to the background": [
    executor((execute) => (work, onStart) => execute({ ...work, onMoved: undefined }, onStart)),
    "gives its runner the work"
  ],
  "reports no variables that are withheld": [
    executor((execute) => (work, onStart) => execute({ ...work, onWithheld: undefined }, onStart)),
    "gives its runner the work"
  ],
  "returns a hook's first reply for its later runs": [
    executor((execute) => {
      const known = new Map<string, HookReply>()
      return (work, onStart) =>
        Effect.suspend(() => {
          const reply = known.get(work.hook.id)
          return reply === undefined
            ? Effect.tap(execute(work, onStart), (first) => Effect.sync(() => known.set(work.hook.id, first)))
            : Effect.succeed(reply)
        })
    }),
    "each run of one hook"
  ],
  "drops a denial while 13 others run": [
    executor((execute) => {
      let running = 0
      return (work, onStart) =>
        Effect.suspend(() => {
          running++
          const run = running > 13 ? Effect.succeed(passes) : execute(work, onStart)
          return Effect.ensuring(
            run,
            Effect.sync(() => running--)
          )
        })
    }),
    "to each of many hooks"
  ],
  "runs a hook twice": [
    executor((execute) => (work, onStart) => Effect.andThen(execute(work), execute(work, onStart))),
    "runs a hook once"
  ],
  "forgets what a hook wrote to standard error": [
    executor(
      (execute) => (work, onStart) =>
        Effect.map(execute(work, onStart), (reply) => (reply._tag === "Exit" ? { ...reply, stderr: "" } : reply))
    ),
    "runs a hook once"
  ],
  "returns the first reply for all": [
    executor((execute) => {
      let first: HookReply | undefined
      return (work, onStart) => Effect.map(execute(work, onStart), (reply) => (first ??= reply))
    }),
    "its own reply"
  ],
  "takes a failure for one that passes": [
    executor((execute) => (work, onStart) => execute(work, onStart).pipe(Effect.catch(() => Effect.succeed(passes)))),
    "returns the failure of a runner"
  ],
  "takes a defect for one that passes": [
    executor(
      (execute) => (work, onStart) => Effect.catchIf(execute(work, onStart), isDefect, () => Effect.succeed(passes))
    ),
    "throws, dies or interrupts itself"
  ],
  "lets a hook run on that is interrupted": [
    executor(
      (execute) => (work, onStart) =>
        Effect.flatMap(Effect.forkDetach(execute(work, onStart), { startImmediately: true }), (fiber) =>
          Effect.callback<HookReply, PipelineError>((resume) => {
            fiber.addObserver((exit) => resume(exit))
          })
        )
    ),
    "interrupts the runner"
  ],
  "runs one hook after the other, also in the background": [
    executor((execute) => {
      const place = Semaphore.makeUnsafe(1)
      return (work, onStart) => place.withPermits(1)(execute(work, onStart))
    }),
    "lets no hook in the background"
  ]
})

type TranslatorShape = (typeof Translator)["Service"]

const translator = (change: (own: TranslatorShape) => Partial<TranslatorShape>): TranslatorTest.Part =>
  Layer.provide(
    Layer.effect(
      Translator,
      Effect.map(Translator, (own) => Translator.of({ ...own, ...change(own) }))
    ),
    Translator.layerNoDeps
  )

type Translate = TranslatorShape["translate"]

const translated = (change: (said: ReturnType<Translate>) => ReturnType<Translate>): TranslatorTest.Part =>
  translator(({ translate }) => ({ translate: (...words) => change(translate(...words)) }))

/** Replaces parts of each outcome. */
const translatedWith = (parts: Partial<Outcome.Outcome>): TranslatorTest.Part =>
  translated((said) => ({ ...said, outcome: { ...said.outcome, ...parts } }))

areFound("a translator", TranslatorTest.laws, {
  "weakens a Deny": [
    translated((said) =>
      said.outcome.verdict._tag === "Deny"
        ? {
            ...said,
            outcome: {
              ...said.outcome,
              verdict: { _tag: "Ask", reasons: said.outcome.verdict.reasons, questions: [] }
            }
          }
        : said
    ),
    "makes of no reply less"
  ],
  "forgets halts": [translatedWith({ halts: [] }), "makes of no reply less"],
  "forgets changes": [translatedWith({ changes: [] }), "makes of no reply less"],
  "forgets reasons": [
    translated((said) =>
      said.outcome.verdict._tag === "Deny"
        ? { ...said, outcome: { ...said.outcome, verdict: { _tag: "Deny", reasons: [] } } }
        : said
    ),
    "makes of no reply less"
  ],
  "forgets questions": [
    translated((said) =>
      said.outcome.verdict._tag === "Ask"
        ? { ...said, outcome: { ...said.outcome, verdict: { ...said.outcome.verdict, questions: [] } } }
        : said
    ),
    "makes of no outcome that a function returned less"
  ],
  "forgets texts for the model": [translatedWith({ context: [] }), "makes of no reply less"],
  "forgets messages": [translatedWith({ notices: [] }), "makes of no reply less"],
  "forgets effects": [translatedWith({ effects: [] }), "makes of no outcome that a function returned less"],
  "forgets remarks": [translated(({ remarks: _remarks, ...said }) => said), "makes of no reply less"],
  "names another hook as the author of a denial": [
    translated((said) =>
      said.outcome.verdict._tag === "Deny"
        ? {
            ...said,
            outcome: {
              ...said.outcome,
              verdict: {
                _tag: "Deny",
                reasons: said.outcome.verdict.reasons.map(({ text }) => ({ by: "nobody", text }))
              }
            }
          }
        : said
    ),
    "makes of no reply less"
  ],
  "reads a hook's second reply like its first": [
    translator(({ translate }) => {
      const known = new Map<string, ReturnType<Translate>>()
      return {
        translate: (dialect, hook, event, reply) => {
          const said = known.get(hook.id) ?? translate(dialect, hook, event, reply)
          known.set(hook.id, said)
          return said
        }
      }
    }),
    "reads each reply of a hook"
  ],
  "answers every outcome like the first": [
    translator(({ answer }) => {
      let first: ReturnType<TranslatorShape["answer"]> | undefined
      return { answer: (outcome, event) => (first ??= answer(outcome, event)) }
    }),
    "reads each reply of a hook"
  ],
  "answers without texts for the model": [
    translator(({ answer }) => ({ answer: (outcome, event) => answer({ ...outcome, context: [] }, event) })),
    "answers a host with no weaker verdict"
  ],
  "answers without messages": [
    translator(({ answer }) => ({ answer: (outcome, event) => answer({ ...outcome, notices: [] }, event) })),
    "answers a host with no weaker verdict"
  ],
  "answers without effects": [
    translator(({ answer }) => ({ answer: (outcome, event) => answer({ ...outcome, effects: [] }, event) })),
    "answers a host with no weaker verdict"
  ],
  "answers without reasons": [
    translator(({ answer }) => ({
      answer: (outcome, event) =>
        answer(
          outcome.verdict._tag === "Deny" ? { ...outcome, verdict: { _tag: "Deny", reasons: [] } } : outcome,
          event
        )
    })),
    "answers a host with no weaker verdict"
  ],
  "forgets failures": [translated(({ outcome }) => ({ outcome })), "makes of no reply less"],
  "reads no outcome of a function": [
    translator(() => ({ translate: (dialect, hook, event, reply) => dialect.reply.read(reply, hook, event) })),
    "makes of no outcome that a function returned less"
  ],
  "passes a verdict that is none": [
    translator(({ translate }) => ({
      translate: (dialect, hook, event, reply) => {
        const { failure, ...said } = translate(dialect, hook, event, reply)
        return hook.handler._tag === "Module" || failure === undefined ? said : { ...said, failure }
      }
    })),
    "returned a verdict that is none"
  ],
  "halts where an event can't": [
    translated((said) => ({ ...said, outcome: { ...said.outcome, halts: [{ by: "it", reason: "enough" }] } })),
    "within the capabilities"
  ],
  "grants beside a failure": [
    translated((said) =>
      said.failure === undefined
        ? said
        : { ...said, outcome: { ...said.outcome, verdict: { _tag: "Allow", reasons: [] } } }
    ),
    "grants nothing beside a failure"
  ],
  "answers an Ask like a Pass": [
    translator(({ answer }) => ({
      answer: (outcome, event) =>
        answer(outcome.verdict._tag === "Ask" ? { ...outcome, verdict: { _tag: "Pass" } } : outcome, event)
    })),
    "answers a host with no weaker verdict"
  ],
  "answers a Deny like a Pass": [
    translator(({ answer }) => ({
      answer: (outcome, event) =>
        answer(outcome.verdict._tag === "Deny" ? { ...outcome, verdict: { _tag: "Pass" } } : outcome, event)
    })),
    "so that a denied tool does not run"
  ],
  "answers nothing where an agent is stopped": [
    translator(({ answer }) => ({ answer: (outcome, event) => answer({ ...outcome, halts: [] }, event) })),
    "so that a denied tool does not run"
  ]
})

type SettleShape = (typeof Settle)["Service"]

const settling = (change: (own: SettleShape) => SettleShape["settle"]): SettleTest.Part =>
  Layer.provide(
    Layer.effect(
      Settle,
      Effect.map(Settle, (own) => Settle.of({ settle: change(own) }))
    ),
    Settle.layer
  )

/** Settles as the stage does, and changes the outcome afterwards. */
const resettled = (change: (outcome: Outcome.Outcome, before: Outcome.Outcome) => Outcome.Outcome): SettleTest.Part =>
  settling(
    ({ settle }) =>
      (event, report, times) =>
        Effect.map(settle(event, report, times), (done) => ({ ...done, outcome: change(done.outcome, report.outcome) }))
  )

/** A stage that asks other questions. */
const asking = (change: (question: Verdict.Question) => Verdict.Question): SettleTest.Part =>
  settling(({ settle }) => (event, report, times) => {
    const { outcome } = report
    const { verdict } = outcome
    if (verdict._tag !== "Ask") return settle(event, report, times)
    const questions = verdict.questions.map(change)
    return settle(event, { ...report, outcome: { ...outcome, verdict: { ...verdict, questions } } }, times)
  })

areFound("a stage that settles and", SettleTest.laws, {
  "takes silence for a grant": [asking((question) => ({ ...question, default: "allow" })), "at its deadline"],
  "waits longer than a hook says": [
    asking((question) => ({ ...question, timeoutMillis: (question.timeoutMillis ?? 0) + 60_000 })),
    "at its deadline"
  ],
  "remembers a grant for each input of a tool": [
    asking((question) => ({ ...question, scope: "anything" })),
    "remembers a grant for always"
  ],
  "takes what was not offered": [
    asking((question) => ({ ...question, options: ["Allow always", "Deny"] })),
    "remembers a grant for always"
  ],
  "lets a denial pass": [
    resettled((outcome) => (outcome.verdict._tag === "Deny" ? { ...outcome, verdict: { _tag: "Pass" } } : outcome)),
    "keeps a denial"
  ],
  "answers before its Ask": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          settle(
            event,
            report.outcome.verdict._tag === "Ask"
              ? { ...report, outcome: { ...report.outcome, verdict: { _tag: "Pass" } } }
              : report,
            times
          )
    ),
    "grants an Ask"
  ],
  "forgets the reason of a denial": [
    resettled((outcome, { verdict }) =>
      verdict._tag === "Ask" && outcome.verdict._tag === "Deny"
        ? { ...outcome, verdict: { _tag: "Deny", reasons: [] } }
        : outcome
    ),
    "grants an Ask"
  ],
  "changes the reason of a denial": [
    resettled((outcome, { verdict }) =>
      verdict._tag === "Deny" ? { ...outcome, verdict: { _tag: "Deny", reasons: [] } } : outcome
    ),
    "keeps a denial"
  ],
  "grants everything after one grant": [
    settling(({ settle }) => {
      let granted = false
      return (event, report, times) => {
        const { halts, verdict } = report.outcome
        if (granted && verdict._tag === "Ask" && halts.length === 0) {
          return settle(event, { ...report, outcome: { ...report.outcome, verdict: { _tag: "Pass" } } }, times)
        }
        return Effect.tap(settle(event, report, times), (done) =>
          Effect.sync(() => {
            granted ||= verdict._tag === "Ask" && done.outcome.verdict._tag !== "Deny"
          })
        )
      }
    }),
    "settles each of several events"
  ],
  "asks about another tool": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          settle("toolInput" in event ? { ...event, toolInput: {}, toolName: "Read" } : event, report, times)
    ),
    "asks each question"
  ],
  "asks about the input before it was changed": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          Effect.map(settle(event, { ...report, outcome: { ...report.outcome, changes: [] } }, times), (done) => ({
            ...done,
            outcome: { ...done.outcome, changes: report.outcome.changes }
          }))
    ),
    "asks each question"
  ],
  "asks no question but the first": [
    settling(({ settle }) => (event, report, times) => {
      const { verdict } = report.outcome
      return settle(
        event,
        verdict._tag === "Ask"
          ? {
              ...report,
              outcome: { ...report.outcome, verdict: { ...verdict, questions: verdict.questions.slice(0, 1) } }
            }
          : report,
        times
      )
    }),
    "asks each question"
  ],
  "forgets the runs of hooks": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          Effect.map(settle(event, report, times), (done) => ({ ...done, runs: [] }))
    ),
    "keeps changes"
  ],
  "forgets variables and diagnostics": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          Effect.map(settle(event, report, times), (done) => ({ ...done, env: {}, diagnostics: [] }))
    ),
    "keeps changes"
  ],
  "forgets texts for the model, and delivers none": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          settle(event, { ...report, outcome: { ...report.outcome, context: [] } }, times)
    ),
    "just the texts"
  ],
  "asks though the agent is stopped": [
    Layer.effect(
      Settle,
      Effect.gen(function* () {
        const { settle } = yield* Settle
        const { ask } = yield* Approval
        return Settle.of({
          settle: (event, report, times) =>
            Effect.andThen(
              Effect.ignore(Effect.flatMap(request({ by: "it", prompt: "sure?" }, event), ask)),
              settle(event, report, times)
            )
        })
      })
    ).pipe(Layer.provide(Settle.layer)),
    "asks nothing"
  ],
  "forgets changes": [resettled((outcome) => ({ ...outcome, changes: [] })), "keeps changes"],
  "delivers no text": [
    Layer.effect(
      Settle,
      Effect.map(Settle, ({ settle }) =>
        Settle.of({
          settle: (event, report, times) =>
            Effect.map(settle(event, { ...report, outcome: { ...report.outcome, context: [] } }, times), (done) => ({
              ...done,
              outcome: { ...done.outcome, context: report.outcome.context }
            }))
        })
      )
    ).pipe(Layer.provide(Settle.layer)),
    "just the texts"
  ],
  "shows no notice": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          settle(event, { ...report, outcome: { ...report.outcome, notices: [], halts: [] } }, times)
    ),
    "shows every notice"
  ],
  "records what hooks wanted instead of what was decided": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          Effect.map(settle(event, report, times), (done) => ({
            ...done,
            outcome: { ...done.outcome, verdict: { _tag: "Deny", reasons: [] } }
          }))
    ),
    "records the event"
  ],
  "passes where a port breaks": [
    settling(
      ({ settle }) =>
        (event, report, times) =>
          Effect.map(settle(event, report, times), (done) =>
            done.outcome.notices.some(({ text }) => text.includes("broke"))
              ? { ...done, outcome: { ...done.outcome, verdict: { _tag: "Pass" } } }
              : done
          )
    ),
    "keeps the verdict where"
  ]
})
