// The files of the first guard: its hook, its script, and cases that try it.
import * as plugins from "@hookline/dialects/kit/plugins"

const hooks = `{
  "description": "A first guard: it keeps the agent from deleting a whole tree.",
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "name": "first-guard",
            "if": "Bash(rm *)",
            "command": "\\"$${plugins.folderVariable}/first-guard/guard.sh\\"",
            "timeout": 5,
            "onFailure": "closed"
          }
        ]
      }
    ]
  }
}
`

// The name may be quoted in parts, and so may what is between it and the flag.
const script = String.raw`#!/bin/sh
# Hookline runs this where "if" in hooks.json may be met: on rm, also in a list, behind sudo or in bash -c.
# The event is on standard input, as one line of JSON. Exit code 2 denies, and standard error is the reason.
grep -Eq 'r[^[:alnum:]]{0,4}m.*([^[:alnum:]_./-]|\\[nt])-([dfiIv]*[rR]|-r[^m])'
# Code 1 is grep's for "not found". Any other code denies, so that an error of grep lets no command through.
[ $? -eq 1 ] && exit 0
echo "Deleting whole folders is for people: name the files, in a command of its own, or ask." >&2
exit 2
`

/** Commands that the guard denies, and commands that it does not. */
const denied = {
  "denies a folder": "rm -rf build",
  "denies flags apart": "rm -r -f /",
  "denies long flags": "rm --recursive --force /",
  "denies flags in another order": "rm -fR ~",
  "denies a flag behind the folder": "rm build -r",
  "denies it in a list": "cd /tmp && rm -rf *; ls",
  "denies it behind another program": "sudo -u root rm -r /etc",
  "denies it in a shell of its own": `bash -c "rm -rf '/'"`,
  "denies quoted flags": `rm "-rf" /`,
  "denies a name that is quoted in parts": `r""m -rf build`,
  "denies it over two lines": "rm \\\n-rf /"
}
const passed = {
  "lets a file be deleted": "rm -f notes.txt re-run.log",
  "lets other commands be": "ls -r"
}

const caseOf = ([name, command]: readonly [string, string], expect: object): string =>
  `    ${JSON.stringify({ name, event: "PreToolUse", tool: "Bash", input: { command }, expect })}`

const reason = "Deleting whole folders is for people"

const cases = `{
  "cases": [
${[
  ...Object.entries(denied).map((one) => caseOf(one, { verdict: "deny", reason })),
  ...Object.entries(passed).map((one) => caseOf(one, { verdict: "pass" })),
  caseOf(["lets people write about it", "git commit -m 'never run rm -rf /'"], { verdict: "pass", ran: [] })
].join(",\n")}
  ]
}
`

/** The texts of the guard's files, by their names. */
export const files = { "hooks.json": hooks, "guard.sh": script, "hooks.test.json": cases } as const

/** The file that is a program. */
export const program = "guard.sh"
