// The cause and the fix of each diagnostic, in general. A diagnostic itself is more precise: it has the line, and the names
// in the file.
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"

export interface Advice {
  readonly cause: string
  readonly fix: string
}

export const advice: Readonly<Record<DiagnosticCode, Advice>> = {
  "file-unreadable": {
    cause: "Its mode, its owner, or a folder of that name.",
    fix: "`chmod u+r` (`u+rx` for a folder), or delete it."
  },
  "file-missing": { cause: "A path in `plugin.json` is mistyped.", fix: "Write the path from the plugin's folder." },
  "file-outside": {
    cause: "An absolute path, `..`, or a link that leads out.",
    fix: "Put the file into the plugin's folder."
  },
  "file-unread": {
    cause:
      "`.claude/hooks.json`, `.amplifier/hooks.json`, another name in `.amplifier/hooks`, or nearly a name that is read: " +
      "`Settings.json`, `skill.md`.",
    fix: "Rename it, or move its hooks to the file that the diagnostic names."
  },
  "file-refused": {
    cause: 'A key such as `"version"` at the top of Codex\'s `hooks.json`, or a timeout that is no whole number there.',
    fix: "Leave the key out, or write a whole number. Until then, Hookline runs the hooks under that agent."
  },
  "modules-ignored": {
    cause: "`modules` at the top of a file of hooks, as other programs have it.",
    fix: 'Write each as a hook: `{ "type": "module", "path": "./guard.js" }`.'
  },
  "manifest-invalid": {
    cause: "`plugin.json` is no JSON, or its `hooks` is neither a path, a list of paths, nor hooks.",
    fix: 'Write `"hooks": "./hooks/hooks.json"`, or omit it if that is the only file.'
  },
  "json-invalid": {
    cause: "A missing comma or bracket, a backslash too many, an empty file, another encoding than UTF-8.",
    fix: "Fix it at the reported line and column."
  },
  "json-comments": {
    cause: "Comments are accepted here, but not by strict JSON parsers.",
    fix: 'Remove them, or write them as a `"description"`.'
  },
  "toml-invalid": { cause: "The reported line.", fix: "Fix that line." },
  "front-matter-invalid": {
    cause:
      "No `---` in the first line, none at the end, a second block, another format, tabs, or an unquoted special character.",
    fix: "Indent by blanks, and put such values in double quotes."
  },
  "front-matter-repaired": {
    cause: "Often `description: Use this when: …`, a colon within a value.",
    fix: "Put that value in double quotes."
  },
  "root-not-object": { cause: "A list or a text at the top.", fix: 'Write `{ "hooks": { … } }`.' },
  "duplicate-key": {
    cause:
      "An event is repeated under `hooks`, so that the first list is a loss; or a field of an entry or a group has two " +
      "values, so that the entry is a loss: it runs by the last one, and under `closed` its event is denied.",
    fix: "Put both lists together under one key; keep the value that is meant."
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
  "hooks-unread": {
    cause:
      "`Hooks`, `settings` or `claude` beside `hooks`, or a second `hooks` within it. The hooks are a loss (an error), unless the " +
      "key shows that they were kept aside (`_hooks`, `disabled`).",
    fix: 'Put the events right under `"hooks"` at the top of the file.'
  },
  "no-hooks": { cause: "`hooks` is empty.", fix: "None needed; or delete the file." },
  "event-not-list": {
    cause: "One group or a command in the place of a list.",
    fix: "Put it in brackets; `hookline check --fix` does so with a group."
  },
  "event-unfired": {
    cause: "Hooks for an event of another agent, such as Claude Code's `Notification` under AMCP.",
    fix: "Move what has to run to an event that this agent fires, or leave it to the other agent."
  },
  "event-unknown": {
    cause:
      "A mistyped name, another spelling (`pre_tool_use`), or an event that only your agent has. If the letters are those " +
      "of a known event, or one edit away from exactly one, or a known event is among its words, the hooks are a loss (an error): `closed` denies that event.",
    fix: "Write [an event's name](events.md); `hookline check --fix` repairs another spelling. Keep it if your agent emits it."
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
  "group-without-hooks": { cause: "A group with a matcher alone.", fix: "Give it `hooks`, or delete it." },
  "handlers-missing": { cause: "AMCP's shape needs `handlers` under each event.", fix: "Write `handlers`." },
  "handler-not-object": {
    cause: "A command as a bare text.",
    fix: 'Write `{ "type": "command", "command": "…" }`.'
  },
  "matcher-not-text": {
    cause: "A list or an object of names.",
    fix: "Write the names as one text with `|` between them; `hookline check --fix` repairs a list."
  },
  "matcher-invalid": {
    cause:
      "A bracket or a `*` too many. Under Claude Code's rules it matches nothing, elsewhere only just that name, which no " +
      "tool has: the hooks are a loss, and `closed` denies the tools that the text names, or all.",
    fix: "Escape literal characters with a backslash; `.*` matches anything."
  },
  "matcher-ignored": {
    cause: "The event has no match target, such as `Stop`; the hook runs on each.",
    fix: "Remove the matcher."
  },
  "matcher-never": {
    cause:
      "Blanks around a name, `bash` for `Bash`, a server's name without its tool, a permission rule. If no tool's name can " +
      "satisfy it, whichever tools there are, the hooks are a loss (an error): `closed` denies the tools that it names, or all.",
    fix: "Write the text in the diagnostic; for a rule such as `Bash(git *)` use `if`."
  },
  "matcher-part": {
    cause:
      "`Bash(rm *)|Edit`: a matcher is a pattern for names, and has no rules. The hook runs on Edit, and is a loss for Bash: " +
      "`closed` denies it.",
    fix: "Write the rule as the `if` of a hook in a group of its own."
  },
  "tool-misspelt": {
    cause:
      "A letter that is missing or swapped in a list of tools, such as `Edit|Wrte`, or a name with more than the name of a " +
      "tool: `Edit|Bash(rm.*)`, `PreToolUse:Bash`.",
    fix: "Write the name of the tool that was meant. Ignore it for a tool of your own with such a name."
  },
  "tool-foreign": {
    cause: "`run_shell_command` or `shell` in a file of Claude Code, from another agent's file.",
    fix: "Write the name in the diagnostic. It is no loss: under an agent with such a tool Hookline runs the hook."
  },
  "pattern-stopped": {
    cause: "A group that repeats something and is repeated itself, such as `(a+)+`.",
    fix: "Write names with `|` between them."
  },
  "type-missing": { cause: "No `type` beside a `command`.", fix: 'Write `"type": "command"`.' },
  "type-foreign": {
    cause:
      "A `python` or `module` handler in another agent's own file, which that agent ignores or refuses as a whole.",
    fix: "Move it to a file that only Hookline reads, such as `.amplifier/hooks/NAME/hooks.json`."
  },
  "type-unknown": { cause: "A mistyped or another agent's `type`.", fix: "Write the one that the diagnostic names." },
  "field-missing": { cause: "No `command`, `url`, `prompt` or `script`.", fix: "Write it." },
  "field-type": { cause: "A list or a number in the place of a string.", fix: "Write it as the diagnostic shows." },
  "field-ignored": { cause: "A wrong type in a field such as `statusMessage`.", fix: "Write it as a string." },
  "field-foreign": {
    cause: "`args` in a file of Gemini CLI, which runs the program without them.",
    fix: "Write the arguments into the command."
  },
  "field-misplaced": {
    cause:
      "`matcher` or `parallel` in a hook, which belong to its group, beside `hooks`; or `timeout` or `onFailure` in a group, " +
      "which belong to each hook.",
    fix: "Put the field where it belongs; a hook with another matcher needs a group of its own."
  },
  "field-misspelt": {
    cause:
      "`Timeout`, `arguments` or `disabled`. The hook is a loss if the field decides what runs, as `args` does: under `closed` " +
      "its event is denied.",
    fix: "Write the name that the diagnostic shows."
  },
  "timeout-invalid": {
    cause: '`0`, a negative number, or a string such as `"5s"`.',
    fix: "Write seconds as a number; `hookline check --fix` repairs a string with a unit."
  },
  "timeout-milliseconds": {
    cause: "`5000`, but the unit is seconds. Hours in seconds, such as `3600`, are not reported.",
    fix: "Write `5`."
  },
  "timeout-seconds": {
    cause: "`30` in a file of Gemini CLI, whose unit is milliseconds.",
    fix: "Write `30000`."
  },
  "timeout-capped": { cause: "Amplifier's hooks may take 300 s at most.", fix: "Write less." },
  "on-failure-unknown": {
    cause:
      "A word such as `deny`, or a name such as `onfailure`, `failure_policy` or `failOnError`. Until it is fixed, a failure denies.",
    fix: "Write `open`, `closed` or `ask` (AMCP: `failure_mode`, `open` or `closed`)."
  },
  "profile-unknown": {
    cause: "A word such as `gaurd`. Until it is fixed, the hook runs in the profile `guard`.",
    fix: "Write `guard`, `work`, `net`, `notify` or `open`."
  },
  "if-never": { cause: "`if` on `Stop`, `SessionStart` and the like.", fix: "Remove it, or move the hook." },
  "if-unclear": { cause: "Not of the form `Tool(pattern)`.", fix: 'Write `"if": "Bash(git *)"`.' },
  "if-other-tool": {
    cause:
      "A rule such as `Bsh(rm *)` or `Edit(src/**)` beside the matcher `Bash`. The hook is a loss, unless the host at hand has such a tool.",
    fix: "Write the rule on a tool of the matcher."
  },
  "if-look-alike": {
    cause:
      "A character that can't be seen, or a letter of another script, in the pattern. In a rule on Bash the hook is a loss.",
    fix: "Write the pattern again in plain letters."
  },
  "if-doubtful": {
    cause:
      "A misspelt tool, or a pattern with `|`, `^`, `.*`, `?`, `{a,b}`, `[a]` or a list by commas. A rule with several commands, " +
      "such as `Bash(cd * && rm *)`, is a loss: each command is compared alone.",
    fix: "Write `*` for any text, and a hook for each of several rules."
  },
  "once-ignored": { cause: "`once` has an effect in a skill's hooks only.", fix: "Remove it." },
  "bash-syntax": {
    cause: "`[[ … ]]`, `(( … ))` or `==` under `sh`: not supported there, so that a guard never runs.",
    fix: 'Write `"shell": "bash"` beside the command, or use what `sh` supports.'
  },
  "command-empty": {
    cause: "A guard that was commented out, or `true` in its place.",
    fix: "Write the command of the guard, or remove the entry."
  },
  "exit-hidden": {
    cause:
      "`guard.sh | tee log`, `guard.sh || true` or `guard.sh &`: the shell ends with another exit code than the guard.",
    fix: "Leave the end out, or deny by JSON on standard output. Ignore it for a script that is no guard."
  },
  "variable-unset": {
    cause:
      "A variable that another program would set, such as `$CLAUDE_TOOL_FILE_PATH`, or one of `env` in Claude Code's settings, " +
      "which hooks do not have under other agents.",
    fix: "Read the event from standard input; a file's path is in `$FILE_PATH`. Set others in the command."
  },
  "script-missing": {
    cause: "A moved or mistyped script.",
    fix: "Write its path; a relative one is from the project."
  },
  "script-not-executable": {
    cause: "The file mode is not executable.",
    fix: "`chmod +x` it, or start it by its interpreter."
  },
  "script-is-folder": {
    cause: "A path that ends too early.",
    fix: "Write the path of the script in it."
  },
  "script-empty": {
    cause: "A script that was never written, or whose text was lost.",
    fix: "Restore it, or remove the hook."
  },
  "script-line-ends": {
    cause: "A script that was saved or checked out with the line ends of Windows.",
    fix: "`sed -i 's/\\r$//' SCRIPT`, and `* text eol=lf` in `.gitattributes`."
  },
  "program-missing": {
    cause: "A program that is not installed on this machine, or a mistyped name.",
    fix: "Install it, or write its path. The `PATH` of the agent may be another one."
  },
  "interpreter-missing": {
    cause: "`#!/usr/bin/env python9`: what the first line names is not installed.",
    fix: "Install it, or name another interpreter."
  },
  "project-file": {
    cause: "A relative path, or the variable of the project's folder, in a command of your own.",
    fix: "Write the absolute path of your own file. A hook that is meant for one project belongs into its files."
  },
  "project-file-refused": {
    cause: "The same under `allow_project_hooks: false`.",
    fix: "Write the absolute path of your own file."
  },
  "skill-shadowed": { cause: "Two skills of one name.", fix: "Give one of them another name." },
  "skill-missing": {
    cause:
      "A program has opened the skill with `activate`, and while it is open its file was deleted, moved, or given another `name`.",
    fix: "Put the file back under the name by which the skill was opened, or close the skill."
  },
  "plugin-missing": {
    cause:
      "Your own settings of Claude Code enable it, and `~/.claude/plugins` has no record of it. It may be a guard.",
    fix: "Install it with `claude plugin install NAME@MARKETPLACE`, or take the line away."
  },
  "skill-beside": {
    cause: "A project's skill with the name of one of the user's. Neither switches the other off.",
    fix: "Give one of them another name."
  },
  "plugin-not-installed": {
    cause: "Settings of Claude Code enable it, and `~/.claude/plugins` has no record of it for this project.",
    fix: "Install it with `claude plugin install NAME@MARKETPLACE`, or take the line away."
  },
  "agent-unknown": {
    cause: "An agent of a plugin that is not found, beside an agent of the project of the same last name.",
    fix: "Give the agent the name that the host reports, or ignore it if another agent is meant."
  },
  "module-not-allowed": {
    cause: "A `module` hook in a project's files, whose user has not set `allow_project_modules`.",
    fix: "Allow [the project's modules](../security.md#modules) in your own settings, set the setting to false, or disable the hook."
  },
  "setting-invalid": {
    cause: "A wrong type, or an unknown word. An unknown `failure_policy` counts as `closed`.",
    fix: "Write what [settings](../settings.md) take."
  },
  "setting-unknown": {
    cause: "A mistyped name, also of a variable: `HOOKLINE_FAILURE_POLICE`.",
    fix: "Write one of the [settings](../settings.md)."
  },
  "setting-refused": {
    cause: "A project's file loosens something, or affects user-level hooks.",
    fix: "Remove it, or write it into your own `~/.hookline/settings.json`."
  },
  "setting-program": {
    cause: "`shell` or `wrap` begins with `~`, or with the name of a program that is not on the `PATH` or no shell.",
    fix: "Write an absolute path, or the name of a program that is installed."
  },
  "setting-unmatched": {
    cause: "An entry of `disabled`, or a key of `profiles`, that is mistyped, or whose hook is gone.",
    fix: "Write an id that `hookline list` shows, or remove the entry."
  },
  "project-missing": {
    cause: "A stale `--project` or variable of the host, or a folder that was moved during the session.",
    fix: "Name the folder that was meant, or begin the session in it."
  },
  "project-shared": {
    cause: "The project is in a container, on a shared disk, or in a folder with the mode 0777.",
    fix: '`chmod go-w`, or `"trust": {"owners": [1000]}` in `~/.hookline/settings.json` if that user may decide what you run.'
  },
  "folder-foreign": {
    cause:
      "A folder above has `.amplifier`, `.git` or another mark, and another user owns or may write it or its parents.",
    fix: "Begin in that folder, name it with `--project`, or accept its owner by `trust.owners`."
  },
  "folder-misnamed": {
    cause:
      "`CLAUDE_CONFIG_DIR`, `CODEX_HOME`, `COPILOT_HOME`, `GEMINI_CLI_HOME`, `QWEN_HOME` or `XDG_CONFIG_HOME` is relative, " +
      "has `~` or a variable that nothing has replaced, or names a folder that does not exist; or " +
      "`GEMINI_CLI_SYSTEM_SETTINGS_PATH` and the like name no file.",
    fix: "Write the absolute path of a folder or file that exists, or remove the variable."
  },
  "reading-failed": {
    cause: "The machine lacks open files or memory (`EMFILE`, `ENFILE`, `ENOMEM`, `EAGAIN`).",
    fix: "End programs that hold many files or much memory, or raise the limit (`ulimit -n`)."
  },
  "folder-unwatched": {
    cause: "The machine's limit of watches or open files is reached.",
    fix: "Raise it (`fs.inotify.max_user_watches`), or ignore this: changes are detected all the same."
  },
  "installed-changed": {
    cause: "An installed plugin was edited.",
    fix: "Review the change; `hookline install --force` restores what the lock has."
  },
  "installed-unreadable": {
    cause:
      "`.hookline/lock.json` was edited or merged by hand, a newer Hookline wrote it, or it has a path out of a plugin.",
    fix: "Restore it from your repository, or take it away and install again. Until then nothing of it counts."
  },
  "trust-store-open": {
    cause:
      "A mode that lets others write `~/.hookline`, `~/.hookline/trust` or a file in it, another owner, or a link.",
    fix: "Look at what `hookline trust --list` shows, take the right away (`chmod go-w`), and trust the hooks again if in doubt."
  },
  "trust-store-broken": {
    cause: "The file was cut or edited, is of a later version, or was copied from another project.",
    fix: "`hookline trust`: it keeps the broken file beside the one that it writes."
  },
  "own-entry-missing": {
    cause: "Node or Hookline was moved, updated or removed after `hookline attach`.",
    fix: "`hookline attach` again, or `hookline detach`."
  },
  "own-entry-temporary": {
    cause: "`hookline attach` was run by `npx`, or for all projects from the dependencies of one.",
    fix: "`npm install -g hookline`, then `hookline attach` again."
  },
  "own-entry-outdated": {
    cause: "The failure policy was set after `hookline attach`, or the entry was written by hand.",
    fix: "`hookline attach` again."
  },
  "handlers-disabled": {
    cause: "`disableAllHooks` in Claude Code's settings.",
    fix: "Remove the line if it is not intended."
  }
}
