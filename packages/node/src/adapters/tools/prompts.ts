/** The prompts in a conversation that the model is about to be given. */

/**
 * Returns the places of the prompts that no answer of the model follows. A prompt need not be the last message: a program may
 * put instructions behind it, or the begin of the answer, which `hasBegun` allows for.
 */
export const promptsIn = <Message>(
  messages: ReadonlyArray<Message>,
  roleOf: (message: Message) => string,
  role: string,
  hasBegun: boolean
): ReadonlyArray<number> => {
  const roles = messages.map(roleOf)
  const isAnswer = (one: string) => one === "assistant" || one === "ai"
  const end = hasBegun ? roles.findLastIndex((one) => !isAnswer(one)) + 1 : roles.length
  const before = roles.slice(0, end).findLastIndex((one) => isAnswer(one) || one === "tool")
  return roles.flatMap((one, at) => (at > before && at < end && one === role ? [at] : []))
}
