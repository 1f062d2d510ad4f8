/**
 * Queries over the records of a log: selections, and figures of each hook.
 *
 * @since 0.1.0
 */
import type { AuditedHook, Tag } from "./Audit.ts"
import type { AuditRecord } from "./AuditRecords.ts"

/**
 * Which records are wanted: those that meet all that is given.
 *
 * @category models
 * @since 0.1.0
 */
export interface Filter {
  readonly kind?: AuditRecord["entry"]["_tag"]
  readonly event?: string
  /** A hook's id. An event is wanted when the hook was one of its own. */
  readonly hook?: string
  /** The verdict of the event, or of the hook where one is named. */
  readonly verdict?: Tag
  readonly session?: string
  /** From this time on, in milliseconds since 1970. */
  readonly from?: number
  /** Before this time. */
  readonly until?: number
}

const isOf = ({ entry }: AuditRecord, hook: string): boolean => {
  if (entry._tag === "Lost") return false
  return entry._tag === "Event" ? entry.hooks.some(({ id }) => id === hook) : entry.by === hook
}

const said = ({ entry }: AuditRecord, verdict: Tag, hook: string | undefined): boolean => {
  if (entry._tag !== "Event") return false
  return hook === undefined
    ? entry.verdict === verdict
    : entry.hooks.some((one) => one.id === hook && one.verdict === verdict)
}

const meets =
  ({ event, from, hook, kind, session, until, verdict }: Filter) =>
  (record: AuditRecord): boolean => {
    const { at, entry } = record
    if (from !== undefined && at < from) return false
    if (until !== undefined && at >= until) return false
    if (kind !== undefined && entry._tag !== kind) return false
    if (event !== undefined && (entry._tag === "Lost" || entry.event !== event)) return false
    if (session !== undefined && (entry._tag === "Lost" || entry.session !== session)) return false
    if (hook !== undefined && !isOf(record, hook)) return false
    return verdict === undefined || said(record, verdict, hook)
  }

/**
 * The records that are wanted, in their order.
 *
 * @category filtering
 * @since 0.1.0
 */
export const filter = (records: ReadonlyArray<AuditRecord>, wanted: Filter): ReadonlyArray<AuditRecord> =>
  records.filter(meets(wanted))

/**
 * The statistics of a hook: its runs, their results, and their times.
 *
 * @category models
 * @since 0.1.0
 */
export interface HookStatistics {
  readonly hook: string
  /** The number of runs, including those that failed or were interrupted. */
  readonly runs: number
  readonly denials: number
  readonly failures: number
  readonly interrupted: number
  readonly skipped: number
  /** Milliseconds, of those runs whose time is known. */
  readonly p50?: number
  readonly p95?: number
  readonly max?: number
  /** The models that judged for it, and the sums of their tokens. */
  readonly models?: ReadonlyArray<string>
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** The least time that at least this share of runs did not exceed. */
const quantile = (sorted: ReadonlyArray<number>, share: number): number | undefined =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]

const timesOf = (millis: ReadonlyArray<number>): Pick<HookStatistics, "p50" | "p95" | "max"> => {
  const sorted = millis.toSorted((one, other) => one - other)
  const [p50, p95, max] = [quantile(sorted, 0.5), quantile(sorted, 0.95), sorted.at(-1)]
  return p50 === undefined || p95 === undefined || max === undefined ? {} : { p50, p95, max }
}

const sumOf = (counts: ReadonlyArray<number>): number | undefined =>
  counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)

const costOf = (hooks: ReadonlyArray<AuditedHook>): Pick<HookStatistics, "inputTokens" | "models" | "outputTokens"> => {
  const judged = hooks.flatMap((hook) => hook.judged ?? [])
  const models = [...new Set(judged.flatMap(({ model }) => model ?? []))]
  const input = sumOf(judged.flatMap(({ inputTokens }) => inputTokens ?? []))
  const output = sumOf(judged.flatMap(({ outputTokens }) => outputTokens ?? []))
  return {
    ...(models.length > 0 && { models }),
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output })
  }
}

/**
 * Returns the statistics of each hook, ordered by the number of runs.
 *
 * @category measuring
 * @since 0.1.0
 */
export const statistics = (records: ReadonlyArray<AuditRecord>): ReadonlyArray<HookStatistics> => {
  const all = records.flatMap(({ entry }) => (entry._tag === "Event" ? entry.hooks : []))
  return [...Map.groupBy(all, ({ id }) => id)]
    .map(([hook, of]) => {
      const count = (status: string): number => of.filter((one) => one.status === status).length
      const skipped = count("skipped")
      return {
        hook,
        runs: of.length - skipped,
        denials: of.filter(({ verdict }) => verdict === "Deny").length,
        failures: count("failed"),
        interrupted: count("interrupted"),
        skipped,
        ...costOf(of),
        ...timesOf(of.flatMap(({ millis }) => (millis === undefined ? [] : [millis])))
      }
    })
    .toSorted((one, other) => other.runs - one.runs || (one.hook < other.hook ? -1 : 1))
}
