/**
 * An event in an agent. Payloads of all hosts are decoded to this union, and every hook receives it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { common, JsonObject } from "./internal/events/common.ts"
import { sessionEvents } from "./internal/events/sessions.ts"
import { toolEvents } from "./internal/events/tools.ts"
import { turnEvents } from "./internal/events/turns.ts"

const known = { ...toolEvents, ...turnEvents, ...sessionEvents } as const

type Known = typeof known

/**
 * Schema for every event: the 33 of Claude Code, whose names hook authors know, and `Other` for a valid event with an
 * unknown name.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookEvent = Schema.TaggedUnion({
  ...known,
  Other: { ...common, name: Schema.NonEmptyString, data: JsonObject }
}).annotate({ identifier: "HookEvent" })

/** @since 0.1.0 */
export type HookEvent = typeof HookEvent.Type

/**
 * The tag of an event.
 *
 * @category models
 * @since 0.1.0
 */
export type Tag = HookEvent["_tag"]

/**
 * Constructors of events, by tag.
 *
 * @example
 * ```ts
 * import * as HookEvent from "@hookline/schema/HookEvent"
 *
 * const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const cases = HookEvent.cases

/**
 * The names of the known events: every tag but `Other`.
 *
 * @category models
 * @since 0.1.0
 */
export const names = Object.keys(known) as ReadonlyArray<keyof Known>

const nameSet = new Set<string>(names)

/**
 * Checks whether a word is the name of a known event.
 *
 * @category guards
 * @since 0.1.0
 */
export const isName = (word: string): word is keyof Known => nameSet.has(word)

/**
 * Returns the name under which hooks are configured for an event.
 *
 * @category getters
 * @since 0.1.0
 */
export const nameOf = (event: HookEvent): string => (event._tag === "Other" ? event.name : event._tag)
