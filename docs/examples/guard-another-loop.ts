// Guards tools and a middleware of the shape that the Vercel AI SDK has, without a dependency on it: the types below are
// the parts of its types that are used. `generateText({ model: wrapLanguageModel({ model, middleware }), tools })`
// takes both as they are.
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Change from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Hookline } from "hookline"

interface CallOptions {
  readonly toolCallId: string
}

interface SdkTool {
  readonly execute?: (input: never, options?: CallOptions) => unknown
}

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly content: unknown
}

interface CallParams {
  readonly prompt: ReadonlyArray<Message>
}

const runtime = ManagedRuntime.make(Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll }))

const emit = async (event: HookEvent) => {
  const { outcome } = await runtime.runPromise(Hookline.use((hooks) => hooks.emit(event)))
  // A verdict that neither passes nor allows is no yes, because no approver has answered the question yet.
  const mayGoOn = Outcome.proceeds(outcome) && (outcome.verdict._tag === "Pass" || outcome.verdict._tag === "Allow")
  const texts = [...Verdict.reasonsOf(outcome.verdict), ...outcome.halts.map(({ reason }) => ({ text: reason }))]
  return { outcome, mayGoOn, why: texts.map(({ text }) => text).join("\n") }
}

/** Messages of hooks that wait for the model's next call. */
const waiting: Array<Message> = []

const told = ({ context }: Outcome.Outcome): void => {
  waiting.push(
    ...context.map(({ role, text }) =>
      role === "system" ? { role, content: text } : { role, content: [{ type: "text", text }] }
    )
  )
}

/** Returns the tools with their hooks. A denied tool fails with the reason, which the SDK gives to the model. */
export const guardTools = <Tools extends Readonly<Record<string, SdkTool>>>(
  tools: Tools,
  names: Readonly<Record<string, string>> = {}
): Tools => {
  const guarded = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool
    if (execute === undefined) return [name, tool]
    const run = async (input: unknown, options?: CallOptions): Promise<unknown> => {
      const call = {
        toolName: names[name] ?? name,
        toolInput: isJson(input) ? input : { input },
        ...(options !== undefined && { toolUseId: options.toolCallId })
      }
      const before = await emit(cases.PreToolUse.make(call))
      told(before.outcome)
      if (!before.mayGoOn) throw new Error(before.why)
      const changed = Change.apply(input, "input", before.outcome.changes)
      const made = { ...call, toolInput: isJson(changed) ? changed : { input: changed } }
      try {
        // The SDK has checked the model's input by the tool's schema; what a hook made of it the tool has to check.
        const toolResponse = await execute(changed as never, options)
        const { outcome } = await emit(cases.PostToolUse.make({ ...made, toolResponse }))
        told(outcome)
        return Change.apply(toolResponse, "result", outcome.changes)
      } catch (error) {
        const { outcome } = await emit(cases.PostToolUseFailure.make({ ...made, error: String(error) }))
        told(outcome)
        throw error
      }
    }
    return [name, { ...tool, execute: run }]
  })
  // Each tool is what it was, with another function of the same shape.
  return Object.fromEntries(guarded) as Tools
}

/** Gives the model the messages of hooks since its last call. */
export const middleware = {
  transformParams: <Params extends CallParams>({ params }: { readonly params: Params }) =>
    Promise.resolve({ ...params, prompt: [...params.prompt, ...waiting.splice(0)] })
}

const tools = guardTools(
  { shell: { execute: ({ command }: { readonly command: string }) => Promise.resolve(`ran ${command}`) } },
  { shell: "Bash" }
)

const attempt = (command: string) =>
  tools.shell.execute({ command }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))

export const said = [await attempt("git status"), await attempt("git push --force")]
await runtime.dispose()

console.log(said) // [ "ran git status", "Force pushes are for people: push without --force, or ask." ]
