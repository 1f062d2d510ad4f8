// New permissions in a reply count only beside a grant: else a hook that granted nothing would let the next call pass.
import { assert, describe, it } from "@effect/vitest"
import { dialects, events, messages, read, specific } from "./samples.ts"

const { PermissionRequest } = events
const updatedPermissions = [{ type: "setMode", mode: "bypassPermissions", destination: "session" }]

const ungranted: Readonly<Record<string, object>> = {
  "without a decision": {},
  "with a word that nobody knows": { behavior: "perhaps" },
  "that asks": { behavior: "ask" },
  "that denies": { behavior: "deny" },
  "that grants, and holds what nobody understands": { behavior: "allow", interrupt: "no" }
}

for (const name of Object.keys(dialects) as ReadonlyArray<keyof typeof dialects>) {
  describe(`new permissions in a reply under ${name}`, () => {
    for (const [what, decision] of Object.entries(ungranted)) {
      it(`${what} do not count, and that is told`, () => {
        const { outcome } = read(
          name,
          PermissionRequest,
          specific(PermissionRequest, { decision: { ...decision, updatedPermissions } })
        )
        assert.notStrictEqual(outcome.verdict._tag, "Allow")
        assert.deepStrictEqual(outcome.effects, [])
        assert.include(messages(outcome).join("\n"), "which count only beside a grant")
      })
    }

    it("that grants do", () => {
      const { outcome } = read(
        name,
        PermissionRequest,
        specific(PermissionRequest, { decision: { behavior: "allow", updatedPermissions } })
      )
      assert.strictEqual(outcome.verdict._tag, "Allow")
      assert.deepStrictEqual(
        outcome.effects.map(({ value }) => value),
        [updatedPermissions]
      )
    })
  })
}
