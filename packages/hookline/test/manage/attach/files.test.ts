// Real files: what lies where afterwards, and what happens where the disk does not do as it is told.
import { assert, describe, it } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { amcpHost } from "@hookline/dialects/kit/amcp/host"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Attachment from "hookline/kit/manage/attach/Attachment"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import type { AttachProblem } from "hookline/kit/manage/attach/AttachProblem"
import type { Where } from "hookline/kit/manage/attach/AttachSettings"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { attach as attachedText } from "./settings.ts"

const options = { command: ["/opt/node", "/opt/hookline.js"], limitMillis: () => 30_000 } as const
const settings = `{\n\t"model": "opus" // mine\n}`

const inProject = (
  files: TestProject.Files,
  body: (where: Where, file: (name: string) => string) => Effect.Effect<void, Problem>
) =>
  Effect.scoped(
    Effect.flatMap(TestProject.make(files), (folders) => {
      const file = (name: string): string =>
        name.startsWith("~/") ? path.join(folders.home, name.slice(2)) : path.join(folders.project, name)
      return body({ host: "claude", scope: "project", folders }, file)
    })
  )

/** What ends a test, where the failure itself is not what was expected. */
type Problem = AttachProblem | Attachment.Done

const read = (file: string): string => fs.readFileSync(file, "utf8")
const listOf = (folder: string): ReadonlyArray<string> => fs.readdirSync(folder).toSorted()

/** Runs `attachOnce.ts` in a process of its own. `before` is the shell's text for what comes first. */
const elsewhere = (action: string, project: string, program = "/opt/node", before = "exec") =>
  Effect.callback<string>((resume) => {
    const script = path.join(import.meta.dirname, "attachOnce.ts")
    const line = `${before} "$0" --conditions=@hookline/source "$@"`
    const child = spawn("sh", ["-c", line, process.execPath, script, action, project, program], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let said = ""
    child.stdout.on("data", (bytes: Buffer) => (said += bytes.toString()))
    child.on("close", (code, signal) => resume(Effect.succeed(said === "" ? `ended by ${code ?? signal}` : said)))
  })

/** Runs `attachOnce.ts` with no more rights than the files' modes give their owner. */
const restricted = (action: string, project: string) =>
  elsewhere(action, project, "/opt/node", `exec ${Requirement.restricting.join(" ")}`)

describe("attach and detach", () => {
  it.live("leave no trace of themselves", () =>
    inProject({ ".claude/settings.json": settings }, (where, file) =>
      Effect.gen(function* () {
        const name = file(".claude/settings.json")
        fs.chmodSync(name, 0o640)
        const done = yield* Attachment.attach(where, options)
        assert.strictEqual(done.as, "written")
        assert.strictEqual(read(name), attachedText(settings))
        assert.strictEqual(fs.statSync(name).mode & 0o777, 0o640)
        assert.strictEqual(read(done.backup ?? ""), settings)
        assert.strictEqual(fs.statSync(done.backup ?? "").mode & 0o777, 0o640)
        assert.strictEqual((yield* Attachment.attach(where, options)).as, "untouched")
        assert.strictEqual((yield* Attachment.detach(where)).as, "written")
        assert.strictEqual(read(name), settings)
        assert.strictEqual(fs.statSync(name).mode & 0o777, 0o640)
        assert.deepStrictEqual(listOf(file(".claude")), ["settings.json"])
        assert.strictEqual((yield* Attachment.detach(where)).as, "untouched")
      })
    )
  )

  it.live("make a file where there is none, and take it away again", () =>
    inProject({}, (where, file) =>
      Effect.gen(function* () {
        const local = { ...where, scope: "local" } as const
        assert.strictEqual((yield* Attachment.attach(local, options)).as, "created")
        assert.deepStrictEqual(listOf(file(".claude")), ["settings.local.json"])
        assert.strictEqual((yield* Attachment.detach(local)).as, "removed")
        assert.deepStrictEqual(listOf(file(".claude")), [])
        assert.strictEqual((yield* Attachment.detach(local)).as, "untouched")
      })
    )
  )

  it.live("tell an empty file from none", () =>
    inProject({ ".claude/settings.json": "" }, (where, file) =>
      Effect.gen(function* () {
        yield* Attachment.attach(where, options)
        yield* Attachment.detach(where)
        assert.strictEqual(read(file(".claude/settings.json")), "")
      })
    )
  )

  it.live("take the file of the person for the scope of the person", () =>
    inProject({ ".claude/settings.json": settings }, (where, file) =>
      Effect.gen(function* () {
        const user = { ...where, scope: "user" } as const
        assert.strictEqual((yield* Attachment.attach(user, options)).file, file("~/.claude/settings.json"))
        assert.strictEqual(read(file(".claude/settings.json")), settings)
      })
    )
  )

  it.live("keep what others wrote in between, and the backup then", () =>
    inProject({ ".claude/settings.json": settings }, (where, file) =>
      Effect.gen(function* () {
        const name = file(".claude/settings.json")
        yield* Attachment.attach(where, options)
        fs.writeFileSync(name, read(name).replace("opus", "haiku"))
        const moved = { ...options, command: ["/new/node", "/new/hookline.js"] } as const
        assert.strictEqual((yield* Attachment.attach(where, moved)).as, "written")
        assert.notInclude(read(name), "/opt")
        const { backup } = yield* Attachment.detach(where)
        assert.strictEqual(read(name), settings.replace("opus", "haiku"))
        assert.strictEqual(read(backup ?? ""), settings)
        const later = yield* Attachment.attach(where, options)
        assert.strictEqual(read(later.backup ?? ""), settings.replace("opus", "haiku"))
        assert.isFalse(fs.existsSync(backup ?? ""))
      })
    )
  )

  it.live("leave a malformed file as it is, and say where", () =>
    inProject({ ".claude/settings.json": `{\n  "a": 1\n  "b": 2\n}` }, (where, file) =>
      Effect.gen(function* () {
        const name = file(".claude/settings.json")
        for (const action of [Attachment.attach(where, options), Attachment.detach(where)]) {
          const error = yield* Effect.flip(action)
          assert.strictEqual(error._tag, "Malformed")
          assert.include(error.message, `${name}:3:3: This is no valid JSON: comma expected.`)
        }
        assert.strictEqual(read(name), `{\n  "a": 1\n  "b": 2\n}`)
        fs.writeFileSync(name, Buffer.from([0xff, 0xfe, 0x7b, 0x00]))
        assert.include((yield* Effect.flip(Attachment.attach(where, options))).message, "no UTF-8")
        assert.deepStrictEqual(listOf(file(".claude")), ["settings.json"])
      })
    )
  )
})

describe("what was attached", () => {
  const scripts = { "tools/hookline.js": "", "a (b)/hookline.js": "", ".claude/settings.json": "{}" }

  it.live("is never run by ourselves, and nothing is wrong with it", () =>
    inProject(scripts, (where, file) =>
      Effect.gen(function* () {
        for (const script of ["tools/hookline.js", "a (b)/hookline.js"]) {
          const command = [process.execPath, file(script)] as const
          const simple = [process.execPath, file("tools/hookline.js")] as const
          yield* Attachment.attach(where, { ...options, command })
          yield* Attachment.attach({ ...where, host: "amcp" }, { ...options, command: simple })
          const { diagnostics, hooks } = yield* (yield* Discoverer).discover(where.folders)
          assert.deepStrictEqual(
            diagnostics.map(({ text }) => text),
            []
          )
          assert.strictEqual(
            hooks.length,
            AttachText.registeredEvents(claudeHost).length + AttachText.registeredEvents(amcpHost).length
          )
          for (const { off } of hooks) assert.deepStrictEqual(off, { _tag: "SelfReference" })
        }
      }).pipe(Effect.provide(NodeDiscovery.layer))
    )
  )
})

describe("a link", () => {
  it.live("is followed in the project, and stays one", () =>
    inProject({ "config/claude.json": settings, ".claude/x": "" }, (where, file) =>
      Effect.gen(function* () {
        fs.symlinkSync("../config/claude.json", file(".claude/settings.json"))
        const { real } = yield* Attachment.attach(where, options)
        assert.strictEqual(real, file("config/claude.json"))
        assert.isTrue(fs.lstatSync(file(".claude/settings.json")).isSymbolicLink())
        assert.strictEqual(read(real), attachedText(settings))
        yield* Attachment.detach(where)
        assert.strictEqual(read(real), settings)
        assert.deepStrictEqual(listOf(file("config")), ["claude.json"])
      })
    )
  )

  it.live("is followed out of the home of a person, but not out of a project", () =>
    inProject({ "~/dotfiles/claude.json": settings, "~/.claude/x": "", ".claude/x": "" }, (where, file) =>
      Effect.gen(function* () {
        fs.symlinkSync(file("~/dotfiles/claude.json"), file("~/.claude/settings.json"))
        fs.symlinkSync(file("~/dotfiles/claude.json"), file(".claude/settings.json"))
        const error = yield* Effect.flip(Attachment.attach(where, options))
        assert.strictEqual(error._tag, "Elsewhere")
        assert.include(error.message, file("~/dotfiles/claude.json"))
        assert.strictEqual(read(file("~/dotfiles/claude.json")), settings)
        yield* Attachment.attach({ ...where, scope: "user" }, options)
        assert.strictEqual(read(file("~/dotfiles/claude.json")), attachedText(settings))
      })
    )
  )

  it.live("to nowhere, a folder and a whole folder elsewhere are told", () =>
    inProject({ "~/other/x": "", ".claude/settings.local.json/x": "" }, (where, file) =>
      Effect.gen(function* () {
        fs.symlinkSync("nowhere", file(".claude/settings.json"))
        assert.include((yield* Effect.flip(Attachment.attach(where, options))).message, "a link to nowhere")
        const local = yield* Effect.flip(Attachment.attach({ ...where, scope: "local" }, options))
        assert.include(local.message, "it is a folder")
        fs.rmSync(file(".claude"), { recursive: true })
        fs.symlinkSync(file("~/other"), file(".claude"))
        assert.strictEqual((yield* Effect.flip(Attachment.attach(where, options)))._tag, "Elsewhere")
        assert.deepStrictEqual(listOf(file("~/other")), ["x"])
      })
    )
  )
})

describe("a host without settings", () => {
  it.live("is told with what to do by hand", () =>
    inProject({}, (where) =>
      Effect.gen(function* () {
        const amcp = yield* Effect.flip(Attachment.attach({ ...where, host: "amcp", scope: "user" }, options))
        assert.include(amcp.message, "hooks.toml")
        assert.include((yield* Effect.flip(Attachment.detach({ ...where, host: "x" }))).message, "no host that we know")
        assert.strictEqual((yield* Attachment.attach({ ...where, host: "amcp" }, options)).as, "created")
      })
    )
  )
})

describe("a disk", () => {
  Requirement.live(Requirement.restrictedProcesses)("that lets nobody write changes nothing, and says so", () =>
    inProject({ ".claude/settings.json": settings }, (where, file) =>
      Effect.gen(function* () {
        const name = file(".claude/settings.json")
        fs.chmodSync(name, 0o444)
        assert.match(yield* restricted("attach", where.folders.project), /^Inaccessible: .* may not be read or written/)
        fs.chmodSync(name, 0o644)
        fs.chmodSync(file(".claude"), 0o555)
        assert.match(yield* restricted("attach", where.folders.project), /^Inaccessible: .* may not be read or written/)
        fs.chmodSync(file(".claude"), 0o755)
        assert.strictEqual(read(name), settings)
        assert.deepStrictEqual(listOf(file(".claude")), ["settings.json"])
      })
    )
  )

  it.live("that takes no more bytes never leaves half a file", () =>
    inProject({ ".claude/settings.json": settings }, (where, file) =>
      Effect.gen(function* () {
        const said = yield* elsewhere("attach", where.folders.project, "/opt/node", "ulimit -f 2; exec")
        assert.match(said, /^Inaccessible|^ended by SIGXFSZ/)
        assert.strictEqual(read(file(".claude/settings.json")), settings)
      })
    )
  )
})

describe("several at once", () => {
  it.live("end as one after the other would", () =>
    inProject({ ".claude/settings.json": settings }, (where, file) =>
      Effect.gen(function* () {
        const { project } = where.folders
        const programs = ["/a/node", "/b/node", "/a/node", "/b/node"]
        const said = yield* Effect.forEach(programs, (program) => elsewhere("attach", project, program), {
          concurrency: "unbounded"
        })
        for (const word of said) assert.match(word, /^(?:written|untouched)$/)
        const name = file(".claude/settings.json")
        const ends = programs.map((program) => attachedText(settings, { command: [program, "/opt/hookline.js"] }))
        assert.include(ends, read(name))
        yield* Attachment.detach(where)
        assert.strictEqual(read(name), settings)
        assert.deepStrictEqual(listOf(file(".claude")), ["settings.json"])
      })
    )
  )
})
