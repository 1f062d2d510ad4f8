// What a command hook is started as: by a shell, by itself, inside of something else.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner, PythonRunner } from "@hookline/core/Runners"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as Python from "@hookline/executor/ProcessPythonRunner"
import { RunnerTest, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { simpleCommand } from "../src/internal/process/simpleCommand.ts"
import { around } from "./support/answering.ts"

const layers = { cold: ProcessCommandRunner.layerCold, warm: ProcessCommandRunner.layerWarm }

const inProject = <A, E, R>(files: TestProject.Files, use: (project: string) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files), ({ project }) => use(project)))

describe("a simple command", () => {
  for (const command of [
    "prettier --check src",
    "./guard.sh",
    "/usr/bin/env node x.mjs",
    "python3 -m guards.main --level=3",
    "a b  c",
    "x a=b c@d e:f 1,2 5%"
  ]) {
    it(`is ${command}`, () => assert.isDefined(simpleCommand(command)))
  }

  for (const command of [
    "",
    " x",
    "x ",
    "x;y",
    "x | y",
    "x &",
    "x > y",
    "A=1 x",
    "x ~",
    "~/x",
    "x *",
    "x {a,b}",
    "x $Y",
    "x 'y'",
    'x "y"',
    "x \\y",
    "x\ny",
    "x\ty",
    "x #y",
    "! x",
    "exit 2",
    "test -e x",
    "[ -e x ]",
    "echo x",
    ". x",
    "if x",
    "time x",
    "%1",
    "2 x",
    "x\0y"
  ]) {
    it(`is not ${JSON.stringify(command)}`, () => assert.isUndefined(simpleCommand(command)))
  }
})

describe.each(Object.keys(layers) as ReadonlyArray<keyof typeof layers>)("%s", (kind) => {
  it.live("in its exec form gets its words as they are, and the variables that stand in them", () =>
    inProject({ "say it": { script: `#!/bin/sh\nprintf '<%s>' "$@"; env | grep -c ^__hook\n` } }, (project) =>
      Effect.gen(function* () {
        const args = ["$HOME", "`id`", "it's", "${FILE_PATH}", "${HOME}", "", "a\nb", "*", "${CLAUDE_PROJECT_DIR}/x"]
        const handler = { _tag: "Command", command: "${CLAUDE_PROJECT_DIR}/say it", args } as const
        const { end, stdout } = yield* RunnerTest.run(TestWork.make(handler, { project }))
        assert.strictEqual(end, "1")
        assert.strictEqual(stdout, `<$HOME><\`id\`><it's></a folder/it's.ts><\${HOME}><><a\nb><*><${project}/x>0\n`)
      }).pipe(Effect.provide(Layer.provide(layers[kind], around)))
    )
  )

  // proves: docs/security.md
  it.live("is wrapped into what the settings say, in every form", () =>
    inProject({}, (project) =>
      Effect.gen(function* () {
        const runner = yield* CommandRunner
        const settings = { wrap: ["/usr/bin/env", "WRAPPED=it is"] }
        const show = 'printf %s "$WRAPPED"'
        for (const handler of [
          { _tag: "Command", command: show },
          { _tag: "Command", command: show, shell: "bash" },
          { _tag: "Command", command: "printenv WRAPPED" },
          { _tag: "Command", command: "printenv", args: ["WRAPPED"] },
          { _tag: "Command", command: `${" ".repeat(130_000)}${show}` }
        ] as const) {
          const reply = yield* runner.run(TestWork.make(handler, { project, settings }))
          assert.strictEqual(reply._tag === "Exit" && reply.stdout.trim(), "it is")
        }
      }).pipe(Effect.provide(Layer.provide(layers[kind], around)))
    )
  )
})

describe("a wrap", () => {
  it.live("of the program goes around that of the settings, and does not take its place", () =>
    inProject({}, (project) =>
      Effect.gen(function* () {
        const settings = { wrap: ["/usr/bin/env", "INNER=1"] }
        const work = TestWork.make({ _tag: "Command", command: 'echo "$INNER$OUTER"' } as const, { project, settings })
        const reply = yield* Effect.flatMap(CommandRunner, ({ run }) => run(work))
        assert.strictEqual(reply._tag === "Exit" && reply.stdout, "12\n")
      }).pipe(
        Effect.provide(
          Layer.provide(ProcessCommandRunner.layerWith({ warm: true, wrap: ["/usr/bin/env", "OUTER=2"] }), around)
        )
      )
    )
  )
})

describe("a Python hook", () => {
  it.live("is wrapped as well", () =>
    inProject({ "show.py": "import os; print(os.environ['WRAPPED'])" }, (project) =>
      Effect.gen(function* () {
        const { run } = yield* PythonRunner
        const settings = { wrap: ["/usr/bin/env", "WRAPPED=it is"] }
        const reply = yield* run(TestWork.make({ _tag: "Python", script: "show.py" }, { project, settings }))
        assert.strictEqual(reply._tag === "Exit" && reply.stdout, "it is\n")
      }).pipe(Effect.provide(Layer.provide(Python.layer, around)))
    )
  )
})
