// What the compiler holds of the public API: the type checker is the test, and vitest only lists it.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as HookedMcp from "@hookline/node/HookedMcp"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import type * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type { McpServer } from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

class Disk extends Context.Service<Disk, { readonly free: number }>()("test/Disk") {}

const Shell = Tool.make("shell", {
  parameters: Schema.Struct({ command: Schema.String }),
  success: Schema.Struct({ out: Schema.String }),
  failure: Refused,
  dependencies: [Disk]
})

const Tools = Toolkit.make(Shell)

type IsAny<A> = 0 extends 1 & A ? true : false

/** Whether two types are one and the same. One that is `any` is like no other. */
type Same<A, B> = IsAny<A> extends true ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false

type SuccessOf<T> = T extends Effect.Effect<infer A, infer _E, infer _R> ? A : never
type ErrorOf<T> = T extends Effect.Effect<infer _A, infer E, infer _R> ? E : never
type NeedsOf<T> = T extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

type All = { readonly shell: typeof Shell }

describe("the types of the public API", () => {
  it("keep a toolkit's tools, and add Hookline to what it needs", () => {
    const hooked = HookedToolkit.make(Tools)
    assert.isTrue(true satisfies Same<SuccessOf<typeof hooked>, Toolkit.WithHandler<All>>)
    assert.isTrue(true satisfies Same<NeedsOf<typeof hooked>, Tool.Handler<"shell"> | Hookline>)
    assert.isTrue(true satisfies Same<(typeof hooked)["tools"], All>)
    const plain = LanguageModel.generateText({ prompt: "go", toolkit: Tools })
    const guarded = LanguageModel.generateText({ prompt: "go", toolkit: hooked })
    assert.isTrue(true satisfies Same<SuccessOf<typeof guarded>, SuccessOf<typeof plain>>)
    assert.isTrue(true satisfies Same<ErrorOf<typeof guarded>, AiError.AiError | Refused>)
    assert.isTrue(true satisfies Same<NeedsOf<typeof guarded>, NeedsOf<typeof plain> | Hookline>)
    assert.deepStrictEqual(Object.keys(hooked.tools), ["shell"])
  })

  it("refuse handlers that are not those of the tools", () => {
    const hooked = HookedToolkit.make(Tools)
    const right = hooked.toLayer({ shell: () => Effect.succeed({ out: "" }) })
    // @ts-expect-error its result is a text
    const wrong = hooked.toLayer({ shell: () => Effect.succeed({ out: 1 }) })
    // @ts-expect-error there is no handler
    const missing = hooked.toLayer({})
    assert.isTrue([right, wrong, missing].every(Layer.isLayer))
  })

  it("keep what an agent's tools need and how they fail", () => {
    const answer = HookedAgent.run("go", { toolkit: Tools })
    assert.isTrue(true satisfies Same<SuccessOf<typeof answer>, HookedAgent.Answer>)
    assert.isTrue(true satisfies Same<ErrorOf<typeof answer>, AiError.AiError | Refused>)
    assert.isTrue(
      true satisfies Same<NeedsOf<typeof answer>, Hookline | LanguageModel.LanguageModel | Tool.Handler<"shell"> | Disk>
    )
    const bare = HookedAgent.run("go")
    assert.isTrue(true satisfies Same<NeedsOf<typeof bare>, Hookline | LanguageModel.LanguageModel>)
    assert.isTrue(true satisfies Same<ErrorOf<typeof bare>, AiError.AiError>)
    // @ts-expect-error a word that ends nothing
    const ended: HookedAgent.Answer["ended"] = "finished"
    assert.strictEqual(ended, "finished")
  })

  it("refuse options that nobody knows", () => {
    // @ts-expect-error it is `names`
    assert.throws(() => HookedToolkit.make(Tools, { name: { shell: "Bash" } }))
    // @ts-expect-error no tool has this name
    assert.throws(() => HookedToolkit.make(Tools, { names: { shel: "Bash" } }))
    // @ts-expect-error its input has no such key
    assert.throws(() => HookedToolkit.make(Tools, { names: { shell: { name: "Bash", keys: { cmd: "command" } } } }))
    // @ts-expect-error no tool of the server has this name
    assert.throws(() => HookedMcp.toolkit(Toolkit.make(Shell), { names: { shel: "Bash" } }))
    const agent = { toolkit: Tools, names: { shell: { name: "Bash", keys: { command: "cmd" } } } } as const
    assert.isTrue(Effect.isEffect(HookedAgent.open(agent)))
    // @ts-expect-error no tool of the agent has this name
    assert.isTrue(Effect.isEffect(HookedAgent.open({ toolkit: Tools, names: { shel: "Bash" } })))
    const dynamic = (tools: Toolkit.WithHandler<Record<string, Tool.Any>>) =>
      HookedToolkit.guard(tools, { names: { any: { name: "Bash", keys: { any: "command" } } } })
    assert.isFunction(dynamic)
    // @ts-expect-error a number of turns is a number
    const many = HookedAgent.open({ turns: "many" })
    const right = HookedToolkit.make(Tools, { names: { shell: { name: "Bash", keys: { command: "cmd" } } } })
    assert.isTrue([many, right].every(Effect.isEffect))
  })

  it("need a server, and Hookline, for the tools of an MCP server", () => {
    const layer = HookedMcp.toolkit(Toolkit.make(Shell))
    type Requires = typeof layer extends Layer.Layer<infer _A, infer _E, infer R> ? R : never
    assert.isTrue(
      true satisfies Same<
        Extract<Requires, Hookline | McpServer | Tool.Handler<"shell">>,
        Hookline | McpServer | Tool.Handler<"shell">
      >
    )
    assert.isTrue(Layer.isLayer(layer))
  })
})
