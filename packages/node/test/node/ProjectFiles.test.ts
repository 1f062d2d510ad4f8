// A user-level hook that runs a file of the project: whoever writes into the project decides what it does.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { isOfProject } from "@hookline/schema/Hook"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { discover, hostile, law, others, paths, settings, ways } from "./projectCommands.ts"

/** What is the user's own, although it names files of the project, or words that the project has files for. */
const own = [
  "~/own.sh",
  "$HOME/own.sh",
  '"$HOME"/own.sh --config package.json',
  "sh ~/own.sh",
  "python3 ~/own.py",
  "timeout 5 python3 ~/own.py",
  "env sh ~/own.sh",
  "python3",
  "sh -c 'python3 ~/own.py'",
  "cd ~ && ./own.sh && sh x.sh",
  'cd "$HOME" && sh x.sh',
  "[ -f package.json ] || exit 0; ~/own.sh",
  "grep -q secret hooks/x.sh && exit 2",
  "cat hooks/x.sh > /dev/null",
  "git diff --quiet -- hooks/x.sh",
  "jq -r .name package.json",
  "npm run lint",
  "npx prettier --check .",
  'prettier --write "$FILE_PATH"',
  "echo see hooks/x.sh >&2",
  "jq -r .tool_input.command | python3 ~/own.py"
]

describe("a hook of the user's", () => {
  // proves: docs/security.md
  it.live("counts as the project's wherever the shell runs a file of the project for it", () =>
    // Each way with one path, and each path in one way: their product is in the exhaustive test.
    law([
      ...ways.map((way, at) => way(paths[at % paths.length] ?? "")),
      ...paths.map((path) => `sh ${path}`),
      ...others
    ])
  )

  it.live("stays the user's where it only names or reads such a file", () =>
    Effect.gen(function* () {
      const { diagnostics, hooks } = yield* discover(
        own.map((command) => ({ command })),
        hostile
      )
      const wrong = hooks.flatMap((hook) =>
        isOfProject(hook) && hook.handler._tag === "Command" ? [[hook.handler.command, hook.projectFile]] : []
      )
      assert.deepStrictEqual(wrong, [])
      assert.deepStrictEqual(
        diagnostics.filter(({ code }) => code.startsWith("project-file")),
        []
      )
    })
  )

  it.live("that is started without a shell, or by a shell of the project, counts as the project's, too", () =>
    Effect.gen(function* () {
      const { hooks } = yield* discover(
        [
          { command: "./x.sh", args: [] },
          { command: "sh", args: ["hooks/x.sh"] },
          { command: "${CLAUDE_PROJECT_DIR}/x.sh", args: ["a"] },
          { command: "env", args: ["bash", "-c", "sh x.sh"] },
          { command: "true", shell: "./x.sh" },
          { command: "sh", args: ["/own.sh", "package.json"] }
        ],
        hostile
      )
      assert.deepStrictEqual(hooks.map(isOfProject), [true, true, true, true, true, false])
    })
  )

  // proves: docs/security.md
  it.live("is reported with the absolute path of the user's own file", () =>
    Effect.gen(function* () {
      const { diagnostics, folders, hooks } = yield* discover([{ command: "sh guards/x.sh" }], {
        "guards/x.sh": "exit 0",
        "~/.claude/guards/x.sh": "exit 2"
      })
      assert.deepStrictEqual(
        hooks.map(({ off, projectFile }) => [off, projectFile]),
        [[undefined, "guards/x.sh"]]
      )
      assert.deepStrictEqual(
        diagnostics.map(({ code, fix, lost }) => [code, fix, lost]),
        [
          [
            "project-file",
            `Write the absolute path of your own file, such as ${folders.home}/.claude/guards/x.sh.`,
            undefined
          ]
        ]
      )
    })
  )

  // proves: docs/security.md
  it.live("does not run where hooks of projects are not allowed, and is a loss then", () =>
    Effect.gen(function* () {
      const { diagnostics, hooks } = yield* discover(
        [{ command: "sh guards/x.sh" }, { command: "sh guards/gone.sh" }],
        {
          "guards/x.sh": "exit 0",
          "~/.hookline/settings.json": { json: { allow_project_hooks: false } }
        }
      )
      assert.deepStrictEqual(
        hooks.map(({ off }) => off?._tag),
        ["SourceNotAllowed", undefined]
      )
      assert.deepStrictEqual(
        diagnostics.filter(({ code }) => code === "project-file-refused").map(({ lost }) => lost),
        [{ entries: 1, events: ["PreToolUse"] }]
      )
    })
  )

  // proves: docs/security.md
  it.live("gives the project no word over it: its settings reach only hooks in its own files", () =>
    Effect.gen(function* () {
      const { hooks } = yield* discover([{ command: "sh guards/x.sh" }], {
        "guards/x.sh": "exit 0",
        ".hookline/settings.json": { json: { default_timeout: 1, max_timeout: 1, shell: "./guards/x.sh" } }
      })
      assert.deepStrictEqual(
        hooks.map(({ handler, timeoutMillis }) => ["shell" in handler, timeoutMillis]),
        [[false, undefined]]
      )
    })
  )

  it.live("is the user's own in the home folder, whose files are", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({
        "~/.claude/settings.json": settings([{ command: "sh x.sh" }]),
        "~/x.sh": ""
      })
      const { discover: find } = yield* Discoverer
      const { hooks } = yield* find({ ...folders, project: folders.home })
      assert.isFalse(hooks.some(({ projectFile }) => projectFile !== undefined))
    }).pipe(Effect.provide(NodeDiscovery.layer))
  )
})
