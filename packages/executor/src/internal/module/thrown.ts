/** A thrown value as a failure. Any value can be thrown, including one with misleading properties. */
import { sentence } from "@hookline/core/PipelineError"
import * as Cause from "effect/Cause"

export interface Thrown {
  /** The message, in one line. */
  readonly issue: string
  /** The stack, if there is one. */
  readonly detail?: string
}

const line = (text: string): string => text.trim().split("\n", 1)[0]?.trim().slice(0, 500) ?? ""

const textIn = (value: object, key: "name" | "message" | "stack" | "_tag"): string => {
  const text: unknown = Reflect.get(value, key)
  return typeof text === "string" ? text.trim() : ""
}

/** Returns an object's name, unless it is just `Error`, and its message. */
const saying = (value: object): string => {
  const name = textIn(value, "name") || textIn(value, "_tag")
  const said = [...(name === "Error" ? [] : [name]), textIn(value, "message")].filter((part) => part !== "")
  if (said.length > 0) return said.join(": ")
  return value instanceof Error ? String(value) : sentence(value)
}

/** Reads a value that was thrown, or that a promise or an effect failed with. */
export const of = (thrown: unknown): Thrown => {
  try {
    if (typeof thrown !== "object" || thrown === null) return { issue: line(sentence(thrown)) || "it threw nothing" }
    const stack = textIn(thrown, "stack").slice(0, 10_000)
    return {
      issue: line(saying(thrown)) || "it threw an error without a message",
      ...(stack !== "" && { detail: stack })
    }
  } catch {
    return { issue: "it threw a value that can't be shown" }
  }
}

/** Reads the cause of a failed effect. */
export const ofCause = (cause: Cause.Cause<unknown>): Thrown => {
  const fail = cause.reasons.find(Cause.isFailReason)
  if (fail !== undefined) return of(fail.error)
  const die = cause.reasons.find(Cause.isDieReason)
  return die === undefined ? { issue: "it interrupted itself" } : of(die.defect)
}
