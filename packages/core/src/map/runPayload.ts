/** Runs the hooks of a payload: its events one after the other, up to the first that does not proceed. */
import type { Catalog } from "@hookline/schema/Catalog"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as Change from "@hookline/schema/Change"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import { matched } from "../decorate/matched.ts"
import { type Pending, type PendingOptions, ofAnswer } from "../decorate/pendingNotices.ts"
import { ofState } from "../decorate/stateNotices.ts"
import type { Dialect, SkillChange } from "../Dialect.ts"
import * as Broken from "../execute/broken.ts"
import { callPort, decideOnPort, type PortFailed, stateName } from "../execute/port.ts"
import type { EmitOptions } from "../EmitOptions.ts"
import { InvalidReply, PipelineError, sentence, Unreadable } from "../PipelineError.ts"
import { HostDialect } from "../HostDialect.ts"
import { SessionState } from "../session/SessionState.ts"
import { legibleOutcome } from "../translate/legible.ts"
import { ThisProject } from "../ThisProject.ts"
import { Translator } from "../translate/Translator.ts"
import { Mapper } from "./Mapper.ts"
import { misjudged } from "./misjudged.ts"
import type { PayloadAnswer } from "./PayloadAnswer.ts"
import { isDuplicateTurnEnd, isTurnEnd } from "./turnEnd.ts"

/** The services that a payload requires beside the answers to its events. */
export interface PayloadServices {
  readonly host: Dialect
  readonly projectDir: string
  readonly mapper: Mapper["Service"]
  readonly state: SessionState["Service"]
  readonly translator: Translator["Service"]
  /** Returns the policy for failures of the state, and of a payload. */
  readonly policy: () => OnFailure
  readonly catalog: (session?: string) => Effect.Effect<Catalog>
}

/** Returns the services of a pipeline's payloads. */
export const payloadServices = Effect.fnUntraced(function* ({
  catalog,
  onFailure
}: {
  readonly catalog: PayloadServices["catalog"]
  readonly onFailure: () => OnFailure
}) {
  const { project } = yield* ThisProject
  const services: PayloadServices = {
    host: yield* HostDialect,
    projectDir: project.project,
    mapper: yield* Mapper,
    state: yield* SessionState,
    translator: yield* Translator,
    policy: onFailure,
    catalog
  }
  return services
})

/** Answers one event. */
export type Answer = (event: HookEvent.HookEvent, options?: EmitOptions) => Effect.Effect<Report>

/** Returns the next event of a payload as the hooks of this one left the call's result: both are parts of one call. */
const withResult = (next: HookEvent.HookEvent, { outcome: { changes } }: Report): HookEvent.HookEvent =>
  "toolResponse" in next && changes.some(({ target }) => target === "result")
    ? { ...next, toolResponse: Change.apply(next.toolResponse, "result", changes) }
    : next

/**
 * Combines the outcomes of a payload's events. An `Allow` speaks for its own event, so that it counts only if every event
 * that can be allowed is.
 */
const combine = (events: ReadonlyArray<HookEvent.HookEvent>, reports: ReadonlyArray<Report>): Outcome.Outcome => {
  const combined = Outcome.reducer.combineAll(reports.map(({ outcome }) => outcome))
  if (combined.verdict._tag !== "Allow") return combined
  const isGranted = events.every(
    (event, index) =>
      !Capabilities.of(event).verdicts.includes("Allow") || reports[index]?.outcome.verdict._tag === "Allow"
  )
  return isGranted ? combined : { ...combined, verdict: Verdict.pass }
}

/** Returns the error of a mapper that broke. */
const unmapped = ({ name }: Dialect, issue: string): PipelineError =>
  new PipelineError({ stage: "map", reason: new Unreadable({ dialect: name, issue: `the Mapper broke: ${issue}` }) })

/** The event of a payload that has none. */
const noEvent: HookEvent.HookEvent = { _tag: "Other", name: "none", data: {} }

/** Opens or closes a skill that the host has opened or closed: its hooks count from the next event on. */
const changeSkill = (
  { host, projectDir, state }: PayloadServices,
  change: SkillChange
): Effect.Effect<ReadonlyArray<PortFailed>> => {
  const { _tag, name, sessionId: session, ...told } = change
  const key = { project: projectDir, session }
  const changed = callPort(stateName, () =>
    _tag === "Loaded"
      ? state.skills.open(key, { ...told, name, dialect: host.name })
      : state.skills.close(key, { name })
  )
  return Effect.match(changed, { onSuccess: () => [], onFailure: (error) => [error] })
}

/**
 * Decodes a payload once, answers its events, and encodes the combined outcome. `wants` keeps events without hooks from
 * touching the state of their session.
 */
export const runPayload = Effect.fnUntraced(function* (
  services: PayloadServices,
  answer: Answer,
  wants: (event: HookEvent.HookEvent) => boolean,
  payload: unknown,
  options?: EmitOptions
): Effect.fn.Return<PayloadAnswer, PipelineError> {
  const { host, mapper, projectDir, state, translator } = services
  const decoded = yield* Broken.orElse(
    Broken.called(() => mapper.map(payload)),
    (issue) => Effect.fail(unmapped(host, issue))
  )
  const { contradiction, events, skill } = decoded
  const broken: Array<PortFailed> = skill?._tag === "Loaded" ? [...(yield* changeSkill(services, skill))] : []
  const answered: Array<HookEvent.HookEvent> = []
  const reports: Array<Report> = []
  const pending: Array<Pending> = []
  for (const sent of events) {
    const event = reports.reduce(withResult, sent)
    const session = { project: projectDir, session: event.sessionId }
    // Asked only where it counts, because the answer asks again.
    const isWanted = isTurnEnd(host.event, event) && wants(event)
    // A turn begins with a prompt, also without hooks.
    if (event._tag === "UserPromptSubmit" || isWanted) {
      // Hooks that run twice are better than hooks that do not run.
      const isDuplicate = yield* Effect.catchTag(
        callPort(stateName, () => isDuplicateTurnEnd(host.event, state, session, event)),
        "PortFailed",
        (error) => Effect.sync(() => broken.push(error) < 0)
      )
      if (isDuplicate) continue
    }
    const given: PendingOptions = { ...options, forHost: true, pending }
    const report = yield* answer(event, isWanted ? matched(given) : given)
    answered.push(event)
    reports.push(report)
    if (!Outcome.proceeds(report.outcome)) break
  }
  if (skill?._tag === "Unloaded") broken.push(...(yield* changeSkill(services, skill)))
  const failures = broken.map((error) => decideOnPort(services.policy(), error, events[0] ?? noEvent))
  if (contradiction !== undefined) {
    // The catalog is read by now, and holds the policies of the hooks.
    const catalog = yield* services.catalog(events[0]?.sessionId)
    failures.push(misjudged(contradiction, events, catalog, services.policy()))
  }
  const combined = Outcome.reducer.combineAll([combine(answered, reports), ...failures])
  const event = events[0] ?? noEvent
  const write = (outcome: Outcome.Outcome) => translator.answer(legibleOutcome(outcome), event)
  const { mayWait, outcome: notices } = yield* ofAnswer(state, pending, { host, event, outcome: combined, write })
  const [first] = reports
  if (first !== undefined && notices !== Outcome.empty) {
    reports[0] = { ...first, outcome: legibleOutcome(Outcome.reducer.combine(notices, first.outcome)) }
  }
  const all = notices === Outcome.empty ? combined : Outcome.reducer.combine(notices, combined)
  const outcome = legibleOutcome(ofState(all, state.problems, services.policy, event))
  const reply = yield* Effect.try({
    try: () => translator.answer(outcome, event),
    catch: (error) =>
      new PipelineError({
        stage: "translate",
        reason: new InvalidReply({ hook: "the answer", issue: sentence(error) })
      })
  })
  return {
    events,
    answered,
    reports,
    outcome,
    reply,
    mayWait,
    ...(skill !== undefined && { skill }),
    ...(contradiction !== undefined && { contradiction })
  }
})
