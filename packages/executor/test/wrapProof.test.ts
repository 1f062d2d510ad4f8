// Programs in the place of a wrapping one: one that runs no command as it is must not let a guard pass as if it had run.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner, PythonRunner } from "@hookline/core/Runners"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import { TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { around, call, guardedBy, over, runners, seen } from "./support/answering.ts"

const script = (file: string, text: string): void => {
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}

/** Checks whether a program does what is wanted of it here: it may be absent, or not be allowed. */
const works = ([file = "", ...words]: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(file, [...words, "/bin/sh", "-c", "exit 0"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const wrapping: ReadonlyArray<ReadonlyArray<string>> = [
  ["nice"],
  ["nice", "-n", "10"],
  ["env"],
  ["env", "A=1"],
  ["timeout", "30"],
  ["nohup"],
  ["stdbuf", "-oL"],
  ["flock", "/tmp"],
  ["setsid", "-w"],
  ["unshare", "-f"],
  ["su", "root", "-c"],
  ["dbus-run-session", "--"],
  ["sh", "-c", 'exec "$@"', "_"],
  ["sh", "-c", '"$@"', "_"],
  ["sh", "-c", 'echo "a banner"; "$@"', "_"]
]

const others: ReadonlyArray<readonly [words: ReadonlyArray<string>, why: RegExp]> = [
  [["setsid"], /ended by 0, and not by 7/],
  [["setsid", "-f"], /ended by 0, and not by 7/],
  [["script", "-qc"], /ended by \d+, and not by 7/],
  [["true"], /ended by 0, and not by 7/],
  [["false"], /ended by 1, and not by 7/],
  [["echo"], /ended by 0, and not by 7/],
  [["sh", "-c", '"$@" | cat', "_"], /ended by 0, and not by 7/],
  [["sh", "-c", '"$@"; true', "_"], /ended by 0, and not by 7/],
  [["sh", "-c", '"$@" || exit 1', "_"], /ended by 1, and not by 7/],
  [["sh", "-c", '"$@" &', "_"], /ended by 0, and not by 7/],
  [["sh", "-c", "$0 $@"], /ended by \d+, and not by 7/],
  [["sh", "-c", '"$@" >/dev/null', "_"], /the output of a command inside it does not arrive/],
  [["sh", "-c", '"$@" </dev/null', "_"], /a command inside it does not get its input/]
]

/** Programs that run a text of `/bin/sh -c` as it is, and no other program with its arguments. */
const forShells: ReadonlyArray<ReadonlyArray<string>> = [
  ["su", "root", "-c"],
  ["su", "root", "-s", "/bin/sh", "-c"],
  ["sh", "-c", 'eval "$3"', "x"],
  ["sh", "-c", '"$1" "$2" "$3"', "x"]
]

/** Arguments of a program that prints nothing and ends with 0 where no argument reaches it. */
const shapes: ReadonlyArray<ReadonlyArray<string>> = [
  ["-c", "exit 0", "x", "y"],
  ["-u", "guard", "--", "-c"],
  ["guard", "a b", '"quoted"', "$HOME"],
  ["--flag=value", "-", "", "-n"]
]

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("the wrap of a %s hook", (kind) => {
  const layer = Layer.provide(runners[kind], around)

  const inProject = <A, E>(use: (project: string) => Effect.Effect<A, E, CommandRunner>) =>
    Effect.scoped(Effect.flatMap(TestProject.make({}), ({ project }) => use(project))).pipe(Effect.provide(layer))

  const endOf = Effect.fnUntraced(function* (
    project: string,
    wrap: ReadonlyArray<string>,
    { args, code = 2 }: { readonly args?: ReadonlyArray<string>; readonly code?: number } = {}
  ) {
    const runner = yield* CommandRunner
    const handler =
      args === undefined
        ? ({ _tag: "Command", command: `exit ${code}` } as const)
        : ({ _tag: "Command", command: "/bin/sh", args } as const)
    return yield* Effect.match(runner.run(TestWork.make(handler, { project, settings: { wrap } })), {
      onSuccess: (reply) => (reply._tag === "Exit" ? String(reply.code) : reply._tag),
      onFailure: ({ reason }) => reason.message
    })
  })

  it.live("is one that passes on input, output and exit code", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const here = wrapping.filter(works)
        assert.isAbove(here.length, 7)
        for (const words of here) assert.strictEqual(yield* endOf(project, words), "2", words.join(" "))
      })
    )
  )

  // proves: docs/settings.md
  it.live("is a failure where it does not, with a sentence that names the setting", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const here = others.filter(([[file = ""]]) => existsSync(`/usr/bin/${file}`) || existsSync(`/bin/${file}`))
        assert.isAbove(here.length, 9)
        for (const [words, why] of here) {
          const name = words.join(" ")
          const args = ["-c", "exit 0"]
          const ends = [yield* endOf(project, words, { code: 0 }), yield* endOf(project, words, { args })]
          for (const end of ends) {
            assert.match(end, /could not be started: the setting `wrap` is \[.*\], inside which no command runs/, name)
            assert.match(end, why, name)
          }
        }
      })
    )
  )

  it.live("is a failure of a program whose arguments it swallows", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const program = path.join(project, "program")
        script(program, "exit 0")
        const runner = yield* CommandRunner
        const end = (wrap: ReadonlyArray<string>, args: ReadonlyArray<string>) =>
          Effect.match(
            runner.run(TestWork.make({ _tag: "Command", command: program, args }, { project, settings: { wrap } })),
            {
              onSuccess: (reply) => (reply._tag === "Exit" ? String(reply.code) : reply._tag),
              onFailure: ({ reason }) => reason.message
            }
          )
        for (const args of shapes) {
          for (const words of forShells.filter(works)) {
            assert.strictEqual(yield* endOf(project, words, { code: 0 }), "0", words.join(" "))
            const name = [...words, ...args].join(" ")
            assert.match(yield* end(words, args), /the setting `wrap` .* does not get its arguments/, name)
          }
          for (const words of wrapping.filter((words) => words[0] !== "su" && works(words)))
            assert.strictEqual(yield* end(words, args), "0", [...words, ...args].join(" "))
        }
        const bash = { _tag: "Command", command: "exit 0", shell: "bash" } as const
        const work = TestWork.make(bash, { project, settings: { wrap: forShells[0] ?? [] } })
        if (works(forShells[0] ?? []))
          assert.match((yield* Effect.flip(runner.run(work))).reason.message, /does not get its arguments/)
      })
    )
  )

  it.live("is tried once, as long as its files stay the same, and again when one has changed", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        const file = path.join(project, "wrapper")
        const counted = `echo x >>'${project}/tried'\nexec "$@"`
        script(file, counted)
        const tried = () => readFileSync(path.join(project, "tried"), "utf8").trim().split("\n").length
        // A denial has arrived, which is proof enough.
        assert.strictEqual(yield* endOf(project, ["/bin/sh", file]), "2")
        assert.strictEqual(tried(), 1)
        const passes = () => endOf(project, ["/bin/sh", file], { code: 0 })
        for (let round = 0; round < 3; round++) assert.strictEqual(yield* passes(), "0")
        // Each of four hooks, and one proof.
        assert.strictEqual(tried(), 5)
        script(file, '"$@" &')
        assert.match(yield* endOf(project, ["/bin/sh", file]), /the setting `wrap`/)
        script(file, `${counted} `)
        assert.strictEqual(yield* passes(), "0")
        assert.strictEqual(tried(), 7)
      })
    )
  )

  it.live("is missing where it is not there", () =>
    inProject(
      Effect.fnUntraced(function* (project) {
        assert.match(yield* endOf(project, ["no-such-wrapper"]), /no-such-wrapper is not there, in no folder of PATH/)
      })
    )
  )

  // proves: docs/failure-policy.md
  it.live("that is none denies under closed, and is reported under open", () =>
    Effect.gen(function* () {
      for (const [policy, verdict] of [
        ["closed", "Deny"],
        ["open", "Pass"]
      ] as const) {
        const files = {
          ...guardedBy({ command: "exit 2" }),
          "~/.hookline/settings.json": { json: { wrap: ["setsid"] } }
        }
        yield* over(files, kind, policy, ({ answer }) =>
          Effect.map(answer(call), (report) => {
            assert.strictEqual(seen(report).verdict, verdict)
            assert.match(seen(report).text, /the setting `wrap` is \["setsid"\]/)
          })
        )
      }
    })
  )
})

describe("the wrap of a Python hook", () => {
  it.live("is a failure where it runs no command as it should", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({ "guard.py": "import sys\nsys.exit(2)\n" })
        assert.isTrue(existsSync(path.join(project, "guard.py")))
        const runner = yield* PythonRunner
        const end = (wrap: ReadonlyArray<string>) =>
          Effect.match(
            runner.run(TestWork.make({ _tag: "Python", script: "guard.py" }, { project, settings: { wrap } })),
            {
              onSuccess: (reply) => (reply._tag === "Exit" ? String(reply.code) : reply._tag),
              onFailure: ({ reason }) => reason.message
            }
          )
        assert.strictEqual(yield* end(["env"]), "2")
        assert.match(yield* end(["setsid"]), /the setting `wrap` is \["setsid"\]/)
        // Python reads the payload as its program, and ends with 0.
        for (const words of forShells.slice(0, 2).filter(works))
          assert.match(yield* end(words), /the setting `wrap` .* does not get its arguments/)
      })
    ).pipe(Effect.provide(Layer.provide(ProcessPythonRunner.layer, around)))
  )
})
