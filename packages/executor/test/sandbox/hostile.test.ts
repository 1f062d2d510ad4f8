// Each sandbox against a hostile hook, by the table that the guide on security has.
import { assert, describe } from "@effect/vitest"
import { Sandbox } from "@hookline/core/Sandbox"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import { Requirement, SandboxTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { both, bubblewrap } from "../../src/internal/sandbox/bubblewrap.ts"
import { landlock } from "../../src/internal/sandbox/landlock.ts"
import { kinds, sandboxes, works } from "../support/confining.ts"

for (const kind of kinds) SandboxTest.suite(kind, sandboxes[kind])
SandboxTest.suite("seatbelt", SystemSandbox.layerWith({ kinds: ["seatbelt"] }))

const backends = { landlock, bubblewrap, bubblewrapAndLandlock: both }

describe("a sandbox that works here", () => {
  for (const kind of kinds) {
    // proves: docs/security.md
    Requirement.live(works(kind))(`holds what its table in the guide has, by ${kind}`, () =>
      Effect.gen(function* () {
        const { status } = yield* Sandbox
        const found = yield* status
        assert.deepInclude(found, { _tag: "Ready", backend: backends[kind].name, holds: backends[kind].holds })
      }).pipe(Effect.provide(sandboxes[kind]))
    )
  }
})
