/**
 * Registers native handlers: functions of the program that are hooks, beside the configured ones.
 *
 * @since 0.1.0
 */
import { NativeHooks } from "@hookline/core/kit/match/NativeHooks"
import type { OnFailure } from "@hookline/schema/Hook"
import type * as HookEvent from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { HandlerResult } from "./HandlerResult.ts"
import { make } from "./internal/handlers.ts"

/**
 * The event that a handler gets, by the name that it is registered for. Under a host's own name, under a name that only
 * `Other` events have, and under `*` it may be any event.
 *
 * @category models
 * @since 0.1.0
 */
export type EventOf<Name extends string> =
  Name extends Exclude<HookEvent.Tag, "Other">
    ? Extract<HookEvent.HookEvent, { readonly _tag: Name }>
    : HookEvent.HookEvent

/**
 * A native handler. Lower priorities run first, and equal ones in the order of registration.
 *
 * @category models
 * @since 0.1.0
 */
export type Registration<Name extends string, E, R> = {
  /** The name of an event, a host's own name for one, or `*` for all. */
  readonly event: Name
  readonly handler: (event: EventOf<Name>) => Effect.Effect<HandlerResult | void, E, R>
  /** Defaults to 0. Configured hooks have 20: below it a handler runs before them, from 20 on after them. */
  readonly priority?: number
  /** The time limit. By default only a `Timeouts` layer and `max_timeout` limit a handler. */
  readonly timeout?: Duration.Input
  /** The effect of a failure. Defaults to the policy of the layers and the settings. */
  readonly onFailure?: OnFailure
} & (
  | {
      /** The name in reports. Defaults to one made of the event's name. */
      readonly name?: string
      readonly once?: false
    }
  | {
      /** The name in reports, under which a session also knows that the event's handler has run. */
      readonly name: string
      /** Runs once in a session. */
      readonly once: true
    }
)

/**
 * Fields that all hooks get, where an event does not have them. `data` is for `Other` events.
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
 * A registered handler.
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
 * The collected data in order, and the failures of handlers, whose data may be missing.
 *
 * @category models
 * @since 0.1.0
 */
export interface Collected {
  readonly data: ReadonlyArray<{ readonly by: string; readonly data: unknown }>
  readonly failures: ReadonlyArray<{ readonly by: string; readonly text: string }>
}

/**
 * The native handlers of a project.
 *
 * @example
 * ```ts
 * import { Handlers } from "@hookline/coordinator/Handlers"
 * import * as Verdict from "@hookline/schema/Verdict"
 * import * as Effect from "effect/Effect"
 *
 * const guard = Effect.flatMap(Handlers, ({ register }) =>
 *   register({
 *     event: "PreToolUse",
 *     name: "no-root",
 *     handler: ({ toolInput }) =>
 *       Effect.succeed(
 *         toolInput["path"] === "/" ? { verdict: Verdict.deny({ by: "", reason: "not the root" }) } : undefined
 *       )
 *   })
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Handlers extends Context.Service<
  Handlers,
  {
    /**
     * Registers a handler until the scope closes.
     *
     * **Details**
     *
     * Its services are taken from here, and what it acquires is released when it has answered an event. A handler that
     * is registered while an event runs gets the next one; one that is removed meanwhile finishes. A misspelt name of an
     * event, such as `preToolUse`, is a defect, because its handler would never run. So is a second function under the name
     * of one that runs once on this event. A handler that registers in its own scope, which closes after each event, is
     * reported by a notice of that event.
     */
    register<const Name extends string, E, R>(
      registration: Registration<Name, E, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
    /** Returns the `data` of all handlers of an event, each within this time: by default a second. */
    collect(event: HookEvent.HookEvent, timeout?: Duration.Input): Effect.Effect<Collected>
    /** Returns the event with the default fields that it does not have. */
    complete(event: HookEvent.HookEvent): HookEvent.HookEvent
    /** Returns the handlers of an event's name, or all, in the order in which they run. */
    list(event?: string): ReadonlyArray<Listed>
    /** Replaces the default fields of events. By default there are none. */
    setDefaults(defaults?: Defaults): Effect.Effect<void>
  }
>()("@hookline/coordinator/Handlers") {
  /** Registers handlers in the table of the project's pipeline. */
  static readonly layer: Layer.Layer<Handlers, never, NativeHooks> = Layer.effect(
    Handlers,
    Effect.map(NativeHooks, (table) => Handlers.of(make(table)))
  )
}
