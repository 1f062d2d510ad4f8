/**
 * What is measured of hooks: one span for each event that runs some and one for each hook, and the counts and times of
 * runs and failures. Never what an event holds.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Report, Run } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/**
 * Hooks that ran, or failed.
 *
 * @category metrics
 * @since 0.1.0
 */
export const runs = Metric.counter("hookline_runs", { description: "Hooks that ran, or failed" })

/**
 * Hooks that could not do their work.
 *
 * @category metrics
 * @since 0.1.0
 */
export const failures = Metric.counter("hookline_failures", { description: "Hooks that could not do their work" })

/**
 * The milliseconds that hooks took.
 *
 * @category metrics
 * @since 0.1.0
 */
export const millis = Metric.histogram("hookline_run_millis", {
  description: "The milliseconds that hooks took",
  boundaries: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000]
})

/** The part of a done hook that is told of. */
interface Told {
  readonly run: Run
  readonly outcome: Report["outcome"]
}

type Attributes = Readonly<Record<string, unknown>>

/** A span costs more than all the rest of an answer: where nobody traces, none is made. */
const traced = <A>(
  enabled: boolean,
  effect: Effect.Effect<A>,
  name: string,
  before: () => Attributes,
  after: (value: A) => Attributes
): Effect.Effect<A> =>
  enabled
    ? Effect.withSpan(
        Effect.tap(effect, (value) => Effect.annotateCurrentSpan(after(value))),
        name,
        { attributes: before() }
      )
    : effect

const counted = ({ run: { millis: took = 0, status } }: Told): Effect.Effect<void> =>
  // One effect for all: this runs for every hook.
  Effect.withFiber(({ context }) => {
    runs.updateUnsafe(1, context)
    millis.updateUnsafe(took, context)
    if (status === "failed") failures.updateUnsafe(1, context)
    return Effect.void
  })

/**
 * Measures one hook; `enabled` tells whether somebody traces.
 *
 * @category measuring
 * @since 0.1.0
 */
export const hook = <Done extends Told>(enabled: boolean, of: Hook, effect: Effect.Effect<Done>): Effect.Effect<Done> =>
  traced(
    enabled,
    Effect.tap(effect, counted),
    "hookline.hook",
    () => ({
      "hookline.hook": of.id,
      "hookline.dialect": of.source.dialect,
      "hookline.file": of.source.file,
      "hookline.kind": of.handler._tag
    }),
    ({ outcome, run }) => ({ "hookline.status": run.status, "hookline.verdict": outcome.verdict._tag })
  )

/**
 * Measures one event that runs hooks.
 *
 * @category measuring
 * @since 0.1.0
 */
export const event = (enabled: boolean, name: string, effect: Effect.Effect<Report>): Effect.Effect<Report> =>
  traced(
    enabled,
    effect,
    "hookline.event",
    () => ({ "hookline.event": name }),
    ({ outcome, runs: of }) => ({ "hookline.hooks": of.length, "hookline.verdict": outcome.verdict._tag })
  )

/**
 * Measures one event that goes to native handlers, the pipeline perhaps among them.
 *
 * @category measuring
 * @since 0.1.0
 */
export const emission = (enabled: boolean, name: string, effect: Effect.Effect<Report>): Effect.Effect<Report> =>
  traced(
    enabled,
    effect,
    "hookline.emit",
    () => ({ "hookline.event": name }),
    ({ outcome, runs: of }) => ({ "hookline.hooks": of.length, "hookline.verdict": outcome.verdict._tag })
  )

/**
 * Measures one native handler, by the name that it is registered under.
 *
 * @category measuring
 * @since 0.1.0
 */
export const native = <Done extends Told>(
  enabled: boolean,
  name: string,
  effect: Effect.Effect<Done>
): Effect.Effect<Done> =>
  traced(
    enabled,
    Effect.tap(effect, counted),
    "hookline.hook",
    () => ({ "hookline.hook": name, "hookline.kind": "Native" }),
    ({ outcome, run }) => ({ "hookline.status": run.status, "hookline.verdict": outcome.verdict._tag })
  )
