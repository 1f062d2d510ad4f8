/** The SDK's options `prepareStep` and `stopWhen`: a turn's begin, and its end by a halt. */
import type { Prompted } from "../tools/turn.ts"
import { HookHalt } from "./HookHalt.ts"
import type { Guarding } from "./execute.ts"
import type { Message, StepOptions } from "./types.ts"
import { isFunction } from "./isFunction.ts"

type Begin = (prompt: string) => Promise<Prompted>

const idsOf = ({
  responseMessages = [],
  steps
}: Partial<StepOptions> & Pick<StepOptions, "steps">): ReadonlyArray<string> => [
  ...steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId)),
  // Calls that a user has approved run before the first step.
  ...responseMessages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content.flatMap((part: { readonly toolCallId?: unknown }) =>
          typeof part.toolCallId === "string" ? [part.toolCallId] : []
        )
      : []
  )
]

/** Returns the halt of the calls of these steps. */
const haltIn = ({ halts }: Guarding, options: Parameters<typeof idsOf>[0]): string | undefined =>
  idsOf(options)
    .map((id) => halts.get(id))
    .find((halt) => halt !== undefined)

/** The mark of a message with which hooks sent the agent on, which is no prompt. */
const mark = { hookline: { continues: true } }

/** Creates the message with which hooks send the agent on. */
export const continuing = (content: string) => ({ role: "user" as const, content, providerOptions: mark })

const isContinuing = (message: object): boolean =>
  "providerOptions" in message &&
  typeof message.providerOptions === "object" &&
  message.providerOptions !== null &&
  "hookline" in message.providerOptions

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

/** Runs the hooks of a prompt. Returns the messages as they left them. Throws if they block it. */
const begun = async (begin: Begin, messages: ReadonlyArray<Message>): Promise<ReadonlyArray<Message>> => {
  const last = messages.at(-1)
  if (last?.role !== "user" || isContinuing(last)) return messages
  const prompted = await begin(promptIn(last))
  if (prompted.isBlocked) throw new HookHalt(prompted.reason)
  const { context, isChanged, prompt } = prompted
  const prompts = isChanged ? [...messages.slice(0, -1), withPrompt(last, prompt)] : messages
  return context.length === 0 ? prompts : [...prompts, { role: "user", content: context.join("\n\n") }]
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
    const messages = options.stepNumber === 0 ? await begun(begin, options.messages) : options.messages
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
