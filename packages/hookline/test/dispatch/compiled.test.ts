// The compiled code of the bundle is only slower to miss: nothing that is planted, damaged or of another text is used.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import path from "node:path"
import * as vm from "node:vm"
import * as zlib from "node:zlib"
import { bin, commandEnv } from "../commands/hookline.ts"

const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] }

const files: TestProject.Files = {
  ".hookline/.keep": "",
  ".amplifier/hooks/hooks.json": { json: { hooks } }
}

const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "x" } })

/** A project, and an installation of its own, so that no other test uses its compiled code. */
const make = Effect.gen(function* () {
  const place = yield* TestProject.make(files)
  const installed = path.join(place.home, "installed")
  const bundle = path.join(installed, "bundle")
  fs.cpSync(path.dirname(bin), path.join(installed, "bin"), { recursive: true })
  fs.cpSync(path.join(path.dirname(bin), "../bundle"), bundle, {
    recursive: true,
    filter: (file) => path.basename(file) !== "compiled"
  })
  const ask = (env: Readonly<Record<string, string>> = {}) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [path.join(installed, "bin/hookline.js"), "dispatch", "--host", "claude", "--no-audit"],
      { cwd: place.project, env: { ...commandEnv(place.home), ...env }, input, encoding: "utf8" }
    )
    return { status, stderr, stdout }
  }
  const denied = ask()
  assert.include(denied.stdout, `"permissionDecision":"deny"`)
  return { ...place, bundle, ask, denied }
})

type Place = Effect.Success<typeof make>

/** The files with compiled code, the largest first. */
const keptIn = ({ bundle }: Pick<Place, "bundle">): ReadonlyArray<string> => {
  const root = path.join(bundle, "compiled")
  const folder = path.join(root, fs.readdirSync(root).find((name) => name.endsWith("-dispatch")) ?? "")
  return fs
    .readdirSync(folder)
    .map((name) => path.join(folder, name))
    .toSorted((one, other) => fs.statSync(other).size - fs.statSync(one).size)
}

const partOf = ({ bundle }: Place, kept: string): string => path.join(bundle, path.basename(kept))

const wrapped = (text: string): string => `(function (exports, require, module, __filename, __dirname) { ${text}\n})`

/** Compiled code that V8 takes for that of a part, since its text is as long: it ends the process with 0. */
const silencing = (place: Place, kept: string): Buffer => {
  const { length } = fs.readFileSync(partOf(place, kept), "utf8")
  const end = "process.exit(0)"
  const file = partOf(place, kept)
  const script = new vm.Script(wrapped(end + " ".repeat(length - end.length)), { filename: file })
  return script.createCachedData()
}

/** The same as it is kept for a text, as only somebody could write it who may change the bundle. */
const asKept = (data: Buffer, text: string): Buffer => Buffer.concat([data, data, Buffer.from(text), Buffer.from([1])])

const forged = (place: Place, kept: string, data = silencing(place, kept)): Buffer =>
  asKept(data, fs.readFileSync(partOf(place, kept), "utf8"))

const replacedAt = (whole: Buffer, at: number): Buffer =>
  Buffer.from(whole.map((byte, index) => (index === at ? 255 - byte : byte)))

const underCrc = (data: Buffer): Buffer => {
  const front = Buffer.alloc(5)
  front.writeUInt32LE(zlib.crc32(data), 0)
  front[4] = 1
  return Buffer.concat([front, data])
}

/** All that can be in the place of a file with compiled code. */
const damages: Readonly<Record<string, (place: Place, kept: string, whole: Buffer) => void>> = {
  "is changed here and there": (_, kept, whole) =>
    fs.writeFileSync(kept, Buffer.from(whole.map((byte, at) => (at % 1000 === 500 ? 255 - byte : byte)))),
  "has one wrong byte at its end": (_, kept, whole) => fs.writeFileSync(kept, replacedAt(whole, whole.length - 1)),
  "has one wrong byte in its code": (_, kept, whole) => fs.writeFileSync(kept, replacedAt(whole, 1000)),
  "has one wrong byte in its text": (_, kept, whole) => fs.writeFileSync(kept, replacedAt(whole, whole.length - 1000)),
  "is cut": (_, kept, whole) => fs.writeFileSync(kept, whole.subarray(0, 1000)),
  "is cut before its text": (place, kept, whole) =>
    fs.writeFileSync(kept, whole.subarray(0, whole.length - 1 - fs.statSync(partOf(place, kept)).size)),
  "ends with zeros": (_, kept, whole) =>
    fs.writeFileSync(kept, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096)])),
  "is the text alone": (place, kept) => fs.copyFileSync(partOf(place, kept), kept),
  "is empty": (_, kept) => fs.writeFileSync(kept, ""),
  "is longer": (_, kept, whole) => fs.writeFileSync(kept, Buffer.concat([whole, whole])),
  "is a folder": (_, kept) => {
    fs.rmSync(kept)
    fs.mkdirSync(kept)
  },
  "is a link": (place, kept) => {
    const elsewhere = path.join(place.home, "elsewhere")
    fs.writeFileSync(elsewhere, forged(place, kept))
    fs.rmSync(kept)
    fs.symlinkSync(elsewhere, kept)
  },
  "others may write": (place, kept) => {
    fs.writeFileSync(kept, forged(place, kept))
    fs.chmodSync(kept, 0o666)
  },
  "is the code of a text of equal length": (place, kept) => fs.writeFileSync(kept, silencing(place, kept)),
  "is the code of a text of equal length with a checksum": (place, kept) =>
    fs.writeFileSync(kept, underCrc(silencing(place, kept))),
  "is the code of a text of equal length, twice, with that text": (place, kept) => {
    const { length } = fs.readFileSync(partOf(place, kept), "utf8")
    fs.writeFileSync(kept, asKept(silencing(place, kept), "process.exit(0)".padEnd(length)))
  },
  "is the code of another part": (place, kept) => fs.copyFileSync(keptIn(place).find((one) => one !== kept) ?? "", kept)
}

describe("the compiled code of the bundle", () => {
  it.live("is used again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        const before = keptIn(place).map((file) => fs.statSync(file).mtimeMs)
        // The parts of the call, and of its hook. The audit has one of its own.
        assert.deepStrictEqual(
          keptIn(place).map((file) => path.basename(file).replace(/-.*$/, "")),
          ["dispatch", "runners", "main.cjs", "rolldown"]
        )
        assert.deepStrictEqual(place.ask(), place.denied)
        assert.deepStrictEqual(
          keptIn(place).map((file) => fs.statSync(file).mtimeMs),
          before
        )
        // What it would do if it were another's shows that it is used: V8 takes it, and its text is right.
        const [largest = ""] = keptIn(place)
        fs.writeFileSync(largest, forged(place, largest))
        assert.strictEqual(place.ask().stdout, "")
      })
    )
  )

  it.live("has nothing of the parts that a call without a hook does not load", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        fs.rmSync(path.join(place.project, ".amplifier"), { recursive: true })
        fs.rmSync(path.join(place.bundle, "compiled"), { recursive: true })
        assert.deepStrictEqual(place.ask(), { status: 0, stderr: "", stdout: "" })
        assert.deepStrictEqual(
          keptIn(place).map((file) => path.basename(file).replace(/-.*$/, "")),
          ["dispatch", "main.cjs", "rolldown"]
        )
      })
    )
  )

  it.live("is made anew by the first call that runs a hook, and by no later one", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        const configured = path.join(place.project, ".amplifier/hooks/hooks.json")
        const text = fs.readFileSync(configured)
        fs.rmSync(configured)
        fs.rmSync(path.join(place.bundle, "compiled"), { recursive: true })
        assert.strictEqual(place.ask().stdout, "")
        const [part = ""] = keptIn(place)
        const withoutHook = fs.statSync(part)
        // Functions that run with a hook alone are not among what was kept until now.
        fs.writeFileSync(configured, text)
        assert.deepStrictEqual(place.ask(), place.denied)
        const whole = fs.statSync(part)
        assert.isAbove(whole.size, withoutHook.size)
        assert.deepStrictEqual(place.ask(), place.denied)
        assert.strictEqual(fs.statSync(part).mtimeMs, whole.mtimeMs)
      })
    )
  )

  // proves: docs/failure-policy.md, docs/security.md
  it.live(
    "is made anew where it was damaged or is another's, and the guard denies",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const place = yield* make
          const [kept = ""] = keptIn(place)
          const whole = fs.readFileSync(kept)
          fs.rmSync(kept)
          assert.deepStrictEqual(place.ask(), place.denied)
          assert.isTrue(fs.statSync(kept).isFile())
          for (const [what, damage] of rowsOf(Object.entries(damages), 3)) {
            damage(place, kept, whole)
            assert.deepStrictEqual(place.ask(), place.denied, what)
            assert.deepStrictEqual(place.ask(), place.denied, `${what}, afterwards`)
            fs.rmSync(kept, { recursive: true, force: true })
            fs.writeFileSync(kept, whole, { mode: 0o644 })
          }
        })
      ),
    300_000
  )

  // proves: docs/security.md
  it.live("that breaks while it is loaded is removed, and its text is loaded", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        const [kept = ""] = keptIn(place)
        const { length } = fs.readFileSync(partOf(place, kept), "utf8")
        const text = "throw new Error()"
        const broken = new vm.Script(wrapped(text + " ".repeat(length - text.length))).createCachedData()
        fs.writeFileSync(kept, forged(place, kept, broken))
        assert.deepStrictEqual(place.ask(), place.denied)
        assert.isFalse(fs.existsSync(kept))
        assert.deepStrictEqual(place.ask(), place.denied)
        assert.isTrue(fs.existsSync(kept))
      })
    )
  )

  // proves: docs/security.md
  it.live("of an older text is not used for an edited one of equal length", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        for (const kept of keptIn(place)) {
          const part = partOf(place, kept)
          const text = fs.readFileSync(part, "utf8")
          const edit = "process.exit(7)//"
          fs.writeFileSync(part, edit + text.slice(edit.length).replaceAll("\n", " "))
          assert.strictEqual(place.ask().status, 7, path.basename(part))
          fs.writeFileSync(part, text)
        }
        assert.deepStrictEqual(place.ask(), place.denied)
      })
    )
  )

  // proves: docs/security.md
  it.live("is never read from a folder that a variable names, nor from one of the project or the home", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        const kept = keptIn(place)
        const folder = path.basename(path.dirname(kept[0] ?? ""))
        fs.rmSync(path.join(place.bundle, "compiled"), { recursive: true })
        const roots = [path.join(place.home, ".cache"), path.join(place.project, "cache")]
        for (const root of roots) {
          for (const file of kept) {
            const planted = path.join(root, "hookline/compiled", folder, path.basename(file))
            fs.mkdirSync(path.dirname(planted), { recursive: true })
            fs.writeFileSync(planted, forged(place, file), { mode: 0o600 })
          }
        }
        const list = () => roots.map((root) => fs.readdirSync(root, { recursive: true }).length)
        const before = list()
        for (const cache of [undefined, "cache", "./cache", roots[0], roots[1]]) {
          const env: Readonly<Record<string, string>> = cache === undefined ? {} : { XDG_CACHE_HOME: cache }
          assert.deepStrictEqual(place.ask(env), place.denied, cache ?? "none")
        }
        assert.deepStrictEqual(list(), before)
      })
    )
  )

  // proves: docs/security.md
  it.live("is not needed: without a folder for it the guard denies", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        const folder = path.join(place.bundle, "compiled")
        fs.rmSync(folder, { recursive: true })
        fs.writeFileSync(folder, "")
        assert.deepStrictEqual(place.ask(), place.denied)
        assert.strictEqual(fs.readFileSync(folder, "utf8"), "")
      })
    )
  )
})
