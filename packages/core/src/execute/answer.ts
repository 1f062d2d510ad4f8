/** An event goes through its groups, in order. */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import { combine } from "../translate/combine.ts"
import type { Compiled } from "../match/Matcher.ts"
import { ofLosses, anyLost } from "../decorate/lossNotices.ts"
import { ofDisabled, reportsDisabled } from "../decorate/disabledNotices.ts"
import { skippedGroup, isSkipped, runGroup, type GroupContribution } from "./group.ts"
import type { EventContext } from "./EventContext.ts"

const denier = (spoken: ReadonlyArray<GroupContribution>): string | undefined =>
  spoken.find(({ outcome }) => outcome.verdict._tag === "Deny")?.run.id

const halter = (spoken: ReadonlyArray<GroupContribution>): string | undefined =>
  spoken.find(({ outcome }) => outcome.halts.length > 0)?.run.id

/** What was wrong with the files, and what was found out while matching. */
const diagnosticsOf = ({ catalog, diagnostics }: Compiled): Report["diagnostics"] => {
  const found = diagnostics()
  return found.length === 0 ? catalog.diagnostics : [...catalog.diagnostics, ...found]
}

/** What hooks exported that nobody can understand: it costs no more than itself. */
const aboutExports = (problems: ReadonlyArray<string>): Outcome.Outcome =>
  Outcome.make({ notices: problems.map((text) => ({ by: "the session's variables", level: "warning", text })) })

/** Runs all groups of the event. None keeps a later one from running but by a deny, where its dialect says so, or a halt. */
export const answer = Effect.fnUntraced(function* (
  scene: EventContext,
  continuations: number
): Effect.fn.Return<Report> {
  const { compiled, event, session, sessionEnv } = scene
  const lost = anyLost(scene) ? yield* ofLosses(scene) : Outcome.empty
  const before = reportsDisabled(event) ? Outcome.reducer.combine(lost, ofDisabled(compiled.catalog)) : lost
  let current = event
  const spoken: Array<GroupContribution> = []
  let changes = 0
  for (const step of compiled.groups(event)) {
    const halted = halter(spoken)
    const denied = denier(spoken)
    if (halted !== undefined) spoken.push(...skippedGroup(step, `${halted} halted the agent`))
    else if (denied !== undefined && isSkipped(scene, step)) spoken.push(...skippedGroup(step, `${denied} denied`))
    else {
      const group = yield* runGroup(scene, step, current, changes)
      current = group.event
      changes += group.spoken.reduce((sum, { outcome }) => sum + outcome.changes.length, 0)
      spoken.push(...group.spoken)
    }
  }
  const problems = sessionEnv.isKept ? yield* sessionEnv.refresh(session, scene.settings.env) : []
  const after = problems.length === 0 ? Outcome.empty : aboutExports(problems)
  return {
    event: HookEvent.nameOf(event),
    outcome: combine(event, before, spoken, continuations, after),
    runs: spoken.map(({ run }) => run),
    diagnostics: diagnosticsOf(compiled),
    env: sessionEnv.exports(session).set
  }
})
