// The variables of confined hooks: no secret that was not named, and the same in warm and cold shells.
import { assert, describe, it } from "@effect/vitest"
import type { Confinement } from "@hookline/core/Runner"
import * as HookEnv from "@hookline/executor/kit/HookEnv"
import * as Secret from "@hookline/schema/Secret"
import { Requirement, TestProject, TestWork } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { kinds, runIn, runnersIn, sandboxes, works } from "../support/confining.ts"

const secrets: Readonly<Record<string, string>> = {
  GH_TOKEN: "x",
  GITHUB_TOKEN: "x",
  AWS_SECRET_ACCESS_KEY: "x",
  SLACK_WEBHOOK_URL: "x",
  DATABASE_DSN: "x",
  DB_PASSWORD: "x",
  OPENAI_API_KEY: "x",
  SENTRY_DSN: "x",
  npm_config__auth: "x",
  MY_PAT: "x",
  SESSION_COOKIE: "x",
  A: "ghp_0123456789abcdefghij",
  B: "sk-0123456789abcdefghij",
  C: "postgres://user:password@host/db",
  D: "-----BEGIN RSA PRIVATE KEY-----",
  E: "AKIA0123456789ABCDEF",
  F: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig",
  CLAUDE_API_KEY: "x",
  NODE_AUTH_TOKEN: "x"
}

const harmless: Readonly<Record<string, string>> = {
  PATH: "/usr/bin:/bin",
  HOME: "/home/me",
  BYTES_PER_TOKEN: "4",
  CREDENTIAL_GUARD_DISABLED: "1",
  SSH_AUTH_SOCK: "/run/agent",
  KEYBOARD: "us",
  AUTHOR: "me",
  PATTERN: "a",
  MONKEY: "b",
  HOOK_SAFETY_LEVEL: "high",
  GIT_PAGER: "cat",
  URL: "https://example.com:443/a@b",
  AWS_PROFILE: "x",
  AWS_CA_BUNDLE: "/etc/ssl/ca.pem",
  TOKENIZERS_PARALLELISM: "false"
}

const namesOf = (of: Readonly<Record<string, string>>): ReadonlyArray<string> => Object.keys(of).toSorted()

describe("a trusted hook", () => {
  it("gets everything but secrets, by name and by value", () => {
    const { variables, withheld } = HookEnv.confined({ ...secrets, ...harmless }, [])
    assert.deepStrictEqual(namesOf(variables), namesOf(harmless))
    assert.deepStrictEqual(withheld, namesOf(secrets))
  })

  it("gets the secrets that are named, and those of programs by a pattern", () => {
    const named = ["SLACK_WEBHOOK_URL", ...Secret.ofPrograms(["jq", "aws", "gh"])]
    const { variables } = HookEnv.confined({ ...secrets, ...harmless }, named)
    for (const name of ["SLACK_WEBHOOK_URL", "AWS_PROFILE", "AWS_SECRET_ACCESS_KEY", "GH_TOKEN", "GITHUB_TOKEN"])
      assert.strictEqual(variables[name], "x")
    assert.notProperty(variables, "DB_PASSWORD")
    assert.deepStrictEqual(Secret.ofPrograms(["jq", "rm", "constructor"]), [])
  })
})

describe("a hook that no user has trusted", () => {
  it("gets what programs need and the variables of developers, no secret, and no way to the desktop", () => {
    const more = {
      CLAUDE_EFFORT: "high",
      NVM_DIR: "/nvm",
      GOPATH: "/go",
      XDG_CONFIG_HOME: "/config",
      LC_ALL: "C",
      DISPLAY: ":0",
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/bus",
      TMUX: "/tmp/tmux",
      XDG_RUNTIME_DIR: "/run/user/1",
      LD_PRELOAD: "/evil.so",
      BASH_ENV: "/evil"
    }
    const { variables, withheld } = HookEnv.confined({ ...secrets, ...harmless, ...more }, "untrusted")
    assert.deepStrictEqual(
      namesOf(variables),
      ["CLAUDE_EFFORT", "GOPATH", "HOME", "LC_ALL", "NVM_DIR", "PATH", "XDG_CONFIG_HOME"].toSorted()
    )
    assert.deepStrictEqual(
      withheld,
      Object.keys({ ...secrets, ...harmless, ...more })
        .filter((name) => !Object.hasOwn(variables, name))
        .toSorted()
    )
  })
})

const Rule = Schema.Union([Schema.Literal("untrusted"), Schema.Array(Schema.Literals(namesOf(secrets)))])

describe("every rule", () => {
  // proves: docs/security.md
  it.prop(
    "divides the variables, changes none, and passes no secret that it does not name",
    [Arbitrary.schema(Rule), Arbitrary.schema(Schema.Record(Schema.String, Schema.String))],
    ([rule, more]) => {
      const all = { ...more, ...secrets, ...harmless }
      const { variables, withheld } = HookEnv.confined(all, rule)
      assert.deepStrictEqual([...Object.keys(variables), ...withheld].toSorted(), namesOf(all))
      for (const [name, value] of Object.entries(variables)) {
        assert.strictEqual(value, Object.hasOwn(all, name) ? all[name as keyof typeof all] : undefined)
        const isNamed = rule !== "untrusted" && rule.includes(name)
        assert.isTrue(isNamed || !(Secret.isVariable(name) || Secret.isValue(value)), name)
      }
    }
  )
})

describe("variables in a sandbox", () => {
  const parent = {
    PATH: process.env["PATH"],
    HOME: "/root",
    GH_TOKEN: "secret",
    MORE: "it's",
    ODD: "a\nb=c",
    "BASH_FUNC_f%%": "() { :; }"
  }
  const rules: ReadonlyArray<Confinement["env"]> = ["untrusted", [], ["GH_TOKEN"]]
  for (const kind of kinds) {
    Requirement.live(works(kind))(`are the same warm and cold, and what is withheld is reported, in ${kind}`, () =>
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        for (const env of rules) {
          const command = "env -0 | sort -z | grep -zvE '^(_|TMPDIR|SHLVL|PWD)=' | tr '\\0' '|'"
          const shown = []
          for (const isWarm of [false, true]) {
            let withheld: ReadonlyArray<string> = []
            const onWithheld = (names: ReadonlyArray<string>) => (withheld = names)
            const work = TestWork.make(
              { _tag: "Command", command },
              { project, confinement: { profile: "guard", env }, onWithheld }
            )
            const reply = yield* runIn(work, isWarm)
            shown.push({ reply, withheld })
          }
          assert.deepStrictEqual(shown[0], shown[1])
          const [{ reply, withheld }] = shown as [(typeof shown)[number]]
          const text = reply._tag === "Exit" ? reply.stdout : ""
          assert.strictEqual(text.includes("GH_TOKEN=secret"), env[0] === "GH_TOKEN", text)
          assert.strictEqual(text.includes("MORE=it's|ODD=a\nb=c"), env !== "untrusted", text)
          assert.strictEqual(withheld.includes("GH_TOKEN"), env[0] !== "GH_TOKEN")
        }
      }).pipe(Effect.provide(runnersIn(sandboxes[kind], { env: parent })), Effect.scoped)
    )
  }

  it.live("are made once for each rule", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      const work = TestWork.make(
        { _tag: "Command", command: 'echo "$GH_TOKEN|$MORE"' },
        { project, confinement: { profile: "open", env: [] } }
      )
      // A profile that permits everything has variables of its own, and no sandbox.
      assert.include(yield* runIn(work, true), { _tag: "Exit", stdout: "|it's\n" })
    }).pipe(Effect.provide(runnersIn(sandboxes.landlock, { env: parent })), Effect.scoped)
  )
})
