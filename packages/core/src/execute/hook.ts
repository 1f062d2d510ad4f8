/** One hook on one event: what it is told, what it said, and what that amounts to. */
import type * as Change from "@hookline/schema/Change"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { HookReply } from "@hookline/schema/HookReply"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as Outcome from "@hookline/schema/Outcome"
import type { Failure, Run } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Dialect, Interpretation } from "../Dialect.ts"
import type * as Background from "./Background.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import * as Telemetry from "../Telemetry.ts"
import { RunnerDefect, executing, InvalidReply, PipelineError, sentence } from "../PipelineError.ts"
import * as ToolNames from "./toolNames.ts"
import { inBackground, type Work } from "./Runner.ts"
import * as Observed from "./Observed.ts"
import { onFailureOf, userPolicyOf, type EventContext } from "./EventContext.ts"
import { claimInTurn, claimNow, endedWell, type Granted, settle } from "./once.ts"
import { callPort, type PortFailed, stateName, variablesName } from "./port.ts"

/** A hook that is done: how, and what it says to the event. */
export interface HookResult {
  readonly hook: Hook
  readonly run: Run
  readonly outcome: Outcome.Outcome
}

/** An event as hooks of one dialect are told it: made once for all of them. */
export interface HookInput extends ToolNames.LocalizedEvent {
  readonly payload: () => string
}

/** An event with what hooks are promised, where its host leaves it out: where they work, and when it came. */
const complete = ({ at, projectDir }: EventContext, event: HookEvent): HookEvent => ({
  ...event,
  cwd: event.cwd ?? projectDir,
  timestamp: event.timestamp ?? new Date(at).toISOString()
})

const asSent = (change: Change.Change): Change.Change => change

/** An event for functions of the program: with the host's names, and with the time at which it arrived. */
const sent = ({ at }: EventContext, event: HookEvent): ToolNames.LocalizedEvent => ({
  event: { ...event, timestamp: new Date(at).toISOString() },
  toHost: asSent
})

/** Returns the inputs of an event, one for each dialect. `isAgain` adds that it is a second look. */
export const payloadFor = (
  scene: EventContext,
  event: HookEvent,
  isAgain = false
): ((dialect: Dialect) => HookInput) => {
  const told = new Map<Dialect, HookInput>()
  return (dialect) => {
    const known = told.get(dialect)
    if (known !== undefined) return known
    const words =
      dialect.takesEventsAsSent === true ? sent(scene, event) : ToolNames.localize(scene.host, dialect, event)
    let text: string | undefined
    const payload = () => {
      if (text !== undefined) return text
      const fields = dialect.event.encodeForHook(complete(scene, words.event), words.hostTool)
      text = `${JSON.stringify(isAgain ? { ...fields, second_look: true } : fields)}\n`
      return text
    }
    const telling = { ...words, payload }
    told.set(dialect, telling)
    return telling
  }
}

/** A hook that did not run, and why. */
export const skipped = (hook: Hook, why: string, status: "skipped" | "interrupted" = "skipped"): HookResult => ({
  hook,
  run: { id: hook.id, kind: hook.handler._tag, source: hook.source, status, why },
  outcome: Outcome.empty
})

const tags = new Set<string>(Object.keys(HookReply.cases))

/** What a reply amounts to. A dialect that throws at it has not understood it. */
const translate = (
  scene: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  reply: HookReply
): Interpretation => {
  try {
    if (!tags.has(reply._tag)) {
      return { outcome: Outcome.empty, failure: new InvalidReply({ hook: hook.id, issue: "its runner gave no reply" }) }
    }
    return scene.translator.translate(dialect, hook, event, reply)
  } catch (error) {
    const issue = `its reply could not be translated: ${sentence(error)}`
    return { outcome: Outcome.empty, failure: new InvalidReply({ hook: hook.id, issue }) }
  }
}

interface Times {
  readonly started: number
  readonly queuedMillis: number
}

const done = (
  scene: EventContext,
  hook: Hook,
  times: Times,
  event: HookEvent,
  said: { readonly outcome: Outcome.Outcome; readonly reply?: HookReply },
  failure: Failure | undefined
): HookResult => {
  const onFailure: OnFailure = hook.onFailure ?? onFailureOf(scene)
  const outcome =
    failure === undefined
      ? said.outcome
      : Outcome.reducer.combine(
          said.outcome,
          FailurePolicy.decide(onFailure, { by: hook.id, text: failure.text }, event)
        )
  const { id, source } = hook
  const kind = hook.handler._tag
  const millis = scene.now() - times.started
  // Most hooks run at once and do not fail: spreading what is absent costs more than all the rest of this.
  if (failure === undefined && times.queuedMillis < 1 && said.reply !== undefined && scene.look === undefined) {
    return { hook, outcome, run: { id, kind, source, status: "ran", millis, reply: said.reply, outcome } }
  }
  return {
    hook,
    outcome,
    run: {
      id,
      kind,
      source,
      status: failure === undefined ? "ran" : "failed",
      millis,
      ...(scene.look !== undefined && { look: scene.look.number }),
      ...(times.queuedMillis >= 1 && { queuedMillis: times.queuedMillis }),
      ...(said.reply !== undefined && { reply: said.reply }),
      ...(failure !== undefined && { failure }),
      outcome
    }
  }
}

/** Returns the failure of a hook whose port broke. */
const portFailure = (hook: Hook, { _tag, message }: PortFailed): Failure => ({
  stage: "execute",
  reason: _tag,
  text: `${hook.id} failed: ${message}`
})

/** Adds the failure of a port to a hook that has replied: its outcome still counts. */
const withFailure = (scene: EventContext, hook: Hook, result: HookResult, event: HookEvent, error: PortFailed) => {
  const failure = portFailure(hook, error)
  const decided = FailurePolicy.decide(hook.onFailure ?? onFailureOf(scene), { by: hook.id, text: failure.text }, event)
  const outcome = Outcome.reducer.combine(result.outcome, decided)
  return { ...result, outcome, run: { failure, ...result.run, status: "failed" as const, outcome } }
}

/** A runner that was not made by the rules may fail with anything. */
const asError = (hook: Hook, error: unknown): PipelineError =>
  error instanceof PipelineError ? error : executing(new RunnerDefect({ hook: hook.id, issue: sentence(error) }))

const failed = (scene: EventContext, hook: Hook, times: Times, event: HookEvent, error: unknown): HookResult => {
  const { reason, stage } = asError(hook, error)
  const failure = {
    stage,
    reason: reason._tag,
    text: reason.message,
    ...(reason._tag === "HookFailed" && reason.detail !== undefined && { detail: reason.detail })
  }
  return done(scene, hook, times, event, { outcome: Outcome.empty }, failure)
}

/**
 * Drops the notice of a held output, except the first one of the session: the hook would cause one at each event, and
 * where its policy is open the action passes.
 */
const noticedOnce = (
  scene: EventContext,
  hook: Hook,
  event: HookEvent,
  result: HookResult
): Effect.Effect<HookResult> => {
  const { outcome, run } = result
  if (run.failure?.reason !== "OutputHeld" || outcome.verdict._tag !== "Pass") return Effect.succeed(result)
  return Effect.match(
    callPort(stateName, () => scene.state.mark(scene.session, `held ${hook.id}`)),
    {
      onSuccess: (isNew) => {
        if (isNew) return result
        const quiet = { ...outcome, notices: [] }
        return { ...result, outcome: quiet, run: { ...run, outcome: quiet } }
      },
      onFailure: (error) => withFailure(scene, hook, result, event, error)
    }
  )
}

const answered = (
  scene: EventContext,
  dialect: Dialect,
  hook: Hook,
  times: Times,
  telling: HookInput,
  reply: HookReply
): HookResult => {
  const { failure, outcome, softFailure } = translate(scene, dialect, hook, telling.event, reply)
  const strict = (hook.onFailure ?? onFailureOf(scene)) !== "open"
  const reason = failure ?? (strict ? softFailure : undefined)
  // The same object where nothing changes, because an empty outcome is recognized by identity.
  const localized =
    outcome.changes.length === 0 ? outcome : { ...outcome, changes: outcome.changes.map(telling.toHost) }
  return done(
    scene,
    hook,
    times,
    telling.event,
    { outcome: localized, reply },
    reason && { stage: "translate", reason: reason._tag, text: reason.message }
  )
}

const mayDeny = (event: HookEvent): boolean => Capabilities.of(event).verdicts.includes("Deny")

/**
 * Answers for a hook that moved itself to the background. Where it could have denied, that is a failure if the user's
 * policy is closed, and otherwise a notice, once per session and hook.
 */
const movedAway = (scene: EventContext, hook: Hook, times: Times, event: HookEvent): Effect.Effect<HookResult> =>
  Effect.gen(function* () {
    const goingOn = done(scene, hook, times, event, { outcome: Outcome.empty }, undefined)
    const result = { ...goingOn, run: { ...goingOn.run, why: "it runs on by itself" } }
    if (!mayDeny(event)) return result
    yield* callPort(stateName, () => Observed.mark(scene, hook))
    // The hook's own word can't hold here: a hook that wants to deny does not move.
    if (userPolicyOf(scene) === "closed") {
      const failure = { stage: "execute", reason: "HookFailed", text: Observed.sentence(hook) }
      return done(scene, { ...hook, onFailure: "closed" }, times, event, { outcome: Outcome.empty }, failure)
    }
    if (!(yield* callPort(stateName, () => scene.state.mark(scene.session, `moved ${hook.id}`)))) return result
    const outcome = Outcome.make({ notices: [{ by: hook.id, level: "warning", text: Observed.sentence(hook) }] })
    return { ...result, outcome, run: { ...result.run, outcome } }
  }).pipe(
    Effect.catchTag("PortFailed", (error) =>
      Effect.sync(() => done(scene, hook, times, event, { outcome: Outcome.empty }, portFailure(hook, error)))
    )
  )

const run = (
  scene: EventContext,
  dialect: Dialect,
  hook: Hook,
  telling: HookInput,
  onStart?: () => void
): Effect.Effect<HookResult> =>
  Effect.suspend(() => {
    const times = { started: scene.now(), queuedMillis: 0 }
    const isNative = hook.handler._tag === "Native"
    let rest: { readonly reply: Effect.Effect<HookReply, PipelineError> | undefined } | undefined
    const work: Work = {
      hook,
      handler: hook.handler,
      event: telling.event,
      dialect,
      payload: telling.payload,
      facts: { projectDir: scene.projectDir, event: telling.event, source: hook.source },
      limitMillis: scene.timeouts.limitMillis(hook, dialect, scene.settings),
      host: scene.host,
      settings: scene.settings,
      session: scene.session,
      // A function of the program can't move itself, and closures cost more than all it does.
      ...(!isNative && !inBackground(hook) && { onMoved: (reply) => (rest = { reply }) })
    }
    const executed = scene.executor.execute(work, (queuedMillis) => {
      times.queuedMillis = queuedMillis
      times.started += queuedMillis
      onStart?.()
    })
    const onFailure = (error: PipelineError) => failed(scene, hook, times, telling.event, error)
    if (isNative) {
      const finished = Effect.match(executed, {
        onSuccess: (reply) => answered(scene, dialect, hook, times, telling, reply),
        onFailure
      })
      return Telemetry.hook(scene.traced, hook, finished)
    }
    const finished = Effect.matchEffect(executed, {
      onSuccess: (reply) =>
        rest === undefined
          ? Effect.succeed(answered(scene, dialect, hook, times, telling, reply))
          : goesOn(scene, dialect, hook, times, telling, rest.reply),
      onFailure: (error) => noticedOnce(scene, hook, telling.event, onFailure(error))
    })
    return Telemetry.hook(scene.traced, hook, finished)
  })

/** Lets a hook that moved itself run on, and reports its result later. */
const goesOn = (
  scene: EventContext,
  dialect: Dialect,
  hook: Hook,
  times: Times,
  telling: HookInput,
  reply: Effect.Effect<HookReply, PipelineError> | undefined
): Effect.Effect<HookResult> => {
  const { event } = telling
  const now = movedAway(scene, hook, times, event)
  if (reply === undefined) return now
  const finished = Effect.match(reply, {
    onSuccess: (came) => answered(scene, dialect, hook, times, telling, came),
    onFailure: (error) => failed(scene, hook, times, event, error)
  })
  const told = reportDone(
    scene,
    hook,
    event,
    Effect.catchDefect(finished, (defect) => Effect.sync(() => failed(scene, hook, times, event, defect)))
  )
  return Effect.andThen(Effect.forkIn(told, scene.scope, { startImmediately: true }), now)
}

/** Reports the result of a hook in the background, with the problems of its exports. */
const reportDone = (
  scene: EventContext,
  hook: Hook,
  event: HookEvent,
  finished: Effect.Effect<HookResult>
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const done = yield* finished
    // Another event ran it meanwhile.
    if (done.run.status === "skipped") return
    // Its exports are there for the next hook. Lines that can't be read are reported with it.
    const problems = yield* Effect.catchTag(
      callPort(variablesName, () => scene.sessionEnv.refresh(scene.session, scene.settings.env)),
      "PortFailed",
      ({ message }) => Effect.succeed([message])
    )
    const notices = problems.map((text) => ({ by: hook.id, level: "warning" as const, text }))
    const outcome =
      notices.length === 0 ? done.outcome : Outcome.reducer.combine(done.outcome, Outcome.make({ notices }))
    const told = callPort("the port for results of background hooks", () =>
      scene.background.onDone(afterwards(hook, event, { ...done, outcome }))
    )
    // The event is over, and no other port takes its results.
    yield* Effect.catchTag(told, "PortFailed", ({ message }) => Effect.logError(message))
  })

/** What a hook in the background came to: its event is over, and no verdict or change of it counts any more. */
const afterwards = (hook: Hook, event: HookEvent, { outcome, run: ran }: HookResult): Background.Done => {
  const { context, notices, verdict } = outcome
  const asked = hook.handler._tag === "Command" && hook.handler.asyncRewake === true && verdict._tag === "Deny"
  const said = Outcome.make({ context, notices })
  return {
    event,
    run: { ...ran, outcome: said },
    ...(asked && {
      rewake: Verdict.reasonsOf(verdict)
        .map(({ text }) => text)
        .join("\n")
    })
  }
}

/**
 * Lets a hook run on by itself: the answer waits until it has begun, and no longer. A process that ends with its answer
 * would else end before it.
 */
const runOn = (
  scene: EventContext,
  hook: Hook,
  event: HookEvent,
  start: (onStart: () => void) => Effect.Effect<HookResult>
): Effect.Effect<HookResult> => {
  const now = { started: scene.now(), queuedMillis: 0 }
  const begun = Deferred.makeUnsafe<void>()
  const begin = () => void Deferred.doneUnsafe(begun, Exit.void)
  // Nobody waits for it who would see that it broke.
  const finished = Effect.catchDefect(start(begin), (defect) =>
    Effect.sync(() => failed(scene, hook, now, event, defect))
  )
  const told = reportDone(scene, hook, event, finished)
  const goingOn: HookResult = {
    hook,
    run: { id: hook.id, kind: hook.handler._tag, source: hook.source, status: "ran", why: "it runs on by itself" },
    outcome: Outcome.empty
  }
  // What ends without having begun has failed, or was interrupted: either way nobody need wait for it.
  const running = Effect.ensuring(told, Effect.sync(begin))
  return Effect.forkIn(running, scene.scope, { startImmediately: true }).pipe(
    Effect.andThen(Deferred.await(begun)),
    Effect.as(goingOn)
  )
}

/** Checks whether a result is a success: a hook that failed, or denied, has not done what it runs once for. */
const isDone = ({ outcome, run }: HookResult): boolean =>
  run.status === "ran" && endedWell(run.reply) && outcome.verdict._tag !== "Deny"

const hasRunOnce = (hook: Hook): HookResult => skipped(hook, "it has run once in this session")

/** Runs a hook whose claim is granted, and settles the claim however the run ends. */
const settled = (
  scene: EventContext,
  hook: Hook,
  event: HookEvent,
  claim: Granted,
  work: Effect.Effect<HookResult>
): Effect.Effect<HookResult> =>
  Effect.flatMap(Effect.exit(work), (exit) =>
    Effect.matchEffect(settle(claim, exit._tag === "Success" && isDone(exit.value)), {
      onSuccess: () => exit,
      onFailure: (error) =>
        exit._tag === "Success" ? Effect.succeed(withFailure(scene, hook, exit.value, event, error)) : exit
    })
  )

/** Returns the failure of a hook that could not be claimed. */
const unclaimed = (
  scene: EventContext,
  hook: Hook,
  event: HookEvent,
  error: PipelineError | PortFailed
): HookResult => {
  const times = { started: scene.now(), queuedMillis: 0 }
  return error._tag === "PortFailed"
    ? done(scene, hook, times, event, { outcome: Outcome.empty }, portFailure(hook, error))
    : failed(scene, hook, times, event, error)
}

/** Runs a hook, unless it has run in this session. */
const runOnce = (scene: EventContext, dialect: Dialect, hook: Hook, telling: HookInput): Effect.Effect<HookResult> =>
  Effect.uninterruptibleMask((restore) => {
    const { event } = telling
    const limitMillis = scene.timeouts.limitMillis(hook, dialect, scene.settings)
    return Effect.matchEffect(restore(claimInTurn(scene, hook, limitMillis)), {
      onSuccess: (claim) =>
        claim._tag === "Done"
          ? Effect.succeed(hasRunOnce(hook))
          : settled(scene, hook, event, claim, restore(run(scene, dialect, hook, telling))),
      onFailure: (error) => Effect.succeed(unclaimed(scene, hook, event, error))
    })
  })

/** Lets a hook run on by itself, unless it has run in this session. The event does not wait for another one's run. */
const runOnOnce = (scene: EventContext, dialect: Dialect, hook: Hook, telling: HookInput): Effect.Effect<HookResult> =>
  Effect.uninterruptibleMask((restore) => {
    const { event } = telling
    const limitMillis = scene.timeouts.limitMillis(hook, dialect, scene.settings)
    return Effect.matchEffect(restore(claimNow(scene, hook, limitMillis)), {
      onSuccess: (claim) => {
        if (claim._tag === "Done") return Effect.succeed(hasRunOnce(hook))
        const start = (begin: () => void): Effect.Effect<HookResult> =>
          claim._tag === "Taken"
            ? Effect.andThen(Effect.sync(begin), runOnce(scene, dialect, hook, telling))
            : Effect.uninterruptibleMask((own) =>
                settled(scene, hook, event, claim, own(run(scene, dialect, hook, telling, begin)))
              )
        return restore(runOn(scene, hook, event, start))
      },
      onFailure: (error) => Effect.succeed(unclaimed(scene, hook, event, error))
    })
  })

const runOrSkip = (
  scene: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  telling: () => HookInput
): Effect.Effect<HookResult | undefined> => {
  const { compiled } = scene
  // Judged on the event as it came, and again as the hook would get it: either lets it run.
  if (!compiled.conditionHolds(hook, scene.event) && !compiled.conditionHolds(hook, event))
    return Effect.succeed(undefined)
  const input = telling()
  // At a second look, what runs once in a session ran on another input than the one that is left.
  const isOnce = hook.once && scene.look?.ran.has(hook) !== true
  if (!inBackground(hook)) return (isOnce ? runOnce : run)(scene, dialect, hook, input)
  if (isOnce) return runOnOnce(scene, dialect, hook, input)
  return runOn(scene, hook, input.event, (begin) => run(scene, dialect, hook, input, begin))
}

/**
 * Runs a hook, unless its rule or its past keeps it from running. Nothing where its rule does. Whatever breaks on the
 * way is this hook's failure, and nobody else's.
 */
export const runHook = (
  scene: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  telling: () => HookInput
): Effect.Effect<HookResult | undefined> =>
  Effect.catchDefect(
    Effect.suspend(() => runOrSkip(scene, dialect, hook, event, telling)),
    (defect) => Effect.sync(() => failed(scene, hook, { started: scene.now(), queuedMillis: 0 }, event, defect))
  )
