/** `hookline fleet`: many machines under the guards of one organisation. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { text } from "../eventFlags.ts"
import { json, toggle } from "../flags.ts"

const database = {
  database: text(
    "database",
    "postgres://…",
    "The database on a server; with a password rather by HOOKLINE_FLEET_DATABASE or --database-file (default: --file)"
  ),
  databaseFile: text("database-file", "FILE", "A file with the address of the database on a server (default: none)"),
  file: text("file", "FILE", "The database as a file of SQLite (default: fleet/fleet.sqlite in your folder for state)")
}

const organisation = Flag.String("organisation").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("The organisation (default: default)"),
  Flag.withDefault("default")
)

const gate = {
  url: text(
    "url",
    "URL",
    "The address of the gate (default: HOOKLINE_FLEET_URL, or that of the fleet that this machine has joined)"
  ),
  tokenFile: text(
    "token-file",
    "FILE",
    "A file of yours alone with your token (default: HOOKLINE_FLEET_TOKEN_FILE, or this machine's token)"
  )
}

const serveFlags = {
  ...database,
  gate: Flag.String("gate").pipe(
    Flag.withMetavar("HOST:PORT"),
    Flag.withDescription("Where machines and people reach the gate (default: 127.0.0.1:7420)"),
    Flag.withDefault("127.0.0.1:7420")
  ),
  address: text(
    "address",
    "HOST:PORT",
    "Where the other runners reach this one; needed with --database. Only runners may reach it (default: none)"
  ),
  listen: text("listen", "HOST:PORT", "Where this runner listens for the others (default: --address)"),
  tlsCert: text("tls-cert", "FILE", "The gate's certificate (default: none, so that tokens are sent as they are)"),
  tlsKey: text("tls-key", "FILE", "The key of the gate's certificate (default: none)"),
  json
}

/** The flags of `hookline fleet serve`. */
export type ServeFlags = Command.Command.Config.Infer<typeof serveFlags>

const migrateFlags = { ...database, json }

/** The flags of `hookline fleet migrate`. */
export type MigrateFlags = Command.Command.Config.Infer<typeof migrateFlags>

const holder = Argument.String("name").pipe(Argument.withDescription("The name of the machine, user or publisher"))

const addFlags = {
  name: holder,
  role: Flag.Literals("role", ["machine", "person", "publisher"]).pipe(
    Flag.withDescription("What the token is for: to run hooks, to answer questions, or to publish (default: machine)"),
    Flag.withDefault("machine")
  ),
  organisation,
  ...database,
  json
}

/** The flags of `hookline fleet tokens add`. */
export type AddFlags = Command.Command.Config.Infer<typeof addFlags>

const tokensFlags = {
  organisation: text("organisation", "NAME", "Only this organisation (default: all)"),
  ...database,
  json
}

/** The flags of `hookline fleet tokens list`. */
export type TokensFlags = Command.Command.Config.Infer<typeof tokensFlags>

const revokeFlags = { name: holder, organisation, ...database, json }

/** The flags of `hookline fleet tokens revoke`. */
export type RevokeFlags = Command.Command.Config.Infer<typeof revokeFlags>

const joinFlags = {
  url: Argument.String("url").pipe(Argument.withDescription("The address of the gate, as https://fleet.example:7420")),
  tokenFile: Flag.String("token-file").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("A file of yours alone (mode 0600) with this machine's token; it has no default")
  ),
  organisationKey: Flag.String("organisation-key").pipe(
    Flag.withMetavar("KEY"),
    Flag.withDescription("A public key that signs the organisation's policies; several times for more (default: none)"),
    Flag.atLeast(0)
  ),
  project: text("project", "NAME", "The name of the project in the fleet (default: the path of its folder)"),
  json
}

/** The flags of `hookline fleet join`. */
export type JoinFlags = Command.Command.Config.Infer<typeof joinFlags>

const leaveFlags = { json }

/** The flags of `hookline fleet leave`. */
export type LeaveFlags = Command.Command.Config.Infer<typeof leaveFlags>

const syncFlags = {
  background: toggle("background", "Let the next event show what has failed, as events start it"),
  json
}

/** The flags of `hookline fleet sync`. */
export type SyncFlags = Command.Command.Config.Infer<typeof syncFlags>

const makeFlags = {
  file: Argument.String("file").pipe(
    Argument.withDescription("The new file for the private key; only you can read it (mode 0600)")
  ),
  json
}

/** The flags of `hookline fleet keys make`. */
export type MakeFlags = Command.Command.Config.Infer<typeof makeFlags>

const publishFlags = {
  file: Argument.String("file").pipe(Argument.withDescription("The policy, as JSON")),
  key: Flag.String("key").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("The file of yours alone with the private key; it has no default")
  ),
  version: Flag.Int("policy-version").pipe(
    Flag.withAlias("n"),
    Flag.withMetavar("N"),
    Flag.withDescription("The version, above all that were published (default: the next one)"),
    Flag.optional
  ),
  ...gate,
  json
}

/** The flags of `hookline fleet publish`. */
export type PublishFlags = Command.Command.Config.Infer<typeof publishFlags>

const statusFlags = { ...gate, json }

/** The flags of `hookline fleet status`. */
export type StatusFlags = Command.Command.Config.Infer<typeof statusFlags>

const questionsFlags = {
  follow: toggle("follow", "Go on, and show the questions after each change; until Ctrl-C"),
  ...gate,
  json
}

/** The flags of `hookline fleet questions`. */
export type QuestionsFlags = Command.Command.Config.Infer<typeof questionsFlags>

const answerFlags = {
  id: Argument.String("id").pipe(Argument.withDescription("The question's id (see `questions`), or its beginning")),
  answer: Argument.String("answer").pipe(
    Argument.withDescription("allow, deny, or one of the answers that the question offers")
  ),
  ...gate,
  json
}

/** The flags of `hookline fleet answer`. */
export type AnswerFlags = Command.Command.Config.Infer<typeof answerFlags>

const logFlags = {
  session: text("session", "ID", "Only this session (default: all)"),
  machine: text("machine", "NAME", "Only this machine, by the name of its token (default: all)"),
  last: Flag.Int("last").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription("Only so many, the latest (default: all)"),
    Flag.optional
  ),
  organisation,
  ...database,
  json
}

/** The flags of `hookline fleet log`. */
export type LogFlags = Command.Command.Config.Infer<typeof logFlags>

const verifyFlags = {
  machine: text("machine", "NAME", "Only this machine, by the name of its token (default: all)"),
  organisation,
  ...database,
  json
}

/** The flags of `hookline fleet verify`. */
export type VerifyFlags = Command.Command.Config.Infer<typeof verifyFlags>

/** Loads the part that serves or opens the database on demand: it loads the cluster, which no other command needs. */
const serving = Effect.promise(() => import("./serve.ts"))
const storing = Effect.promise(() => import("./stored.ts"))
const auditing = Effect.promise(() => import("./audit.ts"))
const calling = Effect.promise(() => import("./calls.ts"))
const joining = Effect.promise(() => import("./join.ts"))
const publishing = Effect.promise(() => import("./publish.ts"))
const syncing = Effect.promise(() => import("./sync.ts"))

const serve = Command.make("serve", serveFlags, (flags) => Effect.flatMap(serving, (run) => run.serve(flags))).pipe(
  Command.withDescription("Serve a fleet: alone on a file of SQLite, or as one of several runners on Postgres"),
  Command.withExamples([
    { command: "hookline fleet serve" },
    { command: "hookline fleet serve --gate 0.0.0.0:7420 --tls-cert gate.crt --tls-key gate.key" },
    { command: "hookline fleet serve --database-file /run/secrets/fleet --address 10.0.0.1:7421" }
  ])
)

const migrate = Command.make("migrate", migrateFlags, (flags) =>
  Effect.flatMap(storing, (run) => run.migrate(flags))
).pipe(
  Command.withDescription("Create or update the tables of a fleet's database"),
  Command.withExamples([{ command: "hookline fleet migrate --database-file /run/secrets/fleet" }])
)

const add = Command.make("add", addFlags, (flags) => Effect.flatMap(storing, (run) => run.add(flags))).pipe(
  Command.withDescription("Create a token, and print it: this once, because only its hash is stored"),
  Command.withExamples([
    { command: "hookline fleet tokens add build-7 >build-7.token" },
    { command: "hookline fleet tokens add ann --role person" }
  ])
)

const list = Command.make("list", tokensFlags, (flags) => Effect.flatMap(storing, (run) => run.list(flags))).pipe(
  Command.withDescription("List who has a token, without the tokens"),
  Command.withExamples([{ command: "hookline fleet tokens list" }])
)

const revoke = Command.make("revoke", revokeFlags, (flags) => Effect.flatMap(storing, (run) => run.revoke(flags))).pipe(
  Command.withDescription("Revoke the token of a name; gates refuse it within two seconds"),
  Command.withExamples([{ command: "hookline fleet tokens revoke build-7" }])
)

const tokens = Command.make("tokens").pipe(
  Command.withDescription("Create, list and revoke tokens, on the fleet's database"),
  Command.withSubcommands([add, list, revoke])
)

const join = Command.make("join", joinFlags, (flags) => Effect.flatMap(joining, (run) => run.join(flags))).pipe(
  Command.withDescription("Let this user's machine join a fleet, once the fleet has answered"),
  Command.withExamples([
    { command: "hookline fleet join https://fleet.example:7420 --token-file ~/.config/fleet.token --project acme/shop" }
  ])
)

const leave = Command.make("leave", leaveFlags, (flags) => Effect.flatMap(joining, (run) => run.leave(flags))).pipe(
  Command.withDescription("Leave the fleet: sessions have their state on this machine again"),
  Command.withExamples([{ command: "hookline fleet leave" }])
)

const sync = Command.make("sync", syncFlags, (flags) => Effect.flatMap(syncing, (run) => run.sync(flags))).pipe(
  Command.withDescription("Get the organisation's policy and send the audit log now; events do so once a minute"),
  Command.withExamples([{ command: "hookline fleet sync" }])
)

const makeKeys = Command.make("make", makeFlags, (flags) =>
  Effect.flatMap(publishing, (run) => run.makeKeys(flags))
).pipe(
  Command.withDescription("Create a pair of keys: the private one in a file, the public one on standard output"),
  Command.withExamples([{ command: "hookline fleet keys make acme.key >acme.pub" }])
)

const keys = Command.make("keys").pipe(
  Command.withDescription("Create the keys by which an organisation signs its policies"),
  Command.withSubcommands([makeKeys])
)

const publish = Command.make("publish", publishFlags, (flags) =>
  Effect.flatMap(publishing, (run) => run.publish(flags))
).pipe(
  Command.withDescription("Sign a policy, and publish it to all machines, with the token of a publisher"),
  Command.withExamples([{ command: "hookline fleet publish policy.json --key acme.key --token-file publisher.token" }])
)

const status = Command.make("status", statusFlags, (flags) => Effect.flatMap(calling, (run) => run.status(flags))).pipe(
  Command.withDescription("Show the state of the fleet, for the organisation of the token"),
  Command.withExamples([{ command: "hookline fleet status" }])
)

const questions = Command.make("questions", questionsFlags, (flags) =>
  Effect.flatMap(calling, (run) => run.questions(flags))
).pipe(
  Command.withDescription("Show the questions that wait for an answer, the most urgent first"),
  Command.withExamples([{ command: "hookline fleet questions --follow --token-file ann.token" }])
)

const answer = Command.make("answer", answerFlags, (flags) => Effect.flatMap(calling, (run) => run.answer(flags))).pipe(
  Command.withDescription("Answer a question, with the token of a person; the first answer counts"),
  Command.withExamples([{ command: "hookline fleet answer 3f2a deny --token-file ann.token" }])
)

const log = Command.make("log", logFlags, (flags) => Effect.flatMap(auditing, (run) => run.log(flags))).pipe(
  Command.withDescription("Show the audit that machines have sent, from the fleet's database"),
  Command.withExamples([{ command: "hookline fleet log --session s1" }])
)

const verify = Command.make("verify", verifyFlags, (flags) =>
  Effect.flatMap(auditing, (run) => run.verify(flags))
).pipe(
  Command.withDescription("Check that the kept audit is what machines wrote; exits with 1 where it is not"),
  Command.withExamples([{ command: "hookline fleet verify" }])
)

export const fleet = Command.make("fleet").pipe(
  Command.withDescription(
    "Serve a fleet, join one, answer its questions: many machines under one organisation's guards"
  ),
  Command.withSubcommands([
    serve,
    migrate,
    tokens,
    join,
    leave,
    sync,
    status,
    questions,
    answer,
    keys,
    publish,
    log,
    verify
  ])
)
