// A matcher that a program provides may be slow: each event asks it at most twice, through every way in.
import { assert, describe, it } from "@effect/vitest"
import { Matcher } from "@hookline/core/Matcher"
import { Pipeline } from "@hookline/core/Pipeline"
import type { PipelineError } from "@hookline/core/PipelineError"
import type { Dialect } from "@hookline/core/Dialect"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Hookline } from "@hookline/node/Hookline"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Counts the questions of the pipeline: which groups an event runs, and whether it runs any. */
const counting = (asked: Array<HookEvent["_tag"]>) =>
  Layer.effect(
    Matcher,
    Effect.map(Matcher, ({ compile }) =>
      Matcher.of({
        compile: (catalog) => {
          const compiled = compile(catalog)
          return {
            ...compiled,
            groups: (event) => (asked.push(event._tag), compiled.groups(event)),
            wants: (event) => (asked.push(event._tag), compiled.wants(event))
          }
        }
      })
    )
  )

const session = { sessionId: "s1" }

const events: ReadonlyArray<HookEvent> = [
  cases.PreToolUse.make({ ...session, toolName: "Bash", toolInput: { command: "ls" } }),
  cases.PreToolUse.make({ ...session, toolName: "Read", toolInput: { file_path: "a" } }),
  cases.UserPromptSubmit.make({ ...session, prompt: "hello" }),
  cases.Stop.make(session),
  cases.Notification.make({ ...session, message: "hello" })
]

const command = { type: "command", command: "true" }

const hooks = {
  PreToolUse: [{ matcher: "Bash", hooks: [command] }],
  UserPromptSubmit: [{ hooks: [command] }],
  Stop: [{ hooks: [command] }]
}

/** Projects whose events pass different decorators. */
const projects: Readonly<Record<string, TestProject.Files>> = {
  "with hooks": { ".claude/settings.json": { json: { hooks } } },
  "without hooks": {},
  "with a loss": {
    ".claude/settings.json": { json: { hooks: { ...hooks, Stop: [{ hooks: [{ type: "absent" }] }] } } }
  },
  "with disabled hooks": {
    ".claude/settings.json": { json: { hooks } },
    ".amplifier/hooks/off/hooks.json": {
      json: { hooks: { PreToolUse: [{ hooks: [{ ...command, enabled: false }] }] } }
    }
  }
}

const hosts: ReadonlyArray<Dialect> = [ClaudeCode, Amplifier]

const ways: Readonly<
  Record<string, (event: HookEvent, host: Dialect) => Effect.Effect<unknown, PipelineError, Hookline | Pipeline>>
> = {
  emit: (event) => Hookline.use(({ emit }) => emit(event)),
  run: (event, host) => Hookline.use(({ run }) => run(host.event.write(event))),
  "Pipeline.run": (event, host) => Pipeline.use(({ run }) => run(host.event.write(event)))
}

describe("the matcher is asked at most twice", () => {
  for (const [name, files] of Object.entries(projects)) {
    it.live(`by each event of a project ${name}, that came before, on a machine that prewarms`, () =>
      Effect.gen(function* () {
        const project = yield* TestProject.make(files)
        const counts: Array<readonly [string, number]> = []
        for (const host of hosts) {
          const asked: Array<HookEvent["_tag"]> = []
          const all = Effect.gen(function* () {
            const { register } = yield* Hookline
            yield* register({ event: "PreToolUse", name: "native", handler: () => Effect.void })
            for (const [way, answered] of Object.entries(ways)) {
              for (const event of events) {
                yield* answered(event, host)
                asked.length = 0
                yield* answered(event, host)
                counts.push([`${host.name}: ${way} of ${event._tag}: ${asked.join(", ")}`, asked.length])
              }
            }
          })
          yield* Effect.scoped(Effect.provide(all, Hookline.layer({ project, host, provide: [counting(asked)] })))
        }
        assert.deepStrictEqual(
          counts.filter(([, count]) => count > 2).map(([question]) => question),
          []
        )
        assert.lengthOf(counts, hosts.length * Object.keys(ways).length * events.length)
        // An event of which it is not asked at all would be a matcher that nothing uses.
        assert.isEmpty(counts.filter(([, count]) => count === 0))
      })
    )
  }
})
