import { assert, describe, it } from "@effect/vitest"
import { typedAs } from "hookline/kit/output/typedAs"

describe("a command that a user is to type", () => {
  it("begins with npx where this one did", () => {
    assert.strictEqual(typedAs("hookline test", { npm_command: "exec" }), "npx hookline test")
    assert.strictEqual(typedAs("hookline test", { npm_command: "start" }), "npx hookline test")
    assert.strictEqual(typedAs("See `hookline test`.", { npm_command: "exec" }), "See `npx hookline test`.")
    assert.strictEqual(typedAs("hookline test", { npm_command: "run-script" }), "hookline test")
    assert.strictEqual(typedAs("hookline run --input hookline", {}), "hookline run --input hookline")
    assert.strictEqual(
      typedAs("hookline run --input hookline", { npm_command: "exec" }),
      "npx hookline run --input hookline"
    )
  })
})
