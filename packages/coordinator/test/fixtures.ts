// Events, and hooks with scripted ports.
import type * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import type { Injection } from "@hookline/coordinator/ContextBudget"
import * as Display from "@hookline/coordinator/Display"
import { Handlers } from "@hookline/coordinator/Handlers"
import { type EmitOptions, Pipeline } from "@hookline/core/Pipeline"
import type { Provided } from "@hookline/node/Hookline"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type { Notice } from "@hookline/schema/Outcome"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestApproval, TestHookline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"

export const bash = cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command: "ls" } })
export const prompt = cases.UserPromptSubmit.make({ sessionId: "s1", prompt: "Tidy up." })
export const sessionEnd = cases.SessionEnd.make({ sessionId: "s1" })

export const denies = (text: string) =>
  Effect.succeed(Outcome.make({ verdict: Verdict.deny({ by: "", reason: text }) }))

export const injects = (text: string, more: Partial<Outcome.Context> = {}) =>
  Effect.succeed(Outcome.make({ context: [{ by: "", text, role: "system", ephemeral: false, ...more }] }))

export const changes = (value: unknown, mode: "replace" | "merge" = "replace") =>
  Effect.succeed(Outcome.make({ changes: [{ by: "", target: "input", mode, value }] }))

export const notices = (text: string, level: Notice["level"] = "info") =>
  Effect.succeed(Outcome.make({ notices: [{ by: "", level, text }] }))

export const asks = (text: string, more: Partial<Verdict.Question> = {}) =>
  Effect.succeed(Outcome.make({ verdict: Verdict.ask({ by: "", prompt: text, ...more }, text) }))

/** What parts around the pipeline saw. */
export interface Seen {
  readonly records: Array<Audit.Entry>
  readonly shown: Array<Notice>
  readonly given: Array<Injection>
  readonly questions: Array<Approval.Request>
}

export const record = (): Seen => ({ records: [], shown: [], given: [], questions: [] })

/** All ports, which record in `seen`; the approver gives these answers. */
export const ports = (seen: Seen, answers: ReadonlyArray<string> = []): ReadonlyArray<Provided> => {
  const rest = [...answers]
  return [
    Audit.layer((entry) => Effect.sync(() => void seen.records.push(entry))),
    ContextSink.layerEffect(Effect.succeed({ deliver: (all) => Effect.sync(() => void seen.given.push(...all)) })),
    Display.layer((shown) => Effect.sync(() => void seen.shown.push(...shown))),
    TestApproval.layer((request) => {
      seen.questions.push(request)
      return rest.shift() ?? { absent: "nobody is there" }
    })
  ]
}

/** Hooks that are native handlers alone. */
export const native = (provide: ReadonlyArray<Provided> = []) => TestHookline.layer({}, {}, { provide })

/** Hooks with these commands on every `Bash`. */
export const piped = (
  commands: ReadonlyArray<string>,
  script: TestRunner.Script,
  provide: ReadonlyArray<Provided> = [],
  seen?: TestRunner.Seen
) =>
  TestHookline.layer(
    {
      ".claude/settings.json": {
        hooks: { PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command })) }] }
      }
    },
    script,
    { provide, ...(seen !== undefined && { seen }) }
  )

/** The handlers, with the answers before anything is settled. */
export const unsettled = Effect.gen(function* () {
  const handlers = yield* Handlers
  const { answer, wants } = yield* Pipeline
  return {
    ...handlers,
    wants,
    emit: (event: HookEvent, options?: EmitOptions) => answer(handlers.complete(event), options)
  }
})
