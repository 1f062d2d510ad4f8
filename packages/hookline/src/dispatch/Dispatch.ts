/**
 * Is a host's hook command: a payload comes in, the host's own answer goes out. Whatever goes wrong on the way is
 * answered too, in the host's words, and never by a stack trace.
 *
 * @since 0.1.0
 */
import type { Dialect, HostReply } from "@hookline/core/Dialect"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { isMissing } from "@hookline/core/kit/discover/ProjectBounds"
import { isFailure } from "@hookline/core/kit/discover/ReadingFailures"
import { type PayloadAnswer, Pipeline } from "@hookline/core/Pipeline"
import { sentence } from "@hookline/core/PipelineError"
import * as Timeouts from "@hookline/core/Timeouts"
import { SessionEnv } from "@hookline/core/SessionEnv"
import * as EnvFile from "@hookline/executor/EnvFile"
import { misjudged } from "@hookline/core/kit/map/misjudged"
import { legibleOutcome } from "@hookline/core/kit/translate/legible"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import { type OnFailure, stricter } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { repeatedKey } from "@hookline/dialects/kit/format/wire/repeatedKey"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { reported } from "../output/reported.ts"
import { neverDenied } from "./unansweredExit.ts"
import type { Recorded } from "./recordExports.ts"
import type * as Scope from "effect/Scope"

/**
 * A call of a host.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call {
  readonly host: Dialect
  /** The text of standard input. */
  readonly text: string
  /** The policy for our own failures until settings are read, and if they can't be read. */
  readonly onFailure: OnFailure
  /** The event that the host calls for, where its command line names it. */
  readonly event?: string
  /** The time for which the host waits. Defaults to the limit of its dialect. */
  readonly limitMillis?: number
  /** The time since which it waits, on the clock of `performance.now()`. Defaults to the start of this process. */
  readonly startedAt?: number
}

/**
 * An answer: standard output, standard error, and the exit code.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
  /** The exit code where standard output can't be written; 2, if left out. */
  readonly exitUnwritten?: number
  /** True if it is stricter than an allow, so that it must not be discarded. */
  readonly isStrict?: boolean
  /** `true` if no hook matches and the answer is empty, so that it stays the same until one of the files that were read changes. */
  readonly isQuiet?: boolean
  /** True if no hook was run, because the event needs a process of its own. */
  readonly isRefused?: boolean
}

/** The answer leaves the host some time to read it. */
const reserveMillis = (limitMillis: number): number => Math.min(1000, limitMillis / 10)

/** Returns the time at which the answer to an event must be there. */
const deadlineOf = ({ host, limitMillis, startedAt = 0 }: Call, eventName: string): number => {
  const limit = limitMillis ?? host.defaults.timeoutMillis("Command", eventName)
  return startedAt + limit - reserveMillis(limit)
}

/**
 * Limits each hook to the time until the deadline, but to no less than a millisecond.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeadline = (call: Call): Layer.Layer<Timeouts.Timeouts, never, ThisProject> =>
  Timeouts.layer((hook, dialect, settings) =>
    Math.max(1, Math.min(Timeouts.ofDialect(hook, dialect, settings), deadlineOf(call, hook.event) - performance.now()))
  )

/** Formats texts for standard error, each with its lines. */
export const lines = (texts: ReadonlyArray<string>): string => texts.map((text) => `${reported(text)}\n`).join("")

const written = (
  { body, exit, stderr, text, unsupported }: HostReply,
  { verdict }: Outcome.Outcome,
  event: HookEvent.HookEvent | undefined
): Answer => {
  const stdout = body === undefined ? (text === undefined ? "" : `${text}\n`) : `${JSON.stringify(body)}\n`
  const said = stderr === undefined || stderr === "" ? "" : `${stderr.trimEnd()}\n`
  const notices = lines(unsupported.map(({ text: notice }) => notice))
  // Without a denial of a hook, an exit code that denies would prolong the end of some work.
  const isStrict = Verdict.isStricter(verdict._tag, "Allow")
  const isEnd = event !== undefined && neverDenied.has(event._tag) && !isStrict
  return { stdout, exit, stderr: said + notices, isStrict, ...(isEnd && { exitUnwritten: 1 }) }
}

/** The keys of an event's name in payloads of hosts that leave it out of some. */
const nameKeys = ["hook_event_name", "hookEventName", "hookName"]

/** Removes a byte-order mark. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

const parsed = (text: string): unknown => {
  try {
    return ExactJson.parse(withoutMark(text))
  } catch {
    return undefined
  }
}

/**
 * Returns the payload that came, with the event that the command line names where the host leaves it out. A name that the
 * payload has counts alone, and no event is guessed from the other fields.
 */
const payloadOf = ({ event, host, text }: Call): unknown => {
  const payload = parsed(text)
  if (event === undefined || !isJson(payload) || Hosts.named(host.name)?.leavesOutNames !== true) return payload
  const isNamed = nameKeys.some((key) => payload[key] !== undefined && payload[key] !== null && payload[key] !== "")
  return isNamed ? payload : { ...payload, hook_event_name: event }
}

/** Returns a sentence about a key that the payload has twice. The text before it was parsed has all of its values. */
const repeatedIn = ({ text }: Call): string | undefined => {
  const payload = parsed(text)
  const key = isJson(payload) ? repeatedKey(withoutMark(text), payload) : undefined
  return key === undefined
    ? undefined
    : `${JSON.stringify(key)} is in the payload twice: hooks were given its last value, and the host may use another one`
}

/** The events of a payload, as far as it can be read. */
const eventsOf = (host: Dialect, payload: unknown): ReadonlyArray<HookEvent.HookEvent> => {
  const heard = host.event.read(payload)
  return Result.isSuccess(heard) ? heard.success.events : []
}

/**
 * Checks whether a session begins, as far as the payload can be read.
 *
 * @category getters
 * @since 0.1.0
 */
export const beginsSession = (call: Call): boolean =>
  eventsOf(call.host, payloadOf(call)).some(({ _tag }) => _tag === "SessionStart")

/**
 * Returns a sentence where the host fired an event under a name that it is not known to have, and its entry names one that it
 * has: a host that renames an event would otherwise run no hook of it, in silence.
 */
const renamed = ({ event, host }: Call, events: ReadonlyArray<HookEvent.HookEvent>): string | undefined => {
  const [first] = events
  if (event === undefined || first?._tag !== "Other" || !HookEvent.isName(event)) return undefined
  const told = `${host.title} fired ${JSON.stringify(first.name)}, and its entry calls for ${event}`
  return `${told}: which hooks are meant is unknown. A newer version may have renamed the event`
}

/** Answers for an event that only the command line names, in the way that the host reads from a command that failed. */
const unreadable = ({ event = "", host, onFailure }: Call, text: string): Answer => {
  const stderr = lines([text])
  if (onFailure === "open" || neverDenied.has(event)) return { stdout: "", stderr, exit: 1 }
  const denials = Hosts.named(host.name)?.settings.exits?.denials ?? {}
  if (!Object.hasOwn(denials, event)) return { stdout: "", stderr, exit: 2 }
  return { stdout: `${JSON.stringify(denials[event])}\n`, stderr, exit: 0 }
}

/**
 * Returns the answer for a failure of our own. The policy decides what it means, and the answer is in the
 * host's words where they are known. Exit code 2 denies wherever nothing else can.
 *
 * @category constructors
 * @since 0.1.0
 */
export const failed = (call: Call, why: string): Answer => {
  const text = `no hook could be run: ${why}`
  const [event] = eventsOf(call.host, payloadOf(call))
  if (event === undefined) return unreadable(call, text)
  const outcome = FailurePolicy.decide(call.onFailure, { by: "hookline", text }, event)
  try {
    const answer = written(call.host.reply.write(legibleOutcome(outcome), event), outcome, event)
    return { ...answer, stderr: answer.stderr + lines([text]) }
  } catch {
    // The host's own words are what is broken.
    return { stdout: "", stderr: lines([text]), exit: Verdict.isStricter(outcome.verdict._tag, "Allow") ? 2 : 1 }
  }
}

const whatCame = (text: string): string => {
  if (text.trim() === "") return "nothing came on standard input, where the host's payload belongs"
  return `what came on standard input is no JSON object: ${text.trim().slice(0, 60)}`
}

/**
 * The reports of the events of a payload, with their times in milliseconds since 1970.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answered {
  readonly events: ReadonlyArray<HookEvent.HookEvent>
  readonly reports: ReadonlyArray<Report>
  readonly start: number
  readonly end: number
}

/**
 * The parts by which a call is answered.
 *
 * @category models
 * @since 0.1.0
 */
export interface Means {
  /** The pipeline, with `layerDeadline` among its policies. */
  readonly pipeline: Layer.Layer<Pipeline | SessionEnv>
  /** The file that the host itself has for exports, if it has one. */
  readonly hostFile?: string
  /** Returns the session's variables before its hooks ran, if any hook did. */
  readonly recorded?: () => Recorded | undefined
  /** Called with the reports if any hook ran. */
  readonly onAnswered?: (answered: Answered) => void
  /**
   * Other events are answered by this process, too. An event with a hook that would run in it is refused then: such a hook
   * may change variables, folders and functions of the process, by which the hooks of other events would run.
   */
  readonly isShared?: boolean
}

/**
 * Adds the failure of a payload with a key twice to its answer: each guard has judged an input that may not be the one that
 * runs. Of two names of one field the pipeline has decided already, unless the flag is stricter than its policy.
 */
const withMisjudged = Effect.fnUntraced(function* (
  call: Call,
  pipeline: Pipeline["Service"],
  onFailure: OnFailure,
  { contradiction, events, outcome, reply }: PayloadAnswer
) {
  const [event] = events
  const isDecided = contradiction === undefined || onFailure === pipeline.onFailure()
  const text = event === undefined ? undefined : (repeatedIn(call) ?? (isDecided ? undefined : contradiction))
  if (event === undefined || text === undefined) return { outcome, reply }
  const failure = misjudged(text, events, yield* pipeline.catalog(event.sessionId), onFailure)
  const combined = legibleOutcome(Outcome.reducer.combine(failure, outcome))
  return { outcome: combined, reply: call.host.reply.write(combined, event) }
})

/** Runs the payload, and hands on to the host's own file what was exported meanwhile. */
const run = Effect.fnUntraced(function* (
  call: Call,
  payload: unknown,
  { hostFile, isShared, onAnswered, recorded }: Omit<Means, "pipeline">
) {
  const start = Date.now()
  const pipeline = yield* Pipeline
  if (isShared === true) {
    const runsHere = yield* Effect.forEach(eventsOf(call.host, payload), (event) =>
      Effect.map(pipeline.catalog(event.sessionId), ({ hooks }) =>
        hooks.some((hook) => hook.event === event._tag && hook.handler._tag === "Module")
      )
    )
    if (runsHere.includes(true)) return { stdout: "", stderr: "", exit: 1, isRefused: true }
  }
  const { exports } = yield* SessionEnv
  const answered = yield* Effect.result(pipeline.run(payload))
  if (Result.isFailure(answered)) {
    return failed({ ...call, onFailure: stricter(call.onFailure, pipeline.onFailure()) }, answered.failure.message)
  }
  const { events, mayWait, reports, skill } = answered.success
  const unread = reports.flatMap(({ diagnostics }) => diagnostics).find((one) => isFailure(one) || isMissing(one))
  // The flag holds until settings are read; from then on they may be stricter.
  const onFailure = stricter(call.onFailure, pipeline.onFailure())
  // The settings may be among what could not be read, so that the stricter word counts.
  if (unread !== undefined && onFailure !== pipeline.onFailure()) return failed({ ...call, onFailure }, unread.text)
  const { outcome, reply } = yield* withMisjudged(call, pipeline, onFailure, answered.success)
  const misnamed = renamed(call, events)
  if (misnamed !== undefined && Outcome.proceeds(outcome)) {
    return unreadable({ ...call, onFailure }, `no hook could be run: ${misnamed}`)
  }
  if (reports.some(({ background, runs }) => runs.length > 0 || background !== undefined)) {
    onAnswered?.({ events: answered.success.answered, reports, start, end: Date.now() })
  }
  const exported = hostFile === undefined ? undefined : recorded?.()
  // With the session, its variables end, and so does the host's use of them.
  const isOver = events.some(({ _tag }) => _tag === "SessionEnd")
  const problems =
    hostFile === undefined || exported === undefined || isOver
      ? []
      : yield* EnvFile.appendTo(hostFile, exported.before, exports(exported.session, "host"))
  const answer: Answer = written(reply, outcome, events[0])
  if (problems.length > 0) return { ...answer, stderr: answer.stderr + lines(problems) }
  // A hook that did not run for what is inside of this event may run on the next: nothing may be meant for it at all.
  const isNothing =
    !mayWait &&
    reports.every(
      (report) => report.outcome === Outcome.empty && report.runs.length === 0 && report.background === undefined
    ) &&
    !events.some((one) => pipeline.wants(one))
  const isSilent = answer.stdout === "" && answer.stderr === "" && answer.exit === 0
  return { ...answer, isQuiet: isNothing && isSilent && outcome.notices.length === 0 && skill === undefined }
})

/**
 * Answers one payload. What was started for it lives until the scope closes: the answer does not wait for that.
 *
 * @category running
 * @since 0.1.0
 */
export const dispatch = (call: Call, means: Means): Effect.Effect<Answer, never, Scope.Scope> => {
  const payload = payloadOf(call)
  if (typeof payload !== "object" || payload === null) return Effect.succeed(failed(call, whatCame(call.text)))
  return Layer.build(means.pipeline).pipe(
    Effect.flatMap((context) => Effect.provideContext(run(call, payload, means), context)),
    Effect.catchCause((cause) => Effect.succeed(failed(call, sentence(Cause.squash(cause)))))
  )
}
