// The policy where a sandbox is the cause of a failure.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Capabilities from "@hookline/schema/Capabilities"
import { OnFailure } from "@hookline/schema/Hook"
import { HookTrust } from "@hookline/schema/TrustState"
import { Arbitraries } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const failure = { by: "guard", text: "it has to run in the profile guard, and did not run" }

const Reason = Schema.Literals(["SandboxMissing", "SandboxRefused", "TimedOut", "HookFailed", "NotStarted"])

const isSandbox = (reason: string): boolean => reason.startsWith("Sandbox")

describe("a failure that a sandbox causes", () => {
  // proves: docs/security.md
  it.prop(
    "is never allowed where trust chose the profile, and leaves a notice",
    [Arbitraries.event, Arbitrary.schema(OnFailure), Arbitrary.schema(HookTrust), Arbitrary.schema(Reason)],
    ([event, onFailure, trust, reason]) => {
      const policy = FailurePolicy.policyFor(onFailure, reason, trust, event)
      const { notices, verdict } = FailurePolicy.decide(policy, failure, event)
      assert.strictEqual(notices.length, 1)
      // An untrusted hook that writes a log would ask at each event.
      const states = reason === "SandboxRefused" ? ["trusted"] : ["trusted", "new", "changed"]
      if (!states.includes(trust.state) || !isSandbox(reason)) return assert.strictEqual(policy, onFailure)
      const isUnattended = ["bypassPermissions", "dontAsk"].includes(event.permissionMode ?? "")
      if (Capabilities.of(event).failsClosed && isUnattended) assert.strictEqual(verdict._tag, "Deny")
      else if (Capabilities.of(event).failsClosed) assert.include(["Ask", "Deny"], verdict._tag)
      else assert.strictEqual(verdict._tag, "Pass")
    },
    // Three of many states, two of five modes, one of many reasons: fewer runs would find a fault now and then.
    { arbitrary: { runs: 3000, size: 20 } }
  )

  it.prop(
    "is decided by the policy alone for a hook without trust",
    [Arbitrary.schema(OnFailure), Arbitrary.schema(Reason), Arbitraries.event],
    ([onFailure, reason, event]) =>
      assert.strictEqual(FailurePolicy.policyFor(onFailure, reason, undefined, event), onFailure)
  )
})
