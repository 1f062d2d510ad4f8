// What a project's files say about settings that are a person's alone: nothing of it counts for all hooks.
import { assert, describe, it } from "@effect/vitest"
import * as Settings from "@hookline/schema/Settings"

const user: Settings.Settings = {
  enabled: true,
  allowUserHooks: true,
  maxTimeoutMillis: 1000,
  defaultTimeoutMillis: 500,
  env: "minimal",
  wrap: ["bwrap"],
  shell: "sh",
  fastModel: "small",
  allowedHttpUrls: ["https://example.com/*"]
}

const said: ReadonlyArray<Settings.Settings> = [
  { enabled: false },
  { allowUserHooks: false },
  { maxTimeoutMillis: 5000 },
  { maxTimeoutMillis: 10 },
  { defaultTimeoutMillis: 5000 },
  { env: ["*"] },
  { wrap: [] },
  { wrap: ["env"] },
  { shell: "bash" },
  { fastModel: "large" },
  { allowedHttpUrls: ["*"] },
  { fleet: { url: "https://elsewhere.example", tokenFile: "/token" } }
]

describe("for all hooks", () => {
  for (const project of said) {
    it(`a project's files say in vain: ${JSON.stringify(project)}`, () => {
      assert.deepStrictEqual(Settings.tighten(user, project), user)
      assert.deepStrictEqual(Settings.tighten({}, project), {})
    })
  }
})
