/** The context that all hooks of one event share. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import type { Background } from "./Background.ts"
import type { Resolution } from "../policy/Conflict.ts"
import type { Dialect } from "../Dialect.ts"
import type { EmitOptions } from "../EmitOptions.ts"
import type { Executor } from "./Executor.ts"
import { monotonic } from "./monotonic.ts"
import type { Compiled } from "../match/Matcher.ts"
import type { Sandbox } from "./Sandbox.ts"
import type { Trust } from "../trust/Trust.ts"
import type { TrustPolicy } from "../trust/TrustPolicy.ts"
import type { SessionEnv } from "../session/SessionEnv.ts"
import type { SessionKey, SessionState } from "../session/SessionState.ts"
import type { ShortCircuit } from "../policy/ShortCircuit.ts"
import type { Timeouts } from "../policy/Timeouts.ts"
import type { Translator } from "../translate/Translator.ts"

/** The services of the pipeline, read once when it is built. */
export interface PipelineServices {
  readonly host: Dialect
  readonly projectDir: string
  readonly executor: Executor["Service"]
  readonly translator: Translator["Service"]
  readonly state: SessionState["Service"]
  readonly timeouts: Timeouts["Service"]
  readonly shortCircuit: ShortCircuit["Service"]
  readonly conflict: Resolution
  readonly background: Background["Service"]
  readonly sessionEnv: SessionEnv["Service"]
  readonly trust: Trust["Service"]
  readonly trustPolicy: TrustPolicy["Service"]
  readonly sandbox: Sandbox["Service"]
  /** The scope of the pipeline, with which background hooks end. */
  readonly scope: Scope.Scope
  /** The policy of the layer, if there is one. */
  readonly onFailure: OnFailure | undefined
}

/** A second or third look: hooks run once more, on an input that was changed after they ran. */
export interface Look {
  /** The first is that of all hooks. */
  readonly number: 2 | 3
  /** The hooks that ran on this event, for which `once` does not count. */
  readonly ran: ReadonlySet<Hook>
}

/** One event, and all that its hooks need. */
export interface EventContext extends PipelineServices {
  /** The time of the event in milliseconds, for hooks whose host does not report it. */
  readonly at: number
  /** Returns the time of a clock that never goes back, in milliseconds. */
  readonly now: () => number
  readonly compiled: Compiled
  readonly settings: Settings
  /** True if spans are recorded. */
  readonly traced: boolean
  /** The fiber that emits the event. A plan has none, and waits for no hook. */
  readonly fiber?: Fiber.Fiber<unknown, unknown> | undefined
  /** The event as the host sent it. */
  readonly event: HookEvent
  readonly session: SessionKey
  /** True if the answer goes to a host, which makes only the changes that its dialect supports. */
  readonly forHost: boolean
  /** The problems of policies that broke on this event, which no single hook has. */
  readonly broken: Array<string>
  /** The look, if hooks run once more on an input that was changed after they ran. */
  readonly look?: Look
}

/** The references of the fiber that an event depends on. */
interface Surroundings {
  readonly clock: Clock.Clock
  /** True if spans are recorded. */
  readonly traced: boolean
  readonly fiber?: Fiber.Fiber<unknown, unknown>
}

/** Reads the references of an event at once, because each lookup costs as much as all of them. */
export const surroundings: Effect.Effect<Surroundings> = Effect.withFiber((fiber) =>
  Effect.succeed({ clock: fiber.getRef(Clock.Clock), traced: fiber.getRef(References.TracerEnabled), fiber })
)

/** Creates the context of an event that has just happened. */
export const contextOf = (
  services: PipelineServices,
  compiled: Compiled,
  event: HookEvent,
  { clock, fiber, traced }: Surroundings,
  { forHost = false }: EmitOptions = {}
): EventContext => ({
  // One by one, because each event with hooks creates one, and spreading costs three times as much.
  host: services.host,
  projectDir: services.projectDir,
  executor: services.executor,
  translator: services.translator,
  state: services.state,
  timeouts: services.timeouts,
  shortCircuit: services.shortCircuit,
  conflict: services.conflict,
  background: services.background,
  sessionEnv: services.sessionEnv,
  trust: services.trust,
  trustPolicy: services.trustPolicy,
  sandbox: services.sandbox,
  scope: services.scope,
  onFailure: services.onFailure,
  at: clock.currentTimeMillisUnsafe(),
  now: monotonic(clock),
  traced,
  fiber,
  compiled,
  settings: compiled.catalog.settings,
  broken: [],
  event,
  forHost,
  session: { project: services.projectDir, session: event.sessionId }
})

/** Returns the policy for failures of the user and the program, without that of the project's files. */
export const userPolicyOf = (context: Pick<EventContext, "compiled" | "onFailure" | "settings">): OnFailure =>
  context.onFailure ?? context.compiled.catalog.userFailurePolicy ?? onFailureOf(context)

/** Returns the policy for failures of hooks without a policy of their own. */
export const onFailureOf = ({ onFailure, settings }: Pick<EventContext, "onFailure" | "settings">): OnFailure =>
  onFailure ?? settings.failurePolicy ?? "open"
