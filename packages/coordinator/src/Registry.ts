/**
 * Orders native handlers: Effects that are hooks, beside those that people configure.
 *
 * @since 0.1.0
 */
import { FailurePolicy } from "@hookline/core/FailurePolicy"
import type { EmitOptions } from "@hookline/core/Pipeline"
import type { OnFailure } from "@hookline/schema/Hook"
import type * as HookEvent from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { EventNames } from "./EventNames.ts"
import { make } from "./internal/emit/registry.ts"
import type { HandlerResult } from "./HandlerResult.ts"

/**
 * The event that a handler gets, by the name that it is registered for. Under a name of the host's own, under one that
 * only `Other` events have, and under `*` it may be any.
 *
 * @category models
 * @since 0.1.0
 */
export type EventOf<Name extends string> =
  Name extends Exclude<HookEvent.Tag, "Other">
    ? Extract<HookEvent.HookEvent, { readonly _tag: Name }>
    : HookEvent.HookEvent

/**
 * A native handler. Lower priorities come first, and 0 is what is left out; equals come in the order of registration.
 *
 * @category models
 * @since 0.1.0
 */
export interface Registration<Name extends string, E, R> {
  /** An event's name, a host's own name for one, or `*` for all. */
  readonly event: Name
  /** By this it is called in reports and to people. */
  readonly name: string
  readonly handler: (event: EventOf<Name>) => Effect.Effect<HandlerResult | void, E, R>
  readonly priority?: number
  /** How long it may take: 30 seconds, unless it says otherwise. */
  readonly timeout?: Duration.Input
  /** What its failure means, whatever policy there is. */
  readonly onFailure?: OnFailure
}

/**
 * Hooks that run elsewhere, and report what they did, as the pipeline does: one handler of all events among the others.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reporter {
  readonly name: string
  readonly priority: number
  answer(event: HookEvent.HookEvent, asked?: EmitOptions): Effect.Effect<Report>
  /** Whether the event would run anything. */
  wants(event: HookEvent.HookEvent): boolean
  /** What a failure means where neither a handler nor a layer says. */
  onFailure?(): OnFailure
}

/**
 * What events lack, and everybody is to see. An event's own fields win; `data` is for events that nobody knows.
 *
 * @category models
 * @since 0.1.0
 */
export interface Defaults extends Partial<
  Pick<HookEvent.HookEvent, "sessionId" | "transcriptPath" | "cwd" | "permissionMode" | "promptId" | "scratchpadDir">
> {
  readonly data?: Readonly<Record<string, unknown>>
}

/**
 * A handler that is registered.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listed {
  readonly event: string
  readonly name: string
  readonly priority: number
}

/**
 * What was collected, by whom, in order; and whose data is missing, and why.
 *
 * @category models
 * @since 0.1.0
 */
export interface Collected {
  readonly data: ReadonlyArray<{ readonly by: string; readonly data: unknown }>
  readonly failures: ReadonlyArray<{ readonly by: string; readonly text: string }>
}

/**
 * The native handlers, in order.
 *
 * @category services
 * @since 0.1.0
 */
export class Registry extends Context.Service<
  Registry,
  {
    /**
     * Registers a handler until the scope closes. What it needs is taken from here, and what it acquires is released when
     * it is done with an event. What is registered while an event is on its way sees the next one.
     */
    register<const Name extends string, E, R>(
      registration: Registration<Name, E, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
    /** Puts hooks that report among the handlers until the scope closes. */
    attach(reporter: Reporter): Effect.Effect<void, never, Scope.Scope>
    /**
     * Asks the handlers of an event.
     *
     * **Details**
     *
     * Each sees the event as those before it changed it, with the default fields, and with the time of now. A deny or a
     * halt ends it: who comes later is told in the report as skipped. A handler that fails, dies, is late or says nonsense
     * is a failure for `FailurePolicy`, and keeps nobody else from being asked.
     */
    emit(event: HookEvent.HookEvent, asked?: EmitOptions): Effect.Effect<Report>
    /** The data of all native handlers of an event, each within this time: a second, if none is given. */
    collect(event: HookEvent.HookEvent, timeout?: Duration.Input): Effect.Effect<Collected>
    /** The event with the fields that it has by default. */
    told(event: HookEvent.HookEvent): HookEvent.HookEvent
    /** Whether an event would run anything. */
    wants(event: HookEvent.HookEvent): boolean
    /** The handlers of an event, or all, in the order in which they are asked. */
    list(event?: string): ReadonlyArray<Listed>
    /** What events have by default from now on, in the place of what they had. */
    setDefaults(defaults: Defaults): Effect.Effect<void>
  }
>()("@hookline/coordinator/Registry") {
  /** Nobody is registered yet. */
  static readonly layer: Layer.Layer<Registry> = Layer.effect(
    Registry,
    Effect.gen(function* () {
      const { onFailure } = yield* FailurePolicy
      const { aliasOf } = yield* EventNames
      return Registry.of(make(onFailure, aliasOf))
    })
  )
}
