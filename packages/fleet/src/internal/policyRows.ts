/** The rows of policies. Versions only rise. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { Refused, type Signed } from "../Protocol.ts"
import type { Storing } from "../Store.ts"
import { away } from "./away.ts"
import { durable } from "./durable.ts"

export const policiesOf = (sql: SqlClient, now: Fragment): Pick<Storing, "policy" | "publish"> => {
  const policy: Storing["policy"] = (organisation, version) =>
    sql<Signed>`
      SELECT version, body, signature FROM fleet_policies
      WHERE org = ${organisation} ${version === undefined ? sql.literal("") : sql`AND version = ${version}`}
      ORDER BY version DESC LIMIT 1`.pipe(
      Effect.map(([row]) => row),
      away("read a policy")
    )
  return {
    policy,
    publish: Effect.fnUntraced(function* (organisation, { body, signature, version }, by) {
      const published = yield* sql`
        INSERT INTO fleet_policies (org, version, body, signature, published_by, at)
        SELECT ${organisation}, CAST(${version} AS BIGINT), ${body}, ${signature}, ${by}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM fleet_policies WHERE org = ${organisation} AND version >= ${version})
        ON CONFLICT DO NOTHING RETURNING version`.pipe(durable(sql), away("take a policy"))
      if (published.length > 0) return
      const newest = yield* policy(organisation)
      // A publisher that missed the reply publishes once more.
      if (newest?.version === version && newest.body === body && newest.signature === signature) return
      return yield* new Refused({
        reason: `Version ${version} of the policy was not published: version ${newest?.version ?? version} is in force. Publish a higher version.`
      })
    })
  }
}
