/**
 * An event in an agent. Payloads of all hosts are decoded to this union, and every hook receives it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as EventFields from "./EventFields.ts"

type Known = EventFields.EventFields

/**
 * Schema for every event: the 33 of Claude Code, whose names hook authors know, and `Other` for a valid event with an
 * unknown name.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookEvent = Schema.TaggedUnion({
  ...EventFields.all(),
  Other: { ...EventFields.common, name: Schema.NonEmptyString, data: EventFields.JsonObject }
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
export const names: ReadonlyArray<keyof Known> = EventFields.names

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
