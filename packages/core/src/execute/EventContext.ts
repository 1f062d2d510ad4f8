/** What is the same for all hooks of one event. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type * as Scope from "effect/Scope"
import type { Background } from "./Background.ts"
import type { Resolution } from "../policy/Conflict.ts"
import type { Dialect } from "../Dialect.ts"
import type { Executor } from "./Executor.ts"
import type { Compiled } from "../match/Matcher.ts"
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
  /** The event as the host sent it. */
  readonly event: HookEvent
  readonly session: SessionKey
  /** True if the answer goes to a host, which makes only the changes that its dialect supports. */
  readonly forHost: boolean
  /** The look, if hooks run once more on an input that was changed after they ran. */
  readonly look?: Look
}

/** Returns the policy for failures of the user and the program, without that of the project's files. */
export const userPolicyOf = (scene: Pick<EventContext, "compiled" | "onFailure" | "settings">): OnFailure =>
  scene.onFailure ?? scene.compiled.catalog.userFailurePolicy ?? onFailureOf(scene)

/** Returns the policy for failures of hooks without a policy of their own. */
export const onFailureOf = ({ onFailure, settings }: Pick<EventContext, "onFailure" | "settings">): OnFailure =>
  onFailure ?? settings.failurePolicy ?? "open"
