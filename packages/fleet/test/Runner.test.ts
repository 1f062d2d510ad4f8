// Two runners in two processes on one database: what is asked at one is answered at the other.
import { assert, it } from "@effect/vitest"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as Migrations from "@hookline/fleet/Migrations"
import * as Postgres from "@hookline/fleet/Postgres"
import { Store } from "@hookline/fleet/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { newDatabase, onServer } from "./databases.ts"

const bin = join(import.meta.dirname, "../../hookline/bin/hookline.js")

/** A port that nobody listens on at the moment. */
const freePort = Effect.callback<number>((resume) => {
  const listener = createServer()
  listener.listen(0, "127.0.0.1", () => {
    const address = listener.address()
    listener.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

interface Runner {
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  readonly output: () => string
}

/** Serves as one of several runners, by the command. The database's address is in the environment. */
const runner = Effect.fnUntraced(function* (database: string) {
  const port = yield* freePort
  const words = ["fleet", "serve", "--json", "--gate", "127.0.0.1:0", "--address", `127.0.0.1:${port}`]
  return yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Runner>((resolve, reject) => {
          const child = spawn(process.execPath, [bin, ...words], {
            env: { PATH: process.env["PATH"] ?? "", HOOKLINE_FLEET_DATABASE: database },
            stdio: ["ignore", "pipe", "pipe"]
          })
          let [stdout, stderr] = ["", ""]
          const ended = new Promise<number | null>((end) => child.once("close", (exit) => end(exit)))
          child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
          child.stdout.on("data", (chunk: Buffer) => {
            stdout += chunk.toString()
            const [, url] = /"url":"([^"]+)"/.exec(stdout) ?? []
            if (url !== undefined) resolve({ url, child, ended, output: () => stdout + stderr })
          })
          void ended.then((exit) => reject(new Error(`the runner ended with ${exit}: ${stderr}`)))
        })
    ),
    ({ child, ended }) =>
      Effect.promise(() => {
        child.kill("SIGKILL")
        return ended
      })
  )
})

const client = (url: string, token: string) =>
  Effect.map(Layer.build(FleetClient.layer({ url, token, limitMillis: 30_000 })), (context) =>
    Context.get(context, FleetClient)
  )

const question = (id: string) => ({
  id,
  session: "s",
  by: "guard",
  prompt: "Push?",
  options: ["Allow", "Deny"],
  leftMillis: 120_000,
  default: "deny" as const
})

onServer("two runners", (at) => {
  const database = Effect.acquireRelease(
    Effect.promise(() => newDatabase(at)),
    ({ drop }) => Effect.promise(drop)
  )

  // proves: docs/fleet.md
  it.live(
    "wake at one what is answered at the other, also once one was asked to end",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { url } = yield* database
          const sql = Postgres.layer({ url })
          const [asking, answering] = yield* Effect.scoped(
            Effect.gen(function* () {
              yield* Migrations.run
              const store = yield* Store
              return [yield* store.addToken("acme", "machine", "m1"), yield* store.addToken("acme", "person", "ann")]
            }).pipe(Effect.provide(Store.layer.pipe(Layer.provideMerge(sql))))
          )
          assert.isDefined(asking)
          assert.isDefined(answering)
          const first = yield* runner(url)
          const second = yield* runner(url)
          const machine = yield* client(first.url, asking)
          const person = yield* client(second.url, answering)
          const ask = (id: string, at: typeof machine) =>
            // A home that moves to another runner ends the call, and the same token joins the question again.
            Effect.forkChild(
              Effect.retry(at.ask(question(id), `token-${id}`), {
                while: ({ _tag }) => _tag !== "Refused",
                schedule: Schedule.spaced("200 millis")
              }),
              { startImmediately: true }
            )
          const isOpen = (id: string) =>
            person.questions.pipe(
              Stream.filter((open) => open.some((one) => one.id === id)),
              Stream.take(1),
              Stream.runDrain
            )

          const one = yield* ask("one", machine)
          yield* isOpen("one")
          const answered = yield* person.answer("one", "Allow")
          assert.deepInclude(answered, { answer: "Allow", by: "ann", isDefault: false })
          assert.deepStrictEqual(yield* Fiber.join(one), answered)

          first.child.kill("SIGTERM")
          assert.strictEqual(yield* Effect.promise(() => first.ended), 0, first.output())
          const other = yield* client(second.url, asking)
          const two = yield* ask("two", other)
          yield* isOpen("two")
          assert.deepInclude(
            yield* Effect.retry(person.answer("two", "Deny"), { while: ({ _tag }) => _tag !== "Refused", times: 20 }),
            { answer: "Deny" }
          )
          assert.deepInclude(yield* Fiber.join(two), { answer: "Deny", by: "ann" })
        })
      ),
    120_000
  )

  // proves: docs/fleet.md
  it.live("show no password of a database in the list of processes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* database
        const secret = "s3cret-word"
        const named = new URL(url)
        named.password = secret
        const port = yield* freePort
        const words = ["fleet", "serve", "--gate", "127.0.0.1:0", "--address", `127.0.0.1:${port}`]
        const child = spawn(process.execPath, [bin, ...words, "--database", named.href], {
          env: { PATH: process.env["PATH"] ?? "" },
          stdio: ["ignore", "pipe", "pipe"]
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
        const output = yield* Effect.callback<string>((resume) => {
          let text = ""
          const take = (chunk: Buffer): void => {
            text += chunk.toString()
            if (text.includes("\n")) resume(Effect.succeed(text))
          }
          child.stdout.on("data", take)
          child.stderr.on("data", take)
        })
        assert.notInclude(output, secret)
        assert.include(output, named.pathname)
        if (process.platform === "linux") {
          assert.notInclude(readFileSync(`/proc/${child.pid}/cmdline`, "utf8"), secret)
        }
      })
    )
  )
})
