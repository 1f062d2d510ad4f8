/**
 * The codes of problems in a configuration. A code never changes its meaning.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Every code, with its level and its meaning.
 *
 * **Details**
 *
 * An `error` disables an entry, or a file with all its entries. A `warning` disables nothing, but the hook will hardly
 * work as intended. An `info` needs no action.
 *
 * @category models
 * @since 0.1.0
 */
export const codes = {
  "file-unreadable": ["error", "The file exists, but can't be read."],
  "file-missing": ["error", "A plugin's manifest names a file that does not exist."],
  "file-outside": ["error", "A plugin's manifest names a file outside of the plugin."],
  "file-unread": ["warning", "A file looks like hooks, and is at a place where it is not read."],
  "file-refused": ["warning", "The file's own agent refuses all of its hooks for something that Hookline reads."],
  "modules-ignored": ["warning", "A file names `modules`, which are not loaded."],
  "manifest-invalid": ["error", "A plugin's manifest can't be read."],
  "json-invalid": ["error", "The file is no valid JSON."],
  "json-comments": ["warning", "The file has comments or trailing commas, which JSON does not allow."],
  "toml-invalid": ["error", "The file is no valid TOML."],
  "front-matter-invalid": ["error", "The text between the `---` lines is no valid YAML."],
  "front-matter-repaired": [
    "warning",
    "Only the `hooks` of a front matter could be read, since another key is broken."
  ],
  "root-not-object": ["error", "The file's value is not an object."],
  "duplicate-key": ["error", "A key is repeated in one object, so that only the last one counts."],
  "foreign-dialect": ["error", "The entries are written for another agent."],
  "wrapper-missing": ["error", "The events are at the top of the file, not under `hooks`."],
  "hooks-is-list": ["error", "`hooks` is a list, not an object with a key for each event."],
  "hooks-not-object": ["error", "`hooks` is neither an object nor a list."],
  "hooks-missing": ["error", "The file has no `hooks`, and its content is unknown."],
  "hooks-unread": ["warning", "Hooks are under a key that is not read, beside `hooks` or within it."],
  "no-hooks": ["info", "The file has no hooks."],
  "event-not-list": ["error", "The value of an event is not a list of groups."],
  "event-unknown": ["warning", "The event's name is unknown; the hooks run only for an event of that name."],
  "event-unfired": ["warning", "The host at hand never fires the event, so that its hooks do not run there."],
  "group-not-object": ["error", "A group is not an object."],
  "handler-without-group": ["error", "A handler is in the place of a group."],
  "handlers-misplaced": ["error", "Handlers are under a key that is not read, beside the one that is."],
  "group-without-hooks": ["error", "A group has no list of `hooks`."],
  "handlers-missing": ["error", "An event has no list of `handlers`."],
  "handler-not-object": ["error", "A handler is not an object."],
  "matcher-not-text": ["error", "A matcher is not a string."],
  "matcher-invalid": ["warning", "A matcher is no valid regular expression."],
  "matcher-ignored": ["warning", "The event has no match target, so the matcher is ignored."],
  "matcher-never": ["warning", "A matcher can't match anything."],
  "matcher-part": ["warning", "A matcher has a permission rule among names, which no tool's name fits."],
  "tool-misspelt": ["warning", "A matcher names an unknown tool, nearly by the name of a known one."],
  "tool-foreign": [
    "warning",
    "A matcher names tools of other agents only, so that the file's own agent never runs it."
  ],
  "pattern-stopped": ["warning", "A matcher exceeded its time limit on a name, and counts as a match."],
  "type-missing": ["warning", "A handler has no `type`; it is taken for a command."],
  "type-unknown": ["error", "A handler's `type` is unknown."],
  "type-foreign": ["warning", "The file's own agent does not know the handler's `type`; Hookline runs the hook."],
  "field-missing": ["error", "A handler lacks its required field."],
  "field-type": ["error", "A field that decides what runs has the wrong type."],
  "field-ignored": ["warning", "A field that does not decide what runs has the wrong type; it is ignored."],
  "field-misplaced": [
    "warning",
    "A field of a group is in one of its hooks, or one of a hook in its group, where it is not read."
  ],
  "field-misspelt": ["warning", "A field of a handler has nearly the name of a known one, so that it is not read."],
  "field-foreign": ["warning", "The file's own agent ignores a field of a handler, or Hookline does."],
  "timeout-invalid": ["error", "A timeout is not a positive number."],
  "timeout-milliseconds": ["warning", "A timeout looks like milliseconds, and counts as seconds."],
  "timeout-seconds": ["warning", "A timeout looks like seconds, and counts as milliseconds."],
  "timeout-capped": ["warning", "A timeout exceeds its dialect's maximum, and is reduced to it."],
  "on-failure-unknown": [
    "warning",
    "`onFailure` has an unknown word or name; the strictest policy that it may mean applies."
  ],
  "profile-unknown": ["warning", "`profile` is unknown; the narrowest profile applies."],
  "if-never": ["warning", "`if` is set on an event without a tool, so that the hook never runs."],
  "if-unclear": ["warning", "`if` is no permission rule, so that it is ignored and the hook runs."],
  "if-other-tool": ["warning", "`if` is about another tool than the matcher, so that the hook never runs."],
  "if-look-alike": [
    "warning",
    "`if` has hidden characters, or letters that look like others, so that hardly a call fits it."
  ],
  "if-doubtful": ["warning", "`if` has nearly the name of a tool, or a pattern of another language."],
  "once-ignored": ["warning", "`once` is set outside of a skill, where it has no effect."],
  "bash-syntax": ["warning", "A command is written for bash, but is run by a plain `sh`."],
  "command-empty": ["warning", "A command has only comments, `true` or the like, and lets everything pass."],
  "exit-hidden": ["warning", "The end of a command hides the exit code of the guard before it."],
  "variable-unset": ["warning", "A command uses a variable that hooks do not get."],
  "script-missing": ["warning", "The script that a command starts does not exist."],
  "script-not-executable": ["warning", "The script that a command starts is not executable."],
  "script-is-folder": ["warning", "A folder is where the script of a command should be."],
  "script-empty": [
    "warning",
    "The script that a command starts is empty, or has only comments, and lets everything pass."
  ],
  "script-line-ends": ["warning", "The first line of a script ends with a carriage return."],
  "program-missing": ["warning", "The program that a command starts is in no folder of `PATH`."],
  "interpreter-missing": ["warning", "The interpreter that the first line of a script names does not exist."],
  "project-file": [
    "warning",
    "A command of a user-level hook runs a file of the project, so that the hook counts as the project's."
  ],
  "project-file-refused": [
    "error",
    "A command of a user-level hook would run a file of the project, whose hooks are not allowed."
  ],
  "module-not-allowed": [
    "warning",
    "A module of a project would run in the agent's own process, and its user has not allowed that."
  ],
  "skill-shadowed": ["warning", "Another skill of the same name is found first, so that this one's hooks never run."],
  "skill-beside": ["warning", "A project's skill has the name of one of the user's, so that the hooks of both run."],
  "skill-missing": ["error", "A skill that a program holds open is not found any more, so that its hooks don't run."],
  "agent-unknown": ["warning", "An agent that runs is not found, and another one of nearly its name has hooks."],
  "setting-invalid": ["error", "A setting has an invalid value; it is ignored."],
  "setting-unknown": ["warning", "A setting's name is unknown."],
  "setting-refused": ["warning", "A project's files set something that only its user may decide; it is ignored."],
  "setting-program": ["error", "A setting names a program that is not there, or that is none of its kind."],
  "setting-unmatched": ["warning", "A setting has the id of a hook or plugin that is not found."],
  "project-missing": ["error", "The project's folder does not exist, so that none of its hooks run."],
  "project-shared": ["warning", "Another user owns or may write the project, and so decides which of its hooks run."],
  "folder-foreign": [
    "warning",
    "A folder above the current one does not count as the project, because another user may write it."
  ],
  "folder-misnamed": [
    "error",
    "A variable of the environment should name a folder of the user's hooks, or an administrator's file, and leads to none."
  ],
  "reading-failed": ["error", "Files can't be read for lack of resources; every event reads them again."],
  "folder-unwatched": ["warning", "A folder can't be watched, so that every event checks its files."],
  "installed-changed": ["warning", "Files of an installed plugin are not as they were installed."],
  "plugin-missing": [
    "error",
    "A plugin that the user has enabled is not installed, so that none of its hooks run, of which some may be guards."
  ],
  "plugin-not-installed": ["warning", "An enabled plugin is not installed, so that none of its hooks run."],
  "installed-unreadable": ["warning", "The record of what is installed can't be read."],
  "trust-store-open": [
    "error",
    "Another user owns or may write what the user has trusted, so that no hook of the project is trusted."
  ],
  "trust-store-broken": [
    "error",
    "The record of what the user has trusted can't be read, so that nothing in it counts."
  ],
  "own-entry-missing": ["error", "An entry that starts Hookline names a program or a script that does not exist."],
  "own-entry-temporary": ["warning", "An entry that starts Hookline names an installation that will be deleted."],
  "own-entry-outdated": [
    "warning",
    "An entry that starts Hookline passes an event in its absence, although the failure policy denies it."
  ],
  "handlers-disabled": ["info", "All hooks of the file are disabled in the file itself."]
} as const satisfies Record<string, readonly ["error" | "warning" | "info", string]>

/**
 * Schema for a code.
 *
 * @category schemas
 * @since 0.1.0
 */
export const DiagnosticCode = Schema.Literals(
  // `Object.keys` returns `string[]`; the keys are those of the table above.
  Object.keys(codes) as ReadonlyArray<keyof typeof codes>
)

/** @since 0.1.0 */
export type DiagnosticCode = typeof DiagnosticCode.Type
