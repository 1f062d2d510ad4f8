/**
 * The reports of events, for their readers: a tracer, or a page that shows them.
 *
 * @since 0.1.0
 */
import type { Report } from "@hookline/schema/Report"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** Limits the reports that wait for a reader. Older ones are dropped, because no event waits for its readers. */
const mostWaiting = 1024

/**
 * A feed of reports.
 *
 * @category models
 * @since 0.1.0
 */
export interface ReportFeed {
  /** Gives a report to all readers. It never waits. */
  readonly publish: (report: Report) => void
  /** Checks whether there is a reader. */
  readonly isRead: () => boolean
  /** The reports from now on. It ends with the scope of the feed. */
  readonly reports: Stream.Stream<Report>
}

/**
 * Makes a feed that ends with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: Effect.Effect<ReportFeed, never, Scope.Scope> = Effect.gen(function* () {
  const readers = new Set<Queue.Queue<Report, Cause.Done>>()
  let hasEnded = false
  const end = Effect.sync(() => {
    hasEnded = true
    for (const reader of readers) Queue.endUnsafe(reader)
    readers.clear()
  })
  yield* Effect.addFinalizer(() => end)
  const register = (reader: Queue.Queue<Report, Cause.Done>): Effect.Effect<void, never, Scope.Scope> =>
    Effect.suspend(() => {
      if (hasEnded) return Effect.sync(() => Queue.endUnsafe(reader))
      readers.add(reader)
      return Effect.addFinalizer(() => Effect.sync(() => readers.delete(reader)))
    })
  return {
    publish: (report) => {
      for (const reader of readers) Queue.offerUnsafe(reader, report)
    },
    isRead: () => readers.size > 0,
    reports: Stream.callback<Report>(register, { bufferSize: mostWaiting, strategy: "sliding" })
  }
})
