/** Effects that only a host has, by the names of their fields: the type of each, and how several are combined. */
import type { HostEffect } from "@hookline/schema/Outcome"
import * as ExactJson from "@hookline/schema/kit/ExactJson"

/** `texts` is a list of strings, `list` a list of any values. */
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

/** Checks whether a field is an effect. */
export const isEffect = (kind: string): boolean => shapes.has(kind)

const actions: ReadonlyArray<unknown> = ["accept", "cancel", "decline"]

/** Checks whether a value has a field's type. */
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
      return ExactJson.isObject(value)
    case "action":
      return actions.includes(value)
  }
}

/** Checks whether a field of this name may have a value. */
export const isLawful = (kind: string, value: unknown): boolean => {
  const shape = shapes.get(kind)
  return shape !== undefined && isOf(shape, value)
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Separators of texts that are shown one after the other. */
const joints: ReadonlyMap<string, string> = new Map([
  ["classifierContext", "\n\n"],
  ["terminalSequence", ""]
])

/** Combines two values of one kind. Returns `undefined` if only one of them is possible. */
const joined = (kind: string, self: unknown, that: unknown): unknown => {
  if (isList(self) && isList(that)) return [...self, ...that.filter((each) => !self.includes(each))]
  if (typeof self === "boolean") return self || that
  // The last one is the strictest.
  if (kind === "action") return actions.indexOf(self) > actions.indexOf(that) ? self : that
  const joint = joints.get(kind)
  return joint === undefined ? undefined : `${String(self)}${joint}${String(that)}`
}

/** One value for each kind, and the effects that were replaced by a later one or have an invalid value. */
export interface Settled {
  readonly values: ReadonlyMap<string, unknown>
  readonly lost: ReadonlyArray<HostEffect>
}

/** Combines all effects of a kind, in order, because a host's answer has one field for each. */
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
