// The scripts for completion, loaded by real shells: what a person types at a terminal is completed by Tab.
import { assert, describe, it } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import path from "node:path"
import { commandEnv, hooklineIn } from "./hookline.ts"

const terminal = path.join(import.meta.dirname, "../fixtures/terminal.py")

/** What is typed before Tab, and the words that the command gets. */
const typed: ReadonlyArray<readonly [start: string, words: string]> = [
  ["pl", "plan"],
  ["plan PreTo", "plan PreToolUse"],
  ["attach cla", "attach claude"],
  ["run --host qw", "run --host qwen"],
  ["list --js", "list --json"],
  ["dispatch --on-failure cl", "dispatch --on-failure closed"],
  ["list --project nest", "list --project nested"]
]

/** A shell at a terminal, with files of its start in a folder, where `hookline` prints its words. */
interface Shell {
  readonly name: string
  readonly start: (folder: string, script: string) => { readonly file: string; readonly text: string }
  readonly words: (folder: string) => ReadonlyArray<string>
}

const shells: ReadonlyArray<Shell> = [
  {
    name: "bash",
    start: (_, script) => ({
      file: "rc.bash",
      text: `source '${script}'\nhookline() { echo "GOT $*"; }\nPS1='READY '\n`
    }),
    words: (folder) => ["bash", "--noprofile", "--rcfile", path.join(folder, "rc.bash"), "-i"]
  },
  {
    name: "zsh",
    start: (_, script) => ({
      file: ".zshrc",
      text: `autoload -U compinit; compinit -u -D\nsource '${script}'\nhookline() { print "GOT $*" }\nPROMPT='READY '\n`
    }),
    words: (folder) => ["env", `ZDOTDIR=${folder}`, "zsh", "-d", "-i"]
  }
]

/** Requires a shell. */
const shellNamed =
  (name: string): Requirement.Requirement =>
  () =>
    spawnSync(name, ["--version"]).status === 0 ? undefined : `there is no ${name}`

/** Returns what the terminal shows while these keys are typed at a program. */
const shownBy = (folder: string, home: string, keys: string, words: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const child = spawn("python3", ["-S", terminal, "READY", keys, ...words], {
          cwd: folder,
          env: { ...commandEnv(home), HOOKLINE_TEST_COLUMNS: "200" },
          stdio: ["ignore", "pipe", "inherit"]
        })
        let shown = ""
        child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()))
        child.once("error", reject)
        child.once("close", () => resolve(shown.replaceAll("\r", "")))
      })
  )

/** Writes the script of a shell into a project with a folder. */
const withScript = <A>(
  shell: string,
  use: (project: { readonly project: string; readonly home: string }, script: string) => Effect.Effect<A>
) =>
  Effect.scoped(
    Effect.flatMap(TestProject.make({ ".hookline/.keep": "", "nested/.keep": "" }), (project) =>
      Effect.gen(function* () {
        const { exit, stdout } = yield* hooklineIn(project, ["--completions", shell], { env: { COLUMNS: "40" } })
        assert.strictEqual(exit, 0)
        const script = path.join(project.project, `completions.${shell}`)
        writeFileSync(script, stdout)
        return yield* use(project, script)
      })
    )
  )

describe("the completions", () => {
  for (const { name, start, words } of shells)
    Requirement.live(shellNamed(name))(`complete what is typed in ${name}`, () =>
      withScript(name, ({ home, project }, script) =>
        Effect.gen(function* () {
          const { file, text } = start(project, script)
          writeFileSync(path.join(project, file), text)
          const keys = [...typed.map(([one]) => `hookline ${one}\\t\\r`), "exit\\r"].join("")
          const shown = yield* shownBy(project, home, keys, words(project))
          const got = Array.from(shown.matchAll(/GOT (.*?)\/? ?$/gm), ([, line]) => line)
          assert.deepStrictEqual(
            got,
            typed.map(([, line]) => line),
            shown
          )
        })
      )
    )

  Requirement.live(shellNamed("fish"))("complete what is typed in fish", () =>
    withScript("fish", ({ home, project }, script) =>
      Effect.sync(() => {
        const completed = typed.map(([start]) => {
          const words = ["--no-config", "-c", `source '${script}'; complete -C 'hookline ${start}'`]
          const output = execFileSync("fish", words, { cwd: project, env: commandEnv(home), encoding: "utf8" })
          return [...start.split(" ").slice(0, -1), output.split(/\/?[\t\n]/)[0]].join(" ")
        })
        assert.deepStrictEqual(
          completed,
          typed.map(([, line]) => line)
        )
      })
    )
  )

  it.live("are the script alone, whatever the width of the terminal is", () =>
    withScript("bash", (_, script) =>
      Effect.sync(() => {
        assert.strictEqual(execFileSync("bash", ["-n", script], { encoding: "utf8" }), "")
      })
    )
  )
})
