// What is different where it is not Linux: how commands are started, and what is said where a shell is not there.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawnSync } from "node:child_process"
import { around } from "./support/answering.ts"

const powershells = ["powershell", "pwsh"] as const

/** Stands in for a shell of Windows: it tells its arguments, and ends as its command says. */
const shell = { script: `#!/bin/sh\nprintf '<%s>' "$@"\n[ "$4" != "exit 7" ] || exit 7\nexit 2\n` }

/** Runs a command by a shell of this name, with the project's folder first in the search path. */
const ran = (files: TestProject.Files, name: string, path = process.env["PATH"] ?? "") =>
  Effect.scoped(
    Effect.gen(function* () {
      const { project } = yield* TestProject.make(files)
      const work = TestWork.make({ _tag: "Command", command: "Write-Error 'no'; exit 2", shell: name }, { project })
      const layer = ProcessCommandRunner.layerWith({ warm: true, env: { ...process.env, PATH: `${project}:${path}` } })
      return yield* Effect.flatMap(CommandRunner, ({ run }) => run(work)).pipe(
        Effect.provide(Layer.provide(layer, around))
      )
    })
  )

describe("a PowerShell", () => {
  for (const name of powershells) {
    it.live(`gets the command as one word, without a profile and without questions: ${name}`, () =>
      Effect.gen(function* () {
        const reply = yield* ran({ [name]: shell }, name)
        assert.deepInclude(reply, {
          _tag: "Exit",
          code: 2,
          stdout: "<-NoProfile><-NonInteractive><-Command><Write-Error 'no'; exit 2>"
        })
      })
    )

    it.live(`that is not there is a failure that names it: ${name}`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(ran({}, name, "/nowhere"))
        assert.match(message, new RegExp(`${name} is not there, in no folder of PATH`))
      })
    )
  }
})

describe("shells that wait", () => {
  const isCold = (platform: string): string => {
    const program = `
      Object.defineProperty(process, "platform", { value: ${JSON.stringify(platform)} })
      const { layer, layerCold } = await import("@hookline/executor/ProcessCommandRunner")
      console.log(layer === layerCold)
    `
    const args = ["--conditions=@hookline/source", "--input-type=module", "--eval", program]
    return spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" }).stdout.trim()
  }

  it("are there on Linux, and nowhere else unless they are asked for", () => {
    assert.deepStrictEqual(["linux", "darwin", "win32", "freebsd"].map(isCold), ["false", "true", "true", "true"])
  })
})
