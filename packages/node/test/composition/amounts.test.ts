// A number or a duration that is none stops the building, with a sentence: no hook waits for ever, and none runs without
// the limit that was meant. Values that do not compile are given in spite of that.
import { assert, describe, it } from "@effect/vitest"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSpill from "@hookline/coordinator/ContextSpill"
import * as Concurrency from "@hookline/core/Concurrency"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Timeouts from "@hookline/core/Timeouts"
import * as FleetClient from "@hookline/fleet/FleetClient"
import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import * as ModelAgentRunner from "@hookline/prompt/ModelAgentRunner"
import * as Verdict from "@hookline/schema/Verdict"
import { TestModel } from "@hookline/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { call, command, inMemory, sandbox, settings } from "./rows.ts"

/** Answers an event under a policy. A hook that hangs is not awaited for ever. */
const answered = (policy: Provided, files = settings(command("denies"))) =>
  Effect.flatMap(Hookline, ({ emit }) => emit(call)).pipe(
    Effect.provide(Hookline.layer({ ...inMemory(files), provide: [FailurePolicy.layerClosed, sandbox, policy] })),
    Effect.timeoutOrElse({ duration: 5000, orElse: () => Effect.die(new Error("it hangs")) }),
    Effect.exit
  )

const messageOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "it was built"

/** Programs in JavaScript give anything. */
type Given = (value: unknown) => never
const given: Given = (value) => value as never

const counts: ReadonlyArray<unknown> = [0, -1, Number.NaN, 0.5, -Infinity, null, "2", {}]
const sizes: ReadonlyArray<unknown> = [-1, Number.NaN, -Infinity, null, "2", {}]
const limits: ReadonlyArray<unknown> = [0, -1, Number.NaN, -Infinity, null, "5 parsecs", {}, { sekunds: 5 }, true]

const fleet = { organisation: "acme", publicKeys: [], folder: "/nowhere" }
const client = { url: "http://127.0.0.1:1", token: "hookline_machine_x" }

const policies: Readonly<
  Record<string, { readonly layer: (value: never) => Provided; readonly wrong: ReadonlyArray<unknown> }>
> = {
  "Concurrency.layer": { layer: Concurrency.layer, wrong: [...counts, undefined] },
  "Concurrency.layerPerCpu": { layer: Concurrency.layerPerCpu, wrong: counts },
  "Timeouts.layerFixed": { layer: Timeouts.layerFixed, wrong: [...limits, undefined] },
  "Timeouts.layerCap": { layer: Timeouts.layerCap, wrong: [...limits, undefined] },
  "ContextBudget.layer, bytes": { layer: (bytes) => ContextBudget.layer({ bytes }), wrong: sizes },
  "ContextBudget.layer, tokens": { layer: (tokens) => ContextBudget.layer({ tokens }), wrong: sizes },
  "ContextSpill.layer, bytes": {
    layer: (bytes) => Layer.orDie(Layer.provide(ContextSpill.layer({ bytes }), NodeServices.layer)),
    wrong: sizes
  },
  "ContextSpill.layer, previewBytes": {
    layer: (previewBytes) => Layer.orDie(Layer.provide(ContextSpill.layer({ previewBytes }), NodeServices.layer)),
    wrong: sizes
  },
  "AuditLog.layer, kept": { layer: (kept) => AuditLog.layer({ folder: "/nowhere", kept }), wrong: sizes },
  "ModelAgentRunner.layerWith, turns": {
    layer: (turns) => Layer.provide(ModelAgentRunner.layerWith({ turns }), TestModel.layer({ ok: true })),
    wrong: counts
  },
  "ModelAgentRunner.layerWith, callsPerTurn": {
    layer: (callsPerTurn) => Layer.provide(ModelAgentRunner.layerWith({ callsPerTurn }), TestModel.layer({ ok: true })),
    wrong: counts
  },
  "FleetPolicies.layerKept, awayMillis": {
    layer: (awayMillis) => FleetPolicies.layerKept({ ...fleet, awayMillis }),
    wrong: limits
  },
  "FleetPolicies.layer, lookMillis": {
    layer: (lookMillis) =>
      Layer.provide(FleetPolicies.layer({ ...fleet, lookMillis }), FleetClient.FleetClient.layer(client)),
    wrong: limits
  },
  "FleetClient.layer, limitMillis": {
    layer: (limitMillis) =>
      Layer.provide(FleetPolicies.layer(fleet), FleetClient.FleetClient.layer({ ...client, limitMillis })),
    wrong: limits
  }
}

describe("a policy with a number or duration that is none", () => {
  for (const [name, { layer, wrong }] of Object.entries(policies)) {
    // proves: docs/answering-events.md
    it.live(`is a defect while the hooks are built: ${name}`, () =>
      Effect.gen(function* () {
        for (const value of wrong) {
          const exit = yield* answered(layer(given(value)))
          assert.include(messageOf(exit), `${name.replace(/(, \w+)$/u, "$1,")} takes `, String(value))
        }
      })
    )
  }

  it.live("is a defect where a handler is registered, as is a priority without an order", () =>
    Effect.gen(function* () {
      const { register } = yield* Hookline
      const guard = {
        event: "PreToolUse",
        handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) })
      } as const
      for (const timeout of [...limits, Number.NaN]) {
        const exit = yield* Effect.exit(register({ ...guard, timeout: given(timeout) }))
        assert.include(messageOf(exit), "register, timeout, takes a duration", String(timeout))
      }
      for (const priority of ["abc", "5", {}, null, 10n]) {
        const exit = yield* Effect.exit(register({ ...guard, priority: given(priority) }))
        assert.include(messageOf(exit), "register, priority, takes a number")
      }
    }).pipe(Effect.provide(Hookline.layer(inMemory({}))))
  )
})

describe("a policy with a lawful number or duration", () => {
  const lawful: Readonly<Record<string, Provided>> = {
    "one slot": Concurrency.layer(1),
    "any number of slots": Concurrency.layer(Infinity),
    "one CPU": Concurrency.layerPerCpu(1),
    "a long limit": Timeouts.layerFixed("1 minute"),
    "no limit": Timeouts.layerFixed(Infinity),
    "a cap of an object": Timeouts.layerCap({ seconds: 30 }),
    "an empty budget": ContextBudget.layer({ bytes: 0, tokens: 0 }),
    "a budget without an end": ContextBudget.layerUnlimited
  }
  for (const [name, policy] of Object.entries(lawful)) {
    it.live(`runs hooks: ${name}`, () =>
      Effect.gen(function* () {
        const exit = yield* answered(policy)
        assert.isTrue(Exit.isSuccess(exit), messageOf(exit))
        if (Exit.isSuccess(exit))
          assert.deepStrictEqual(
            exit.value.runs.map(({ status }) => status),
            ["ran"]
          )
      })
    )
  }
})

describe("a function of `Timeouts.layer`", () => {
  for (const [returned, text] of [
    [Number.NaN, "its Timeouts layer returned NaN, which is no duration"],
    [undefined, "its Timeouts layer returned undefined, which is no duration"],
    ["abc", "its Timeouts layer returned abc, which is no duration"],
    [-1, "did not answer within 0 s"]
  ] as const) {
    it.live(`fails its hooks if it returns ${String(returned)}`, () =>
      Effect.gen(function* () {
        const exit = yield* answered(
          Timeouts.layer(() => given(returned)),
          settings(command("takes"))
        )
        assert.isTrue(Exit.isSuccess(exit), messageOf(exit))
        if (!Exit.isSuccess(exit)) return
        const { outcome, runs } = exit.value
        assert.deepStrictEqual(
          runs.map(({ status }) => status),
          ["failed"]
        )
        assert.strictEqual(outcome.verdict._tag, "Deny")
        assert.include(outcome.notices[0]?.text, text)
      })
    )
  }
})
