/**
 * The laws of every runner of commands, however it is optimized: a hook behaves as under `sh -c`, and ends when its
 * process exits.
 *
 * @since 0.1.0
 */
import { CommandRunner } from "@hookline/core/Runners"
import { HookDialects } from "@hookline/core/HookDialects"
import * as SessionEnv from "@hookline/core/SessionEnv"
import type { Confinement, Work } from "@hookline/core/Runner"
import { Sandbox } from "@hookline/core/Sandbox"
import * as Dialects from "@hookline/dialects/Dialects"
import { Warm } from "@hookline/executor/ProcessCommandRunner"
import { assert, describe, layer as sharing } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { rowsOf } from "./internal/runsOf.ts"
import { scripts } from "./internal/scripts.ts"
import { type Ending, plainly } from "./internal/plainly.ts"
import * as Requirement from "./Requirement.ts"
import * as TestPipeline from "./TestPipeline.ts"
import * as TestProject from "./TestProject.ts"
import * as TestWork from "./TestWork.ts"

/** The maximum length of a command for a warm shell. */
const longest = 16_000

/**
 * Runs a hook, and returns its result like that of a plain run. On systems with warm shells, one is used.
 *
 * @category running
 * @since 0.1.0
 */
export const run = (work: Work<"Command">): Effect.Effect<Ending, never, CommandRunner> =>
  Effect.map(
    Effect.repeat(runOnce(work), {
      // A shell that waits is not used after a change of a folder around the home folder, which other tests may make.
      until: ({ isOther }) => !isOther || work.confinement === undefined,
      times: 5
    }),
    ({ ending, isOther }) => {
      assert.isFalse(isOther, "no waiting shell ran it")
      return ending
    }
  )

const runOnce = Effect.fnUntraced(function* (work: Work<"Command">) {
  const runner = yield* CommandRunner
  const warm = yield* Effect.serviceOption(Warm)
  const isShort = work.handler.command.length < longest
  const isWarm = runner.prewarm !== undefined && Option.isSome(warm) && isShort
  if (isWarm) {
    const { confinement, hook, session, settings } = work
    yield* runner.prewarm({ hooks: [hook], session, settings, confinementOf: () => confinement })
    yield* warm.value.settled
  }
  const before = Option.match(warm, { onNone: () => 0, onSome: ({ counts }) => counts().taken })
  const ending = yield* Effect.match(runner.run(work), {
    onSuccess: (reply): Ending =>
      reply._tag === "Exit"
        ? { end: String(reply.code), stdout: reply.stdout, stderr: reply.stderr }
        : { end: reply._tag, stdout: "", stderr: "" },
    onFailure: ({ reason }): Ending => ({ end: reason.message, stdout: "", stderr: "" })
  })
  // True if it ran in another process than the shell that waited.
  const isOther = isWarm && warm.value.counts().taken !== before + 1
  return { ending, isOther }
})

/**
 * Options for commands in a sandbox.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly sandbox?: Layer.Layer<Sandbox>
  readonly confinement?: Confinement
  /** Scripts that may end otherwise in this sandbox. */
  readonly differing?: ReadonlySet<string>
  /** The requirement of the sandbox. Where it is missing the suite is one test, which is skipped with the reason. */
  readonly requirement?: Requirement.Requirement
}

/** Removes lines and origins from the diagnostics of shells, which differ in them. */
const withoutPlaces = (text: string): string =>
  text
    .replaceAll(/(?:eval|exec|-c): /g, "")
    .replaceAll(/\bline \d+: |: \d+: /g, ": ")
    .replaceAll(/(?:syntax error|unexpected EOF)[\s\S]*/gi, "a mistake")
    .replaceAll(": : ", ": ")

/**
 * Registers the suite. `layer` runs commands; `shell` is the shell that they are compared with.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<CommandRunner, E, HookDialects | Sandbox | SessionEnv.SessionEnv>,
  shell: "sh" | "bash" = "sh",
  { confinement, differing = new Set(), requirement, sandbox = Sandbox.layerNone }: Options = {}
): void => {
  // In CI each suite tries one half, and not all the same one.
  const tried = rowsOf(scripts, 2, Math.abs(Hash.string(`${name} ${shell}`)) % 2).filter(
    (script) => !differing.has(script)
  )
  describe(`${name} runs ${tried.length} scripts as ${shell} -c does`, () => {
    if (requirement?.() !== undefined) {
      Requirement.live(requirement)("all of them", () => Effect.void)
      return
    }
    const project = TestProject.shared({
      "here/it is": "a file\n",
      "a tool": { script: "#!/bin/sh\necho a tool $1\n" }
    })
    const ready = Layer.mergeAll(layer, project).pipe(
      Layer.provide([
        HookDialects.layer(Dialects.all),
        sandbox,
        Layer.provide(SessionEnv.layerNone, TestPipeline.thisProject)
      ])
    )
    sharing(ready, { excludeTestServices: true })((it) => {
      for (const script of tried) {
        it.effect(JSON.stringify(script.length > 80 ? `${script.slice(0, 77)}…` : script), () =>
          Effect.gen(function* () {
            const { project: folder } = yield* TestProject.Shared
            const work = TestWork.make({ _tag: "Command", command: script, shell }, { project: folder, confinement })
            const plain = yield* plainly(work, shell)
            const ours = yield* run(work)
            assert.strictEqual(ours.end, plain.end, "the exit code")
            assert.strictEqual(ours.stdout, plain.stdout, "what it printed")
            assert.strictEqual(withoutPlaces(ours.stderr), withoutPlaces(plain.stderr), "what it complained about")
          })
        )
      }
    })
  })
}
