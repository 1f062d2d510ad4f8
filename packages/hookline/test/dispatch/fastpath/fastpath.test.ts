// Most events are answered by what is known already: there is nothing to say. Whatever may change that, changes it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { settleMillis } from "../../../src/dispatch/fastpath/fingerprint.ts"
import { hooklineIn, type Options } from "../../commands/hookline.ts"

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const hooks = (matcher: string, command = "echo no >&2; exit 2") =>
  JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command }] }] } })

const call = (tool: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s1", tool_name: tool, tool_input: {}, ...more })

const ask = (place: Place, input = call("Bash"), { env }: Pick<Options, "env"> = {}) =>
  hooklineIn(place, ["dispatch", "--host", "claude"], { input, ...(env && { env }) })

const placeOf = ({ home }: Place): string => path.join(home, ".local/state/hookline/quiet")

const memories = (place: Place): ReadonlyArray<string> => {
  const folder = placeOf(place)
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : []
}

/** Asks until it is known that there is nothing to say: files must not have changed for a while, in which none is asked. */
const untilKnown = (place: Place) =>
  Effect.gen(function* () {
    for (;;) {
      assert.deepStrictEqual(yield* ask(place), { stdout: "", stderr: "", exit: 0 })
      if (memories(place).length > 0) return
      yield* Effect.sleep(settleMillis)
    }
  })

/** A folder that is made in the home folder by the first call would change what that call has looked at. */
const state: TestProject.Files = { "~/.local/state/.keep": "" }

const make = TestProject.make({
  ...state,
  ".amplifier/hooks/hooks.json": hooks("Write"),
  ".amplifier/hooks/plugin/hooks.json": hooks("Write"),
  ".amplifier/skills/careful/SKILL.md": [
    "---",
    "name: careful",
    "description: d",
    "hooks:",
    "  PreToolUse:",
    "    - matcher: Bash",
    "      hooks:",
    "        - type: command",
    "          command: echo no >&2; exit 2",
    "---",
    ""
  ].join("\n")
})

const write = (place: Place, file: string, text: string): void => {
  const whole = path.join(place.project, file)
  fs.mkdirSync(path.dirname(whole), { recursive: true })
  fs.writeFileSync(whole, text)
}

const config = ".amplifier/hooks/hooks.json"

/** Everything by which a guard comes into force. */
const changes: Readonly<Record<string, (place: Place) => Effect.Effect<unknown>>> = {
  "a hook that is written into a file": (place) => Effect.sync(() => write(place, config, hooks("Bash"))),
  "a text of the same length with the time of the old one": (place) =>
    Effect.sync(() => {
      const file = path.join(place.project, config)
      const { atime, mtime } = fs.statSync(file)
      fs.writeFileSync(file, hooks("Write").replace('"Write"', '"Bash|"'))
      fs.utimesSync(file, atime, mtime)
    }),
  "a new plugin": (place) => Effect.sync(() => write(place, ".amplifier/hooks/new/hooks.json", hooks("Bash"))),
  "another file for a plugin": (place) =>
    Effect.sync(() => write(place, ".amplifier/hooks/plugin/hooks.json", hooks("Bash"))),
  "a first file of another kind": (place) =>
    Effect.sync(() =>
      write(
        place,
        ".amcp/hooks.toml",
        '[[hooks.PreToolUse.handlers]]\nmatcher = "Bash"\ntype = "command"\ncommand = "echo no >&2; exit 2"\n'
      )
    ),
  "a hook of the person's own": (place) =>
    Effect.sync(() => {
      fs.mkdirSync(path.join(place.home, ".amplifier/hooks"), { recursive: true })
      fs.writeFileSync(path.join(place.home, config), hooks("Bash"))
    }),
  "a link in the place of a folder": (place) =>
    Effect.sync(() => {
      write(place, "elsewhere/hooks.json", hooks("Bash"))
      fs.symlinkSync("../../elsewhere", path.join(place.project, ".amplifier/hooks/linked"))
    }),
  "a skill that is opened in the session": (place) =>
    hooklineIn(place, ["dispatch", "--host", "amplifier"], {
      input: JSON.stringify({ event: "skill:loaded", data: { skill_name: "careful", session_id: "s1" } })
    })
}

describe.concurrent("hookline dispatch, where it is known that there is nothing to say", () => {
  it.live("keeps nothing where a project sets variables of the host, whose former values are in no file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const [place, other] = [yield* make, yield* make]
        write(place, ".claude/settings.json", JSON.stringify({ env: { GIT_DIR: "/evil" } }))
        // The files of both are as old as is needed.
        yield* untilKnown(other)
        const { stderr } = yield* ask(place, call("Bash"), { env: { GIT_DIR: "/evil" } })
        assert.include(stderr, "GIT_DIR is set by")
        assert.deepStrictEqual(memories(place), [])
        yield* ask(place)
        assert.strictEqual(memories(place).length, 1)
      })
    )
  )

  for (const [what, change] of Object.entries(changes)) {
    it.live(`sees ${what}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const place = yield* make
          yield* untilKnown(place)
          yield* change(place)
          const { stdout } = yield* ask(place)
          assert.include(stdout, '"permissionDecision":"deny"')
        })
      )
    )
  }

  it.live("keeps tools, sessions and settings of the environment apart", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        yield* untilKnown(place)
        assert.include((yield* ask(place, call("Write"))).stdout, "deny")
        const off = { HOOKLINE_ALLOW_PROJECT_HOOKS: "false" }
        assert.strictEqual((yield* ask(place, call("Write"), { env: off })).stdout, "")
        assert.include((yield* ask(place, call("Write"))).stdout, "deny")
        const { exit } = yield* ask(place, call("Bash", { tool_input: "no object" }))
        assert.strictEqual(exit, 1)
      })
    )
  )

  it.live("asks each time where the input may concern what guards the user", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        yield* untilKnown(place)
        const bash = (command: string) => ask(place, call("Bash", { tool_input: { command } }))
        assert.include((yield* bash("hookline detach claude")).stdout, '"permissionDecision":"ask"')
        assert.include((yield* bash("rm -rf ~/.hook*")).stdout, '"permissionDecision":"ask"')
        assert.deepStrictEqual(yield* bash("ls ~/.hookline"), { stdout: "", stderr: "", exit: 0 })
      })
    )
  )

  it.live("asks each time where a hook's rule looks into the input", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const guard = { type: "command", if: "Write(*.env)", command: "echo no >&2; exit 2" }
        const place = yield* TestProject.make({
          ...state,
          ".amplifier/hooks/hooks.json": JSON.stringify({ hooks: { PreToolUse: [{ hooks: [guard] }] } })
        })
        yield* untilKnown(place)
        const writing = (file: string) =>
          ask(place, call("Write", { tool_input: { file_path: `${place.project}/${file}` } }))
        assert.deepStrictEqual(yield* writing("a.txt"), { stdout: "", stderr: "", exit: 0 })
        assert.include((yield* writing("a.env")).stdout, '"permissionDecision":"deny"')
      })
    )
  )

  it.live("believes what it has kept, and only as long as nobody else could have written it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        yield* untilKnown(place)
        const [memory = ""] = memories(place)
        assert.strictEqual(fs.statSync(memory).mode & 0o777, 0o600)
        assert.strictEqual(fs.statSync(placeOf(place)).mode & 0o777, 0o700)
        fs.writeFileSync(memory, fs.readFileSync(memory, "utf8").replaceAll("Bash", "Write"))
        assert.strictEqual((yield* ask(place, call("Write"))).stdout, "")
        fs.chmodSync(memory, 0o660)
        assert.include((yield* ask(place, call("Write"))).stdout, "deny")
        fs.chmodSync(memory, 0o600)
        fs.writeFileSync(memory, fs.readFileSync(memory, "utf8").slice(0, -9))
        assert.include((yield* ask(place, call("Write"))).stdout, "deny")
      })
    )
  )

  it.live("answers the same where nothing can be kept", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* make
        fs.mkdirSync(path.dirname(placeOf(place)), { recursive: true })
        fs.writeFileSync(placeOf(place), "a file in its place")
        assert.deepStrictEqual(yield* ask(place), { stdout: "", stderr: "", exit: 0 })
        assert.include((yield* ask(place, call("Write"))).stdout, "deny")
        // Asked for folders there, Node itself would never end.
        const nowhere = { XDG_STATE_HOME: "/proc/nowhere" }
        assert.strictEqual((yield* ask(place, call("Bash"), { env: nowhere })).exit, 0)
      })
    )
  )
})
