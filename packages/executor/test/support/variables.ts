// The variables of a hook in a warm shell beside those of the same hook in a cold one.
import { assert, it } from "@effect/vitest"
import type { CommandRunner } from "@hookline/core/Runners"
import type { HookDialects } from "@hookline/core/HookDialects"
import type { Sandbox } from "@hookline/core/Sandbox"
import type { SessionEnv } from "@hookline/core/SessionEnv"
import type { Work } from "@hookline/core/Runner"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as HookEvent from "@hookline/schema/HookEvent"
import { RunnerTest, TestDialects, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { around } from "./answering.ts"

export const show = { _tag: "Command", command: "env -0 | sort -z | grep -zv '^_=' | od -c" } as const

export const callOf = (toolName: string, file: string, sessionId: string) =>
  HookEvent.cases.PreToolUse.make({ sessionId, toolName, toolInput: { path: file } })

/** What a hook's `env` prints, by a layer; where that has shells that wait, by one of those. */
const shown = (
  work: Work<"Command">,
  layer: Layer.Layer<CommandRunner | ProcessCommandRunner.Warm, never, HookDialects | Sandbox | SessionEnv>
) =>
  Effect.scoped(Effect.provide(RunnerTest.run(work), Layer.provide(layer, around))).pipe(
    Effect.map(({ stdout }) => stdout)
  )

const Words = Schema.Record(Schema.String, Schema.String)

/** What a process can be given at all, and does not change by itself. */
const canBe = ([name, value]: readonly [string, string]): boolean =>
  name !== "" && !/[=\0]/.test(name) && !value.includes("\0") && !/^(?:_|SHLVL|PWD|OLDPWD|PATH|IFS|BASH.*)$/.test(name)

/** Registers the law for the dialects whose hooks have the most variables, each with so many random cases. */
export const areTheSame = (runs: number): void => {
  for (const dialect of [TestDialects.ClaudeCode, TestDialects.Amplifier, TestDialects.Amcp]) {
    it.live.prop(
      `of ${dialect.title} are the same in a shell that waits and in one that is started, whatever they hold`,
      { more: Words, tool: Schema.NonEmptyString, file: Schema.String, session: Schema.NonEmptyString },
      ({ file, more, session, tool }) =>
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const event = callOf(tool, file, session)
          const env = Object.fromEntries(Object.entries(more).filter(canBe))
          const work = TestWork.make(show, { project, event, dialect, settings: { env } })
          const warm = yield* shown(work, ProcessCommandRunner.layerWarm)
          const cold = yield* shown(work, ProcessCommandRunner.layerCold)
          assert.strictEqual(warm, cold)
          assert.notStrictEqual(cold, "")
        }).pipe(Effect.scoped),
      { arbitrary: { runs, size: 60 }, timeout: 60_000 }
    )
  }
}
