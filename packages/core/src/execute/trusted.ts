/** Runs a hook as far as it is trusted: with full effect, confined and clamped, or not at all. */
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Outcome from "@hookline/schema/Outcome"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as Effect from "effect/Effect"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { attribute, reasoned } from "../trust/attributed.ts"
import { clamp, droppedOf, wordsOf } from "../trust/clamp.ts"
import type { Decision } from "../trust/TrustPolicy.ts"
import type { EventContext } from "./EventContext.ts"
import type { HookInput, Limits } from "./HookInput.ts"
import { type HookResult, skipped } from "./HookResult.ts"
import { callPort, stateName } from "./port.ts"
import type { Confinement } from "./Runner.ts"
import type { SandboxStatus } from "./Sandbox.ts"
import { settingsFor } from "./settingsFor.ts"

/** The trust of hooks that no record is about. */
const user: HookTrust = { state: "user" }

/** A sandbox that was not tried. It is tried on first use, because that costs a process. */
const untried: SandboxStatus = { _tag: "Missing", why: "it was not tried" }

/** Checks whether a hook runs with full effect and all rights, as most do. */
const isFree = (context: JudgeContext, hook: Hook): boolean => {
  const { profiles, sandbox } = settingsFor(context.compiled.catalog, hook)
  const isNarrowed = hook.profile !== undefined || profiles?.[hook.id] !== undefined || sandbox?.user !== undefined
  return hook.handler._tag === "Native" || (!isNarrowed && (!isOfProject(hook) || !context.trust.judges))
}

/** The part of a context by which hooks are judged. */
export type JudgeContext = Pick<EventContext, "compiled" | "sandbox" | "settings" | "trust" | "trustPolicy">

/** The name of the judge in sentences. */
export const judgeName = "the judge of trust"
const sandboxName = "the sandbox"

/** The time limit of trying a sandbox, in milliseconds. It starts programs, which is slow on a busy machine. */
const tryingMillis = 10_000

/** A judgement: the trust of a hook, and the failure of the judge, if it gave none. */
interface Judgement {
  readonly trust: HookTrust
  readonly issue?: string
}

/** Asks the judge about a hook. Without an answer the hook is not trusted, so that it still denies what it denies. */
export const judgementOf = (
  { settings, trust }: Pick<EventContext, "settings" | "trust">,
  hook: Hook
): Effect.Effect<Judgement> =>
  Effect.match(
    callPort(judgeName, () => trust.of(hook, settings)),
    {
      onSuccess: (found): Judgement => ({ trust: found, ...(found.why !== undefined && { issue: found.why }) }),
      onFailure: ({ message }): Judgement => ({ trust: { state: "new" }, issue: message })
    }
  )

/** Returns the status of the sandbox. One that does not answer confines nothing. */
const statusOf = ({ sandbox }: Pick<EventContext, "sandbox">): Effect.Effect<SandboxStatus> =>
  Effect.match(
    callPort(sandboxName, () => sandbox.status, tryingMillis),
    {
      onSuccess: (status) => status,
      onFailure: ({ message }): SandboxStatus => ({ _tag: "Missing", why: message })
    }
  )

/**
 * Decides how a hook runs. The sandbox is tried only where the decision depends on it, as that about an untrusted hook does
 * under every policy: one that runs it in spite of a missing sandbox must not be taken at its word before it is tried.
 */
const decisionOf = (context: JudgeContext, hook: Hook, event: HookEvent, trust: HookTrust): Effect.Effect<Decision> => {
  const { compiled, trustPolicy } = context
  const situation = { hook, trust, event, settings: settingsFor(compiled.catalog, hook) }
  const first = trustPolicy.decide({ ...situation, sandbox: untried })
  const isUntrusted = trust.state === "new" || trust.state === "changed"
  return !isUntrusted && first._tag === "Run" && (first.confinement?.profile ?? "open") === "open"
    ? Effect.succeed(first)
    : Effect.map(statusOf(context), (status) => trustPolicy.decide({ ...situation, sandbox: status }))
}

/** Returns the trust of a hook now, and how it would run. Returns `undefined` for a hook that runs with full effect. */
export const judged = (
  context: JudgeContext,
  hook: Hook,
  event: HookEvent
): Effect.Effect<{ readonly trust: HookTrust; readonly decision: Decision } | undefined> =>
  isFree(context, hook)
    ? Effect.undefined
    : Effect.flatMap(
        isOfProject(hook) ? judgementOf(context, hook) : Effect.succeed<Judgement>({ trust: user }),
        ({ trust }) => Effect.map(decisionOf(context, hook, event, trust), (decision) => ({ trust, decision }))
      )

/**
 * Returns the confinements in which hooks would run that may run soon, without those that would not run. The last judgement
 * of a hook is used, because its files are looked at when it runs. Returns `undefined` if no hook is judged.
 */
export const confinementsOf = (
  context: JudgeContext,
  hooks: ReadonlyArray<Hook>,
  event: HookEvent
): Effect.Effect<ReadonlyMap<Hook, Confinement | undefined>> | undefined => {
  if (hooks.every((hook) => isFree(context, hook))) return undefined
  return Effect.gen(function* () {
    const found = new Map<Hook, Confinement | undefined>()
    for (const hook of hooks) {
      if (isFree(context, hook)) {
        found.set(hook, undefined)
        continue
      }
      const last = isOfProject(hook) ? context.trust.last(hook) : user
      const { trust } = last === undefined ? yield* judgementOf(context, hook) : { trust: last }
      const decision = yield* decisionOf(context, hook, event, trust)
      if (decision._tag === "Run") found.set(hook, decision.confinement)
    }
    return found
  })
}

/** Marks a session, and returns true if the mark is new. A broken state notifies again, which hides nothing. */
const isFirst = (context: EventContext, mark: SessionMark.SessionMark): Effect.Effect<boolean> =>
  Effect.orElseSucceed(
    callPort(stateName, () => context.state.mark(context.session, SessionMark.encode(mark))),
    () => true
  )

const fix = "`hookline trust` shows it and decides"

const withNotice = (hook: Hook, why: string, level: "warning" | "error"): HookResult => {
  const text = `${onOneLine(hook.id)} does not run: ${why}. ${fix}.`
  const result = skipped(hook, why)
  return { ...result, outcome: Outcome.make({ notices: [{ by: hook.id, level, text }] }) }
}

/** Returns the result of a hook that is left out. The session is notified once. */
const leftOut = (context: EventContext, hook: Hook, why: string): Effect.Effect<HookResult> =>
  Effect.map(isFirst(context, { _tag: "LeftOut", hook: hook.id, why }), (isNew) =>
    isNew ? withNotice(hook, why, "warning") : skipped(hook, why)
  )

/** Returns the result of a hook that can't be confined: an event that it could have denied is asked about or denied. */
const unconfined = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  { effect, why }: Extract<Decision, { readonly _tag: "Unconfined" }>
): Effect.Effect<HookResult> => {
  const text = `${onOneLine(hook.id)} does not run: ${why}. ${fix}`
  const failure = { by: hook.id, text }
  const decided = (onFailure: "ask" | "closed"): HookResult => ({
    ...skipped(hook, why),
    outcome: FailurePolicy.decide(onFailure, failure, event)
  })
  if (effect === "deny") return Effect.succeed(decided("closed"))
  if (effect === "notice") {
    return Effect.map(isFirst(context, { _tag: "LeftOut", hook: hook.id, why }), (isNew) =>
      isNew ? withNotice(hook, why, "error") : skipped(hook, why)
    )
  }
  // Asked once for this content: the id is made of it, and the reason contains whether it has changed.
  return Effect.map(isFirst(context, { _tag: "UnconfinedAsked", hook: hook.id, why }), (isNew) =>
    // The answer is unknown here: an action that passes without the guard is never silent.
    isNew ? decided("ask") : withNotice(hook, `${why}; its session was asked`, "warning")
  )
}

/** Adds that the judge has failed, and that the hook is not trusted for it. */
const withIssue = (hook: Hook, issue: string, result: HookResult): HookResult => {
  const { notices } = result.outcome
  const text = `${issue}, so that ${onOneLine(hook.id)} is not trusted.`
  const outcome = { ...result.outcome, notices: [...notices, { by: hook.id, level: "error" as const, text }] }
  return { ...result, outcome, run: { ...result.run, ...(result.run.outcome !== undefined && { outcome }) } }
}

/** Returns how a decision limits a run. */
const limitsOf = (
  { clamped, confinement }: Extract<Decision, { readonly _tag: "Run" }>,
  trust: HookTrust
): Limits | undefined => (confinement === undefined ? undefined : { clamped, confinement, trust })

/**
 * Runs a hook as far as it is trusted now. `run` gets the limits of the run, if there are any. Hooks of a user and of the
 * program cost nothing here.
 */
export const asTrusted = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  run: (limits: Limits | undefined) => Effect.Effect<HookResult>
): Effect.Effect<HookResult> => {
  if (isFree(context, hook)) return run(undefined)
  const byTrust = ({ issue, trust }: Judgement): Effect.Effect<HookResult> => {
    const ran = Effect.flatMap(decisionOf(context, hook, event, trust), (decision) => {
      switch (decision._tag) {
        case "Run":
          return run(limitsOf(decision, trust))
        case "Skip":
          return leftOut(context, hook, decision.why)
        case "Unconfined":
          return unconfined(context, hook, event, decision)
      }
    })
    return issue === undefined ? ran : Effect.map(ran, (result) => withIssue(hook, issue, result))
  }
  return isOfProject(hook) ? Effect.flatMap(judgementOf(context, hook), byTrust) : byTrust({ trust: user })
}

/** Adds the limits of a run to what the hook gets. */
export const limited = (input: HookInput, limits: Limits | undefined): HookInput =>
  limits === undefined ? input : { ...input, limits }

/**
 * Returns what counts of a result. Its own reasons go to the person at each event, and a notice of the
 * dropped parts once per session.
 */
export const clamped = ({ limits, event }: HookInput, hook: Hook, result: HookResult): HookResult => {
  if (limits?.clamped !== true) return result
  const { outcome, run } = result
  const { failure } = run
  const own = [...(failure === undefined ? [] : [failure.text]), ...(result.remarks ?? [])]
  const counts = attribute(hook, clamp(outcome, event), own)
  // The notice of a failure has its text.
  const words = failure === undefined ? wordsOf(outcome) : []
  const dropped = droppedOf(outcome, event)
  const told = words.map((text) => reasoned(hook, text))
  const remark = `${onOneLine(hook.id)} is not trusted, so that ${dropped.join(" and ")} of it did not count. ${fix}.`
  const remarks = dropped.length === 0 ? (result.remarks ?? []) : [...(result.remarks ?? []), remark]
  const notices = [
    ...counts.notices,
    ...told.map((text) => ({ by: hook.id, level: "warning" as const, text })),
    ...(dropped.length === 0 ? [] : [{ by: hook.id, level: "warning" as const, text: remark }])
  ]
  const said = notices.length === 0 ? counts : { ...counts, notices }
  return {
    hook,
    outcome: said,
    run: {
      ...run,
      confined: {
        profile: limits.confinement.profile,
        state: limits.trust.state,
        ...(outcome !== Outcome.empty && { unclamped: outcome })
      },
      outcome: said
    },
    ...(remarks.length > 0 && { remarks })
  }
}
