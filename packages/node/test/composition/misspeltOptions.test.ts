// Options in a variable may have further fields, which compile and counted for nothing. Programs without types give values of
// any kind.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSpill from "@hookline/coordinator/ContextSpill"
import { Handlers } from "@hookline/coordinator/Handlers"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as ModelAgentRunner from "@hookline/prompt/ModelAgentRunner"
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import { cases } from "@hookline/schema/HookEvent"
import { TestHookline, TestModel, TestProject } from "@hookline/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

const told = <A, E>(exit: Exit.Exit<A, E>): string => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "it was built")

describe("an option that is unknown", () => {
  const misspelt = { failurePolicy: "closed", failure_policy: "closed" } as const
  const provided = { project: "/p", provde: [FailurePolicy.layerClosed] } as const
  const inOptions = { project: "/p", failurePolicy: "closed" } as const

  const options = [
    [
      "of settings",
      { project: "/p", settings: misspelt },
      /settings: "failure_policy" is not known; is failurePolicy meant\?/
    ],
    ["of the layer", provided, /"provde" is not known; is provide meant\?/],
    ["in another place", inOptions, /"failurePolicy" is not known/]
  ] as const

  for (const [where, given, why] of options)
    it.effect(`ends the building (${where})`, () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(Effect.provide(Effect.asVoid(Hookline), Hookline.layer(given)))
        assert.match(told(exit), why)
      })
    )

  it.live("is none of the folders of a project as they are found", () =>
    Effect.gen(function* () {
      const { home, project } = yield* TestProject.make({})
      const folders = NodeDiscovery.project(project, { HOME: home, CLAUDE_CONFIG_DIR: "x", CODEX_HOME: home })
      const exit = yield* Effect.exit(Effect.provide(Effect.asVoid(Hookline), Hookline.layer({ project: folders })))
      assert.strictEqual(told(exit), "it was built")
    }).pipe(Effect.scoped)
  )

  const layers: Readonly<Record<string, { readonly layer: () => Provided; readonly why: string }>> = {
    "ContextBudget.layer": {
      layer: () => ContextBudget.layer({ byte: 1 } as object),
      why: `"byte" is not known; is bytes meant?`
    },
    "ContextBudget.layer, overTurn,": {
      layer: () => ContextBudget.layer({ overTurn: "refus" } as object),
      why: `takes "warn" or "refuse", not "refus"`
    },
    "ContextSpill.layer": {
      layer: () => Layer.orDie(Layer.provide(ContextSpill.layer({ foldr: "/x" } as object), NodeServices.layer)),
      why: `"foldr" is not known; is folder meant?`
    },
    "AuditLog.layer": {
      layer: () => AuditLog.layer({ folder: "/x", hedas: "/y" } as { readonly folder: string }),
      why: `"hedas" is not known; is heads meant?`
    },
    "AuditLog.layer of no folder": {
      layer: () => AuditLog.layer({ folder: "" }),
      why: "AuditLog.layer: it needs the path of a folder"
    },
    "Approval.layerScripted": {
      layer: () => Approval.layerScripted("Allow once" as unknown as ReadonlyArray<string>),
      why: "takes a list of answers, each a text"
    },
    "Approval.layerScripted, answers": {
      layer: () => Approval.layerScripted([true] as unknown as ReadonlyArray<string>),
      why: "takes a list of answers, each a text"
    },
    "ModelAgentRunner.layerWith": {
      layer: () => Layer.provide(ModelAgentRunner.layerWith({ turn: 2 } as object), TestModel.layer({ ok: true })),
      why: `"turn" is not known; is turns meant?`
    },
    Anthropic: {
      layer: () => Anthropic.model("claude-haiku-4-5", { baseURL: "http://127.0.0.1:1" } as object),
      why: `"baseURL" is not known; is baseUrl meant?`
    }
  }

  for (const [name, { layer, why }] of Object.entries(layers))
    // proves: docs/answering-events.md
    it.effect(`ends the building of a policy or a port: ${name}`, () =>
      Effect.gen(function* () {
        const hooks = Hookline.layer({ project: "/p", provide: [layer()] })
        const exit = yield* Effect.exit(Effect.provide(Effect.asVoid(Hookline), hooks))
        assert.include(told(exit), why)
      })
    )

  it.effect("of the default fields of events is a defect", () =>
    Effect.gen(function* () {
      const { setDefaults } = yield* Handlers
      const exit = yield* Effect.exit(setDefaults({ sessionID: "s" } as object))
      assert.match(told(exit), /setDefaults: "sessionID" is not known; is sessionId meant\?/)
    }).pipe(Effect.provide(TestHookline.layer()))
  )

  it.effect("of the default fields of events is none where there are none", () =>
    Effect.gen(function* () {
      const { complete, setDefaults } = yield* Handlers
      yield* setDefaults({ sessionId: "s" })
      yield* setDefaults(undefined)
      assert.deepStrictEqual(complete(cases.Stop.make({})), cases.Stop.make({}))
      // Programs without types give anything.
      for (const wrong of [null, "s", ["s"], 5]) {
        const exit = yield* Effect.exit(setDefaults(wrong as unknown as object))
        assert.match(told(exit), /setDefaults takes an object with the fields of events, not /, JSON.stringify(wrong))
      }
    }).pipe(Effect.provide(TestHookline.layer()))
  )

  const kinds: ReadonlyArray<readonly [object, string]> = [
    [{ once: "false" }, `register, once, takes true or false, not "false"`],
    [{ once: 1 }, "register, once, takes true or false, not 1"],
    [{ name: 5 }, "register, name, takes a string, not 5"],
    [{ name: Symbol("x") }, "register, name, takes a string, not Symbol(x)"],
    [{ onFailure: "closd" }, `register, onFailure, takes "open", "ask" or "closed", not "closd"`],
    [{ onFailure: true }, `register, onFailure, takes "open", "ask" or "closed", not true`],
    [{ handler: undefined }, "register, handler, takes a function, not undefined"],
    [{ handler: Effect.void }, "register, handler, takes a function, not "],
    [{ priority: "5" }, `register, priority, takes a number, not "5"`]
  ]

  for (const [given, why] of kinds)
    // proves: docs/native-handlers.md
    it.effect(`of a registration of another kind is a defect, because a guard may run once: ${why}`, () =>
      Effect.gen(function* () {
        const { register } = yield* Hookline
        // Programs without types give anything.
        const registration = { event: "PreToolUse", name: "guard", handler: () => Effect.void, ...given } as never
        assert.include(told(yield* Effect.exit(register<string, never, never>(registration))), why)
      }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
    )

  it.effect("of a registration is a defect, because a policy may be lost in it", () =>
    Effect.gen(function* () {
      const hooks = yield* Hookline
      const registration = {
        event: "PreToolUse",
        name: "guard",
        handler: () => Effect.void,
        onFailre: "closed"
      } as const
      const exit = yield* Effect.exit(hooks.register(registration))
      assert.match(told(exit), /register: "onFailre" is not known; is onFailure meant\?/)
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )
})

describe("an option of another kind", () => {
  const project = "/p"
  const wrong: ReadonlyArray<readonly [object, string]> = [
    [{}, "project is undefined, where the path of a folder belongs"],
    [{ project: "" }, `project is "", where the path of a folder belongs`],
    [{ project: 1 }, "project is 1, where the path of a folder belongs"],
    [{ project: { project, home: "", config: "/c" } }, `project: home is ""`],
    [{ project: { project, home: "/h" } }, "project: config is undefined"],
    [{ project: {} }, "project: project is undefined, where the path of a folder belongs"],
    [{ project: new URL("file:///p") }, "project is an object of the class URL, where the path of a folder belongs"],
    [{ project: new Map() }, "project is an object of the class Map, where the path of a folder belongs"],
    [{ project, host: "claude" }, `host is "claude", where a dialect, such as ClaudeCode`],
    [{ project, dialects: ["claude"] }, "dialects is an array, where a list of dialects belongs"],
    [{ project, trust: "all" }, `trust is "all", where "store" or a layer, such as Trust.layerAll, belongs`],
    [{ project, excludeHostHooks: "false" }, `excludeHostHooks is "false", where true or false belongs`],
    [{ project, envIsHosts: "true" }, `envIsHosts is "true"`],
    [{ project, once: 1 }, "once is 1"],
    [{ project, env: "minimal" }, `env is "minimal", where an object belongs`],
    [{ project, files: {} }, "files is an object, where a layer belongs"],
    [{ project, provide: FailurePolicy.layerClosed }, "provide is an object, where a list of layers belongs"],
    [{ project, nativeHooks: {} }, "nativeHooks is an object, where a list belongs"],
    [{ project, settings: "closed" }, `settings is "closed", where an object belongs`],
    [
      { project, settings: { maxTimeoutMillis: -1 } },
      `settings: Expected a value greater than 0 at ["maxTimeoutMillis"]`
    ],
    [{ project, settings: { maxTimeoutMillis: 0 } }, `at ["maxTimeoutMillis"]`],
    [{ project, settings: { defaultTimeoutMillis: Number.NaN } }, `at ["defaultTimeoutMillis"]`],
    [{ project, settings: { env: "minmal" } }, `settings: Expected object | "minimal" | array at ["env"]`],
    [{ project, settings: { disabled: "claude" } }, `settings: Expected array at ["disabled"]`],
    [{ project, settings: { failurePolicy: "shut" } }, `at ["failurePolicy"]`]
  ]

  for (const [given, why] of wrong)
    // proves: docs/failure-policy.md
    it.effect(`ends the building: ${why}`, () =>
      Effect.gen(function* () {
        // A program without types gives anything.
        const exit = yield* Effect.exit(
          Effect.provide(Effect.asVoid(Hookline), Hookline.layer(given as { readonly project: string }))
        )
        assert.include(told(exit), `Hookline.layer: ${why.startsWith("at") ? "settings: " : why}`)
        assert.include(told(exit), why)
      })
    )

  it.effect("ends the building of a project of many, whose path is empty", () =>
    Effect.gen(function* () {
      const projects = yield* Hookline.layerMap()
      const exit = yield* Effect.exit(Effect.provide(Effect.asVoid(Hookline), projects.get("")))
      assert.include(told(exit), `project is "", where the path of a folder belongs`)
    }).pipe(Effect.scoped)
  )

  it.effect("is not one that is undefined, which has its default", () =>
    Effect.gen(function* () {
      const absent = { host: undefined, settings: undefined, trust: undefined, excludeHostHooks: undefined }
      const given = { project, ...absent, provide: [] } as object
      const exit = yield* Effect.exit(
        Effect.provide(Effect.asVoid(Hookline), Hookline.layer(given as { readonly project: string }))
      )
      assert.strictEqual(told(exit), "it was built")
    })
  )
})
