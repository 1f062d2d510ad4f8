// Hooks that move themselves to the background: their first line of output is `{"async": true}`.
import { assert, describe, it } from "@effect/vitest"
import * as Background from "@hookline/core/Background"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers, TestPipeline, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { call, executorOf, guardedBy, policies, runners, seen } from "./support/answering.ts"

const later = `{"systemMessage": "told", "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no", "additionalContext": "more"}}`

const say = (text: string): string => `printf '%s' '${text}'`

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("a %s hook", (kind) => {
  const answering = (
    hook: Readonly<Record<string, unknown>>,
    policy: OnFailure,
    use: (
      pipeline: typeof Pipeline.Service,
      done: ReadonlyArray<Background.Done>,
      folder: string
    ) => Effect.Effect<void>
  ) =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(guardedBy(hook))
        const done: Array<Background.Done> = []
        const provide = [policies[policy], Background.layer((one) => Effect.sync(() => void done.push(one)))]
        yield* Effect.provide(
          Effect.flatMap(Pipeline, (pipeline) => use(pipeline, done, project.project)),
          TestPipeline.layerOn(project, executorOf(kind), { provide })
        )
      })
    )

  const first: Readonly<Record<string, string>> = {
    "a line": `echo '{"async": true}'`,
    "a line without an end": say('{"async":true}'),
    "several lines": say('{\n  "async": true,\n  "asyncTimeout": 60000\n}\n'),
    pieces: `${say('\n{"asy')}; sleep 0.1; ${say('nc": tr')}; sleep 0.1; ${say("ue}")}`,
    "a line with a byte-order mark": `printf '\\357\\273\\277{"async": true}\\n'`,
    "a line beside fields that decide nothing": `echo '{"async": true, "suppressOutput": true, "other": {"a": "}"}}'`
  }

  for (const [what, command] of Object.entries(first)) {
    it.live(`that says so by ${what} holds the answer up no more, and blocks nothing`, () =>
      answering(
        { command: `${command}; until [ -e go ]; do sleep 0.02; done; ${say(later)}; exit 2` },
        "open",
        ({ answer }, done, folder) =>
          Effect.gen(function* () {
            const { outcome, runs } = yield* answer(call)
            assert.strictEqual(outcome.verdict._tag, "Pass")
            assert.deepStrictEqual(
              runs.map(({ status, why }) => [status, why]),
              [["ran", "it runs on by itself"]]
            )
            assert.deepStrictEqual(done, [])
            writeFileSync(path.join(folder, "go"), "")
            yield* Leftovers.until(() => done.length === 1)
            const said = done[0]?.run.outcome
            assert.strictEqual(said?.verdict._tag, "Pass")
            assert.deepStrictEqual(
              [said?.notices.map(({ text }) => text), said?.context.map(({ text }) => text)],
              [
                ["told", `${done[0]?.run.id} ended with Deny on PreToolUse, too late: it runs in the background: no`],
                ["more", "no"]
              ]
            )
          })
      )
    )
  }

  it.live("that has ended in the same moment is told of like one that runs on", () =>
    answering({ command: `echo '{"async": true}'; ${say(later)}; exit 2` }, "open", ({ answer }, done) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* answer(call)).outcome.verdict._tag, "Pass")
        yield* Leftovers.until(() => done.length === 1)
        assert.deepStrictEqual(
          done[0]?.run.outcome?.context.map(({ text }) => text),
          ["more", "no"]
        )
      })
    )
  )

  for (const text of [
    '{"async": false}',
    '{"async": "true"}',
    '{"async": true, "decision": "block", "reason": "no"}',
    '[{"async": true}]',
    '{"a": {"async": true}}',
    'log {"async": true}',
    '{"async": true} more',
    '{"async": true'
  ]) {
    it.live(`that says ${text} is waited for, and denies`, () =>
      answering({ command: `${say(text)}; sleep 0.2; echo no >&2; exit 2` }, "open", ({ answer }) =>
        Effect.map(answer(call), ({ outcome }) => assert.strictEqual(outcome.verdict._tag, "Deny"))
      )
    )
  }

  // proves: docs/failure-policy.md
  it.live("that might have denied is told once in a session, and fails where the settings are closed", () =>
    Effect.gen(function* () {
      const hook = { command: `echo '{"async": true}'; sleep 30`, onFailure: "block" }
      for (const policy of ["open", "ask", "closed"] as const) {
        yield* answering(hook, policy, ({ answer }) =>
          Effect.gen(function* () {
            for (const [event, isNew] of [
              [call, true],
              [call, false],
              [{ ...call, sessionId: "two" }, true]
            ] as const) {
              const report = yield* answer(event)
              const { text, verdict } = seen(report)
              assert.strictEqual(verdict, policy === "closed" ? "Deny" : "Pass")
              assert.strictEqual(report.outcome.notices.length, policy === "closed" || isNew ? 1 : 0)
              if (policy === "closed" || isNew) assert.match(text, /moved itself to the background/)
            }
          })
        )
      }
    })
  )

  it.live("that can deny nothing is told of to nobody", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const hooks = { SessionStart: [{ hooks: [{ type: "command", command: `echo '{"async": true}'; sleep 30` }] }] }
        const project = yield* TestProject.make({ ".claude/settings.json": { json: { hooks } } })
        const { outcome } = yield* Effect.provide(
          Effect.flatMap(Pipeline, ({ answer }) => answer(HookEvent.cases.SessionStart.make({ source: "startup" }))),
          TestPipeline.layerOn(project, executorOf(kind), { provide: [FailurePolicy.layerClosed] })
        )
        assert.deepStrictEqual([outcome.notices, outcome.context, outcome.verdict._tag], [[], [], "Pass"])
      })
    )
  )

  it.live("is ended at its asyncTimeout, which is told as a failure", () =>
    answering(
      { command: `echo $$ >pid; echo '{"async": true, "asyncTimeout": 200}'; sleep 60`, timeout: 30 },
      "open",
      ({ answer }, done, folder) =>
        Effect.gen(function* () {
          yield* answer(call)
          yield* Leftovers.until(() => done.length === 1)
          assert.match(done[0]?.run.failure?.text ?? "", /did not answer within 0.2 s/)
          const pid = readFileSync(path.join(folder, "pid"), "utf8")
          yield* Leftovers.until(() => !Leftovers.isAlive(pid))
        })
    )
  )

  it.live("runs on after its own limit and after the session, and may print then", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const wait = "until [ -e go ]; do sleep 0.1; done"
        const command = `echo $$ >pid; echo '{"async": true}'; ${wait}; echo on; echo on >&2; echo done >done`
        const project = yield* TestProject.make(guardedBy({ command, timeout: 0.5 }))
        const at = (name: string) => path.join(project.project, name)
        yield* Effect.provide(
          Effect.flatMap(Pipeline, ({ answer }) => answer(call)),
          TestPipeline.layerOn(project, executorOf(kind))
        )
        const pid = readFileSync(at("pid"), "utf8")
        yield* Effect.sleep(700)
        assert.isTrue(Leftovers.isAlive(pid))
        writeFileSync(at("go"), "")
        yield* Leftovers.until(() => existsSync(at("done")) && !Leftovers.isAlive(pid))
      })
    )
  )
})
