// A person at a real terminal: what a hook wants to be asked, they are asked, and what they say counts.
import { assert, describe, it } from "@effect/vitest"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { commandEnv, hooklineIn } from "./hookline.ts"
import { loggedIn } from "./logged.ts"

const bin = path.join(import.meta.dirname, "../../bin/hookline.js")
const terminal = path.join(import.meta.dirname, "../fixtures/terminal.py")

interface Typed {
  /** What is waited for before anything is typed: a text, or a file by `file:`. */
  readonly when?: string
  readonly keys: string
  readonly args?: ReadonlyArray<string>
}

/** What the terminal shows, and how the command ended. */
const atTerminal = (project: { readonly project: string; readonly home: string }, { args = [], keys, when }: Typed) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const command = [process.execPath, bin, "run", "PreToolUse", ...args]
        const child = spawn("python3", ["-S", terminal, when ?? "Go on?", keys, ...command], {
          cwd: project.project,
          env: { ...commandEnv(project.home), NO_COLOR: "1" },
          stdio: ["ignore", "pipe", "inherit"]
        })
        let shown = ""
        child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()))
        child.once("error", reject)
        child.once("close", () => resolve(shown.replaceAll("\r", "")))
      })
  )

const hooks = (command: string): TestProject.Files => ({
  ".amplifier/hooks/hooks.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } } }
})

const ask = {
  hookEventName: "PreToolUse",
  permissionDecision: "ask",
  permissionDecisionReason: "Push it?"
}

const asking = hooks(`printf '%s' '${JSON.stringify({ hookSpecificOutput: ask })}'`)

const inProject = <A>(files: TestProject.Files, use: (project: Project) => Effect.Effect<A>) =>
  Effect.scoped(Effect.flatMap(TestProject.make({ ".hookline/.keep": "", ...files }), use))

const down = "\\x1b[B"

/** What the log says of the questions that were asked. */
const questions = (project: Project) =>
  Effect.map(hooklineIn(project, ["log", "--kind", "approval", "--json"]), ({ stdout }) => {
    const { records } = loggedIn(stdout)
    return records.map(({ found, granted }) => [found, granted])
  })

describe("hookline run at a terminal", () => {
  for (const [name, typed, shown, logged] of [
    [
      "goes on where the person grants it",
      { keys: `${down}\\r`, args: ["--exit-code"] },
      /Push it\?[\s\S]*Asked, and granted by you: Allow[\s\S]*Pass: what was asked was granted[\s\S]*EXIT 0/,
      ["asked", true]
    ],
    [
      "denies where the person does",
      { keys: "\\r", args: ["--exit-code"] },
      /Asked, and denied by you[\s\S]*Deny: it does not happen[\s\S]*EXIT 2/,
      ["asked", false]
    ],
    [
      "denies and ends where the person leaves",
      { keys: "\\x03" },
      /Deny: it does not happen\n {2}the person left without an answer[\s\S]*EXIT 130/,
      ["asked", false]
    ],
    [
      "takes the default where nobody answers in time",
      { keys: "", args: ["--wait", "1"] },
      /Asked, and denied: no approver answered in time[\s\S]*no approver answered within 1 s[\s\S]*EXIT 0/,
      ["timeout", false]
    ]
  ] as const)
    it.live(name, () =>
      inProject(asking, (project) =>
        Effect.gen(function* () {
          assert.match(yield* atTerminal(project, typed), shown)
          assert.deepStrictEqual(yield* questions(project), [[...logged]])
        })
      )
    )

  // proves: docs/security.md
  it.live("asks nobody where it is unattended, or speaks to a program", () =>
    inProject(asking, (project) =>
      Effect.gen(function* () {
        const unattended = yield* atTerminal(project, { keys: "", args: ["--unattended"] })
        assert.match(unattended, /Ask: a person decides\n {2}Push it\?[\s\S]*EXIT 0/)
        const json = yield* atTerminal(project, { keys: "", args: ["--json"] })
        assert.match(json, /"verdict":"ask"[\s\S]*EXIT 0/)
        for (const shown of [unattended, json]) assert.notInclude(shown, "Go on?")
        assert.deepStrictEqual(yield* questions(project), [])
      })
    )
  )

  it.live("ends by Ctrl-C with all that its hooks have started", () =>
    inProject(hooks("sleep 600 & echo $! $$ >pids.new; mv pids.new pids; wait"), (project) =>
      Effect.gen(function* () {
        const pids = path.join(project.project, "pids")
        const shown = yield* atTerminal(project, { when: `file:${pids}`, keys: "\\x03" })
        assert.match(shown, /EXIT 130/)
        assert.isTrue(existsSync(pids))
        for (const pid of readFileSync(pids, "utf8").trim().split(" "))
          yield* Leftovers.until(() => !Leftovers.isAlive(pid))
      })
    )
  )
})
