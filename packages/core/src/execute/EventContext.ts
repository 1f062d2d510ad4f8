/** What is the same for every hook of one answer. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { OnFailure } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type * as Context from "effect/Context"
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

/** The parts of the pipeline, read once when it is built. */
export interface PipelineServices {
  readonly host: Dialect
  readonly projectDir: string
  readonly executor: Context.Service.Shape<typeof Executor>
  readonly translator: Context.Service.Shape<typeof Translator>
  readonly state: Context.Service.Shape<typeof SessionState>
  readonly timeouts: Context.Service.Shape<typeof Timeouts>
  readonly shortCircuit: Context.Service.Shape<typeof ShortCircuit>
  readonly conflict: Resolution
  readonly background: Context.Service.Shape<typeof Background>
  readonly sessionEnv: Context.Service.Shape<typeof SessionEnv>
  /** The life of the pipeline: what runs on by itself ends with it. */
  readonly scope: Scope.Scope
  /** The layer's policy, where one is given. */
  readonly onFailure: OnFailure | undefined
}

export interface EventContext extends PipelineServices {
  /** When the event came, in milliseconds: for hooks whose host does not say. */
  readonly at: number
  readonly compiled: Compiled
  readonly settings: Settings
  /** Whether somebody traces. */
  readonly traced: boolean
  /** The event as it came. */
  readonly event: HookEvent
  readonly session: SessionKey
}

/** What a failure means where the hook itself does not say. */
export const onFailureOf = ({ onFailure, settings }: Pick<EventContext, "onFailure" | "settings">): OnFailure =>
  onFailure ?? settings.failurePolicy ?? "open"
