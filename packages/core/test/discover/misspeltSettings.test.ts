// A setting under a name that is nearly a known one: its author relies on it, and it does not count.
import { assert, describe, it } from "@effect/vitest"
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Settings from "@hookline/schema/kit/SettingsFile"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { bash } from "../pipeline/fixtures.ts"

const names = Object.keys(Settings.SettingsFile.fields)

/** Ways to misspell a name, which none of the other names is. */
const ways: Readonly<Record<string, (name: string) => string>> = {
  "in camel case": (name) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  "with hyphens": (name) => name.replaceAll("_", "-"),
  "in capitals": (name) => name.toUpperCase(),
  "with a blank": (name) => `${name} `,
  "with a hidden character": (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  "with a letter too many": (name) => `${name}s`,
  "with two letters swapped": (name) => `${name.slice(0, 1)}${name.charAt(2)}${name.charAt(1)}${name.slice(3)}`
}

const read = (root: object) =>
  Effect.provide(
    SettingsFiles.of(TestPipeline.project),
    TestPipeline.memory({ ".hookline/settings.json": JSON.stringify(root) })
  )

describe("a setting whose name is nearly a known one", () => {
  for (const [way, misspell] of Object.entries(ways))
    // proves: docs/failure-policy.md
    it.effect(`${way} is a loss for all events, with the name that is meant`, () =>
      Effect.gen(function* () {
        for (const name of names) {
          const wrong = misspell(name)
          if (names.includes(wrong)) continue
          const { diagnostics } = yield* read({ [wrong]: "closed" })
          assert.deepStrictEqual(
            diagnostics.map(({ code, fix, lost }) => [code, fix, lost?.events]),
            [["setting-unknown", `Write "${name}".`, "all"]],
            wrong
          )
        }
      })
    )

  it.effect("is a loss within a setting, too", () =>
    Effect.gen(function* () {
      for (const [setting, wrong, meant] of [
        ["sandbox", "users", "user"],
        ["sandbox", "Untrusted", "untrusted"],
        ["trust", "path", "paths"],
        ["trust", "un-confined", "unconfined"]
      ] as const) {
        const { diagnostics } = yield* read({ [setting]: { [wrong]: wrong === "path" ? ["~/x"] : "guard" } })
        assert.deepStrictEqual(
          diagnostics
            .filter(({ code }) => code === "setting-unknown")
            .map(({ at, fix, level, lost }) => [at, fix, level, lost?.events]),
          [[[setting, wrong], `Write "${meant}".`, "error", "all"]]
        )
      }
      const { diagnostics } = yield* read({ sandbox: { note: "x" } })
      const unknown = diagnostics.find(({ code }) => code === "setting-unknown")
      assert.deepStrictEqual([unknown?.at, unknown?.level, unknown?.lost], [["sandbox", "note"], "warning", undefined])
    })
  )

  it.effect("is an error, because it denies under closed", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* read({ warp: ["nice"] })
      assert.deepStrictEqual(
        diagnostics.map(({ level }) => level),
        ["error"]
      )
    })
  )

  const readEnv = (env: Readonly<Record<string, string>>) =>
    Effect.provide(SettingsFiles.of(TestPipeline.project, { env }), TestPipeline.memory({}))

  const ofFiles = names.filter((name) => name !== "$schema")
  const variables = ofFiles.filter((name) => Settings.isVariable(Settings.variableOf(name)))

  for (const [way, misspell] of Object.entries(ways))
    // proves: docs/failure-policy.md, docs/settings.md
    it.effect(`${way} is a loss in a variable, too`, () =>
      Effect.gen(function* () {
        assert.isAbove(variables.length, 8)
        for (const name of variables) {
          // Variables are in capitals, so that a name in small letters is misspelt, too.
          const wrong = way === "in capitals" ? `HOOKLINE_${name}` : `HOOKLINE_${misspell(name.toUpperCase())}`
          if (Settings.isVariable(wrong)) continue
          const { diagnostics } = yield* readEnv({ [wrong]: "closed", PATH: "/bin" })
          assert.deepStrictEqual(
            diagnostics.map(({ code, file, fix, lost }) => [code, file, fix, lost?.events]),
            [["setting-unknown", wrong, `Write ${Settings.variableOf(name)}.`, "all"]],
            wrong
          )
        }
      })
    )

  /** Ways to misspell the prefix of variables. */
  const prefixes = [
    "Hookline_",
    "hookline_",
    "HOOKLNE_",
    "HOKLINE_",
    "OOKLINE_",
    "HOOKLINES_",
    "HOOKLIEN_",
    "HOOK_LINE_",
    "HOOKLINE"
  ]

  // proves: docs/settings.md
  it.effect("is a loss in a variable whose prefix is misspelt", () =>
    Effect.gen(function* () {
      for (const wrong of prefixes) {
        for (const name of variables) {
          const variable = `${wrong}${name.toUpperCase()}`
          const { diagnostics } = yield* readEnv({ [variable]: "closed" })
          assert.deepStrictEqual(
            diagnostics.map(({ code, file, fix, lost }) => [code, file, fix, lost?.events]),
            [["setting-unknown", variable, `Write ${Settings.variableOf(name)}.`, "all"]],
            variable
          )
        }
      }
    })
  )

  it.effect("is a warning in a variable that is further from every setting, and names the most similar one", () =>
    Effect.gen(function* () {
      const far: Readonly<Record<string, string>> = {
        HOOKLINE_FAIL_POLICY: "HOOKLINE_FAILURE_POLICY",
        HOOKLINE_FAILUREPOL: "HOOKLINE_FAILURE_POLICY",
        HOOKLINE_MX_TIME_OUTS: "HOOKLINE_MAX_TIMEOUT"
      }
      for (const [variable, meant] of Object.entries(far)) {
        const { diagnostics } = yield* readEnv({ [variable]: "closed" })
        assert.deepStrictEqual(
          diagnostics.map(({ code, fix, level, lost }) => [code, fix, level, lost]),
          [["setting-unknown", `Write ${meant}.`, "warning", undefined]],
          variable
        )
      }
    })
  )

  it.effect("is a warning in a variable of a setting that only files have, and of one that is no setting", () =>
    Effect.gen(function* () {
      const files = ofFiles.filter((name) => !variables.includes(name))
      assert.isNotEmpty(files)
      for (const [wrong, fix] of [
        ...files.map(
          (name) => [Settings.variableOf(name), /^Write "\w+" into ~\/\.hookline\/settings\.json\.$/] as const
        ),
        ["HOOKLINE_AUDITS", /^Write HOOKLINE_AUDIT\.$/] as const,
        ["HOOKLINE_FLEET_TOKENFILE", /^Write HOOKLINE_FLEET_TOKEN_FILE\.$/] as const
      ]) {
        const { diagnostics } = yield* readEnv({ [wrong]: "off" })
        assert.deepStrictEqual(
          diagnostics.map(({ code, file, level, lost }) => [code, file, level, lost]),
          [["setting-unknown", wrong, "warning", undefined]],
          wrong
        )
        assert.match(diagnostics[0]?.fix ?? "", fix, wrong)
      }
    })
  )

  it.effect("is none in a variable that is known, or near to none", () =>
    Effect.gen(function* () {
      const known = ["HOOKLINE_AUDIT", "HOOKLINE_FLEET_URL", "HOOKLINE_FLEET_TOKEN_FILE", "HOOKLINE_FLEET_DATABASE"]
      const others = [
        "HOOKLINE_PROBE",
        "HOOKLINE_CARRIED_1",
        "HOOKLINE_TESTS_WHOLE",
        "HOOKLINE_",
        "HOOKLINE",
        "HOOKS_TIMEOUT",
        "HOME",
        "OLDPWD",
        "FAILURE_POLICE"
      ]
      const env = Object.fromEntries([...known, ...others].map((name) => [name, "x"]))
      assert.deepStrictEqual((yield* readEnv(env)).diagnostics, [])
      const set = { HOOKLINE_FAILURE_POLICY: "closed", HOOKLINE_MAX_TIMEOUT: "5", HOOKLINE_DISABLED: "a" }
      assert.deepStrictEqual((yield* readEnv(set)).diagnostics, [])
    })
  )

  it.effect("is one of its field in an entry, too", () =>
    Effect.gen(function* () {
      for (const wrong of ["onFailure", "on_failure", "failure_mode", "failureMode"]) {
        const { diagnostics } = yield* read({ [wrong]: "closed" })
        assert.deepStrictEqual(
          diagnostics.map(({ fix, lost }) => [fix, lost?.events]),
          [['Write "failure_policy".', "all"]],
          wrong
        )
      }
    })
  )

  it.effect("is none of another program, which is a warning", () =>
    Effect.gen(function* () {
      for (const other of ["theme", "hooks", "permissions", "$comment", "", "a"]) {
        const { diagnostics } = yield* read({ [other]: "closed" })
        assert.deepStrictEqual(
          diagnostics.map(({ code, level, lost }) => [code, level, lost]),
          [["setting-unknown", "warning", undefined]],
          other
        )
      }
    })
  )

  it.effect("is reported by the first event, because a guard that fails passes without it", () =>
    Effect.gen(function* () {
      const answered = (settings: object) =>
        Effect.provide(
          Effect.flatMap(Pipeline, ({ answer }) => answer(bash)),
          TestPipeline.layer({ ".hookline/settings.json": settings }, {})
        )
      const open = yield* answered({ failurePolicy: "closed" })
      assert.match(open.outcome.notices[0]?.text ?? "", /failurePolicy/)
      const closed = yield* answered({ failure_policy: "closed", maxTimeout: 5 })
      assert.strictEqual(closed.outcome.verdict._tag, "Deny")
      assert.isEmpty((yield* answered({ theme: "dark" })).outcome.notices)
    })
  )
})

describe("hooks in a file of settings", () => {
  const group = [{ hooks: [{ type: "command", command: "exit 2" }] }]

  // proves: docs/failure-policy.md
  it.effect("are a loss, with the file to put them into", () =>
    Effect.gen(function* () {
      for (const root of [{ hooks: { PreToolUse: group } }, { Hooks: group }, { PreToolUse: group }]) {
        const { diagnostics } = yield* read(root)
        assert.deepStrictEqual(
          diagnostics.map(({ code, level, lost }) => [code, level, lost]),
          [["hooks-unread", "error", { entries: 1, events: "all" }]],
          JSON.stringify(root)
        )
        assert.match(diagnostics[0]?.fix ?? "", /file of your agent's hooks/)
      }
      for (const root of [{ hooks: {} }, { hooks: { PreToolUse: [] } }, { _hooks: { PreToolUse: group } }]) {
        const { diagnostics } = yield* read(root)
        assert.isEmpty(
          diagnostics.filter(({ lost }) => lost !== undefined),
          JSON.stringify(root)
        )
      }
    })
  )

  it.effect("are like settings in one object more, which do not count", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* read({ hookline: { failure_policy: "closed", shell: "bash" } })
      assert.deepStrictEqual(
        diagnostics.map(({ code, fix, lost }) => [code, fix, lost?.events]),
        [["setting-unknown", 'Put "failure_policy" and "shell" right at the top of the file.', "all"]]
      )
    })
  )
})
