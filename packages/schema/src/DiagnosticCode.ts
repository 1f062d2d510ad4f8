/**
 * The stable names of what can be wrong with a configuration. A name never changes its meaning.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Every code, with its level and what it means.
 *
 * **Details**
 *
 * An `error` costs an entry, or a file with all its entries. A `warning` costs nothing, but the hook will hardly do
 * what was meant. An `info` is worth knowing.
 *
 * @category models
 * @since 0.1.0
 */
export const codes = {
  "file-unreadable": ["error", "The file is there, and can't be read."],
  "file-missing": ["error", "A plugin's manifest names a file that is not there."],
  "file-outside": ["error", "A plugin's manifest names a file outside of the plugin."],
  "manifest-invalid": ["error", "A plugin's manifest can't be read."],
  "json-invalid": ["error", "The file is no valid JSON."],
  "json-comments": ["warning", "The file has comments or trailing commas, which JSON does not know."],
  "toml-invalid": ["error", "The file is no valid TOML."],
  "front-matter-invalid": ["error", "The text between the `---` lines is no valid YAML."],
  "front-matter-repaired": [
    "warning",
    "Only the `hooks` of a front matter could be read, since another key is broken."
  ],
  "root-not-object": ["error", "The file holds something other than an object."],
  "duplicate-key": ["error", "A key stands twice in one object, so that only the last counts."],
  "foreign-dialect": ["error", "The entries are written for another agent."],
  "wrapper-missing": ["error", "The events stand at the top of the file, not under `hooks`."],
  "hooks-is-list": ["error", "`hooks` is a list, not an object with a key for each event."],
  "hooks-not-object": ["error", "`hooks` is neither an object nor a list."],
  "hooks-missing": ["error", "The file has no `hooks`, and holds something that we do not know."],
  "no-hooks": ["info", "The file holds no hooks."],
  "event-not-list": ["error", "What stands under an event is not a list of groups."],
  "event-unknown": ["warning", "The event's name is none that we know; the hooks wait for an event of that name."],
  "group-not-object": ["error", "Something that is no object stands where a group belongs."],
  "handler-without-group": ["error", "A handler stands where a group belongs."],
  "handlers-misplaced": ["error", "Handlers stand under a key that nobody reads, beside the one that is read."],
  "group-without-hooks": ["error", "A group has no list of `hooks`."],
  "handlers-missing": ["error", "An event has no list of `handlers`."],
  "handler-not-object": ["error", "Something that is no object stands where a handler belongs."],
  "matcher-not-text": ["error", "A matcher is not a text."],
  "matcher-invalid": ["warning", "A matcher is no valid regular expression."],
  "matcher-ignored": ["warning", "The event has nothing that a matcher could be held against."],
  "matcher-never": ["warning", "A matcher can't match anything."],
  "pattern-stopped": ["warning", "A matcher took too long on a name, and counts as one that matches it."],
  "type-missing": ["warning", "A handler has no `type`; it is taken for a command."],
  "type-unknown": ["error", "A handler's `type` is none that we know."],
  "field-missing": ["error", "A handler lacks what it is to run."],
  "field-type": ["error", "A field that decides what runs holds something of another type."],
  "field-ignored": ["warning", "A field that decides nothing holds something of another type; it is left out."],
  "timeout-invalid": ["error", "A timeout is not a positive number of seconds."],
  "timeout-milliseconds": ["warning", "A timeout looks like milliseconds, and counts as seconds."],
  "timeout-capped": ["warning", "A timeout is above the most that its dialect allows, and is cut to it."],
  "on-failure-unknown": ["warning", "`onFailure` is no word that we know; the strictest is taken."],
  "if-never": ["warning", "`if` stands on an event that is about no tool, so that the hook never runs."],
  "if-unclear": ["warning", "`if` is no permission rule, so that the hook runs whatever it says."],
  "once-ignored": ["warning", "`once` stands outside a skill, where it means nothing."],
  "bash-syntax": ["warning", "A command is written for bash, and a plain `sh` runs it."],
  "variable-unset": ["warning", "A command relies on a variable that no hook is given."],
  "script-missing": ["warning", "The script that a command starts is not there."],
  "script-not-executable": ["warning", "The script that a command starts has no run bit."],
  "skill-shadowed": ["warning", "Another skill of the same name is found first, so that this one's hooks never run."],
  "setting-invalid": ["error", "A setting holds something that it can't be; it does not count."],
  "setting-unknown": ["warning", "A setting's name is none that we know."],
  "setting-refused": ["warning", "A project's files say something that only its user may decide; it does not count."],
  "folder-unwatched": ["warning", "A folder can't be watched, so that every event looks at its files."],
  "installed-changed": ["warning", "Files of an installed plugin are not as they were installed."],
  "installed-unreadable": ["warning", "The record of what is installed can't be read."],
  "handlers-disabled": ["info", "All hooks of the file are switched off in the file itself."]
} as const satisfies Record<string, readonly ["error" | "warning" | "info", string]>

/**
 * Schema for a code.
 *
 * @category schemas
 * @since 0.1.0
 */
export const DiagnosticCode = Schema.Literals(
  // `Object.keys` forgets the keys' names; they are those of the table above.
  Object.keys(codes) as ReadonlyArray<keyof typeof codes>
)

/** @since 0.1.0 */
export type DiagnosticCode = typeof DiagnosticCode.Type
