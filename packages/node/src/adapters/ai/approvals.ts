/** Approvals of the SDK's user, as the conversation has them. */
import type { Message } from "./types.ts"

type Fields = Readonly<Record<string, unknown>>

const partsOf = ({ content }: Message): ReadonlyArray<Fields> =>
  Array.isArray(content) ? (content as Array<Fields>) : []

/** The user's answer about a call. */
export interface UserApproval {
  /** The question, as it was put. */
  readonly question: unknown
  readonly isGranted: boolean
}

/** Returns the user's answer about a call, unless the call was never put to the user. */
export const approvalOf = (messages: ReadonlyArray<Message>, toolCallId: string): UserApproval | undefined => {
  const parts = messages.flatMap(partsOf)
  const request = parts.findLast(
    ({ isAutomatic, toolCallId: id, type }) =>
      type === "tool-approval-request" && id === toolCallId && isAutomatic !== true
  )
  if (request === undefined) return undefined
  const { approvalId, reason } = request
  const answers = parts.filter(({ approvalId: id, type }) => type === "tool-approval-response" && id === approvalId)
  // A refusal counts, whatever else is in the conversation.
  return { question: reason, isGranted: answers.length > 0 && answers.every(({ approved }) => approved === true) }
}
