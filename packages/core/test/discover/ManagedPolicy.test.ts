// Hooks that an organisation manages: no file of a project or user removes or weakens them, and none is missing silently.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { answer, bash, claude, hook, statuses } from "../pipeline/fixtures.ts"

const guard = { hooks: { PreToolUse: [{ hooks: [hook("guard")] }] } }
const id = "managed:claude/PreToolUse/guard"

const acme = (settings?: object, hooks: object = guard): ManagedPolicy.Policy => ({
  organisation: "acme",
  version: "7",
  hooks: [{ dialect: "claude", name: "guards.json", text: JSON.stringify(hooks) }],
  ...(settings !== undefined && { settings: JSON.stringify(settings) })
})

const given = (...policies: ReadonlyArray<ManagedPolicy.Policy>) =>
  ManagedPolicy.layer({ current: Effect.succeed(policies) })

const layerOf = (files: Readonly<Record<string, unknown>>, policy = given(acme())) =>
  TestPipeline.layer(files, { guard: { exit: 2, stderr: "acme says no" } }, { provide: [policy] })

const entries = [id, "managed:claude", "guard", "user:guard", "user:claude", "claude/PreToolUse/guard", "*", ""]
const flag = Schema.optionalKey(Schema.Boolean)

/** Whatever a project's or a user's settings may state. */
const AnySettings = Schema.Struct({
  enabled: flag,
  allow_user_hooks: flag,
  allow_project_hooks: flag,
  allow_project_modules: flag,
  disabled: Schema.optionalKey(Schema.Array(Schema.Literals(entries))),
  failure_policy: Schema.optionalKey(Schema.Literals(["open", "ask", "closed"])),
  max_timeout: Schema.optionalKey(Schema.Int),
  allowed_http_urls: Schema.optionalKey(Schema.Array(Schema.String))
})

/** Whatever a host's file of hooks may state, also copies of the managed hook. */
const AnyHooks = Schema.Struct({ disableAllHooks: flag, copies: Schema.Boolean, isLoose: Schema.Boolean })

const hooksOf = ({ copies, disableAllHooks, isLoose }: typeof AnyHooks.Type) => ({
  ...(disableAllHooks !== undefined && { disableAllHooks }),
  hooks: copies
    ? { PreToolUse: [{ hooks: [hook("guard", isLoose ? { onFailure: "open", enabled: false } : {})] }] }
    : {}
})

describe("a hook that an organisation manages", () => {
  // proves: docs/settings.md
  it.effect.prop(
    "is in force, whatever the files of the project and the user state",
    [AnySettings, AnySettings, AnySettings, AnyHooks, AnyHooks, AnyHooks],
    ([users, projects, locals, userHooks, projectHooks, localHooks]) =>
      Effect.gen(function* () {
        const pipeline = yield* Pipeline
        const { groups } = yield* pipeline.plan(bash)
        assert.include(
          groups.flatMap(({ hooks }) => hooks),
          id
        )
        const { outcome, runs } = yield* answer()
        const run = runs.find((each) => each.id === id)
        assert.deepStrictEqual([run?.status, run?.confined, outcome.verdict._tag], ["ran", undefined, "Deny"])
        assert.isTrue(pipeline.wants(bash))
      }).pipe(
        Effect.provide(
          layerOf({
            "/home/me/.hookline/settings.json": users,
            ".hookline/settings.json": projects,
            ".hookline/settings.local.json": locals,
            "/home/me/.claude/settings.json": hooksOf(userHooks),
            ".claude/settings.json": hooksOf(projectHooks),
            ".claude/settings.local.json": hooksOf(localHooks)
          })
        )
      )
  )

  it.effect("shows its organisation and version, and runs first", () =>
    Effect.gen(function* () {
      const { catalog } = yield* Pipeline
      const { files, hooks } = yield* catalog()
      assert.deepStrictEqual(
        hooks.map(({ source }) => source.file),
        ["acme@7/guards.json", "/project/.claude/settings.json"]
      )
      assert.deepStrictEqual(hooks[0]?.source.managed, { organisation: "acme", version: "7" })
      assert.strictEqual(files[0]?.file, "acme@7/guards.json")
    }).pipe(Effect.provide(layerOf(claude([hook("own")]))))
  )

  it.effect("stays where a user or a project disables it, which is reported", () =>
    Effect.gen(function* () {
      const { catalog } = yield* Pipeline
      const refused = (yield* catalog()).diagnostics.filter(({ code }) => code === "setting-refused")
      assert.deepStrictEqual(
        refused.map(({ file }) => file),
        ["/home/me/.hookline/settings.json", "/project/.hookline/settings.json"]
      )
      assert.match(refused[0]?.text ?? "", /an organisation manages/)
    }).pipe(
      Effect.provide(
        layerOf({
          "/home/me/.hookline/settings.json": { disabled: [id] },
          ".hookline/settings.json": { disabled: [id] }
        })
      )
    )
  )

  it.effect("is trusted where nothing of the project is", () =>
    Effect.gen(function* () {
      const { outcome, runs } = yield* answer()
      assert.deepStrictEqual([runs[0]?.status, runs[0]?.confined, outcome.verdict._tag], ["ran", undefined, "Deny"])
    }).pipe(
      Effect.provide(TestPipeline.layer({}, { guard: { exit: 2 } }, { provide: [Trust.layerNone, given(acme())] }))
    )
  )
})

describe("the policy of an organisation", () => {
  it.effect("tightens settings, and loosens none", () =>
    Effect.gen(function* () {
      const { catalog } = yield* Pipeline
      const { settings, userFailurePolicy } = yield* catalog()
      assert.deepStrictEqual([settings.failurePolicy, settings.allowProjectHooks], ["closed", false])
      assert.isUndefined(userFailurePolicy)
    }).pipe(
      Effect.provide(
        layerOf(
          { "/home/me/.hookline/settings.json": { failure_policy: "open", allow_project_hooks: false } },
          given(acme({ failure_policy: "closed", allow_project_hooks: true }), acme({ failure_policy: "open" }))
        )
      )
    )
  )

  it.effect("is read again after a change", () => {
    let policies: ReadonlyArray<ManagedPolicy.Policy> = []
    let change = (): void => undefined
    const live = ManagedPolicy.layer({
      current: Effect.sync(() => policies),
      watch: (onChange) => Effect.sync(() => void (change = onChange))
    })
    return Effect.gen(function* () {
      const pipeline = yield* Pipeline
      assert.deepStrictEqual([pipeline.wants(bash), statuses(yield* answer())], [false, []])
      policies = [acme()]
      change()
      assert.isTrue(pipeline.wants(bash))
      assert.deepStrictEqual(statuses(yield* answer()), ["guard ran"])
    }).pipe(Effect.provide(layerOf({}, live)))
  })

  const missing = new ManagedPolicy.PolicyMissing({ issue: "no version has arrived" })

  for (const [what, current] of Object.entries({
    "is not known": Effect.fail(missing),
    "never arrives": Effect.never,
    "has a defect": Effect.die(new Error("no space"))
  })) {
    it.effect(`${what} denies each event under \`closed\` until it is there`, () => {
      let isAway = true
      const policy = ManagedPolicy.layer({ current: Effect.suspend(() => (isAway ? current : Effect.succeed([]))) })
      const program = Effect.gen(function* () {
        for (const verdict of ["Deny", "Deny", "Pass"]) {
          if (verdict === "Pass") {
            isAway = false
            // A source that hung is asked again after a second.
            yield* Effect.sleep("1 second")
          }
          const { diagnostics, outcome } = yield* answer()
          assert.strictEqual(outcome.verdict._tag, verdict)
          assert.strictEqual(
            diagnostics.some(({ text }) => text.includes("the managed policy")),
            verdict === "Deny"
          )
        }
      }).pipe(Effect.provide(TestPipeline.layer({}, {}, { provide: [FailurePolicy.layerClosed, policy] })))
      return Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(program, { startImmediately: true })
        yield* TestClock.adjust("20 seconds")
        yield* Fiber.join(fiber)
      })
    })
  }

  it.effect("stays in force where its source breaks later, and each event reports it", () => {
    let isAway = false
    let change = (): void => undefined
    const policy = ManagedPolicy.layer({
      current: Effect.suspend(() => (isAway ? Effect.fail(missing) : Effect.succeed([acme()]))),
      watch: (onChange) => Effect.sync(() => void (change = onChange))
    })
    return Effect.gen(function* () {
      yield* answer()
      isAway = true
      change()
      const { outcome, runs } = yield* answer()
      assert.deepStrictEqual([runs.length, outcome.verdict._tag], [1, "Deny"])
      assert.include(outcome.notices.map(({ text }) => text).join(), "no version has arrived")
    }).pipe(Effect.provide(layerOf({}, policy)))
  })

  const none: unknown = undefined
  for (const [what, current, isKept] of [
    ["no Effect", none, false],
    ["no list", Effect.succeed(none), false],
    ["an object", Effect.succeed({}), false],
    ["a list of null", Effect.succeed([null]), false],
    ["a policy without hooks", Effect.succeed([{ organisation: "acme", version: "7" }]), false],
    ["hooks without a text", Effect.succeed([{ ...acme(), hooks: [{ dialect: "claude", name: "a" }] }]), false],
    ["settings that are no text", Effect.succeed([{ ...acme(), settings: {} }]), true],
    [
      "a policy that throws when it is read",
      Effect.succeed(new Proxy([acme()], { get: () => assert.fail("x") })),
      false
    ],
    ["another one beside", Effect.succeed([{}, acme()]), true]
  ] as const) {
    it.effect(`of whose source returns ${what} is missing, on which the policy for failures decides`, () =>
      Effect.gen(function* () {
        // A program that is not compiled returns anything, and `never` fits everywhere.
        const policy = ManagedPolicy.layer({ current: current as never })
        const files = { "/home/me/.hookline/settings.json": { failure_policy: "closed" } }
        for (const [settings, verdict] of [
          [files, "Deny"],
          [{}, isKept ? "Deny" : "Pass"]
        ] as const) {
          const { outcome, runs } = yield* Effect.provide(answer(), layerOf(settings, policy))
          assert.strictEqual(outcome.verdict._tag, verdict)
          assert.match(JSON.stringify(outcome.notices), /the managed policy (returned|broke)/)
          assert.strictEqual(runs.length, isKept ? 1 : 0)
        }
      })
    )
  }

  const documentOf = (name: string) => ({
    dialect: "claude",
    name: `${name}.json`,
    text: JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook(name)] }] } })
  })
  const namesOf = (hooks: ReadonlyArray<{ readonly id: string }>) => hooks.map(({ id }) => id.replace(/^.*\//u, ""))
  const two = () => [
    { organisation: "acme", version: "7", hooks: ["one", "two"].map(documentOf), settings: `{ "wrap": ["nice"] }` },
    { organisation: "other", version: "1", hooks: ["three"].map(documentOf) }
  ]
  const anyValue: ReadonlyArray<unknown> = [
    undefined,
    null,
    7,
    Number.NaN,
    true,
    {},
    [],
    [null],
    new Date(0),
    () => "7",
    Symbol("7")
  ]
  /** The places of a field in policies, with the hooks that are in its value. */
  const fields: ReadonlyArray<readonly [path: ReadonlyArray<number | string>, hooks: ReadonlyArray<string>]> = [
    [["0"], ["one", "two"]],
    [["0", "organisation"], []],
    [["0", "version"], []],
    [["0", "settings"], []],
    [
      ["0", "hooks"],
      ["one", "two"]
    ],
    [["0", "hooks", "0"], ["one"]],
    [["0", "hooks", "1"], ["two"]],
    [["0", "hooks", "0", "dialect"], ["one"]],
    [["0", "hooks", "0", "name"], []],
    [["0", "hooks", "0", "text"], ["one"]],
    [["1", "organisation"], []],
    [["1", "hooks"], ["three"]]
  ]
  /** Returns policies whose field at a path has this value. */
  const replaced = (path: ReadonlyArray<number | string>, value: unknown): unknown => {
    const all = two()
    let at: unknown = all
    for (const key of path.slice(0, -1)) at = Reflect.get(Object(at), key)
    Reflect.set(Object(at), path.at(-1) ?? "", value)
    return all
  }

  // proves: docs/settings.md
  it.effect("keeps each hook that can be read beside a field of any value, and what is wrong is a loss", () =>
    Effect.gen(function* () {
      for (const [path, within] of fields)
        for (const value of anyValue) {
          const { catalog } = yield* Effect.provide(
            Pipeline,
            layerOf(
              {},
              // A program that is not compiled returns anything, and `never` fits everywhere.
              ManagedPolicy.layer({ current: Effect.succeed(replaced(path, value) as never) })
            )
          )
          const { diagnostics, hooks } = yield* catalog()
          const what = `${path.join(".")} = ${String(value)}`
          assert.deepStrictEqual(
            namesOf(hooks),
            ["one", "two", "three"].filter((name) => !within.includes(name)),
            what
          )
          const isRight =
            (path.at(-1) === "settings" && value === undefined) ||
            (path.at(-1) === "hooks" && Array.isArray(value) && value.length === 0)
          assert.deepStrictEqual(
            diagnostics.some(({ lost }) => lost?.events === "all"),
            !isRight,
            what
          )
        }
    })
  )

  it.effect("is in force in its new version, of which a field is wrong, and not in the one before", () => {
    let policies = two()
    let change = (): void => undefined
    const policy = ManagedPolicy.layer({
      current: Effect.sync(() => policies),
      watch: (onChange) => Effect.sync(() => void (change = onChange))
    })
    return Effect.gen(function* () {
      const { catalog } = yield* Pipeline
      assert.strictEqual((yield* catalog()).hooks.length, 3)
      // A program that is not compiled returns anything, and `never` fits everywhere.
      policies = [{ ...two()[1], version: 7, hooks: ["four", "five"].map(documentOf) }] as never
      change()
      assert.deepStrictEqual(namesOf((yield* catalog()).hooks), ["four", "five"])
    }).pipe(Effect.provide(layerOf({}, policy)))
  })

  it.effect("in a format that is unknown here is a loss on all events", () =>
    Effect.gen(function* () {
      const { outcome } = yield* answer(cases.PreToolUse.make({ sessionId: "s", toolName: "Read", toolInput: {} }))
      assert.strictEqual(outcome.verdict._tag, "Deny")
      assert.include(outcome.notices.map(({ text }) => text).join(), "acme@7/guards.json")
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          {},
          {},
          {
            provide: [
              FailurePolicy.layerClosed,
              given({ ...acme(), hooks: [{ dialect: "later", name: "guards.json", text: "{}" }] })
            ]
          }
        )
      )
    )
  )

  it.effect("that can't be watched is read by each event, and hangs no start", () => {
    let policies: ReadonlyArray<ManagedPolicy.Policy> = []
    const policy = ManagedPolicy.layer({ current: Effect.sync(() => policies), watch: () => Effect.never })
    const program = Effect.gen(function* () {
      assert.deepStrictEqual(statuses(yield* answer()), [])
      policies = [acme()]
      assert.deepStrictEqual(statuses(yield* answer()), ["guard ran"])
    }).pipe(Effect.provide(layerOf({}, policy)))
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(program, { startImmediately: true })
      yield* TestClock.adjust("3 seconds")
      assert.isDefined(fiber.pollUnsafe())
      yield* Fiber.join(fiber)
    })
  })

  it.effect("reports its problems once, beside the answers of hooks", () => {
    const problems = ["Version 6 was refused."]
    const policy = ManagedPolicy.layer({
      current: Effect.succeed([acme()]),
      problems: () => problems.splice(0)
    })
    return Effect.gen(function* () {
      const textsOf = ({ outcome }: Report) => outcome.notices.map(({ by, text }) => `${by}: ${text}`).join()
      assert.include(textsOf(yield* answer()), "the managed policy: Version 6 was refused.")
      assert.notInclude(textsOf(yield* answer()), "refused")
    }).pipe(Effect.provide(layerOf({}, policy)))
  })

  const users = {
    wrap: ["true"],
    shell: "/bin/true",
    env: "minimal",
    max_timeout: 0.001,
    default_timeout: 0.001,
    allowed_http_urls: [],
    sandbox: { user: "guard" },
    profiles: { [id]: "guard", guard: "guard" },
    fast_model: "small"
  }

  // proves: docs/settings.md
  it.effect.prop(
    "runs its hooks under its own settings, whatever the user and the project set",
    [Schema.Array(Schema.Literals(["wrap", "shell", "env", "max_timeout", "default_timeout", "sandbox", "profiles"]))],
    ([names]) => {
      const works: Array<Work> = []
      const act = (work: Work) => {
        works.push(work)
        return { exit: 2, stderr: "acme says no" }
      }
      const settings = Object.fromEntries(names.map((name) => [name, users[name]]))
      return Effect.gen(function* () {
        const { outcome, runs } = yield* answer()
        const run = runs.find((each) => each.id === id)
        assert.deepStrictEqual([run?.status, run?.confined, outcome.verdict._tag], ["ran", undefined, "Deny"])
        const [work] = works
        assert.deepStrictEqual(work?.settings, {})
        assert.isAtLeast(work?.limitMillis ?? 0, 1000)
      }).pipe(
        Effect.provide(
          TestPipeline.layer(
            { "/home/me/.hookline/settings.json": settings, ".hookline/settings.json": settings },
            { guard: act },
            { provide: [given(acme())] }
          )
        )
      )
    }
  )

  it.effect("gives its hooks the settings of their organisation, and no others", () => {
    const works: Array<Work> = []
    const act = (work: Work) => {
      works.push(work)
      return {}
    }
    const other: ManagedPolicy.Policy = {
      ...acme({ wrap: ["nice"], failure_policy: "ask" }, { hooks: { PreToolUse: [{ hooks: [hook("other")] }] } }),
      organisation: "other"
    }
    return Effect.gen(function* () {
      yield* answer()
      const settings = Object.fromEntries<unknown>(
        works.map((work) => [String(work.hook.source.managed?.organisation), work.settings])
      )
      assert.deepStrictEqual(settings, {
        acme: { failurePolicy: "ask", fastModel: "small", shell: "bash", maxTimeoutMillis: 9000 },
        other: { failurePolicy: "ask", fastModel: "small", wrap: ["nice"] },
        undefined: { failurePolicy: "ask", fastModel: "small", wrap: ["true"] }
      })
    }).pipe(
      Effect.provide(
        TestPipeline.layer(
          {
            "/home/me/.hookline/settings.json": { wrap: ["true"], fast_model: "small" },
            ...claude([hook("own")])
          },
          { guard: act, other: act, own: act },
          { provide: [given(acme({ shell: "bash", max_timeout: 9 }), other)] }
        )
      )
    )
  })

  it.effect("reports settings that have no effect, and a switch for all hooks", () =>
    Effect.gen(function* () {
      const { catalog } = yield* Pipeline
      const { diagnostics } = yield* catalog()
      const refused = diagnostics.filter(({ code }) => code === "setting-refused")
      assert.deepStrictEqual(
        refused.map(({ at, file }) => `${file} ${at.join(".")}`),
        [
          ...["enabled", "allow_user_hooks", "allow_project_modules", "trust", "disabled.1"].map(
            (name) => `acme@7/settings.json ${name}`
          ),
          "acme@7/guards.json "
        ]
      )
      assert.deepStrictEqual(statuses(yield* answer()), ["guard ran"])
    }).pipe(
      Effect.provide(
        layerOf(
          {},
          given(
            acme(
              {
                enabled: false,
                allow_user_hooks: false,
                allow_project_hooks: false,
                allow_project_modules: true,
                trust: {},
                disabled: ["some", "user:own"],
                wrap: ["env"]
              },
              { disableAllHooks: true, ...guard }
            )
          )
        )
      )
    )
  )
})
