// Serves a fleet by the command, in a process of its own, and calls it as machines and people do.
import { assert } from "@effect/vitest"
import { FleetClient } from "@hookline/fleet/FleetClient"
import { Requirement, TestProject } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ChildProcess, spawn } from "node:child_process"
import type * as Scope from "effect/Scope"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { agentAround, ancestors } from "../../src/ownGuard/agents.ts"
import { bin, commandEnv, hooklineIn, type Options } from "../commands/hookline.ts"

const above = agentAround({}, ancestors())

/** These commands are refused below an agent, in which a developer may run the tests. */
const outside = Requirement.live(() => (above === undefined ? undefined : "needs a shell that no agent started"))

/** A test in a project and a home of their own, with real processes. */
export const live = <E>(title: string, test: (place: Place) => Effect.Effect<void, E, Scope.Scope>) =>
  outside(title, () =>
    Effect.scoped(Effect.flatMap(TestProject.make({ ".hookline/.keep": "" }, { trusted: false }), test))
  )

export type Place = Effect.Success<ReturnType<typeof TestProject.make>>

/** A server, the output of its start, and all that it wrote to standard error. */
export interface Server {
  readonly url: string
  readonly started: Readonly<Record<string, unknown>>
  readonly child: ChildProcess
  readonly stderr: () => string
  /** Ends once the process has ended, with its exit code. */
  readonly ended: Promise<number | null>
}

/** The data of a line of JSON. */
export const dataOf = (text: string): Readonly<Record<string, unknown>> => {
  const data: unknown = JSON.parse(text)
  // The cast holds because the check excludes all but objects, whose values stay unknown.
  return typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {}
}

const started = (place: Place, args: ReadonlyArray<string>, env: Options["env"], gate: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, "fleet", "serve", "--json", "--gate", gate, ...args], {
      cwd: place.project,
      env: { ...commandEnv(place.home), NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let [stdout, stderr] = ["", ""]
    const ended = new Promise<number | null>((end) => child.once("close", (exit) => end(exit)))
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString()
      if (!stdout.includes("\n")) return
      const line = dataOf(stdout)
      resolve({ url: String(line["url"]), started: line, child, stderr: () => stderr, ended })
    })
    void ended.then((exit) => reject(new Error(`the server ended with ${exit}: ${stderr}`)))
  })

/** Serves until the scope closes, on a free port if none is given. */
export const serve = (place: Place, args: ReadonlyArray<string> = [], env: Options["env"] = {}, gate = "127.0.0.1:0") =>
  Effect.acquireRelease(
    Effect.promise(() => started(place, args, env, gate)),
    ({ child, ended }) =>
      Effect.promise(() => {
        child.kill("SIGKILL")
        return ended
      })
  )

/** Runs `hookline fleet` with `--json`, and returns its data. */
export const fleet = (place: Place, args: ReadonlyArray<string>, options: Options = {}) =>
  Effect.map(hooklineIn(place, ["fleet", ...args, "--json"], options), ({ exit, stderr, stdout }) => ({
    exit,
    stderr,
    data: stdout.trim() === "" ? {} : dataOf(stdout)
  }))

/** Creates a token in a file of its own. */
export const tokenFile = (place: Place, name: string, role = "machine", database: ReadonlyArray<string> = []) =>
  Effect.map(fleet(place, ["tokens", "add", name, "--role", role, ...database]), ({ data }) => {
    const file = path.join(place.home, `${name}.token`)
    const token = String(data["token"])
    writeFileSync(file, `${token}\n`, { mode: 0o600 })
    return { file, token }
  })

/** Lets a machine join with a token, and adds to what its settings then have of the fleet. */
export const join = Effect.fnUntraced(function* (
  place: Place,
  url: string,
  file: string,
  args: ReadonlyArray<string>,
  extra: object
) {
  const joined = yield* fleet(place, ["join", url, "--token-file", file, ...args])
  assert.strictEqual(joined.exit, 0, joined.stderr)
  const settings = path.join(place.home, ".hookline/settings.json")
  const before = dataOf(readFileSync(settings, "utf8"))
  writeFileSync(
    settings,
    JSON.stringify({ ...before, fleet: { ...dataOf(JSON.stringify(before["fleet"])), ...extra } })
  )
})

/** Calls a gate with a token. */
export const clientOf = (url: string, token: string) =>
  Effect.map(Layer.build(FleetClient.layer({ url, token, limitMillis: 10_000 })), (context) =>
    Context.get(context, FleetClient)
  )
