// A key that is in a file of settings twice: the last value counts, and the first one may have been the strict one.
import { assert, describe, it } from "@effect/vitest"
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import { Pipeline } from "@hookline/core/Pipeline"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { bash } from "../pipeline/fixtures.ts"

const files = {
  user: "/home/.hookline/settings.json",
  project: ".hookline/settings.json",
  local: ".hookline/settings.local.json"
}

const repeated: Readonly<Record<string, string>> = {
  failure_policy: '{"failure_policy": "closed",\n "failure_policy": "open"}',
  disabled: '{"disabled": [],\n "disabled": ["guard"]}',
  enabled: '{"enabled": true, // comment\n "enabled": false}',
  "\\u0065nv": '{"env": "minimal",\n "\\u0065nv": "all"}',
  A: '{"trust": {"A": 1, "A": 2}}'
}

const home = TestPipeline.project.home

describe("a key that is in settings twice", () => {
  for (const [name, text] of Object.entries(repeated))
    for (const [whose, file] of Object.entries(files))
      // proves: docs/failure-policy.md
      it.effect(`is a loss for all events: ${name} of ${whose}`, () =>
        Effect.gen(function* () {
          const place = file.replace("/home", home)
          const { diagnostics } = yield* Effect.provide(
            SettingsFiles.of(TestPipeline.project),
            TestPipeline.memory({ [place]: text })
          )
          const found = diagnostics.filter(({ code }) => code === "duplicate-key")
          assert.deepStrictEqual(
            found.map(({ level, lost }) => [level, lost?.events]),
            [["error", "all"]]
          )
          if (name === "failure_policy" || name === "disabled") assert.strictEqual(found[0]?.line, 2)
        })
      )

  it.effect("is none where each is there once, at any depth", () =>
    Effect.gen(function* () {
      const { diagnostics } = yield* Effect.provide(
        SettingsFiles.of(TestPipeline.project),
        TestPipeline.memory({
          [files.project]: '{"failure_policy": "closed", "disabled": ["a", "a"], "shell": "sh: \\"a\\": 1"}'
        })
      )
      assert.notInclude(
        diagnostics.map(({ code }) => code),
        "duplicate-key"
      )
    })
  )

  it.effect("denies under closed, and is reported under open", () =>
    Effect.gen(function* () {
      const answered = (text: string) =>
        Effect.provide(
          Effect.flatMap(Pipeline, ({ answer }) => answer(bash)),
          TestPipeline.layer({ [files.project]: text }, {})
        )
      const open = yield* answered('{"failure_policy": "closed", "failure_policy": "open"}')
      assert.match(open.outcome.notices[0]?.text ?? "", /failure_policy.*repeated/)
      const closed = yield* answered('{"failure_policy": "open", "failure_policy": "closed"}')
      assert.strictEqual(closed.outcome.verdict._tag, "Deny")
    })
  )
})
