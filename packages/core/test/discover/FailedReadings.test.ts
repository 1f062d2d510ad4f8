// Readings that fail for lack of resources, at any call and for any number of events: no event is answered by what such
// a reading left over without saying so, and `closed` denies.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { OnFailure } from "@hookline/schema/Hook"
import type { Report } from "@hookline/schema/Report"
import { Skills } from "@hookline/skills/Skills"
import { TestRunner, TestSkills } from "@hookline/testing"
import * as TestPipeline from "@hookline/testing/TestPipeline"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

const reasons = ["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"] as const
type Reason = (typeof reasons)[number]

/** The calls of the port that fail, from the next one on. */
interface Trouble {
  failing: { readonly skip: number; readonly count: number; readonly why: Reason } | undefined
  calls: number
  failed: number
}

const troubled = (files: Record<string, string>, trouble: Trouble): Layer.Layer<ConfigFiles> =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (own) => {
      const first =
        <A, E>(ask: (path: string) => Effect.Effect<A, E>) =>
        (path: string): Effect.Effect<A, E | Inaccessible> =>
          Effect.suspend((): Effect.Effect<A, E | Inaccessible> => {
            const call = trouble.calls++
            const { failing } = trouble
            if (failing === undefined || call < failing.skip || call >= failing.skip + failing.count) return ask(path)
            trouble.failed++
            return Effect.fail(new Inaccessible({ path, why: failing.why }))
          })
      return ConfigFiles.of({
        ...own,
        read: first(own.read),
        folders: first(own.folders),
        // A link in each folder of skills, so that its end is asked for.
        entries: first((path) =>
          Effect.map(own.entries(path), (entries) =>
            entries.map((entry) => ({ ...entry, link: entry.kind === "folder" }))
          )
        ),
        status: first(own.status),
        realPath: first(own.realPath)
      })
    })
  ).pipe(Layer.provide(ConfigFiles.layerMemory(files)))

const hooks = (commands: ReadonlyArray<string>) => ({
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command })) }] }
})

const skill = (commands: ReadonlyArray<string>): string =>
  [
    "---",
    "name: deploy",
    "hooks:",
    "  PreToolUse:",
    "    - matcher: Bash",
    "      hooks:",
    ...commands.flatMap((command) => ["        - type: command", `          command: ${command}`]),
    "---",
    ""
  ].join("\n")

/** Every kind of place that hooks are written in, and how its file is made of its commands. */
const places: Readonly<Record<string, (commands: ReadonlyArray<string>) => string>> = {
  "/project/.claude/settings.json": (commands) => JSON.stringify(hooks(commands)),
  "/home/me/.claude/settings.json": (commands) => JSON.stringify(hooks(commands)),
  "/project/.amplifier/hooks/hooks.json": (commands) => JSON.stringify(hooks(commands)),
  "/project/.amplifier/hooks/bare/hooks.json": (commands) => JSON.stringify(hooks(commands)),
  "/project/.amplifier/hooks/plugin/hooks/hooks.json": (commands) => JSON.stringify(hooks(commands)),
  "/project/.amplifier/hooks/named/extra.json": (commands) => JSON.stringify(hooks(commands)),
  "/project/.amplifier/skills/linked/deploy/SKILL.md": skill
}

const names = Object.keys(places)

/** Each place with one guard, and settings. Scripts are there, so that each is looked at. */
const filesOf = (guards: ReadonlyArray<ReadonlyArray<string>>, policy: OnFailure): Record<string, string> => ({
  ...Object.fromEntries(names.map((name, index) => [name, places[name]?.(guards[index] ?? []) ?? ""])),
  "/project/.amplifier/hooks/named/.claude-plugin/plugin.json": JSON.stringify({ hooks: "./extra.json" }),
  "/home/me/.hookline/settings.json": JSON.stringify({ failure_policy: policy }),
  "/project/.hookline/settings.json": "{}"
})

const bash = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s" })

const isToldIn = ({ outcome }: Report): boolean =>
  outcome.notices.some(({ text }) => reasons.some((why) => text.includes(why)))

const small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))

/** The events: which file gets another guard before each, and which calls fail while it is answered. */
const Step = Schema.Struct({
  changes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 * names.length })),
  skip: small,
  length: small,
  why: Schema.Literals(reasons),
  fails: Schema.Boolean
})

/** Most failures last for one call, and some for all. */
const failingIn = ({ fails, length, skip, why }: typeof Step.Type): Trouble["failing"] =>
  fails ? { skip, count: length > 50 ? Infinity : (length % 3) + 1, why } : undefined

const ones = names.map((_, index) => [`guards/g${index}`])

/** No guard denies by itself. */
const script: TestRunner.Script = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`guards/g${index}`, { exit: 0 }])
)

const layerOf = (files: Layer.Layer<ConfigFiles>) => TestSkills.layer(TestPipeline.project, { files, script })

const runsOf = ({ runs }: Report): number => runs.length

/** Answers a sequence of events, and returns how many of them met a failing call. */
const law = Effect.fnUntraced(function* (policy: OnFailure, steps: ReadonlyArray<typeof Step.Type>) {
  const guards: Array<Array<string>> = names.map((_, index) => [`guards/g${index}`])
  const files = filesOf(guards, policy)
  const trouble: Trouble = { failing: undefined, calls: 0, failed: 0 }
  let met = 0
  yield* Effect.gen(function* () {
    const { answer } = yield* Pipeline
    yield* (yield* Skills).activate("deploy", { session: "s" })
    assert.strictEqual(runsOf(yield* answer(bash)), names.length, "all guards run where nothing fails")
    for (const one of [...steps, { changes: 0, skip: 0, length: 0, why: "EMFILE", fails: false } as const]) {
      // Beyond the last place nothing changes.
      guards[one.changes]?.push(`guards/g${guards.flat().length}`)
      Object.assign(files, filesOf(guards, policy))
      Object.assign(trouble, { failing: failingIn(one), calls: 0, failed: 0 })
      const report = yield* answer(bash)
      const isWhole = runsOf(report) === guards.flat().length
      if (trouble.failed > 0) met++
      assert.isTrue(isWhole || isToldIn(report), `${runsOf(report)} of ${guards.flat().length} guards, and no word`)
      if (isToldIn(report)) assert.isAbove(trouble.failed, 0)
      assert.strictEqual(report.outcome.verdict._tag, isToldIn(report) && policy === "closed" ? "Deny" : "Pass")
      if (trouble.failed === 0) assert.isTrue(isWhole, "all is read again")
    }
  }).pipe(Effect.scoped, Effect.provide(layerOf(troubled(files, trouble))))
  return met
})

describe("a reading that fails for lack of resources", () => {
  for (const policy of ["open", "closed"] as const) {
    let met = 0
    it.effect.prop(
      `is never a catalog under ${policy}: each event says so until all is read`,
      [Arbitrary.array(Arbitrary.schema(Step))],
      ([steps]) =>
        Effect.gen(function* () {
          met += yield* law(policy, steps)
        }),
      { arbitrary: { runs: 100, size: 6 } }
    )

    it(`has met failing calls under ${policy}`, () => {
      assert.isAbove(met, 20)
    })
  }

  for (const why of reasons) {
    it.effect(`says so at every event while nothing can be read for ${why}, from the start on`, () => {
      const trouble: Trouble = { failing: { skip: 0, count: Infinity, why }, calls: 0, failed: 0 }
      const files = filesOf(ones, "closed")
      return Effect.gen(function* () {
        const { answer } = yield* Pipeline
        for (let event = 0; event < 3; event++) assert.isTrue(isToldIn(yield* answer(bash)), `event ${event}`)
        trouble.failing = undefined
        const report = yield* answer(bash)
        assert.isFalse(isToldIn(report))
        // The skill is closed.
        assert.strictEqual(runsOf(report), names.length - 1)
      }).pipe(Effect.provide(layerOf(troubled(files, trouble))))
    })
  }

  it.effect("is reported at each single call of an event, and over with the next event", () => {
    const files = filesOf(ones, "closed")
    const trouble: Trouble = { failing: undefined, calls: 0, failed: 0 }
    return Effect.gen(function* () {
      const { answer } = yield* Pipeline
      yield* (yield* Skills).activate("deploy", { session: "s" })
      let calls = 1
      for (let skip = 0; skip < calls; skip++) {
        // Blanks change a file, and no hook.
        files["/project/.hookline/settings.json"] += " "
        Object.assign(trouble, { failing: { skip, count: 1, why: "EAGAIN" }, calls: 0, failed: 0 })
        const report = yield* answer(bash)
        calls = Math.max(calls, trouble.calls)
        assert.isTrue(runsOf(report) === names.length || isToldIn(report), `call ${skip}`)
        trouble.failing = undefined
        const next = yield* answer(bash)
        assert.strictEqual(runsOf(next), names.length)
        assert.strictEqual(next.outcome.verdict._tag, "Pass", `after call ${skip}`)
      }
      assert.isAbove(calls, 80)
    }).pipe(Effect.scoped, Effect.provide(layerOf(troubled(files, trouble))))
  })

  it.effect("is reported by the event that it answers, whichever stage of the event reads again", () =>
    Effect.gen(function* () {
      // Every look at the watch may be the one that finds a change.
      for (let outdated = 1; outdated <= 4; outdated++) {
        const trouble: Trouble = { failing: undefined, calls: 0, failed: 0 }
        let looks = -Infinity
        const files = Layer.effect(
          ConfigFiles,
          Effect.map(ConfigFiles, (own) =>
            ConfigFiles.of({
              ...own,
              watch: () =>
                Effect.succeed({
                  watchPath: () => undefined,
                  unwatched: () => undefined,
                  changed: () => {
                    if (++looks !== outdated) return false
                    Object.assign(trouble, { failing: { skip: 0, count: Infinity, why: "EMFILE" }, calls: 0 })
                    return true
                  }
                })
            })
          )
        ).pipe(Layer.provide(troubled(filesOf(ones, "closed"), trouble)))
        yield* Effect.gen(function* () {
          const { answer } = yield* Pipeline
          assert.strictEqual((yield* answer(bash)).outcome.verdict._tag, "Pass")
          looks = 0
          const report = yield* answer(bash)
          if (looks < outdated) return
          assert.isTrue(isToldIn(report), `look ${outdated}`)
          assert.strictEqual(report.outcome.verdict._tag, "Deny")
        }).pipe(Effect.provide(layerOf(files)))
        if (outdated < 4) assert.isAtLeast(looks, outdated)
      }
    })
  )

  it.effect("is reported at each single call, in a listing as well", () =>
    Effect.gen(function* () {
      const trouble: Trouble = { failing: undefined, calls: 0, failed: 0 }
      const layer = layerOf(troubled(filesOf(ones, "open"), trouble))
      yield* Effect.gen(function* () {
        const { discover } = yield* Discoverer
        Object.assign(trouble, { failing: undefined, calls: 0 })
        yield* discover(TestPipeline.project)
        const { calls } = trouble
        assert.isAbove(calls, 50)
        for (let skip = 0; skip < calls; skip++) {
          Object.assign(trouble, { failing: { skip, count: 1, why: "ENFILE" }, calls: 0, failed: 0 })
          const { diagnostics } = yield* discover(TestPipeline.project)
          assert.strictEqual(trouble.failed, 1)
          assert.isTrue(
            diagnostics.some(({ code, text }) => code === "reading-failed" && text.includes("ENFILE")),
            `call ${skip}`
          )
        }
      }).pipe(Effect.provide(layer))
    })
  )
})
