/** What only a host can do, by the fields' own names: what each field holds, and what several of one kind make. */
import type { HostEffect } from "@hookline/schema/Outcome"
import { isJson } from "@hookline/schema/Json"

/** `texts` is a list of texts, `list` one of anything. */
type Shape = "text" | "flag" | "texts" | "list" | "object" | "action"

const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["terminalSequence", "text"],
  ["sessionTitle", "text"],
  ["initialUserMessage", "text"],
  ["displayContent", "text"],
  ["classifierContext", "text"],
  ["worktreePath", "text"],
  ["suppressOriginalPrompt", "flag"],
  ["reloadSkills", "flag"],
  ["retry", "flag"],
  ["watchPaths", "texts"],
  ["updatedPermissions", "list"],
  ["content", "object"],
  ["action", "action"]
])

/** Whether a field of this name is an effect at all. */
export const isEffect = (kind: string): boolean => shapes.has(kind)

const actions: ReadonlyArray<unknown> = ["accept", "cancel", "decline"]

/** What a field of this name has to hold. */
const isOf = (shape: Shape, value: unknown): boolean => {
  switch (shape) {
    case "text":
      return typeof value === "string"
    case "flag":
      return typeof value === "boolean"
    case "texts":
      return Array.isArray(value) && value.every((each) => typeof each === "string")
    case "list":
      return Array.isArray(value)
    case "object":
      return isJson(value)
    case "action":
      return actions.includes(value)
  }
}

/** Whether the value is one that a field of this name may hold. */
export const isLawful = (kind: string, value: unknown): boolean => {
  const shape = shapes.get(kind)
  return shape !== undefined && isOf(shape, value)
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Texts that are heard and not set, so that several of them can stand one after the other. */
const joints: ReadonlyMap<string, string> = new Map([
  ["classifierContext", "\n\n"],
  ["terminalSequence", ""]
])

/** What two values of one kind make, or nothing where only one of them can be. */
const joined = (kind: string, self: unknown, that: unknown): unknown => {
  if (isList(self) && isList(that)) return [...self, ...that.filter((each) => !self.includes(each))]
  if (typeof self === "boolean") return self || that
  // The strictest stands at the end.
  if (kind === "action") return actions.indexOf(self) > actions.indexOf(that) ? self : that
  const joint = joints.get(kind)
  return joint === undefined ? undefined : `${String(self)}${joint}${String(that)}`
}

/** One value for each kind, and the effects that gave way to a later one or hold what their kind may not. */
export interface Settled {
  readonly values: ReadonlyMap<string, unknown>
  readonly lost: ReadonlyArray<HostEffect>
}

/** Makes one value of all effects of a kind, in order: a host's answer has but one place for each. */
export const settle = (effects: ReadonlyArray<HostEffect>): Settled => {
  const last = new Map<string, HostEffect>()
  const lost: Array<HostEffect> = []
  for (const effect of effects) {
    const { kind, value } = effect
    const before = last.get(kind)
    if (!isLawful(kind, value)) lost.push(effect)
    else if (before === undefined) last.set(kind, effect)
    else {
      const both = joined(kind, before.value, value)
      if (both === undefined && before.value !== value) lost.push(before)
      last.set(kind, { ...effect, value: both ?? value })
    }
  }
  return { values: new Map([...last].map(([kind, { value }]) => [kind, value])), lost }
}
