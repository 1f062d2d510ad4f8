// A killed process left its folder of pipes for ever, and with it those of its session's variables.
import { assert, describe, it } from "@effect/vitest"
import { sweep } from "@hookline/executor/kit/internal/process/sweep"
import { makeSecretFolder } from "@hookline/executor/kit/internal/process/SecretFolder"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

const longAgo = new Date(Date.now() - 120_000)

/** Makes a folder that looks like that of a process, of this age. */
const leave = (root: string, name: string, at: Date = longAgo): string => {
  const folder = path.join(root, name)
  fs.mkdirSync(path.join(folder, "f".repeat(32)), { recursive: true })
  fs.writeFileSync(path.join(folder, "f".repeat(32), "0"), "")
  fs.chmodSync(folder, 0o300)
  fs.utimesSync(folder, at, at)
  return folder
}

describe("folders of processes that were killed", () => {
  it.live("stayed for ever, and are removed by a later process", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project: root } = yield* TestProject.make({})
        // A real process makes the folder, and is killed with it.
        const script = path.join(import.meta.dirname, "../src/internal/process/SecretFolder.ts")
        const text = `import(${JSON.stringify(script)}).then(({ makeSecretFolder }) => { makeSecretFolder([${JSON.stringify(root)}]); setInterval(() => {}, 1000) })`
        const child = spawn(process.execPath, ["--conditions=@hookline/source", "-e", text], { stdio: "ignore" })
        yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
        const names = () => fs.readdirSync(root).filter((name) => name.startsWith("hookline-"))
        yield* Leftovers.until(() => names().length === 1)
        const [name = ""] = names()
        fs.utimesSync(path.join(root, name), longAgo, longAgo)
        sweep(root)
        assert.deepStrictEqual(names(), [name])
        child.kill("SIGKILL")
        yield* Leftovers.until(() => child.signalCode !== null)
        sweep(root)
        assert.deepStrictEqual(names(), [])
      })
    )
  )

  it.live("are none of another program, of a living process, or of one that may have just begun", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { project: root } = yield* TestProject.make({})
        const gone = 4_194_304 + 1
        const hex = "0".repeat(32)
        leave(root, `hookline-${gone}-${hex}`)
        leave(root, `hookline-${gone}-env-AbC123`, new Date(Date.now() - 8 * 24 * 60 * 60 * 1000))
        const kept = [
          leave(root, `hookline-${gone}-env-aBc123`),
          leave(root, `hookline-${gone}-${"1".repeat(32)}`, new Date()),
          leave(root, `hookline-${process.pid}-${hex}`),
          leave(root, `hookline-demo-AbC123`),
          leave(root, `hookline-${gone}-${hex}x`)
        ]
        const elsewhere = path.join(root, "elsewhere")
        fs.mkdirSync(elsewhere)
        fs.symlinkSync(elsewhere, path.join(root, `hookline-${gone}-${"2".repeat(32)}`))
        const own = makeSecretFolder([root])
        sweep(root)
        assert.deepStrictEqual(
          fs.readdirSync(root).toSorted(),
          [
            ...kept.map((folder) => path.basename(folder)),
            path.basename(path.dirname(own?.folder ?? "")),
            "elsewhere",
            `hookline-${gone}-${"2".repeat(32)}`
          ].toSorted()
        )
        for (const folder of kept) fs.chmodSync(folder, 0o700)
        own?.remove()
      })
    )
  )
})
