// Runners of a fleet in processes of their own, each with a wire to the database, and a wire to all of their gates.
import * as Migrations from "@hookline/fleet/Migrations"
import * as Postgres from "@hookline/fleet/Postgres"
import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { newDatabase } from "../databases.ts"
import * as Wire from "./Wire.ts"

/** What a runner's process is told. */
export interface RunnerOptions {
  readonly url: string
  /** The port at which other runners reach it, and that of its gate. */
  readonly address: number
  readonly gate: number
  /** True for locks that end soon. */
  readonly isQuick: boolean
}

/** A runner. */
export interface Running {
  readonly gate: number
  readonly pid: () => number
  readonly database: Wire.Wire
  readonly send: (signal: NodeJS.Signals) => void
  /** Kills the process, and waits until it is gone. */
  readonly kill: () => Promise<void>
  /** Asks the process to end, and waits until it has. */
  readonly end: () => Promise<void>
  /** Starts the process again, at the same ports. */
  readonly start: () => Promise<void>
}

/** A fleet in processes. */
export interface Runners {
  readonly runners: ReadonlyArray<Running>
  /** The address of its gates: a connection is made to one that accepts. */
  readonly url: string
  /** The address of its database, without a wire that breaks. */
  readonly database: string
  readonly close: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

const started = (options: RunnerOptions): Promise<ChildProcess> =>
  new Promise((done, fail) => {
    const child = spawn(
      process.execPath,
      ["--conditions=@hookline/source", join(import.meta.dirname, "runner.ts"), JSON.stringify(options)],
      { stdio: ["pipe", "pipe", "pipe"] }
    )
    let errors = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = `${errors}${text}`.slice(-4000)
    })
    child.stdout.once("data", () => done(child))
    child.once("exit", (code) => fail(new Error(`a runner ended with ${code} before it was ready: ${errors}`)))
  })

const ended = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill(signal)
  await gone
}

const run = async (url: string, isQuick: boolean): Promise<Running> => {
  const server = new URL(url)
  const database = await Wire.open([Number(server.port || 5432)])
  server.port = `${database.port}`
  const options = { url: server.href, address: await freePort(), gate: await freePort(), isQuick }
  let child: ChildProcess | undefined = await started(options)
  return {
    gate: options.gate,
    pid: () => child?.pid ?? 0,
    database,
    send: (signal) => void child?.kill(signal),
    kill: () => ended(child, "SIGKILL"),
    end: () => ended(child, "SIGTERM"),
    start: async () => {
      child = await started(options)
    }
  }
}

/** Starts runners on a database of their own on this server. */
export const start = async (server: string, count: number, isQuick: boolean): Promise<Runners> => {
  const database = await newDatabase(server)
  await Effect.runPromise(Effect.provide(Migrations.run, Postgres.layer({ url: database.url })))
  const runners = await Promise.all(Array.from({ length: count }, () => run(database.url, isQuick)))
  const gates = await Wire.open(runners.map(({ gate }) => gate))
  return {
    runners,
    url: `http://127.0.0.1:${gates.port}`,
    database: database.url,
    close: async () => {
      await gates.close()
      await Promise.all(runners.map((runner) => runner.kill()))
      await Promise.all(runners.map((runner) => runner.database.close()))
      await database.drop()
    }
  }
}
