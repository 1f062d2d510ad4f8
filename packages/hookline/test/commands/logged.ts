// What `hookline log --json` prints, as tests look at it.
import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.String)

const Logged = Schema.fromJsonString(
  Schema.Struct({
    folder: Schema.String,
    records: Schema.Array(
      Schema.Struct({
        _tag: Schema.String,
        event: text,
        session: text,
        verdict: text,
        fate: text,
        text,
        found: text,
        granted: Schema.optionalKey(Schema.Boolean),
        reasons: Schema.optionalKey(Schema.Unknown),
        hooks: Schema.optionalKey(Schema.Unknown)
      })
    )
  })
)

/** The folder of the log, and its records. */
export const loggedIn = Schema.decodeSync(Logged)

/** What `--stats --json` prints. */
export const statisticsIn = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      hooks: Schema.Array(Schema.Struct({ runs: Schema.Int, failures: Schema.Int, skipped: Schema.Int }))
    })
  )
)

/** What `--verify --json` prints. */
export const verificationIn = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({ faults: Schema.Array(Schema.Struct({ kind: Schema.String, file: Schema.String })) })
  )
)
