// The law of `dispatch --pipe`: whatever has changed between two events, each is answered as by a process of its own.
import { assert, describe, it } from "@effect/vitest"
import type { Json } from "@hookline/schema/Json"
import { TestProject } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import * as path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"
import { pipe } from "./pipeClient.ts"

interface Folders {
  readonly project: string
  readonly home: string
}

const hooksOf = (name: string, command: string): string =>
  JSON.stringify({ hooks: { [name]: [{ hooks: [{ type: "command", command }] }] } })

const skill = `---
name: careful
description: Denies all
hooks:
  PreToolUse:
    - hooks:
        - type: command
          command: "echo 'by the skill' >&2; exit 2"
---
`

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

/** Changes what an answer may depend on. */
const edits: Readonly<Record<string, (folders: Folders) => void>> = {
  nothing: () => {},
  "the user's hook denies": ({ home }) =>
    write(path.join(home, ".claude/settings.json"), hooksOf("PreToolUse", "echo user >&2; exit 2")),
  "the user's hook runs a script": ({ home }) =>
    write(path.join(home, ".claude/settings.json"), hooksOf("PreToolUse", "sh ~/guard.sh")),
  "the script denies": ({ home }) => write(path.join(home, "guard.sh"), "echo script >&2; exit 2"),
  "the script passes": ({ home }) => write(path.join(home, "guard.sh"), "exit 0"),
  "the script is gone": ({ home }) => fs.rmSync(path.join(home, "guard.sh"), { force: true }),
  "the user's settings are no JSON": ({ home }) => write(path.join(home, ".claude/settings.json"), "{"),
  "the user's settings are gone": ({ home }) => fs.rmSync(path.join(home, ".claude/settings.json"), { force: true }),
  "the project adds a context": ({ project }) =>
    write(path.join(project, ".claude/settings.json"), hooksOf("UserPromptSubmit", "echo from the project")),
  "the project denies": ({ project }) =>
    write(path.join(project, ".claude/settings.json"), hooksOf("PreToolUse", "echo project >&2; exit 2")),
  "the project's settings are gone": ({ project }) =>
    fs.rmSync(path.join(project, ".claude"), { recursive: true, force: true }),
  "Amplifier's own hooks deny": ({ project }) =>
    write(path.join(project, ".amplifier/hooks/hooks.json"), hooksOf("PreToolUse", "exit 2")),
  "Amplifier's own hooks are gone": ({ project }) =>
    fs.rmSync(path.join(project, ".amplifier/hooks"), { recursive: true, force: true }),
  "failures deny": ({ home }) => write(path.join(home, ".hookline/settings.json"), `{"failure_policy": "closed"}`),
  "failures pass": ({ home }) => write(path.join(home, ".hookline/settings.json"), `{"failure_policy": "open"}`),
  "hooks are disabled": ({ home }) =>
    write(path.join(home, ".claude/settings.json"), `{"disableAllHooks": true, "hooks": {}}`),
  "a skill is added": ({ home }) => write(path.join(home, ".amplifier/skills/careful/SKILL.md"), skill),
  "a skill is gone": ({ home }) => fs.rmSync(path.join(home, ".amplifier/skills"), { recursive: true, force: true })
}

const tool = (name: string, input: Json) => ({ tool_name: name, tool_call_id: "c", tool_input: input })

const events: Readonly<Record<string, readonly [event: string, name: string, data: Json]>> = {
  bash: ["PreToolUse", "tool:pre", tool("bash", { command: "ls" })],
  read: ["PreToolUse", "tool:pre", tool("read_file", { path: "a" })],
  own: ["PreToolUse", "tool:pre", tool("bash", { command: "rm -rf .claude" })],
  after: ["PostToolUse", "tool:post", { ...tool("bash", { command: "ls" }), result: "out" }],
  prompt: ["UserPromptSubmit", "prompt:submit", { prompt: "go" }],
  loaded: ["skill:loaded", "skill:loaded", { skill_name: "careful" }],
  unloaded: ["skill:unloaded", "skill:unloaded", { skill_name: "careful" }],
  end: ["Stop", "orchestrator:complete", { status: "success" }]
}

const Step = Schema.Struct({
  edit: Schema.Literals(Object.keys(edits)),
  // A tool call is what most edits decide about.
  event: Schema.Literals(["bash", "bash ", "bash  ", ...Object.keys(events)])
})

const steps = Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(Arbitrary.schema(Step), { count: 40, seed: 20 })))

const without = (text: string, { home, project }: Folders): string =>
  text.replaceAll(project, "<project>").replaceAll(home, "<home>")

describe("the answers of dispatch --pipe", () => {
  it.live(
    "are those of a process for each event, whatever changes between them",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const [one, other] = [yield* TestProject.make({}), yield* TestProject.make({})]
          const client = yield* pipe(one)
          const denied: Array<boolean> = []
          for (const [index, { edit, event }] of steps.entries()) {
            const [name, own, data] = events[event.trim()] ?? ["", "", {}]
            const payload = { event: own, data: { session_id: "s1", ...data } }
            edits[edit]?.(one)
            edits[edit]?.(other)
            const words = ["dispatch", "--host", "amplifier", "--event", name, "--limit", "60"]
            const alone = yield* hooklineIn(other, words, { input: JSON.stringify(payload) })
            const answer = yield* Effect.promise(() => client.ask(name, payload))
            const what = `${index}: ${edit}, ${own}`
            assert.isDefined(answer, what)
            for (const key of ["exit", "stdout", "stderr"] as const) {
              assert.strictEqual(
                without(String(answer?.[key]), one),
                without(String(alone[key]), other),
                `${key} of ${what}`
              )
            }
            denied.push(alone.stdout.includes(`"action":"deny"`))
          }
          // The steps tell answers apart.
          assert.isAbove(denied.filter((isDenied) => isDenied).length, 5)
          assert.isAbove(denied.filter((isDenied) => !isDenied).length, 5)
        })
      ),
    120_000
  )
})
