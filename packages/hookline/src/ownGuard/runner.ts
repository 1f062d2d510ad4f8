/** Runs Hookline's own guard. */
import { executing, HookFailed, sentence } from "@hookline/core/PipelineError"
import { NativeRunner } from "@hookline/core/Runners"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as os from "node:os"
import { isUnattended } from "@hookline/core/kit/policy/unattended"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { findingOf, id } from "./hook.ts"
import type { Finding } from "./judge.ts"

const reasonOf = (finding: Finding): string =>
  finding._tag === "Runs"
    ? `This would run \`hookline ${onOneLine(finding.command)}\`, which only you decide.`
    : `This would change ${onOneLine(finding.file).slice(0, 200)}, which decides what guards you.`

/** Returns the outcome of the guard: a question, or a denial where it would not be asked. */
export const outcomeOf = (finding: Finding, event: Pick<HookEvent, "permissionMode">): Outcome.Outcome => {
  const reason = `${reasonOf(finding)} Run it yourself in a terminal`
  return Outcome.make({
    verdict: isUnattended(event)
      ? Verdict.deny({ by: id, reason: `${reason}: nothing asks you in this mode.` })
      : Verdict.ask({ by: id, prompt: `${reasonOf(finding)} Allow it?`, default: "deny" }, `${reason}, or allow it.`)
  })
}

/** Runs the guard on an event that it matches. */
export const layer: Layer.Layer<NativeRunner> = Layer.succeed(NativeRunner)({
  run: ({ event, facts, hook }) =>
    Effect.map(
      Effect.try({
        try: () => findingOf({ project: facts.projectDir, home: process.env["HOME"] ?? os.homedir() }, event),
        catch: (error) => executing(new HookFailed({ hook: hook.id, issue: sentence(error) }))
      }),
      (finding): HookReply => ({
        _tag: "Value",
        value: finding === undefined ? Outcome.empty : outcomeOf(finding, event)
      })
    )
})
