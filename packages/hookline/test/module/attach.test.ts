// `attach` and `detach` of an agent that mounts a module by a bundle: two files of Hookline's, and a line in its settings.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

const attach = ["attach", "amplifier"]
const detach = ["detach", "amplifier"]

type Run = (words: ReadonlyArray<string>) => ReturnType<typeof hooklineIn>

const inProject = (
  files: TestProject.Files,
  body: (run: Run, folders: { readonly home: string; readonly project: string }) => Effect.Effect<void>
) =>
  Effect.scoped(
    Effect.flatMap(
      TestProject.make({ "~/.hookline/settings.json": { json: { failure_policy: "closed" } }, ...files }),
      (folders) => body((words) => hooklineIn(folders, words), folders)
    )
  )

/** Returns all files of a folder, with their texts. */
const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(folder, file), fs.readFileSync(file, "latin1")]
      })
  )

const moduleFile = "hookline/amplifier_module_hooks_hookline/__init__.py"

describe("attaching to Amplifier", () => {
  it.live(
    "writes a module, a bundle and a line, once, says that it was never run there, and detach takes all away",
    () =>
      inProject({}, (run, { home }) =>
        Effect.gen(function* () {
          const folder = path.join(home, ".amplifier")
          const first = yield* run(attach)
          assert.deepStrictEqual([first.exit, first.stderr], [0, ""])
          assert.match(first.stdout, /settings\.yaml: 17 added \(created\)/)
          assert.match(first.stdout, /from its documents: no version of it was run/)
          assert.match(first.stdout, /`hookline detach amplifier --scope user` removes them again/)
          const written = filesIn(folder)
          assert.deepStrictEqual(
            Object.keys(written).toSorted(),
            [moduleFile, "hookline/bundle.yaml", "settings.yaml"].toSorted()
          )
          const bundle = path.join(folder, "hookline/bundle.yaml")
          assert.strictEqual(written["settings.yaml"], `bundle:\n  app:\n    - ${JSON.stringify(bundle)}\n`)
          assert.match(written[moduleFile] ?? "", /^# hookline sha256-[0-9a-f]{64}\n/)
          assert.include(written[moduleFile], `"policy": "closed"`)
          assert.include(written["hookline/bundle.yaml"], "on_failure: closed")
          assert.match((yield* run(attach)).stdout, /is as it should be; nothing was written/)
          assert.deepStrictEqual(filesIn(folder), written)
          // Python leaves what it compiled.
          const compiled = path.join(folder, path.dirname(moduleFile), "__pycache__")
          fs.mkdirSync(compiled)
          fs.writeFileSync(path.join(compiled, "__init__.cpython-311.pyc"), "x")
          const out = yield* run(detach)
          assert.match(out.stdout, /17 removed \(removed\)/)
          assert.deepStrictEqual(filesIn(folder), {})
          assert.isFalse(fs.existsSync(path.join(folder, "hookline")))
          assert.match((yield* run(detach)).stdout, /has nothing of ours in it/)
        })
      )
  )

  for (const [what, text] of [
    ["with comments", "# mine\nbundle: # b\n  active: foundation # a\n\n# end\n"],
    ["with other bundles", "bundle:\n  app:\n  - ./theirs\n"],
    ["on one line", "bundle:\n  app: [ './theirs' ] # t\n"],
    ["with line ends of Windows", "config:\r\n  x: 1\r\n"],
    ["with a mark", "\uFEFFa: 1\n"]
  ] as const) {
    it.live(`gives every byte back: settings ${what}`, () =>
      inProject({ ".amplifier/settings.yaml": text, "~/.amplifier/settings.yaml": text }, (run, { home, project }) =>
        Effect.gen(function* () {
          for (const [scope, base] of [
            ["user", home],
            ["project", project],
            ["local", project]
          ] as const) {
            const folder = path.join(base, ".amplifier")
            const before = filesIn(folder)
            const { exit } = yield* run([...attach, "--scope", scope])
            assert.strictEqual(exit, 0)
            assert.notDeepEqual(filesIn(folder), before)
            yield* run([...attach, "--scope", scope, "--on-failure", "open"])
            assert.strictEqual((yield* run([...detach, "--scope", scope])).exit, 0)
            assert.deepStrictEqual(filesIn(folder), before)
          }
        })
      )
    )
  }

  it.live("leaves settings alone that can't be surely edited, and shows the lines, which count then", () =>
    inProject({ "~/.amplifier/settings.yaml": "{bundle: {active: foundation}}\n" }, (run, { home }) =>
      Effect.gen(function* () {
        const file = path.join(home, ".amplifier/settings.yaml")
        const { exit, stderr } = yield* run(attach)
        assert.strictEqual(exit, 1)
        const uri = JSON.stringify(path.join(home, ".amplifier/hookline/bundle.yaml"))
        assert.include(stderr, `bundle: {app: [${uri}]}`)
        assert.include(stderr, "The file was left as it is")
        assert.strictEqual(fs.readFileSync(file, "utf8"), "{bundle: {active: foundation}}\n")
        const doctor = yield* run(["doctor"])
        assert.include(doctor.stdout, "bundle.app does not name")
        fs.writeFileSync(file, `{bundle: {active: foundation, app: [${uri}]}}\n`)
        assert.match((yield* run(attach)).stdout, /is as it should be/)
        assert.strictEqual((yield* run(["doctor"])).exit, 0)
      })
    )
  )

  it.live("brings files up to date that it wrote, and leaves those that were changed", () =>
    inProject({}, (run, { home }) =>
      Effect.gen(function* () {
        const folder = path.join(home, ".amplifier")
        yield* run([...attach, "--on-failure", "open"])
        assert.include(filesIn(folder)[moduleFile], `"policy": "open"`)
        assert.include((yield* run(["doctor"])).stdout, `it means "open", and the failure policy is "closed"`)
        assert.match((yield* run(attach)).stdout, /17 updated \(written\)/)
        for (const name of [moduleFile, "hookline/bundle.yaml"]) {
          const file = path.join(folder, name)
          const text = fs.readFileSync(file, "utf8")
          fs.writeFileSync(file, text.replace("closed", "open"))
          const before = filesIn(folder)
          for (const words of [[...attach, "--on-failure", "ask"], detach]) {
            const { exit, stderr } = yield* run(words)
            assert.strictEqual(exit, 1)
            assert.include(stderr, "it is not as `hookline attach` wrote it")
          }
          const now = filesIn(folder)
          assert.strictEqual(now[name], before[name])
          assert.strictEqual(now["settings.yaml"], before["settings.yaml"])
          assert.include((yield* run(["doctor"])).stdout, "it is not as `hookline attach` wrote it: it may run no hook")
          fs.writeFileSync(file, text)
          yield* run(attach)
        }
        assert.strictEqual((yield* run(["doctor"])).exit, 0)
      })
    )
  )

  it.live("is found by doctor and check, with what is gone, moved, hidden or can't be read", () =>
    inProject({}, (run, { home, project }) =>
      Effect.gen(function* () {
        yield* run(attach)
        const well = yield* run(["doctor"])
        assert.strictEqual(well.exit, 0)
        assert.match(well.stdout, /Amplifier +settings only +user \(17 events\)/)
        const check = yield* run(["check", "--host", "amplifier"])
        assert.include(check.stdout, "no version of it was run")
        const settings = path.join(home, ".amplifier/settings.yaml")
        const text = fs.readFileSync(settings, "utf8")
        const problems = () => Effect.map(run(["doctor"]), ({ stdout }) => stdout.replaceAll(/\s+/g, " "))

        fs.mkdirSync(path.join(project, ".amplifier"))
        const own = path.join(project, ".amplifier/settings.yaml")
        fs.writeFileSync(own, "bundle:\n  app: [./team]\n")
        assert.include(yield* problems(), "so that Hookline is not mounted in this project")
        yield* run([...attach, "--scope", "project"])
        assert.notInclude(yield* problems(), "is not mounted")
        yield* run([...detach, "--scope", "project"])
        fs.rmSync(own)

        fs.writeFileSync(settings, text.replace("/.amplifier/", "/moved/.amplifier/"))
        assert.include(yield* problems(), "and the bundle is")
        assert.match((yield* run(attach)).stdout, /17 updated/)
        assert.strictEqual(fs.readFileSync(settings, "utf8"), text)

        fs.writeFileSync(settings, "bundle: [\n")
        assert.include(yield* problems(), "it could not be read")
        fs.writeFileSync(settings, text)
        fs.rmSync(path.join(home, ".amplifier", moduleFile))
        assert.include(yield* problems(), "it is not there, or can't be read, so that no hook runs")
        yield* run(attach)
        assert.notInclude(yield* problems(), "is not there")
      })
    )
  )

  it.live("guards its files and the settings that name them, as long as they do", () =>
    inProject({ "~/.amplifier/settings.yaml": "a: 1\n" }, (run, folders) =>
      Effect.gen(function* () {
        const folder = path.join(folders.home, ".amplifier")
        const write = (file: string) =>
          Effect.map(
            hooklineIn(folders, ["dispatch", "--host", "claude"], {
              input: JSON.stringify({
                hook_event_name: "PreToolUse",
                session_id: "s1",
                cwd: folders.project,
                tool_name: "Write",
                tool_input: { file_path: file, content: "" }
              })
            }),
            ({ stdout }) => stdout.includes(`"permissionDecision":"ask"`)
          )
        const names = [moduleFile, "hookline/bundle.yaml", "settings.yaml"]
        const answers = () => Effect.forEach(names, (name) => write(path.join(folder, name)))
        yield* run(attach)
        assert.deepStrictEqual(yield* answers(), [true, true, true])
        yield* run(detach)
        assert.deepStrictEqual(yield* answers(), [false, false, false])
      })
    )
  )

  it.live("says which bundles of the user a list of the project displaces", () =>
    inProject({ "~/.amplifier/settings.yaml": "bundle:\n  app: [./mine]\n" }, (run) =>
      Effect.gen(function* () {
        const { stdout } = yield* run([...attach, "--scope", "project"])
        assert.match(stdout, /takes the place of that in .*: \.\/mine is not mounted here/)
      })
    )
  )
})
