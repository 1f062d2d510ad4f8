// What commands show at a real terminal breaks between words, whatever its width is, and has colors only where wanted.
import { assert, describe, it } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import { displayWidth } from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import { spawn, spawnSync } from "node:child_process"
import { cpSync } from "node:fs"
import path from "node:path"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import { bin, commandEnv, hooklineIn } from "./hookline.ts"

const terminal = path.join(import.meta.dirname, "../fixtures/terminal.py")
const demo = path.resolve(import.meta.dirname, "../../../../examples/demo")

const python: Requirement.Requirement = () =>
  spawnSync("python3", ["--version"]).status === 0 ? undefined : "there is no python3 for a terminal"

/** Returns what a terminal of a width shows of a command. */
const shownAt = (
  { home, project }: { readonly project: string; readonly home: string },
  columns: number,
  words: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = { NO_COLOR: "1" }
) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const child = spawn("python3", ["-S", terminal, "never asked", "", process.execPath, bin, ...words], {
          cwd: project,
          env: { ...commandEnv(home), HOOKLINE_TEST_COLUMNS: String(columns), ...env },
          stdio: ["ignore", "pipe", "inherit"]
        })
        let shown = ""
        child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()))
        child.once("error", reject)
        child.once("close", () => resolve(shown.replaceAll("\r", "").replace(/\nEXIT \d+\n$/, "")))
      })
  )

const names =
  "run plan list check doctor test log init install outdated update remove enable disable trust untrust migrate attach detach demo"

const commands: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ["--help"],
  ...names.split(" ").map((name) => [name, "--help"]),
  ["list"],
  ["plan", "PreToolUse", "--tool", "Bash"],
  ["doctor"],
  ["check", "--host", "codex"],
  ["trust", "--list"],
  ["log"],
  ["list", "--jsn"],
  ["plan", "PreToolUze"],
  ["attach", "clade"]
]

const inDemo = <A>(use: (project: { readonly project: string; readonly home: string }) => Effect.Effect<A>) =>
  Effect.scoped(
    Effect.flatMap(TestProject.make({ ".hookline/.keep": "" }), (project) => {
      cpSync(demo, project.project, { recursive: true })
      return use(project)
    })
  )

const slow = (seconds: number): TestProject.Files => ({
  ".hookline/.keep": "",
  ".amplifier/hooks/hooks.json": {
    json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `sleep ${seconds}; exit 0` }] }] } }
  }
})

/** Examples are for copying, so that they stay on one line. */
const isExample = (line: string): boolean => /^ {2}hookline /.test(line)

describe("a command at a terminal", () => {
  for (const [at, columns] of [60, 80, 120].entries())
    Requirement.live(python)(`breaks no word at ${columns} columns`, () =>
      inDemo((project) =>
        Effect.forEach(
          rowsOf(
            commands.filter((_, each) => isWhole || each % 3 === at),
            2
          ),
          (words) =>
            Effect.map(shownAt(project, columns, words), (shown) => {
              for (const line of shown.split("\n").filter((one) => !isExample(one)))
                assert.isTrue(
                  displayWidth(line) <= columns || !/\S\s+\S/.test(line),
                  `hookline ${words.join(" ")}: ${JSON.stringify(line)}`
                )
            }),
          { concurrency: 2 }
        )
      )
    )

  Requirement.live(python)("has colors, and none by NO_COLOR or on a dumb terminal", () =>
    inDemo((project) =>
      Effect.gen(function* () {
        for (const words of [[], ["plan", "PreToolUse"], ["list", "--help"]]) {
          assert.include(yield* shownAt(project, 80, words, {}), "\u001B[", words.join(" "))
          assert.notInclude(yield* shownAt(project, 80, words), "\u001B[", words.join(" "))
          assert.notInclude(yield* shownAt(project, 80, words, { NO_COLOR: "yes" }), "\u001B[")
        }
      })
    )
  )

  it.live("writes one line for each hook, and unbroken JSON, where no terminal is", () =>
    inDemo((project) =>
      Effect.gen(function* () {
        const { stdout } = yield* hooklineIn(project, ["list"])
        assert.match(stdout, /^ {2}Bash .*command .*bash-validator .*hooks\.json:8$/m)
        const json = yield* hooklineIn(project, ["list", "--json"], { env: { COLUMNS: "40" } })
        assert.strictEqual(json.stdout.split("\n").length, 2)
        const narrow = yield* hooklineIn(project, ["list"], { env: { COLUMNS: "40" } })
        assert.notMatch(narrow.stdout, /^ {2}Bash .*hooks\.json:8$/m)
      })
    )
  )
})

describe("work that takes more than a second", () => {
  Requirement.live(python)("has a line that goes when the work ends, and quick work has none", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const shown = yield* shownAt(yield* TestProject.make(slow(4)), 80, ["run", "PreToolUse"])
        const [before, ...lines] = (shown.split("\n")[0] ?? "").split("\u001B[K")
        assert.strictEqual(before, "")
        assert.deepStrictEqual(lines.slice(0, 2), ["Running hooks … 1 s", "Running hooks … 2 s"])
        assert.strictEqual(lines.at(-1), "PreToolUse")
        const json = yield* shownAt(yield* TestProject.make(slow(0)), 80, ["list"])
        assert.notInclude(json, "\u001B[K")
      })
    )
  )

  it.live("has no line in a file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { stderr } = yield* hooklineIn(yield* TestProject.make(slow(2)), ["run", "PreToolUse"])
        assert.strictEqual(stderr, "")
      })
    )
  )
})

describe("a mistyped word", () => {
  for (const [words, meant] of [
    [["lsit"], "Did you mean list"],
    [["list", "--jsn"], "Did you mean --json?"],
    [["plan", "Stop", "--host", "clade"], "Did you mean claude?"],
    [["trust", "--profile", "gaurd"], "Did you mean guard?"],
    [["log", "--kind", "evnt"], "Did you mean event?"],
    [["attach", "gemni"], "Did you mean gemini?"],
    [["detach", "gemni"], "Did you mean gemini?"],
    [["trust", "comand-logger"], "Did you mean command-logger?"],
    [["disable", "comand-logger"], "command-logger"]
  ] as const)
    it.live(`is answered with the word that is meant: ${words.join(" ")}`, () =>
      inDemo((project) =>
        Effect.gen(function* () {
          const { exit, stderr, stdout } = yield* hooklineIn(project, words)
          assert.include(stderr, meant)
          assert.deepStrictEqual([exit, stdout], [1, ""])
        })
      )
    )
})

describe("the help of each command", () => {
  it.live("is that of `hookline help` as well", () =>
    inDemo((project) =>
      Effect.gen(function* () {
        for (const words of [[], ["list"], ["attach"]]) {
          const help = yield* hooklineIn(project, ["help", ...words])
          assert.deepStrictEqual(help, yield* hooklineIn(project, [...words, "--help"]))
          assert.include(help.stdout, "USAGE")
        }
      })
    )
  )

  it.live("has a verb first, a default for each flag with a value, and --json where it prints data", () =>
    inDemo((project) =>
      Effect.gen(function* () {
        for (const name of names.split(" ")) {
          const { stdout } = yield* hooklineIn(project, [name, "--help"], { env: { COLUMNS: "400" } })
          assert.match(stdout, /^[A-Z][a-z]+ (?!s\b)/, name)
          const flags = stdout.split("\n").filter((line) => /^ {2}--[\w-]+ +\S/.test(line))
          // `migrate` has two flags that must be given.
          const valued = flags.filter(
            (line) => /^ {2}--[\w-]+ \S+ {2,}/.test(line) && !/^ {2}--(from|to) WORD/.test(line)
          )
          for (const line of valued) assert.include(line, "(default: ", `${name}: ${line}`)
          assert.isTrue(
            flags.some((line) => line.startsWith("  --json")),
            name
          )
        }
      })
    )
  )
})
