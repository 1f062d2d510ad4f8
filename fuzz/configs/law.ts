// The law of damaged configurations: each entry is loaded, or a diagnostic has it as a loss; and under `closed` an entry that
// is not loaded denies the event that it was for.
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import type { Dialect } from "@hookline/core/Dialect"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { type Damaged, damaged, type Entry } from "./damage.ts"
import type { Chance } from "../mutate.ts"

const places: Readonly<Record<Damaged["dialect"], { readonly file: string; readonly host: Dialect }>> = {
  claude: { file: ".claude/settings.json", host: ClaudeCode },
  amplifier: { file: ".amplifier/hooks/hooks.json", host: Amplifier },
  amcp: { file: ".amcp/hooks.json", host: Amcp }
}

/** The event that an entry is for. */
const eventOf = ({ event, tool = "" }: Entry): HookEvent.HookEvent => {
  switch (event) {
    case "PermissionRequest":
      return HookEvent.cases.PermissionRequest.make({ toolName: tool, toolInput: {}, sessionId: "s" })
    case "UserPromptSubmit":
      return HookEvent.cases.UserPromptSubmit.make({ prompt: "x", sessionId: "s" })
    case "PreCompact":
      return HookEvent.cases.PreCompact.make({ trigger: "auto", sessionId: "s" })
    case "ConfigChange":
      return HookEvent.cases.ConfigChange.make({ source: "user_settings", sessionId: "s" })
    case "TaskCreated":
      return HookEvent.cases.TaskCreated.make({ taskId: "1", taskSubject: "x", sessionId: "s" })
    default:
      return HookEvent.cases.PreToolUse.make({ toolName: tool, toolInput: {}, sessionId: "s" })
  }
}

const isLossOf = ({ lost }: Diagnostic, { event }: Entry): boolean =>
  lost !== undefined &&
  (lost.events === "all" || lost.events.includes(event)) &&
  (lost.entries > 0 || lost.events === "all")

/**
 * Returns the fault of a file: the entry for which the law does not hold. A mistake of the text may be in a command or in
 * the name of a tool, which are then others: such an entry is loaded.
 */
export const faultOf = ({ dialect, entries, isOfText, mistake, text }: Damaged): Effect.Effect<string | undefined> => {
  const { file, host } = places[dialect]
  const script = Object.fromEntries([...entries.map(({ command }) => command), "other"].map((name) => [name, {}]))
  // The host is another one, so that every hook is ours to run.
  const layer = TestPipeline.layer({ [file]: text }, script, {
    host: host === ClaudeCode ? Amplifier : ClaudeCode,
    provide: [FailurePolicy.layerClosed]
  })
  return Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const { diagnostics, hooks } = yield* pipeline.catalog()
    for (const entry of entries) {
      const report = yield* pipeline.answer(eventOf(entry))
      const ran = new Set(report.runs.map(({ id }) => id))
      const isRun = hooks.some(
        (hook) =>
          hook.handler._tag === "Command" &&
          (isOfText
            ? hook.event === entry.event && hook.handler.command.includes(entry.command.slice(-1))
            : ran.has(hook.id) && hook.handler.command === entry.command)
      )
      const isDenied = report.outcome.verdict._tag === "Deny"
      const isLost = diagnostics.some((found) => isLossOf(found, entry))
      const where = `${entry.command} on ${entry.event}${entry.tool === undefined ? "" : ` of ${entry.tool}`}`
      if (!isRun && !isLost) return `${mistake}: ${where} is neither loaded nor lost`
      if (!isRun && !isDenied) return `${mistake}: ${where} is lost, and its event passes under closed`
    }
    return undefined
  }).pipe(Effect.provide(layer))
}

/** Makes a damaged file, and returns its fault with its text. */
export const tried = (chance: Chance): Effect.Effect<string | undefined> => {
  const file = damaged(chance)
  return Effect.map(faultOf(file), (fault) =>
    fault === undefined ? undefined : `${fault}\n${file.dialect}: ${file.text}`
  )
}
