/**
 * The truth of a fleet: rows. Each change is one statement whose condition is its fence, so that no failure of a process, a
 * connection or the cluster can do a change twice.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { auditOf } from "./internal/auditRows.ts"
import { clockOf } from "./internal/databaseClock.ts"
import { marksOf } from "./internal/markRows.ts"
import { policiesOf } from "./internal/policyRows.ts"
import { questionsOf } from "./internal/questionRows.ts"
import { sweepingOf } from "./internal/sweeping.ts"
import { tokensOf } from "./internal/tokenRows.ts"
import type {
  Answered,
  Attached,
  Claimed,
  OpenQuestion,
  Question,
  Refused,
  Role,
  Signed,
  Skill,
  Status,
  StoreAway
} from "./Protocol.ts"

/**
 * A session of an organisation.
 *
 * @category models
 * @since 0.1.0
 */
export interface SessionOf {
  readonly organisation: string
  readonly session: string
}

/**
 * The state of a question: its answer, if one counts, and else the time until its default does.
 *
 * @category models
 * @since 0.1.0
 */
export interface QuestionState {
  readonly answered: Answered | undefined
  readonly leftMillis: number
}

/**
 * A token, without its secret.
 *
 * @category models
 * @since 0.1.0
 */
export interface TokenInfo {
  readonly organisation: string
  readonly role: Role
  readonly name: string
  readonly at: number
  readonly revokedAt: number | undefined
}

/**
 * A log that a machine writes: the number of records that are kept, and the hash of the last.
 *
 * @category models
 * @since 0.1.0
 */
export interface WriterInfo {
  readonly machine: string
  readonly writer: string
  readonly n: number
  readonly head: string
}

/**
 * A kept record of audit: a line as the machine wrote it.
 *
 * @category models
 * @since 0.1.0
 */
export interface AuditRow {
  readonly machine: string
  readonly writer: string
  readonly n: number
  readonly at: number
  readonly session: string | undefined
  readonly event: string | undefined
  readonly verdict: string | undefined
  readonly line: string
}

/**
 * A selection of audit. `after` is the last row of the page before.
 *
 * @category models
 * @since 0.1.0
 */
export interface AuditFilter {
  readonly machine?: string
  readonly writer?: string
  readonly session?: string
  readonly after?: Pick<AuditRow, "machine" | "n" | "writer">
  /** Default: 1,000. */
  readonly limit?: number
}

/**
 * The ages at which the sweeper deletes rows, in milliseconds.
 *
 * @category models
 * @since 0.1.0
 */
export interface SweepOptions {
  /** Sessions without a change for this time are over. */
  readonly sessionMillis: number
  /** Questions are kept for this time after their deadline. */
  readonly questionMillis: number
}

/**
 * The number of rows that a sweep changed, and the questions whose default took effect.
 *
 * @category models
 * @since 0.1.0
 */
export interface Swept {
  readonly overdue: ReadonlyArray<{ readonly organisation: string; readonly id: string }>
  readonly sessions: number
  readonly questions: number
}

/**
 * The statements of a fleet. Leases and deadlines are times of the database's clock.
 *
 * @category models
 * @since 0.1.0
 */
export interface Storing {
  /** Reads the marks that are done, the open skills in order, and the version of the newest policy. */
  readonly attach: (at: SessionOf) => Effect.Effect<Attached, StoreAway>
  /** Claims to do something once. The token that holds the claim gets it again. */
  readonly claim: (at: SessionOf, mark: string, token: string, leaseMillis: number) => Effect.Effect<Claimed, StoreAway>
  /**
   * Settles a claim: sets its mark, or releases it. False if another token has claimed it since the lease ended, or if the
   * session ended. A late holder that is done still sets the mark, and releases no claim of another.
   */
  readonly settle: (at: SessionOf, mark: string, token: string, isDone: boolean) => Effect.Effect<boolean, StoreAway>
  /** Checks whether a mark is done. */
  readonly has: (at: SessionOf, mark: string) => Effect.Effect<boolean, StoreAway>
  /** Sets a mark. True if this token set it. */
  readonly mark: (at: SessionOf, mark: string, token: string) => Effect.Effect<boolean, StoreAway>
  /** Removes a mark that is done. True if it existed. */
  readonly unmark: (at: SessionOf, mark: string) => Effect.Effect<boolean, StoreAway>
  /** Opens a skill, or closes the one of this name that was opened last; once for each token. */
  readonly skill: (at: SessionOf, token: string, skill: Skill, isOpen: boolean) => Effect.Effect<void, StoreAway>
  /** Forgets a session. */
  readonly end: (at: SessionOf) => Effect.Effect<void, StoreAway>

  /**
   * Opens a question, or joins the open one with its id. Another token opens it anew where its deadline is over, or where
   * its answer was received: an answer is for one asking. It is refused while another question has its id.
   */
  readonly ask: (
    organisation: string,
    machine: string,
    question: Question,
    token: string
  ) => Effect.Effect<QuestionState, StoreAway | Refused>
  /**
   * Reads a question, after its default took effect if it is overdue. `undefined` if there is none. Refused, if another
   * question than `asked` has its id by now.
   */
  readonly question: (
    organisation: string,
    id: string,
    asked?: Question
  ) => Effect.Effect<QuestionState | undefined, StoreAway | Refused>
  /** Notes which asking received the answer. */
  readonly received: (organisation: string, id: string, token: string) => Effect.Effect<void, StoreAway>
  /** Answers a question. The result is the answer that counts: the first, or the default if the deadline is over. */
  readonly answer: (
    organisation: string,
    id: string,
    answer: string,
    by: string
  ) => Effect.Effect<Answered, StoreAway | Refused>
  /** Reads the open questions of an organisation, the most urgent first, at most 1,000. */
  readonly questions: (organisation: string) => Effect.Effect<ReadonlyArray<OpenQuestion>, StoreAway>

  /** Publishes a policy. An older or equal version is refused, unless it is the same policy once more. */
  readonly publish: (organisation: string, signed: Signed, by: string) => Effect.Effect<void, StoreAway | Refused>
  /** Reads the newest policy, or that of a version. */
  readonly policy: (organisation: string, version?: number) => Effect.Effect<Signed | undefined, StoreAway>

  /**
   * Keeps lines of a machine's log, as far as they continue what is kept. The result is the number of lines that are kept.
   * Lines that break the chain are refused, and stored apart.
   */
  readonly record: (
    organisation: string,
    machine: string,
    writer: string,
    lines: ReadonlyArray<string>
  ) => Effect.Effect<number, StoreAway | Refused>
  /** Reads the logs of an organisation. */
  readonly writers: (organisation: string) => Effect.Effect<ReadonlyArray<WriterInfo>, StoreAway>
  /** Reads kept records, by machine, log and number. */
  readonly audit: (organisation: string, filter?: AuditFilter) => Effect.Effect<ReadonlyArray<AuditRow>, StoreAway>

  /** Creates a token, which is returned once: only its hash is stored. A name has one valid token at most. */
  readonly addToken: (organisation: string, role: Role, name: string) => Effect.Effect<string, StoreAway | Refused>
  /** Reads the holder of a token. `undefined` if it is unknown or revoked. */
  readonly holder: (token: string) => Effect.Effect<TokenInfo | undefined, StoreAway>
  /** Revokes the token of a name. False if there is none. */
  readonly revokeToken: (organisation: string, name: string) => Effect.Effect<boolean, StoreAway>
  /** Reads the tokens of an organisation, or of all. */
  readonly tokens: (organisation?: string) => Effect.Effect<ReadonlyArray<TokenInfo>, StoreAway>

  /** Lets defaults of overdue questions take effect, and deletes what is over. Several at once do no harm. */
  readonly sweep: (options: SweepOptions) => Effect.Effect<Swept, StoreAway>
  /** Counts the rows of an organisation. */
  readonly status: (
    organisation: string
  ) => Effect.Effect<Omit<Status, "name" | "organisation" | "role" | "version">, StoreAway>
}

/**
 * The statements of a fleet, on the database of `SqlClient`.
 *
 * @example
 * ```ts
 * import { Store } from "@hookline/fleet/Store"
 *
 * const at = { organisation: "acme", session: "s1" }
 * const claimed = Store.use((store) => store.claim(at, "setup", "token-1", 60_000))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Store extends Context.Service<Store, Storing>()("@hookline/fleet/Store") {
  /**
   * Reads and writes the tables of `Migrations.run`, which has to be done before.
   *
   * @example
   * ```ts
   * import * as Sqlite from "@hookline/fleet/Sqlite"
   * import { Store } from "@hookline/fleet/Store"
   * import * as Layer from "effect/Layer"
   *
   * const store = Store.layer.pipe(Layer.provide(Sqlite.layer({ file: "fleet.sqlite" })))
   * ```
   */
  static readonly layer: Layer.Layer<Store, never, SqlClient.SqlClient> = Layer.effect(
    Store,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const now = clockOf(sql)
      return {
        ...marksOf(sql, now),
        ...questionsOf(sql, now),
        ...policiesOf(sql, now),
        ...auditOf(sql, now),
        ...tokensOf(sql, now),
        ...sweepingOf(sql, now)
      }
    })
  )
}
