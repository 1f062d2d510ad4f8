/**
 * Codex's app server: what Codex itself reads of its hooks, and whether it would run them.
 *
 * @since 0.1.0
 */
import { isJson, type Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { spawn } from "node:child_process"
import * as readline from "node:readline"

/**
 * A hook as Codex lists it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listed {
  readonly key: string
  readonly command: string
  readonly status: string
  readonly hash: string
}

/**
 * A program that could not be asked.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unanswered extends Schema.TaggedError<Unanswered>()("Unanswered", { why: Schema.String }) {
  override get message(): string {
    return `Codex could not be asked: ${this.why}.`
  }
}

/** The longest that the server may take to answer. */
const limit = "20 seconds"

const listedIn = (value: unknown): ReadonlyArray<Listed> => {
  if (Array.isArray(value)) return value.flatMap(listedIn)
  if (!isJson(value)) return []
  const { command, currentHash: hash, key, trustStatus: status } = value
  if (typeof key === "string" && typeof status === "string" && typeof hash === "string") {
    return [{ key, status, hash, command: typeof command === "string" ? command : "" }]
  }
  return Object.values(value).flatMap(listedIn)
}

/** A conversation with the server: each call waits for its answer. */
interface Server {
  readonly call: (method: string, params: Json) => Promise<unknown>
}

const withServer = <A>(cwd: string, use: (server: Server) => Promise<A>): Effect.Effect<A, Unanswered> =>
  Effect.callback<A, Unanswered>((resume) => {
    const child = spawn("codex", ["app-server"], { cwd, stdio: ["pipe", "pipe", "ignore"] })
    const waiting = new Map<number, (answer: unknown) => void>()
    let id = 0
    const stop = (): void => {
      child.removeAllListeners("exit")
      child.kill("SIGKILL")
    }
    const end = (result: Effect.Effect<A, Unanswered>): void => {
      stop()
      resume(result)
    }
    const fail = (why: string): void => end(Effect.fail(new Unanswered({ why })))
    child.on("error", ({ message }) => fail(message))
    child.on("exit", (code) => fail(`it ended with ${code ?? "a signal"}`))
    // It may have ended, which is reported by its exit.
    child.stdin.on("error", () => undefined)
    const send = (message: Json): boolean => child.stdin.write(`${JSON.stringify(message)}\n`)
    readline.createInterface({ input: child.stdout }).on("line", (line) => {
      const message: unknown = line.startsWith("{") ? JSON.parse(line) : undefined
      if (!isJson(message) || typeof message["id"] !== "number") return
      waiting.get(message["id"])?.(message["result"] ?? message["error"])
      waiting.delete(message["id"])
    })
    const call: Server["call"] = (method, params) =>
      new Promise((answered) => {
        id += 1
        waiting.set(id, answered)
        send({ id, method, params })
      })
    const talk = async (): Promise<A> => {
      const clientInfo = { name: "hookline", title: "Hookline", version: "0.1.0" }
      await call("initialize", { clientInfo, capabilities: { experimentalApi: true } })
      send({ method: "initialized" })
      return use({ call })
    }
    talk().then(
      (result) => end(Effect.succeed(result)),
      (error: unknown) => fail(String(error))
    )
    return Effect.sync(stop)
  }).pipe(
    Effect.timeoutOrElse({
      duration: limit,
      orElse: () => Effect.fail(new Unanswered({ why: `it did not answer within ${limit}` }))
    })
  )

/**
 * Lists the hooks that Codex finds in a project, by the `codex` of the search path.
 *
 * @category getters
 * @since 0.1.0
 */
export const list = (project: string): Effect.Effect<ReadonlyArray<Listed>, Unanswered> =>
  withServer(project, async ({ call }) => listedIn(await call("hooks/list", { cwds: [project] })))

/**
 * Writes entries of trust by Codex itself, which keeps the rest of its configuration.
 *
 * @category editing
 * @since 0.1.0
 */
export const trust = (
  project: string,
  entries: ReadonlyArray<{ readonly key: string; readonly hash: string }>
): Effect.Effect<void, Unanswered> =>
  Effect.asVoid(
    withServer(project, ({ call }) =>
      call("config/batchWrite", {
        edits: [
          {
            keyPath: "hooks.state",
            value: Object.fromEntries(entries.map(({ hash, key }) => [key, { trusted_hash: hash }])),
            mergeStrategy: "upsert"
          }
        ],
        reloadUserConfig: true
      })
    )
  )
