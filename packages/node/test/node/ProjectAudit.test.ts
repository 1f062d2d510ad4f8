// What is done to an agent stands in the log, whole, and the log is sound: with real hooks and real files.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { records } from "@hookline/coordinator/AuditRecords"
import { verify } from "@hookline/coordinator/AuditVerify"
import { cases } from "@hookline/schema/HookEvent"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import path from "node:path"
import { Hookline } from "@hookline/node"

const asking =
  `printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", ` +
  `"permissionDecisionReason": "sure?", "additionalContext": "be careful, TOKEN=abcdef0123456789"}}'`

const hooks = (command: string) => [{ hooks: [{ type: "command", command }] }]

describe("an audited agent", () => {
  it.live("leaves events, injections and approvals in a sound log, without secrets", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({
        ".claude/settings.json": {
          json: { hooks: { PreToolUse: hooks(asking), Stop: hooks("echo more >&2; exit 2") } }
        }
      })
      const folder = path.join(project.home, "audit")
      const provide = [AuditLog.layer({ folder }), Approval.layerScripted(["Allow once"])] as const
      yield* Effect.scoped(
        Effect.provide(
          Effect.gen(function* () {
            const { emit } = yield* Hookline
            const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
            const asked = yield* emit(call)
            assert.notStrictEqual(asked.outcome.verdict._tag, "Deny")
            const stopped = yield* emit(cases.Stop.make({ sessionId: "s" }))
            assert.strictEqual(stopped.outcome.verdict._tag, "Deny")
          }),
          Hookline.layer({ project, provide })
        )
      )
      const log = yield* readLog(folder)
      assert.deepInclude(verify(log), { isSound: true })
      const entries = records(log).map(({ entry }) => entry)
      assert.deepStrictEqual(new Set(entries.map(({ _tag }) => _tag)), new Set(["Event", "Injection", "Approval"]))
      assert.notInclude(JSON.stringify(entries), "abcdef0123456789")
      assert.include(JSON.stringify(entries), "be careful")
    }).pipe(Effect.scoped)
  )
})
