// An organisation's hooks on a real machine: with the records of trust, real processes, and a host that runs its own hooks.
import { assert, describe, it } from "@effect/vitest"
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const hooks = { PreToolUse: [{ hooks: [{ type: "command", name: "guard", command: "echo acme >&2; exit 2" }] }] }
const acme = ManagedPolicy.layer({
  current: Effect.succeed([
    {
      organisation: "acme",
      version: "7",
      hooks: [{ dialect: "claude", name: "a.json", text: JSON.stringify({ hooks }) }]
    }
  ])
})

describe("an organisation's hooks", () => {
  for (const excludeHostHooks of [false, true]) {
    it.live(
      `run with full effect in a project that nobody trusts, ${excludeHostHooks ? "beside" : "without"} the host's own`,
      () =>
        Effect.gen(function* () {
          const project = yield* TestProject.make(
            { ".claude/settings.json": { json: { disableAllHooks: true, hooks } } },
            { trusted: false }
          )
          yield* Effect.gen(function* () {
            const { emit } = yield* Hookline
            const start = yield* emit(cases.SessionStart.make({ sessionId: "s", source: "startup" }))
            assert.notInclude(JSON.stringify(start.outcome), "acme@7")
            const { outcome, runs } = yield* emit(
              cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
            )
            const run = runs.find(({ source }) => source.managed !== undefined)
            assert.deepStrictEqual([run?.status, run?.confined, outcome.verdict._tag], ["ran", undefined, "Deny"])
          }).pipe(Effect.provide(Hookline.layer({ project, host: ClaudeCode, excludeHostHooks, provide: [acme] })))
        }).pipe(Effect.scoped)
    )
  }

  it.live("run whatever wrapper, shell, variables, limit and profile the user sets", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({}, { trusted: false })
      const settings = {
        wrap: ["true"],
        shell: "/bin/true",
        env: { HOOKLINE_UNUSED: "1" },
        maxTimeoutMillis: 1,
        sandbox: { user: "guard" }
      } as const
      yield* Effect.gen(function* () {
        const { emit } = yield* Hookline
        const { outcome, runs } = yield* emit(
          cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
        )
        assert.deepStrictEqual([runs[0]?.status, runs[0]?.confined, outcome.verdict._tag], ["ran", undefined, "Deny"])
        assert.include(JSON.stringify(outcome.verdict), "acme")
      }).pipe(Effect.provide(Hookline.layer({ project, host: ClaudeCode, settings, provide: [acme] })))
    }).pipe(Effect.scoped)
  )

  it.live("follow a change of what their policy is read from", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({}, { trusted: false })
      const state = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "hookline-managed-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const folder = join(state, "policy")
      const policyIn = Effect.sync(() =>
        existsSync(folder)
          ? readdirSync(folder).map((version) => ({
              organisation: "acme",
              version,
              hooks: [{ dialect: "claude", name: "a.json", text: JSON.stringify({ hooks }) }]
            }))
          : []
      )
      const kept = ManagedPolicy.layer({ reads: [folder], current: policyIn })
      const versions = Effect.gen(function* () {
        const { emit } = yield* Hookline
        const { runs } = yield* emit(
          cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
        )
        return runs.map(({ source }) => source.managed?.version).join()
      })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* versions, "")
        for (const version of ["1", "2"]) {
          mkdirSync(folder, { recursive: true })
          readdirSync(folder).forEach((name) => rmSync(join(folder, name)))
          writeFileSync(join(folder, version), "")
          for (let tries = 0; tries < 200 && (yield* versions) !== version; tries++) yield* Effect.sleep("20 millis")
          assert.strictEqual(yield* versions, version)
        }
      }).pipe(Effect.provide(Hookline.layer({ project, host: ClaudeCode, provide: [kept] })))
    }).pipe(Effect.scoped)
  )
})
