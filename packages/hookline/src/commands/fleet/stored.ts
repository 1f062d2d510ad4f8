/** `hookline fleet migrate` and `hookline fleet tokens`: what is done on the database itself, by who may open it. */
import * as Migrations from "@hookline/fleet/Migrations"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { counted } from "@hookline/node/kit/output/units"
import { sentence } from "../../output/sentence.ts"
import { print } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import type { AddFlags, MigrateFlags, RevokeFlags, TokensFlags } from "./command.ts"
import { clientOf, databaseOf, databaseProblem, ready, withStore } from "./database.ts"
import { momentOf, showTable } from "./show.ts"

export const migrate = Effect.fnUntraced(function* (flags: MigrateFlags) {
  const database = yield* databaseOf(flags)
  yield* ready(database, true)
  const done = yield* Effect.scoped(
    Effect.mapError(Effect.provide(Migrations.run, clientOf(database)), databaseProblem(database))
  )
  const output = { version: 1, database: database.shown, done }
  const text =
    done.length === 0
      ? `The tables in ${database.shown} are up to date.`
      : `${counted(done.length, "migration")} of ${database.shown} done: ${done.join(", ")}.`
  yield* print(flags.json, output, sentence, text)
})

export const add = Effect.fnUntraced(function* (flags: AddFlags) {
  yield* userOnly("fleet tokens add")
  const { name, organisation, role } = flags
  const token = yield* withStore(flags, (store) => Effect.mapError(store.addToken(organisation, role, name), asProblem))
  yield* print(flags.json, { version: 1, organisation, role, name, token }, sentence, token)
})

export const list = Effect.fnUntraced(function* (flags: TokensFlags) {
  const organisation = Option.getOrUndefined(flags.organisation)
  const tokens = yield* withStore(flags, (store) => Effect.mapError(store.tokens(organisation), asProblem))
  const output = { version: 1, tokens }
  yield* print(flags.json, output, showTable, {
    head: ["organisation", "role", "name", "since", "revoked"],
    rows: tokens.map(({ at, name, organisation: of, revokedAt, role }) => [
      of,
      role,
      name,
      momentOf(at),
      revokedAt === undefined ? "" : momentOf(revokedAt)
    ]),
    empty: "No token was created yet: `hookline fleet tokens add NAME` creates one."
  })
})

export const revoke = Effect.fnUntraced(function* (flags: RevokeFlags) {
  yield* userOnly("fleet tokens revoke")
  const { name, organisation } = flags
  const isRevoked = yield* withStore(flags, (store) =>
    Effect.mapError(store.revokeToken(organisation, name), asProblem)
  )
  if (!isRevoked) {
    return yield* new Problem({
      message: `${name} has no token in ${organisation}: \`hookline fleet tokens list\` shows who has one`
    })
  }
  return yield* print(
    flags.json,
    { version: 1, organisation, name, revoked: true },
    sentence,
    `The token of ${name} is revoked. Gates refuse it within two seconds.`
  )
})
