// How each thing that can be wrong with a configuration comes about, and what to do about it. A diagnostic itself says
// more: it has the line, and the names that stand there.
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"

export interface Mend {
  readonly cause: string
  readonly fix: string
}

export const mends: Readonly<Record<DiagnosticCode, Mend>> = {
  "file-unreadable": {
    cause: "Its mode, its owner, or a folder of that name.",
    fix: "`chmod u+r` (`u+rx` for a folder), or take away what is there."
  },
  "file-missing": { cause: "A path in `plugin.json` is mistyped.", fix: "Write the path from the plugin's folder." },
  "file-outside": {
    cause: "An absolute path, `..`, or a link that leads out.",
    fix: "Put the file into the plugin's folder."
  },
  "manifest-invalid": {
    cause: "`plugin.json` is no JSON, or its `hooks` is neither a path, a list of paths, nor hooks.",
    fix: 'Write `"hooks": "./hooks/hooks.json"`, or leave it out where that is the only file.'
  },
  "json-invalid": {
    cause: "A missing comma or bracket, a backslash too many, an empty file, another encoding than UTF-8.",
    fix: "Mend it at the line and column that are told."
  },
  "json-comments": {
    cause: "Comments are read here, and by nobody who reads strict JSON.",
    fix: 'Take them away, or write them as a `"description"`.'
  },
  "toml-invalid": { cause: "The line that is told.", fix: "Mend that line." },
  "front-matter-invalid": {
    cause: "No `---` in the first line, none at the end, tabs, or an unquoted special character.",
    fix: "Indent by blanks, and put such values in double quotes."
  },
  "front-matter-repaired": {
    cause: "Often `description: Use this when: …`, a colon within a value.",
    fix: "Put that value in double quotes."
  },
  "root-not-object": { cause: "A list or a text at the top.", fix: 'Write `{ "hooks": { … } }`.' },
  "duplicate-key": {
    cause: "The same event stands twice under `hooks`; the first is lost.",
    fix: "Put both lists together under one key."
  },
  "foreign-dialect": {
    cause: "The file is Cursor's, Copilot's, Gemini CLI's or Windsurf's, or has another agent's shape.",
    fix: "`hookline migrate --from cursor --to claude`, or write it as the diagnostic shows."
  },
  "wrapper-missing": {
    cause: 'The file begins with `{ "PreToolUse": …`.',
    fix: 'Put the events under `"hooks"`, or `hookline check --fix`.'
  },
  "hooks-is-list": {
    cause: 'Written as `"hooks": [ … ]` with the event in each entry.',
    fix: "Make it an object with a key for each event."
  },
  "hooks-not-object": { cause: "A text or a number.", fix: "Make it an object with a key for each event." },
  "hooks-missing": { cause: "The key is mistyped (`hook`), or the file is another one.", fix: "Write `hooks`." },
  "no-hooks": { cause: "`hooks` is empty.", fix: "Nothing, or take the file away." },
  "event-not-list": {
    cause: "One group or a command stands where a list belongs.",
    fix: "Put it in brackets; `hookline check --fix` does so with a group."
  },
  "event-unknown": {
    cause: "A mistyped name, another spelling (`pre_tool_use`), or an event that only your agent has.",
    fix: "Write [an event's name](events.md); `hookline check --fix` mends another spelling. Leave it where your agent fires it."
  },
  "group-not-object": { cause: "A text in the list of groups.", fix: 'Write `{ "hooks": [ … ] }`.' },
  "handler-without-group": {
    cause: "`{ type, command }` directly under the event.",
    fix: 'Write `{ "matcher": …, "hooks": [ … ] }` around it, or `hookline check --fix`.'
  },
  "handlers-misplaced": {
    cause: "Handlers under `hook` or `handler`, or beside the group's own list.",
    fix: "Put them into `hooks` (AMCP: `handlers`)."
  },
  "group-without-hooks": { cause: "A group with a matcher alone.", fix: "Give it `hooks`, or take it away." },
  "handlers-missing": { cause: "AMCP's shape needs `handlers` under each event.", fix: "Write `handlers`." },
  "handler-not-object": {
    cause: "A command as a bare text.",
    fix: 'Write `{ "type": "command", "command": "…" }`.'
  },
  "matcher-not-text": {
    cause: "A list or an object of names.",
    fix: "Write the names as one text with `|` between them; a list is mended by `hookline check --fix`."
  },
  "matcher-invalid": {
    cause: "A bracket or a `*` too many. Under Claude Code's rules it matches nothing, elsewhere only just that name.",
    fix: "Put a backslash before what is meant as itself; `.*` is anything."
  },
  "matcher-ignored": {
    cause: "The event has nothing to match, as `Stop`; the hook runs on each.",
    fix: "Leave the matcher out."
  },
  "matcher-never": {
    cause: "Blanks around a name, `bash` for `Bash`, a server's name without its tool, a permission rule.",
    fix: "Write what the diagnostic says; for a rule such as `Bash(git *)` use `if`."
  },
  "pattern-stopped": {
    cause: "A group that repeats something and is repeated itself, as `(a+)+`.",
    fix: "Write names with `|` between them."
  },
  "type-missing": { cause: "No `type` beside a `command`.", fix: 'Write `"type": "command"`.' },
  "type-unknown": { cause: "A mistyped or another agent's `type`.", fix: "Write the one that the diagnostic names." },
  "field-missing": { cause: "No `command`, `url`, `prompt` or `script`.", fix: "Write it." },
  "field-type": { cause: "A list or a number where a text belongs.", fix: "Write it as the diagnostic shows." },
  "field-ignored": { cause: "The same, in a field such as `statusMessage`.", fix: "Write it as a text." },
  "timeout-invalid": {
    cause: '`0`, a negative number, or a text such as `"5s"`.',
    fix: "Write seconds as a number; a text with a unit is mended by `hookline check --fix`."
  },
  "timeout-milliseconds": { cause: "`5000`, where seconds count.", fix: "Write `5`." },
  "timeout-capped": { cause: "Amplifier's hooks may take 300 s at most.", fix: "Write less." },
  "on-failure-unknown": {
    cause: "A word such as `deny`. Until it is mended a failure denies.",
    fix: "Write `open`, `closed` or `ask` (AMCP: `failure_mode`, `open` or `closed`)."
  },
  "if-never": { cause: "`if` on `Stop`, `SessionStart` and the like.", fix: "Leave it out, or move the hook." },
  "if-unclear": { cause: "Not of the form `Tool(pattern)`.", fix: 'Write `"if": "Bash(git *)"`.' },
  "once-ignored": { cause: "`once` counts in a skill's hooks alone.", fix: "Leave it out." },
  "bash-syntax": {
    cause: "`[[ … ]]`, `(( … ))` or `==` under `sh`: not found there, so that a guard never guards.",
    fix: 'Write `"shell": "bash"` beside the command, or what `sh` knows.'
  },
  "variable-unset": {
    cause: "A variable that some other program would set, such as `$CLAUDE_TOOL_FILE_PATH`.",
    fix: "Read the event from standard input; a file's path is in `$FILE_PATH`."
  },
  "script-missing": {
    cause: "A moved or mistyped script.",
    fix: "Write its path; a relative one is from the project."
  },
  "script-not-executable": { cause: "No run bit.", fix: "`chmod +x` it, or start it by its interpreter." },
  "skill-shadowed": { cause: "Two skills of one name.", fix: "Give one of them another name." },
  "setting-invalid": {
    cause: "A wrong type, or an unknown word. An unknown `failure_policy` counts as `closed`.",
    fix: "Write what [settings](../settings.md) take."
  },
  "setting-unknown": { cause: "A mistyped name.", fix: "Write one of the [settings](../settings.md)." },
  "setting-refused": {
    cause: "A project's file loosens something, or touches a person's own hooks.",
    fix: "Take it away; who wants it writes it into `~/.hookline/settings.json`."
  },
  "folder-unwatched": {
    cause: "The machine's limit of watches or open files is reached.",
    fix: "Raise it (`fs.inotify.max_user_watches`), or ignore this: changes are seen all the same."
  },
  "installed-changed": {
    cause: "Somebody edited an installed plugin.",
    fix: "See who meant it; `hookline install` with the same source puts it back."
  },
  "installed-unreadable": {
    cause: "`.hookline/installed.json` was edited by hand.",
    fix: "Mend it, or install again."
  },
  "handlers-disabled": {
    cause: "`disableAllHooks` in Claude Code's settings.",
    fix: "Take the line away, if not meant."
  }
}
