import { assert, describe, it } from "@effect/vitest"
import { OnFailure } from "@hookline/schema/Hook"
import * as Settings from "@hookline/schema/Settings"
import * as SettingsFile from "@hookline/schema/kit/SettingsFile"
import * as Schema from "effect/Schema"

const { tighten } = Settings

const rank = (policy: OnFailure | undefined): number => ["open", "ask", "closed"].indexOf(policy ?? "open")

/** Texts that are sometimes the same, and sometimes a person's. */
const Entry = Schema.Literals(["guards", "user:guards", "claude/Stop/a", "user:claude/Stop/a"])

const Any = Settings.Settings.mapFields((fields) => ({
  ...fields,
  disabled: Schema.optionalKey(Schema.Array(Entry))
}))

describe("what a project's files say", () => {
  // proves: docs/security.md
  it.prop("never makes anything looser", [Any, Any], ([user, project]) => {
    const together = tighten(user, project)
    assert.strictEqual(together.enabled, user.enabled)
    assert.strictEqual(together.allowUserHooks, user.allowUserHooks)
    if (user.allowProjectHooks === false) assert.strictEqual(together.allowProjectHooks, false)
    if (user.allowProjectModules !== true) assert.notStrictEqual(together.allowProjectModules, true)
    assert.isAtLeast(rank(together.failurePolicy), rank(user.failurePolicy))
    for (const setting of [
      "defaultTimeoutMillis",
      "maxTimeoutMillis",
      "shell",
      "env",
      "fastModel",
      "allowedHttpUrls"
    ] as const) {
      assert.deepStrictEqual(together[setting], user[setting])
    }
  })

  // proves: docs/security.md
  it.prop("switches off no person's hook, and switches on nothing", [Any, Any], ([user, project]) => {
    const before: ReadonlyArray<string> = user.disabled ?? []
    const after: ReadonlyArray<string> = tighten(user, project).disabled ?? []
    assert.deepStrictEqual(after.slice(0, before.length), before)
    for (const entry of after.slice(before.length)) assert.isFalse(entry.startsWith("user:"))
  })

  it.prop("counts once, however often it is said", [Any, Any], ([user, project]) => {
    const once = tighten(user, project)
    assert.deepStrictEqual(tighten(once, project), once)
  })

  it.prop("makes failures mean at least what it says", [Any, OnFailure], ([user, failurePolicy]) => {
    assert.isAtLeast(rank(tighten(user, { failurePolicy }).failurePolicy), rank(failurePolicy))
  })

  it.prop("leaves no word of `open` over what others decide elsewhere", [Any], ([project]) => {
    assert.notStrictEqual(tighten(Settings.empty, project).failurePolicy, "open")
  })

  // proves: docs/security.md
  it.prop("is told where it does not count, and only there", [Any, Any], ([user, project]) => {
    const refused = new Set(Settings.refused(user, project).map(({ setting }) => setting))
    const says = (setting: keyof Settings.Settings, value: unknown) => project[setting] === value
    assert.strictEqual(refused.has("enabled"), project.enabled !== undefined && !says("enabled", user.enabled ?? true))
    assert.strictEqual(
      refused.has("allowUserHooks"),
      project.allowUserHooks !== undefined && !says("allowUserHooks", user.allowUserHooks ?? true)
    )
    assert.strictEqual(
      refused.has("allowProjectModules"),
      says("allowProjectModules", true) && user.allowProjectModules !== true
    )
    assert.strictEqual(
      refused.has("allowProjectHooks"),
      says("allowProjectHooks", true) && user.allowProjectHooks === false
    )
    assert.strictEqual(
      refused.has("failurePolicy"),
      project.failurePolicy !== undefined && rank(project.failurePolicy) < rank(user.failurePolicy)
    )
    assert.strictEqual(
      refused.has("maxTimeoutMillis"),
      (project.maxTimeoutMillis ?? 0) > (user.maxTimeoutMillis ?? Number.POSITIVE_INFINITY)
    )
    assert.strictEqual(refused.has("env"), project.env !== undefined)
    assert.strictEqual(refused.has("fleet"), project.fleet !== undefined)
    assert.strictEqual(refused.has("disabled"), project.disabled?.some((entry) => entry.startsWith("user:")) === true)
  })

  it.prop("is about the project's own hooks in nothing but how they run", [Any], ([project]) => {
    const names = new Set(["allowedHttpUrls", "defaultTimeoutMillis", "fastModel", "maxTimeoutMillis", "shell"])
    const own = Settings.ownOf(project)
    for (const [name, value] of Object.entries(project)) {
      assert.deepStrictEqual(
        Object.entries(own).find(([each]) => each === name)?.[1],
        names.has(name) ? value : undefined
      )
    }
  })
})

describe("settings as written", () => {
  it("are called in files as people write them, with timeouts in seconds", () => {
    const root = {
      $schema: "…",
      enabled: true,
      allow_user_hooks: true,
      allow_project_hooks: false,
      allow_project_modules: true,
      default_timeout: 1.5,
      max_timeout: 60,
      failure_policy: "ask",
      shell: "bash",
      env: { LANG: "C" },
      fast_model: "small",
      allowed_http_urls: ["https://example.com/*"],
      disabled: ["guards"]
    }
    assert.isTrue(Schema.is(SettingsFile.SettingsFile)(root))
    assert.deepStrictEqual(SettingsFile.read(root), {
      settings: {
        enabled: true,
        allowUserHooks: true,
        allowProjectHooks: false,
        allowProjectModules: true,
        defaultTimeoutMillis: 1500,
        maxTimeoutMillis: 60_000,
        failurePolicy: "ask",
        shell: "bash",
        env: { LANG: "C" },
        fastModel: "small",
        allowedHttpUrls: ["https://example.com/*"],
        disabled: ["guards"]
      },
      problems: []
    })
  })

  it("cost no more than themselves where they are wrong", () => {
    const { problems, settings } = SettingsFile.read({
      enabled: "no",
      default_timeout: 0,
      max_timeout: "60",
      disabled: [1],
      shell: "bash",
      toString: 1,
      Enabled: false
    })
    assert.deepStrictEqual(settings, { shell: "bash" })
    assert.deepStrictEqual(
      problems.map(({ code, name }) => [name, code]),
      [
        ["enabled", "setting-invalid"],
        ["default_timeout", "setting-invalid"],
        ["max_timeout", "setting-invalid"],
        ["disabled", "setting-invalid"],
        ["toString", "setting-unknown"],
        ["Enabled", "setting-unknown"]
      ]
    )
  })

  it("mean the strictest where nobody understands what a failure is to mean", () => {
    assert.deepStrictEqual(SettingsFile.read({ failure_policy: "clsoed" }).settings, { failurePolicy: "closed" })
  })

  it("are called in the environment by the same names", () => {
    const env = {
      HOOKLINE_ENABLED: "Off",
      HOOKLINE_ALLOW_PROJECT_MODULES: "1",
      HOOKLINE_DEFAULT_TIMEOUT: "2",
      HOOKLINE_MAX_TIMEOUT: "",
      HOOKLINE_FAILURE_POLICY: "closed",
      HOOKLINE_DISABLED: "a, b,",
      HOOKLINE_ENV: "production",
      HOOKLINE_PROJECT: "/elsewhere"
    }
    assert.deepStrictEqual(SettingsFile.readEnv(env), {
      settings: {
        enabled: false,
        allowProjectModules: true,
        defaultTimeoutMillis: 2000,
        failurePolicy: "closed",
        disabled: ["a", "b"]
      },
      problems: []
    })
  })

  it("are told where the environment says what they can't be", () => {
    const { problems, settings } = SettingsFile.readEnv({ HOOKLINE_ENABLED: "maybe", HOOKLINE_MAX_TIMEOUT: "soon" })
    assert.deepStrictEqual(settings, {})
    assert.deepStrictEqual(
      problems.map(({ code, name }) => [name, code]),
      [
        ["enabled", "setting-invalid"],
        ["max_timeout", "setting-invalid"]
      ]
    )
  })
})
