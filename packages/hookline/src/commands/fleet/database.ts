/** The database of a fleet, as a command line names it. Its address may have a password, which no output has. */
import type { StoreAway } from "@hookline/fleet/Protocol"
import * as Postgres from "@hookline/fleet/Postgres"
import * as Sqlite from "@hookline/fleet/Sqlite"
import { Store } from "@hookline/fleet/Store"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"
import { fromWorkingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import { whyOf } from "@hookline/node/kit/node/disk"
import { stateHome } from "@hookline/node/kit/node/xdg"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as fs from "node:fs"
import path from "node:path"
import { Problem } from "../Problem.ts"

/** The flags that name a database. */
export interface DatabaseFlags {
  readonly database: Option.Option<string>
  readonly databaseFile: Option.Option<string>
  readonly file: Option.Option<string>
}

/** A database: the address of a server, which is a secret, or a file. `shown` has no password. */
export type Database =
  | { readonly _tag: "Postgres"; readonly url: string; readonly shown: string }
  | { readonly _tag: "Sqlite"; readonly file: string; readonly shown: string }

const shownOf = (url: URL): string => {
  const shown = new URL(url)
  if (shown.password !== "") shown.password = "…"
  // A password may also be a parameter.
  shown.search = ""
  return decodeURI(shown.href)
}

const postgresOf = (said: string, from: string): Effect.Effect<Database, Problem> => {
  const url = URL.parse(said.trim())
  return url === null || !/^postgres(?:ql)?:$/.test(url.protocol)
    ? // The text is not repeated, because it may have the password.
      Effect.fail(new Problem({ message: `${from} is no address of a database: write postgres://user@host:5432/name` }))
    : Effect.succeed({ _tag: "Postgres", url: url.href, shown: shownOf(url) })
}

/** Hides an address from lists of processes, which show the command line of this one to all users. */
const hideWords = (url: string): void => {
  if (URL.parse(url)?.password !== "" || /[?&]password=/.test(url)) process.title = "hookline fleet"
}

const fileText = (file: string): Effect.Effect<string, Problem> =>
  Effect.try({
    try: () => fs.readFileSync(file, "utf8"),
    catch: (error) => new Problem({ message: `the file ${onOneLine(file)} can't be read: ${whyOf(error)}` })
  })

/** Returns the default file of a fleet in one process. */
export const defaultFile = (env: NodeJS.ProcessEnv = process.env): string =>
  path.join(stateHome(env), "hookline", "fleet", "fleet.sqlite")

/** Returns the database that the flags or the environment name, or else the default file. */
export const databaseOf = (flags: DatabaseFlags): Effect.Effect<Database, Problem> =>
  Effect.suspend(() => {
    const said = [flags.database, flags.databaseFile, flags.file].filter(Option.isSome)
    if (said.length > 1) {
      return Effect.fail(
        new Problem({ message: "--database, --database-file and --file name different databases: give one of them" })
      )
    }
    if (Option.isSome(flags.database)) {
      hideWords(flags.database.value)
      return postgresOf(flags.database.value, "--database")
    }
    if (Option.isSome(flags.databaseFile)) {
      const file = flags.databaseFile.value
      return Effect.flatMap(fileText(file), (text) => postgresOf(text, `the text in ${onOneLine(file)}`))
    }
    const { HOOKLINE_FLEET_DATABASE: named = "" } = process.env
    if (Option.isNone(flags.file) && named !== "") return postgresOf(named, "HOOKLINE_FLEET_DATABASE")
    const file = fromWorkingFolder(Option.getOrElse(flags.file, () => defaultFile()))
    return Effect.succeed({ _tag: "Sqlite", file, shown: file })
  })

/** Creates the file, so that only its owner reads it: SQLite gives the files beside it the same mode. */
const prepare = (file: string): Effect.Effect<void, Problem> =>
  Effect.try({
    try: () => {
      makeFolders(path.dirname(file))
      const fd = fs.openSync(file, "a", 0o600)
      try {
        if ((fs.fstatSync(fd).mode & 0o077) !== 0) fs.fchmodSync(fd, 0o600)
      } finally {
        fs.closeSync(fd)
      }
    },
    catch: (error) => new Problem({ message: `the database ${onOneLine(file)} can't be opened: ${whyOf(error)}` })
  })

/** Makes a database ready to be opened. Only commands that create it make a file. */
export const ready = (database: Database, isNew: boolean): Effect.Effect<void, Problem> => {
  if (database._tag === "Postgres") return Effect.void
  if (isNew || fs.existsSync(database.file)) return prepare(database.file)
  return Effect.fail(
    new Problem({
      message:
        `there is no database at ${onOneLine(database.file)}: ` +
        "name it with --file or HOOKLINE_FLEET_DATABASE, or create it with `hookline fleet migrate`"
    })
  )
}

/** The client of a database. */
export const clientOf = (database: Database): Layer.Layer<SqlClient, SqlError> =>
  database._tag === "Postgres" ? Postgres.layer({ url: database.url }) : Sqlite.layer({ file: database.file })

const messageOf = (error: SqlError | StoreAway): string =>
  error._tag === "StoreAway" ? error.message : error.reason.message === "" ? error.message : detailOf(error)

const detailOf = ({ reason }: SqlError): string =>
  reason.cause instanceof Error && reason.cause.message !== "" ? reason.cause.message : reason.message

/** Converts a failure of the database. */
export const databaseProblem =
  (database: Database) =>
  (error: SqlError | StoreAway): Problem =>
    new Problem({ message: `the fleet's database ${onOneLine(database.shown)}: ${messageOf(error)}` })

/** Uses the rows of a database that the flags name. */
export const withStore = Effect.fnUntraced(function* <A, E>(
  flags: DatabaseFlags,
  use: (store: typeof Store.Service, database: Database) => Effect.Effect<A, E>
): Effect.fn.Return<A, E | Problem> {
  const database = yield* databaseOf(flags)
  yield* ready(database, false)
  return yield* Effect.scoped(
    Effect.flatMap(
      Effect.mapError(Layer.build(Store.layer.pipe(Layer.provide(clientOf(database)))), databaseProblem(database)),
      (context) =>
        Effect.provideContext(
          Store.use((store) => use(store, database)),
          context
        )
    )
  )
})
