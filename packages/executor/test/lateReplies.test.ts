// Replies that come through a process which the hook leaves behind, as `exec > >(filter)` does: after the hook's own exit.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestProject, TestWork } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { existsSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { around, call, guardedBy, over, runners, seen } from "./support/answering.ts"

const denialOf = (event: string): string =>
  `{"hookSpecificOutput": {"hookEventName": "${event}", "permissionDecision": "deny", "permissionDecisionReason": "no"}}`
const denial = denialOf("PreToolUse")

/** Waits for a file, and holds the output meanwhile. */
const holder = "(until [ -e go ]; do sleep 0.1; done) &"

const others = ["hello", '{"level": "info"}', '{"a": "}', "{", "[1]", "", '"', '{"x": "\\"{"}', "é\u{1f600}"]
const replies = [denial, '{"decision": "block", "reason": "r"}', '{"continue": true}', "{}", denial.slice(0, 70)]

/** Output in pieces: noise, a reply or half a one, and the places where it is interrupted. */
const Pieces = Schema.Struct({
  before: Schema.Literals(["", "", "", ...others]),
  reply: Schema.Literals(["", ...replies]),
  cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 }))).check(Schema.isMaxLength(3))
})

const piecesOf = ({ before, cuts, reply }: typeof Pieces.Type): ReadonlyArray<string> => {
  const bytes = Buffer.from(`${before}${before === "" ? "" : "\n"}${reply}`)
  const ends = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted((one, other) => one - other)
  // A character may be cut in its middle.
  return ends.map((end, at) => bytes.toString("latin1", ends[at - 1] ?? 0, end))
}

describe.concurrent.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)(
  "a %s hook's late reply",
  (kind) => {
    const layer = Layer.provide(runners[kind], around)

    const inProject = <A, E>(use: (project: string) => Effect.Effect<A, E, CommandRunner>) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          // Whoever waits for it has an end, also after a failure.
          yield* Effect.addFinalizer(() => Effect.sync(() => writeFileSync(path.join(project, "go"), "")))
          return yield* use(project)
        })
      ).pipe(Effect.provide(layer))

    const read = Effect.fnUntraced(function* (project: string, command: string, event: HookEvent.HookEvent = call) {
      const runner = yield* CommandRunner
      const work = TestWork.make({ _tag: "Command", command }, { project, event })
      const interpretation = yield* Effect.match(runner.run(work), {
        onSuccess: (reply) => ClaudeCode.reply.read(reply, work.hook, event),
        onFailure: ({ reason }) => ({ failure: reason, outcome: undefined })
      })
      return { outcome: interpretation.outcome, failure: interpretation.failure?.message }
    })

    // proves: docs/failure-policy.md
    it.live(
      "is read as if it had come before the exit, in whatever pieces it comes",
      () =>
        inProject(
          Effect.fnUntraced(function* (project) {
            const trials = yield* Arbitrary.sampleEffect(Arbitrary.schema(Pieces), {
              count: 40,
              seed: "late",
              size: 100
            })
            let count = 0
            yield* Effect.forEach(
              trials,
              Effect.fnUntraced(function* (trial) {
                const own = count++
                const pieces = piecesOf(trial)
                for (const [at, piece] of pieces.entries()) {
                  writeFileSync(path.join(project, `${own}.${at}`), Buffer.from(piece, "latin1"))
                }
                const one = yield* read(project, pieces.map((_, at) => `cat ${own}.${at}`).join("; "))
                for (let tries = 1; ; tries++) {
                  const [exit, end] = [`${own}.exit${tries}`, `${own}.end${tries}`]
                  const late = pieces.map((_, at) => `sleep 0.05; cat ${own}.${at}`).join("; ")
                  const other = yield* read(project, `(${late}; : >${end}) & : >${exit}; exit 0`)
                  if (isDeepStrictEqual(other, one)) return
                  // A reply that a busy machine wrote too late is none, and shows nothing.
                  while (!existsSync(path.join(project, end))) yield* Effect.sleep(20)
                  const [ended, exited] = [end, exit].map((file) => statSync(path.join(project, file)).mtimeMs)
                  if (tries === 5 || (ended ?? 0) - (exited ?? 0) < 800)
                    assert.deepStrictEqual(other, one, JSON.stringify(trial))
                }
              }),
              { concurrency: 6 }
            )
          })
        ),
      60_000
    )

    it.live("counts on every exit code that is no denial by itself", () =>
      inProject((project) =>
        Effect.gen(function* () {
          for (const code of [0, 1, 3]) {
            const { outcome } = yield* read(project, `(sleep 0.2; printf '%s' '${denial}') & exit ${code}`)
            assert.strictEqual(outcome?.verdict._tag, "Deny", String(code))
          }
        })
      )
    )

    it.live("comes through a filter of bash on each event that can be denied", () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          const filter = `exec > >(sleep 0.2; cat); printf '%s' '{"decision": "block", "reason": "no"}'`
          for (const event of [
            call,
            HookEvent.cases.UserPromptSubmit.make({ prompt: "go" }),
            HookEvent.cases.Stop.make({}),
            HookEvent.cases.PreCompact.make({ trigger: "manual" })
          ]) {
            const runner = yield* CommandRunner
            const work = TestWork.make({ _tag: "Command", command: filter, shell: "bash" }, { project, event })
            const reply = yield* runner.run(work)
            const { outcome } = ClaudeCode.reply.read(reply, work.hook, event)
            assert.strictEqual(outcome.verdict._tag, "Deny", event._tag)
          }
        })
      )
    )

    it.live("is not undone by noise, before and after the exit, of a process that has ended or runs on", () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          for (const command of [
            `printf '%s' '${denial}'; (echo noise) & wait`,
            `printf '%s' '${denial}'; echo noise`,
            `printf '%s' '${denial}'; (echo noise; until [ -e go ]; do sleep 0.1; done) & sleep 0.2; exit 0`,
            `printf '%s' '${denial}'; (sleep 0.1; echo noise; until [ -e go ]; do sleep 0.1; done) & exit 0`
          ]) {
            assert.strictEqual((yield* read(project, command)).outcome?.verdict._tag, "Deny", command)
          }
        })
      )
    )

    it.live("that never comes is a failure where it might have denied, and only there", () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          for (const [event, isFailure] of [
            [call, true],
            [HookEvent.cases.Stop.make({}), true],
            [HookEvent.cases.PostToolUse.make({ toolName: "Bash", toolInput: {}, toolResponse: {} }), false],
            [HookEvent.cases.SessionStart.make({ source: "startup" }), false],
            [HookEvent.cases.Notification.make({ message: "m" }), false]
          ] as const) {
            const { failure } = yield* read(project, `${holder} exit 0`, event)
            if (isFailure)
              assert.match(failure ?? "", /still holds its output; redirect that process's output/, event._tag)
            else assert.isUndefined(failure, event._tag)
          }
        })
      )
    )

    it.live("that never comes is no failure where the output is redirected, or the process said something", () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          for (const command of [
            `(until [ -e go ]; do sleep 0.1; done) >/dev/null & exit 0`,
            `(until [ -e go ]; do sleep 0.1; done) >/dev/null 2>&1 & exit 0`,
            `${holder} echo started`,
            `${holder} printf '{}'`
          ]) {
            assert.isUndefined((yield* read(project, command)).failure, command)
          }
        })
      )
    )

    it.live("is waited for within the hook's limit", () =>
      inProject(
        Effect.fnUntraced(function* (project) {
          const runner = yield* CommandRunner
          const work = TestWork.make({ _tag: "Command", command: `${holder} exit 0` }, { project, limitMillis: 200 })
          assert.strictEqual((yield* Effect.flip(runner.run(work))).reason._tag, "OutputHeld")
        })
      )
    )

    it.live("that never comes is told once in a session under open, and denies each time under closed", () =>
      Effect.gen(function* () {
        // Nobody makes the file: the session's end ends it.
        for (const policy of ["open", "closed"] as const) {
          yield* over(guardedBy({ command: `${holder} exit 0` }), kind, policy, ({ answer }) =>
            Effect.gen(function* () {
              for (const [event, isNew] of [
                [call, true],
                [call, false],
                [{ ...call, sessionId: "two" }, true]
              ] as const) {
                const report = yield* answer(event)
                const { text, verdict } = seen(report)
                assert.strictEqual(verdict, policy === "open" ? "Pass" : "Deny")
                assert.strictEqual(report.outcome.notices.length, policy === "closed" || isNew ? 1 : 0)
                assert.match(text, /still holds its output/)
                assert.strictEqual(report.runs[0]?.failure?.reason, "OutputHeld")
              }
            })
          )
        }
      })
    )
  }
)
