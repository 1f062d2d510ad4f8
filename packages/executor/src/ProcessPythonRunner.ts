/**
 * Runs Python hooks: a script as a process, or a function that is called with the event and returns the answer.
 *
 * @since 0.1.0
 */
import { HookDialects } from "@hookline/core/HookDialects"
import { executing, HookFailed, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
import { PythonRunner } from "@hookline/core/Runners"
import * as PythonScript from "@hookline/core/kit/discover/PythonScript"
import type { Work } from "@hookline/core/Runner"
import { type Inside, Sandbox } from "@hookline/core/Sandbox"
import { SessionEnv } from "@hookline/core/SessionEnv"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson } from "@hookline/schema/Json"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import path from "node:path"
import * as HookEnv from "./HookEnv.ts"
import { exportFile } from "./internal/env/exportFile.ts"
import { confinedBy, enter, mayHaveFile, reportWithheld } from "./internal/process/confinement.ts"
import { homeOf } from "./internal/process/homeOf.ts"
import { makeDataFolder } from "./internal/pluginData.ts"
import type { Plan } from "./internal/process/commandOf.ts"
import { firstObject } from "./internal/process/firstObject.ts"
import { awaitReply } from "./internal/process/awaitReply.ts"
import { nextTurn, Processes } from "./internal/process/Processes.ts"
import { runPlan } from "./internal/process/runPlan.ts"
import { makeSurroundings } from "./internal/process/surroundings.ts"
import { insideWrap } from "./internal/process/wrapProof.ts"
import { folderToRunIn } from "./internal/process/workingFolder.ts"
import { bootstrap } from "./internal/python/bootstrap.ts"

/**
 * Options that are not settings.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The interpreter. Defaults to `python3`. */
  readonly python?: string
  /** The environment that hooks inherit. Defaults to that of this process at the time when the layer is built. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A program and its arguments that wraps the interpreter. The wrapper of the settings runs inside it. */
  readonly wrap?: ReadonlyArray<string>
  /** Detaches hooks that move to the background: for a process that answers once. */
  readonly letGo?: boolean
  /** Returns a new folder in which the result of a detached hook is recorded. Without one the result is dropped. */
  readonly recordIn?: (work: Work<"Python">) => string | undefined
}

type Python = Work<"Python">
type Exit = Extract<HookReply, { readonly _tag: "Exit" }>

const fails = (work: Python, issue: string, detail?: string) =>
  Effect.fail(executing(new HookFailed({ hook: work.hook.id, issue, ...(detail !== undefined && { detail }) })))

/** Returns the candidates for a script's path. */
const find = ({ facts, hook: { source } }: Python, script: string): ReadonlyArray<string> => {
  const folders = PythonScript.folders(source, facts.projectDir, path.dirname(source.file))
  return [...new Set(folders.map((folder) => path.resolve(folder, script)))]
}

/** Returns the folder of a function's module. A module of the project must not run in place of a user's. */
const moduleFolder = ({ hook: { source } }: Python): string =>
  source.scope === "user" ? path.dirname(source.file) : ""

const argumentsOf = (work: Python): Effect.Effect<ReadonlyArray<string>, PipelineError> => {
  const { handler, hook } = work
  if (handler.script === undefined) {
    return Effect.succeed(["-c", bootstrap, handler.function ?? "", moduleFolder(work)])
  }
  const places = find(work, handler.script)
  const script = places.find((place) => existsSync(place))
  return script === undefined
    ? Effect.fail(executing(new NotStarted({ hook: hook.id, issue: `${places.join(" or ")} is not there` })))
    : Effect.succeed([script])
}

/** Returns the folder of a record. A hook runs without one, too. */
const folderFor = (recordIn: Options["recordIn"], work: Python): string | undefined => {
  try {
    return recordIn?.(work)
  } catch {
    return undefined
  }
}

const parsed = (text: string): unknown => {
  try {
    return ExactJson.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Reads the result of a function from the output of the program that called it. */
const returned = (work: Python, reply: Exit): Effect.Effect<HookReply, PipelineError> => {
  const said = parsed(firstObject(reply.stdout) ?? "")
  if (!isJson(said)) {
    const issue = reply.cut === true ? "it returned more than 1 MiB" : "it ended before the function returned"
    return fails(work, issue, reply.stderr)
  }
  if ("value" in said) return Effect.succeed({ _tag: "Value", value: said["value"] })
  if (typeof said["exit"] === "number") {
    return Effect.succeed({ _tag: "Exit", code: said["exit"], stdout: "", stderr: reply.stderr })
  }
  if ("missing" in said) {
    return Effect.fail(executing(new NotStarted({ hook: work.hook.id, issue: textOf(said["missing"]) })))
  }
  return fails(work, textOf(said["error"]), textOf(said["stack"]))
}

const make = Effect.fnUntraced(function* ({
  env = { ...process.env },
  letGo = false,
  recordIn,
  python = "python3",
  wrap = []
}: Options) {
  const dialects = yield* HookDialects
  const sessionEnv = yield* SessionEnv
  const ground = yield* Processes
  const sandbox = yield* Sandbox
  const surroundings = makeSurroundings(env, dialects, sessionEnv, wrap)
  const home = homeOf(env)

  const start = (work: Python, args: ReadonlyArray<string>, envFile: string | undefined, inside: Inside | undefined) =>
    Effect.suspend(() => {
      makeDataFolder(work.hook.source)
      const confined = confinedBy(inside, surroundings, work, envFile)
      const outside = confined === undefined ? surroundings.around(work) : undefined
      const { base, wrap: words } = outside ?? { base: surroundings.inherited(work), wrap: [] }
      reportWithheld(work, base)
      const [outer, ...before] = words
      const file = outer ?? python
      const inner = outer === undefined ? args : [...before, python, ...args]
      const plan: Plan = { start: { file, args: inner }, asShell: false }
      const place = {
        cwd: folderToRunIn(work.facts.projectDir),
        base,
        own: HookEnv.own(work, dialects, envFile),
        input: work.payload(),
        until: performance.now() + work.limitMillis,
        confined
      }
      // The program that calls a function prints an object of its own.
      const isFunction = work.handler.script === undefined
      const own = isFunction && { isReply: () => true, onFirst: () => false }
      return awaitReply(work, file, letGo ? () => folderFor(recordIn, work) : undefined, (expected, onEnd) =>
        runPlan(plan, { ...place, expected: { ...expected, ...own } }, ground, undefined, onEnd)
      )
    })

  const run = Effect.fnUntraced(function* (work: Python) {
    const entered = enter(sandbox, home, work)
    const inside = entered === undefined ? undefined : yield* entered
    const args = yield* argumentsOf(work)
    const mayExport = HookEnv.mayExport(work.event) && mayHaveFile(work.confinement)
    const envFile = mayExport ? yield* exportFile(sessionEnv, work) : undefined
    const placeOf = () => ({
      cwd: folderToRunIn(work.facts.projectDir),
      env: surroundings.users(work),
      groups: ground.groups,
      pipes: ground.pipes
    })
    const words = surroundings.wrapOf(work.settings)
    // A sandbox reports that it was not started as it should be.
    const wrappedOf = () => {
      const { base, wrap: before } = surroundings.around(work)
      return { before, program: inside === undefined ? [python, ...args] : [], env: base }
    }
    const reply = yield* insideWrap(words, work.hook, placeOf, wrappedOf, start(work, args, envFile, inside))
    return work.handler.script === undefined ? yield* returned(work, reply) : reply
  })

  return PythonRunner.of({ run, confines: true, turn: () => nextTurn(ground) })
})

/**
 * Runs Python hooks with options.
 *
 * @example
 * ```ts
 * import { HookDialects } from "@hookline/core/HookDialects"
 * import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
 * import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
 * import * as Layer from "effect/Layer"
 *
 * const runner = ProcessPythonRunner.layerWith({ python: "/opt/venv/bin/python3" })
 * const layer = Layer.provide(runner, HookDialects.layer([ClaudeCode]))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (options: Options): Layer.Layer<PythonRunner, never, HookDialects | Sandbox | SessionEnv> =>
  Layer.effect(PythonRunner, make(options)).pipe(Layer.provide(Processes.layer))

/**
 * Runs Python hooks with `python3`.
 *
 * @example
 * ```ts
 * import { HookDialects } from "@hookline/core/HookDialects"
 * import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
 * import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(ProcessPythonRunner.layer, HookDialects.layer([ClaudeCode]))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<PythonRunner, never, HookDialects | Sandbox | SessionEnv> = layerWith({})
