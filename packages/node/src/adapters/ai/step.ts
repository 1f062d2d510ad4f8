/** The SDK's options `prepareStep` and `stopWhen`: a turn's begin, and its end by a halt. */
import type { Prompted } from "../tools/turn.ts"
import { promptsIn } from "../tools/prompts.ts"
import { askedKey, keyOf } from "./calls.ts"
import { HookHalt } from "./HookHalt.ts"
import type { Guarding } from "./execute.ts"
import type { Message, StepOptions } from "./types.ts"
import { isFunction } from "./isFunction.ts"

type Begin = (prompt: string) => Promise<Prompted>

const keysIn = ({
  responseMessages = [],
  steps
}: Partial<StepOptions> & Pick<StepOptions, "steps">): ReadonlyArray<string> => [
  ...steps.flatMap(({ toolCalls }) =>
    toolCalls.map(({ input, toolCallId: id, toolName: name }) => keyOf({ id, name, input }))
  ),
  // Calls that a user has approved run before the first step.
  ...responseMessages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content.flatMap(({ toolCallId, toolName }: { readonly toolCallId?: unknown; readonly toolName?: unknown }) =>
          typeof toolCallId === "string" ? [askedKey(toolCallId, toolName)] : []
        )
      : []
  )
]

/** Returns the halt of the calls of these steps. */
const haltIn = ({ halts }: Guarding, options: Parameters<typeof keysIn>[0]): string | undefined =>
  keysIn(options)
    .map((key) => halts.get(key))
    .find((halt) => halt !== undefined)

/** The mark of a message with which hooks sent the agent on, which is no prompt. */
const mark = { hookline: { continues: true } }

/** Creates the message with which hooks send the agent on. */
export const continuing = (content: string) => ({ role: "user" as const, content, providerOptions: mark })

/** Checks for a message with which this guard sent the agent on. The mark alone is none: a client may write it. */
const isContinuing = ({ continued }: Guarding, message: Message): boolean =>
  "providerOptions" in message &&
  typeof message.providerOptions === "object" &&
  message.providerOptions !== null &&
  "hookline" in message.providerOptions &&
  typeof message.content === "string" &&
  continued.get(message.content) !== undefined

interface TextPart {
  readonly type: string
  readonly text?: string
}

/** Returns the text of a prompt. */
const promptIn = ({ content }: Message): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? (content as ReadonlyArray<TextPart>)
          .flatMap(({ text, type }) => (type === "text" ? [text ?? ""] : []))
          .join("\n")
      : ""

/** Replaces the text of a prompt. Its files stay. */
const withPrompt = (message: Message, prompt: string): Message => ({
  ...message,
  content: Array.isArray(message.content)
    ? [
        { type: "text", text: prompt },
        ...(message.content as ReadonlyArray<TextPart>).filter(({ type }) => type !== "text")
      ]
    : prompt
})

/** Runs the hooks of prompts. Returns the messages as they left them. Throws if they block one. */
const begun = async (
  guarding: Guarding,
  begin: Begin,
  { messages, stepNumber }: StepOptions
): Promise<ReadonlyArray<Message>> => {
  const prompts = promptsIn(messages, ({ role }) => role, "user", stepNumber === 0)
  let changed = messages
  const all: Array<string> = []
  for (const at of prompts) {
    const message = messages[at]
    if (message === undefined || isContinuing(guarding, message)) continue
    const prompted = await begin(promptIn(message))
    if (prompted.isBlocked) throw new HookHalt(prompted.reason)
    const { context, isChanged, prompt } = prompted
    if (isChanged) changed = changed.with(at, withPrompt(message, prompt))
    all.push(...context)
  }
  const end = (prompts.at(-1) ?? messages.length) + 1
  return all.length === 0 ? changed : changed.toSpliced(end, 0, { role: "user", content: all.join("\n\n") })
}

interface Prepared {
  readonly messages?: ReadonlyArray<Message>
}

/** Creates the option `prepareStep` on the program's own. */
export const preparing =
  (guarding: Guarding, begin: Begin, own: unknown) =>
  async (options: StepOptions): Promise<Prepared | undefined> => {
    const halt = haltIn(guarding, options)
    if (halt !== undefined) throw new HookHalt(halt)
    const messages = await begun(guarding, begin, options)
    const prepared: Prepared | undefined = isFunction(own)
      ? ((await own({ ...options, messages })) as Prepared | undefined)
      : undefined
    return messages === options.messages ? prepared : { messages, ...prepared }
  }

/** Adds a condition that holds after a halt to the program's own. */
export const stopping = (guarding: Guarding, own: unknown): ReadonlyArray<unknown> => [
  ...(Array.isArray(own) ? (own as ReadonlyArray<unknown>) : [own]),
  (options: Pick<StepOptions, "steps">) => haltIn(guarding, options) !== undefined
]
