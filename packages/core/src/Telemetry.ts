/**
 * Measures hooks: one span for each event that runs some and one for each hook, and the counts and times of
 * runs and failures. Never what an event holds.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Report, Run } from "@hookline/schema/Report"
import type * as Context from "effect/Context"
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

/** The reported part of a hook that has ended. */
interface Told {
  readonly run: Run
  readonly outcome: Report["outcome"]
}

type Attributes = Readonly<Record<string, unknown>>

/** Records a span. It costs more than all the rest of an answer, so that callers check first that spans are recorded. */
const traced = <A>(
  effect: Effect.Effect<A>,
  name: string,
  attributes: Attributes,
  after: (value: A) => Attributes
): Effect.Effect<A> =>
  Effect.withSpan(
    Effect.tap(effect, (value) => Effect.annotateCurrentSpan(after(value))),
    name,
    { attributes }
  )

/**
 * Counts a hook that is done, and returns it. It is no effect, because it runs for every hook.
 *
 * @category measuring
 * @since 0.1.0
 */
export const counted = <Done extends Told>(services: Context.Context<never>, done: Done): Done => {
  const { millis: took = 0, status } = done.run
  runs.updateUnsafe(1, services)
  millis.updateUnsafe(took, services)
  if (status === "failed") failures.updateUnsafe(1, services)
  return done
}

/**
 * Records a span for one hook.
 *
 * @category measuring
 * @since 0.1.0
 */
export const hook = <Done extends Told>(of: Hook, effect: Effect.Effect<Done>): Effect.Effect<Done> =>
  traced(
    effect,
    "hookline.hook",
    {
      "hookline.hook": of.id,
      "hookline.dialect": of.source.dialect,
      "hookline.file": of.source.file,
      "hookline.kind": of.handler._tag
    },
    ({ outcome, run }) => ({ "hookline.status": run.status, "hookline.verdict": outcome.verdict._tag })
  )

/**
 * Records a span for one event that runs hooks.
 *
 * @category measuring
 * @since 0.1.0
 */
export const event = (name: string, effect: Effect.Effect<Report>): Effect.Effect<Report> =>
  traced(effect, "hookline.event", { "hookline.event": name }, ({ outcome, runs: of }) => ({
    "hookline.hooks": of.length,
    "hookline.verdict": outcome.verdict._tag
  }))
