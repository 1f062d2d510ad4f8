/** The rows of tokens. A copy of the database gives no access: it has hashes only. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import * as crypto from "node:crypto"
import { Refused, type Role } from "../Protocol.ts"
import type { Storing, TokenInfo } from "../Store.ts"
import { away } from "./away.ts"
import { durable } from "./durable.ts"

interface TokenRow {
  readonly org: string
  readonly role: Role
  readonly name: string
  readonly at: number
  readonly revoked_at: number | null
}

const infoOf = ({ at, name, org, revoked_at, role }: TokenRow): TokenInfo => ({
  organisation: org,
  role,
  name,
  at,
  revokedAt: revoked_at ?? undefined
})

/** A token is random, so that its hash needs no salt. */
const hashOf = (token: string): string => crypto.hash("sha256", token)

const isName = (text: string): boolean => /^[\w.@-]{1,128}$/.test(text)

export const tokensOf = (
  sql: SqlClient,
  now: Fragment
): Pick<Storing, "addToken" | "holder" | "revokeToken" | "tokens"> => ({
  addToken: Effect.fnUntraced(function* (organisation, role, name) {
    const wrong = [organisation, name].find((text) => !isName(text))
    if (wrong !== undefined) {
      return yield* new Refused({
        reason: `${JSON.stringify(wrong)} is no name. Use up to 128 letters, digits and the characters . _ @ -`
      })
    }
    const token = `hookline_${role}_${crypto.randomBytes(32).toString("base64url")}`
    const added = yield* sql`
      INSERT INTO fleet_tokens (hash, org, role, name, at)
      SELECT ${hashOf(token)}, ${organisation}, ${role}, ${name}, ${now}
      WHERE NOT EXISTS (
        SELECT 1 FROM fleet_tokens WHERE org = ${organisation} AND name = ${name} AND revoked_at IS NULL)
      RETURNING hash`.pipe(durable(sql), away("take a token"))
    if (added.length > 0) return token
    return yield* new Refused({
      reason: `${name} has a token in ${organisation}. Revoke it first: hookline fleet tokens revoke ${name}`
    })
  }),

  holder: (token) =>
    sql<TokenRow>`
      SELECT org, role, name, at, revoked_at FROM fleet_tokens
      WHERE hash = ${hashOf(token)} AND revoked_at IS NULL`.pipe(
      Effect.map(([row]) => row && infoOf(row)),
      away("read a token")
    ),

  revokeToken: (organisation, name) =>
    sql`
      UPDATE fleet_tokens SET revoked_at = ${now}
      WHERE org = ${organisation} AND name = ${name} AND revoked_at IS NULL RETURNING hash`.pipe(
      durable(sql),
      Effect.map((rows) => rows.length > 0),
      away("revoke a token")
    ),

  tokens: (organisation) =>
    sql<TokenRow>`
      SELECT org, role, name, at, revoked_at FROM fleet_tokens
      ${organisation === undefined ? sql.literal("") : sql`WHERE org = ${organisation}`}
      ORDER BY org, name, at`.pipe(
      Effect.map((rows) => rows.map(infoOf)),
      away("read the tokens")
    )
})
