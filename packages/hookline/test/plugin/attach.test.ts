// `attach` and `detach` of an agent that loads a plugin: one file, which is Hookline's as a whole.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

const attach = ["attach", "opencode"]
const detach = ["detach", "opencode"]

const inProject = (
  body: (
    run: (words: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => ReturnType<typeof hooklineIn>,
    folders: { readonly home: string; readonly project: string }
  ) => Effect.Effect<void>
) =>
  Effect.scoped(
    Effect.flatMap(
      TestProject.make({ "~/.hookline/settings.json": { json: { failure_policy: "closed" } } }),
      (folders) => body((words, env = {}) => hooklineIn(folders, words, { env }), folders)
    )
  )

const pluginIn = (folder: string): string => path.join(folder, "plugins/hookline.js")

describe("attaching to opencode", () => {
  it.live("writes one file with the policy in it, once, and detach deletes it", () =>
    inProject((run, { home }) =>
      Effect.gen(function* () {
        const file = pluginIn(path.join(home, ".config/opencode"))
        const first = yield* run(attach)
        assert.deepStrictEqual([first.exit, first.stderr], [0, ""])
        assert.match(first.stdout, /plugins\/hookline\.js: 10 added \(created\)/)
        assert.match(first.stdout, /`hookline detach opencode --scope user` removes them again/)
        const text = fs.readFileSync(file, "utf8")
        assert.match(text, /^\/\/ hookline sha256-[0-9a-f]{64}\n/)
        assert.include(text, `"policy": "closed"`)
        assert.match((yield* run(attach)).stdout, /is as it should be; nothing was written/)
        assert.strictEqual(fs.readFileSync(file, "utf8"), text)
        const out = yield* run(detach)
        assert.match(out.stdout, /10 removed \(removed\)/)
        assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), [])
        assert.match((yield* run(detach)).stdout, /has nothing of ours in it/)
      })
    )
  )

  it.live("writes into the folder that XDG_CONFIG_HOME names, or into the project", () =>
    inProject((run, { home, project }) =>
      Effect.gen(function* () {
        const config = path.join(home, "other")
        yield* run(attach, { XDG_CONFIG_HOME: config })
        assert.isTrue(fs.existsSync(pluginIn(path.join(config, "opencode"))))
        yield* run([...attach, "--scope", "project"])
        assert.isTrue(fs.existsSync(pluginIn(path.join(project, ".opencode"))))
        const { exit, stderr } = yield* run([...attach, "--scope", "local"])
        assert.strictEqual(exit, 1)
        assert.include(stderr, `opencode has no settings for the scope "local"`)
      })
    )
  )

  it.live("brings a file up to date that it wrote, and leaves one that was changed", () =>
    inProject((run, { project }) =>
      Effect.gen(function* () {
        const words = [...attach, "--scope", "project"]
        const file = pluginIn(path.join(project, ".opencode"))
        yield* run([...words, "--on-failure", "open"])
        assert.include(fs.readFileSync(file, "utf8"), `"policy": "open"`)
        assert.match((yield* run(words)).stdout, /10 updated \(written\)/)
        const text = fs.readFileSync(file, "utf8")
        assert.include(text, `"policy": "closed"`)
        const changed = text.replace(`"policy": "closed"`, `"policy": "open"`)
        fs.writeFileSync(file, changed)
        for (const again of [words, [...detach, "--scope", "project"]]) {
          const { exit, stderr } = yield* run(again)
          assert.strictEqual(exit, 1)
          assert.include(stderr, "it is not as `hookline attach` wrote it")
          assert.strictEqual(fs.readFileSync(file, "utf8"), changed)
        }
        const doctor = yield* run(["doctor"])
        assert.strictEqual(doctor.exit, 1)
        assert.include(doctor.stdout, "it is not as `hookline attach` wrote it: it may run no hook")
      })
    )
  )

  it.live("is found by doctor, with what it starts that is not there", () =>
    inProject((run, { project }) =>
      Effect.gen(function* () {
        yield* run([...attach, "--scope", "project"])
        const well = yield* run(["doctor"])
        assert.strictEqual(well.exit, 0)
        assert.match(well.stdout, /opencode +settings only +project \(10 events\)/)
        const file = pluginIn(path.join(project, ".opencode"))
        fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll(process.execPath, "/gone/node"))
        assert.include((yield* run(["check", "--host", "opencode"])).stdout, "/gone/node is not there, or can't be run")
        fs.writeFileSync(file, "export default {}\n")
        assert.include((yield* run(["doctor"])).stdout, "this is no plugin that `hookline attach` wrote")
      })
    )
  )
})
