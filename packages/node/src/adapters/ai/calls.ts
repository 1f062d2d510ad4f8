/** Keys of calls. An id alone is none, because some models count their calls, so that other sessions have the same ids. */
import type { Memory } from "../memory.ts"
import type { Call } from "../tools/judge.ts"
import { approvalOf } from "./approvals.ts"
import type { Message } from "./types.ts"

type Identified = Call & { readonly id: string }

/** Returns the key of a call, or of its result. The input is a part of it as it is now: the same object may change. */
export const keyOf = ({ id, input, name }: Identified, ...result: ReadonlyArray<unknown>): string => {
  try {
    return JSON.stringify([id, name, input, ...result])
  } catch {
    // Hooks refuse an input that is no JSON.
    return JSON.stringify([id, name])
  }
}

/** Returns the key of a call that a user was asked about, whose input is not beside its result in the conversation. */
export const askedKey = (id: string, name: unknown): string => JSON.stringify(["asked", id, name])

/** Stores the reason for which a hook stopped the agent at a call. */
export const rememberHalt = (
  halts: Memory<string>,
  call: Identified,
  messages: ReadonlyArray<Message>,
  halt: string | undefined
): void => {
  if (halt === undefined) return
  halts.set(keyOf(call), halt)
  if (approvalOf(messages, call.id) !== undefined) halts.set(askedKey(call.id, call.name), halt)
}
