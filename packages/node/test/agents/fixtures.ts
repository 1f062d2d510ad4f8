/** Agents over both wires, in projects with hooks. */
import * as Anthropic from "@hookline/prompt/providers/Anthropic"
import * as OpenAiCompatible from "@hookline/prompt/providers/OpenAiCompatible"
import { TestProvider, TestProject } from "@hookline/testing"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Hookline, type Provided } from "@hookline/node"

export const wires: ReadonlyArray<TestProvider.WireName> = ["anthropic", "openAi"]

const providers = { anthropic: Anthropic, openAi: OpenAiCompatible } as const

const Shell = Tool.make("shell", {
  description: "Runs a command",
  parameters: Schema.Struct({ command: Schema.String }),
  success: Schema.Struct({ out: Schema.String })
})

const Count = Tool.make("count", {
  description: "Counts up to a number",
  parameters: Schema.Struct({ to: Schema.Int }),
  success: Schema.Int,
  failure: Schema.String,
  failureMode: "return"
})

const Deploy = Tool.make("deploy", {
  description: "Deploys",
  parameters: Schema.Struct({ to: Schema.String }),
  success: Schema.String,
  needsApproval: true
})

export const Tools = Toolkit.make(Shell, Count, Deploy)

/** Handlers that keep what they were called with. */
export const handlers = (ran: Array<unknown>) =>
  Tools.toLayer({
    shell: ({ command }) =>
      Effect.suspend(() => {
        ran.push(command)
        return command === "wait" ? Effect.never : Effect.succeed({ out: `ran ${command}` })
      }),
    count: Effect.fnUntraced(function* ({ to }, { preliminary }) {
      yield* preliminary(1)
      ran.push(to)
      return to > 100 ? yield* Effect.fail("too far") : to
    }),
    deploy: ({ to }) => Effect.sync(() => (ran.push(`deploy ${to}`), `deployed to ${to}`))
  })

/** Hooks in Claude Code's settings: `Event` or `Event:matcher`, and the command. */
export const hooks = (all: Readonly<Record<string, string>>): TestProject.Files => {
  const groups: Record<string, Array<unknown>> = {}
  for (const [key, command] of Object.entries(all)) {
    const [event = "", matcher] = key.split(":")
    const group = { ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", command }] }
    groups[event] = [...(groups[event] ?? []), group]
  }
  return { ".claude/settings.json": { json: { hooks: groups } } }
}

/** A hook that prints this. */
export const says = (value: unknown): string => `printf '%s' '${JSON.stringify(value)}'`

/** What a hook says that is for its own event only. */
export const specific = (hookEventName: string, fields: object): string =>
  says({ hookSpecificOutput: { hookEventName, ...fields } })

export interface Scene {
  readonly files?: TestProject.Files
  readonly wire?: TestProvider.WireName
  readonly script: TestProvider.Script
  readonly provide?: ReadonlyArray<Provided>
}

/** What a test sees while its agent runs, and afterwards. */
export interface Seen {
  readonly model: TestProvider.TestProvider
  readonly ran: Array<unknown>
  /** The project's folder. */
  readonly folder: string
}

/** Runs a program with a project's hooks, with the tools, and with the model that the script tells what to say. */
export const scene = <A, E>(
  { files = {}, provide = [], script, wire = "anthropic" }: Scene,
  program: (
    seen: Seen
  ) => Effect.Effect<A, E, Hookline | LanguageModel | Tool.HandlersFor<Toolkit.Tools<typeof Tools>> | Scope.Scope>
) =>
  Effect.gen(function* () {
    const project = yield* TestProject.make(files)
    const model = yield* TestProvider.make(wire, script)
    const ran: Array<unknown> = []
    const provider = providers[wire].model("scripted", { baseUrl: model.url, apiKey: Redacted.make("no-secret") })
    const services = Layer.mergeAll(Hookline.layer({ project, provide }), provider, handlers(ran))
    return yield* Effect.scoped(Effect.provide(program({ model, ran, folder: project.project }), services))
  }).pipe(Effect.scoped)

/** The messages of a request by their roles, without the model's own. */
export const told = (model: TestProvider.TestProvider, request: number): ReadonlyArray<readonly [string, string]> =>
  (model.requests[request - 1]?.messages ?? []).flatMap(({ role, text }) =>
    role === "assistant" ? [] : [[role, text] as const]
  )
