/**
 * The files that contain hooks, one shape per dialect.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { entries, HookEntry, pythonEntries } from "./HookEntry.ts"
import * as HookEvent from "./HookEvent.ts"

const $schema = Schema.optionalKey(Schema.String)
const description = Schema.optionalKey(Schema.String)

/**
 * Creates the schema of an object with a key for each event. Editors suggest the known names; other names are accepted.
 */
const perEvent = <S extends Schema.Constraint>(value: S) =>
  Schema.StructWithRest(
    Schema.Struct(
      Object.fromEntries(HookEvent.names.map((name) => [name, Schema.optionalKey(value)])) as Record<
        // `fromEntries` returns a record of `string`; the keys are the events' names.
        (typeof HookEvent.names)[number],
        Schema.optionalKey<S>
      >
    ),
    [Schema.Record(Schema.String, value)]
  )

/**
 * Schema for a group: hooks that share a matcher.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Group = Schema.Struct({
  matcher: Schema.optionalKey(
    Schema.String.annotate({
      description: "The tools (or sources, triggers, …) of the hooks. All if absent, empty or `*`."
    })
  ),
  parallel: Schema.optionalKey(Schema.Boolean.annotate({ description: "Run the hooks of this group in parallel." })),
  hooks: Schema.Array(HookEntry)
}).annotate({ identifier: "Group" })

/** @since 0.1.0 */
export type Group = typeof Group.Type

const byGroups = perEvent(Schema.Array(Group))

/**
 * Schema for a `hooks.json` of a project, a user, or a plugin.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HooksFile = Schema.Struct({ $schema, description, hooks: byGroups }).annotate({
  identifier: "HooksFile",
  title: "Hooks",
  description: "Hooks of a project, a user or a plugin: for each event, groups of hooks that share a matcher."
})

/** @since 0.1.0 */
export type HooksFile = typeof HooksFile.Type

/**
 * Schema for a settings file that also contains hooks.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SettingsFile = Schema.Struct({
  $schema,
  disableAllHooks: Schema.optionalKey(Schema.Boolean),
  hooks: Schema.optionalKey(byGroups)
}).annotate({ identifier: "SettingsFile", title: "Settings with hooks" })

/** @since 0.1.0 */
export type SettingsFile = typeof SettingsFile.Type

const failureMode = Schema.optionalKey(Schema.Literals(["open", "closed"]))
const matcher = Schema.optionalKey(Schema.String)

/**
 * Schema for a handler with its own matcher.
 *
 * @category schemas
 * @since 0.1.0
 */
export const MatchingEntry = Schema.Union(
  [entries.command, ...pythonEntries].map((entry) =>
    Schema.Struct({ ...entry.fields, matcher, failure_mode: failureMode })
  )
).annotate({ identifier: "MatchingEntry" })

/** @since 0.1.0 */
export type MatchingEntry = typeof MatchingEntry.Type

/**
 * Schema for a file with a list of handlers for each event, written as TOML or JSON.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HandlersFile = Schema.Struct({
  $schema,
  hooks: perEvent(Schema.Struct({ handlers: Schema.Array(MatchingEntry) }))
}).annotate({ identifier: "HandlersFile", title: "Handlers" })

/** @since 0.1.0 */
export type HandlersFile = typeof HandlersFile.Type
