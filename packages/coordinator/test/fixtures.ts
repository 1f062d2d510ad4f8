// Events, and coordinators of scripted parts.
import type * as Approval from "@hookline/coordinator/Approval"
import { Audit, type Entry } from "@hookline/coordinator/Audit"
import { ContextSink } from "@hookline/coordinator/ContextSink"
import type { Injection } from "@hookline/coordinator/ContextBudget"
import { Coordinator } from "@hookline/coordinator/Coordinator"
import * as Display from "@hookline/coordinator/Display"
import { Registry } from "@hookline/coordinator/Registry"
import { SessionState } from "@hookline/core/SessionState"
import { cases } from "@hookline/schema/HookEvent"
import type { Notice } from "@hookline/schema/Outcome"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestApproval, TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

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
  readonly records: Array<Entry>
  readonly shown: Array<Notice>
  readonly given: Array<Injection>
  readonly questions: Array<Approval.Request>
}

export const record = (): Seen => ({ records: [], shown: [], given: [], questions: [] })

/** All ports, told to `seen`; the person gives these answers. */
export const ports = (seen: Seen, answers: ReadonlyArray<string> = []): Layer.Layer<never> => {
  const rest = [...answers]
  return Layer.mergeAll(
    Layer.succeed(Audit)({
      record: (entry) => Effect.sync(() => void seen.records.push(entry)),
      notices: Effect.succeed([])
    }),
    Layer.succeed(ContextSink)({ deliver: (all) => Effect.sync(() => void seen.given.push(...all)) }),
    Display.layer((shown) => Effect.sync(() => void seen.shown.push(...shown))),
    TestApproval.layer((request) => {
      seen.questions.push(request)
      return rest.shift() ?? { absent: "nobody is there" }
    })
  )
}

/** A coordinator of native handlers alone. */
export const native = (parts: Layer.Layer<never> = Layer.empty): Layer.Layer<Coordinator | Registry> =>
  Coordinator.layerNoDeps("/project").pipe(
    Layer.provideMerge(Registry.layer),
    Layer.provide([SessionState.layerMemory, parts])
  )

const settings = (hooks: unknown) => ({ ".claude/settings.json": { hooks } })

/** A coordinator with a pipeline that has these commands on every `Bash`. */
export const piped = (
  commands: ReadonlyArray<string>,
  script: TestRunner.Script,
  parts: Layer.Layer<never> = Layer.empty,
  seen?: TestRunner.Seen
) =>
  Coordinator.layer("/project").pipe(
    Layer.provideMerge(
      TestPipeline.layer(
        settings({
          PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command })) }]
        }),
        script,
        seen === undefined ? {} : { seen }
      )
    ),
    Layer.provide([SessionState.layerMemory, parts])
  )

/** The registry and the coordinator at once. */
export const both = Effect.all({ registry: Registry, coordinator: Coordinator })
