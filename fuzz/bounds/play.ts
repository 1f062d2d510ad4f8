// A process in which hooks run as in a host: each line of standard input is a scene, and its runs are printed as a line.
import { Pipeline } from "@hookline/core/Pipeline"
import * as Trust from "@hookline/core/Trust"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { Hookline } from "@hookline/node/Hookline"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import { textOf } from "@hookline/schema/Handler"
import { isOfProject } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Run } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import { createInterface } from "node:readline"
import type { Played, PlayedRun, Scene } from "./Scene.ts"

/** A session with an event of each kind that matters: exports, a skill that is opened, a prompt, a tool, an end. */
const events = (cwd: string): ReadonlyArray<HookEvent.HookEvent> => {
  const common = { sessionId: "s", cwd }
  return [
    HookEvent.cases.SessionStart.make({ ...common, source: "startup" }),
    HookEvent.cases.UserPromptSubmit.make({ ...common, prompt: "go" }),
    HookEvent.cases.PreToolUse.make({ ...common, toolName: "Bash", toolInput: { command: "ls" } }),
    HookEvent.cases.Stop.make({ ...common, stopHookActive: false })
  ]
}

const own = (event: string, runs: ReadonlyArray<Run>): ReadonlyArray<PlayedRun> =>
  runs
    .filter(({ source }) => source.scope === "user")
    .map(({ failure, id, look, reply, status }) => ({
      event,
      id,
      status,
      ...(look !== undefined && { look }),
      ...(failure !== undefined && { failure: failure.reason }),
      ...(reply?._tag === "Exit" && { exit: reply.code, stdout: reply.stdout })
    }))

const play = ({ cwd, skill }: Scene): Effect.Effect<Played> =>
  Effect.gen(function* () {
    process.chdir(cwd)
    const folders = yield* Effect.provide(NodeDiscovery.here({ host: Amplifier, cwd }), ConfigFilesNode.layerOnce)
    const played = Effect.gen(function* () {
      const hooks = yield* Hookline
      const runs: Array<PlayedRun> = []
      yield* hooks.run({ event: "skill:loaded", data: { session_id: "s", cwd, ...skill } })
      for (const event of events(cwd)) {
        const report = yield* hooks.emit(event)
        runs.push(...own(report.event, report.runs))
      }
      const { hooks: found } = yield* (yield* Pipeline).catalog("s")
      const counted = found.filter((hook) => hook.source.scope === "user" && isOfProject(hook))
      return {
        project: folders.project,
        runs,
        counted: Object.fromEntries(counted.map(({ handler, id }) => [id, textOf(handler)]))
      }
    })
    return yield* Effect.scoped(
      // A project that its user trusts has the most means, and even that reaches no hook of the user.
      Effect.provide(played, Hookline.layer({ project: folders, trust: Trust.layerAll, host: Amplifier, once: true }))
    )
  }).pipe(
    Effect.catchCause((cause) => Effect.succeed({ project: "", runs: [], counted: {}, problem: String(cause) })),
    Effect.ensuring(Effect.sync(() => process.chdir("/")))
  )

for await (const line of createInterface({ input: process.stdin })) {
  // The one who starts this writes scenes alone.
  const played = await Effect.runPromise(play(JSON.parse(line) as Scene))
  process.stdout.write(`${JSON.stringify(played)}\n`)
}
