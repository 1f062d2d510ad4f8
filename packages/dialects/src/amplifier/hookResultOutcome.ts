/** HookResults as outcomes. */
import * as fit from "@hookline/core/kit/translate/fit"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { nameOf } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import * as Outcomes from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { changesIn } from "./replyData.ts"
import type { HookResult } from "./HookResult.ts"

const verdictOf = (result: HookResult, by: string): Verdict.Verdict => {
  switch (result.action) {
    case "deny":
      return Verdict.deny({
        by,
        reason: result.reason ?? result.userMessage ?? `${by} denied this, without a reason`
      })
    case "ask_user": {
      const prompt = result.approvalPrompt ?? "Allow this operation?"
      const options = result.approvalOptions === null ? {} : { options: result.approvalOptions }
      const timeoutMillis = Math.min(result.approvalTimeout * 1000, Number.MAX_SAFE_INTEGER)
      const question = { by, prompt, ...options, timeoutMillis, default: result.approvalDefault }
      return Verdict.ask(question, result.reason ?? prompt)
    }
    case "continue":
    case "modify":
    case "inject_context":
      return Verdict.pass
  }
}

/**
 * Converts a HookResult to an outcome, within what its event supports. All its fields count, whatever the action: an outcome has
 * room for them.
 */
export const toOutcome = (result: HookResult, by: string, event: HookEvent): Outcome =>
  fit.toEvent(
    Capabilities.of(event),
    nameOf(event),
    Outcomes.make({
      verdict: verdictOf(result, by),
      changes: result.data === null ? [] : changesIn(result.data, event, by),
      context:
        result.contextInjection === null || result.contextInjection === ""
          ? []
          : [{ by, text: result.contextInjection, role: result.contextInjectionRole, ephemeral: result.ephemeral }],
      notices:
        result.userMessage === null || result.userMessage === ""
          ? []
          : [{ by: result.userMessageSource ?? by, level: result.userMessageLevel, text: result.userMessage }],
      quiet: result.suppressOutput ? [by] : [],
      effects: result.appendToLastToolResult ? [{ by, kind: "append_to_last_tool_result", value: true }] : []
    })
  )
