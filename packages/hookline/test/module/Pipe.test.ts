// One process of Hookline for the events of a session, and what comes in its place where it gives no answer.
import { assert, describe } from "@effect/vitest"
import { amplifierHost } from "@hookline/dialects/kit/amplifier/host"
import type { Json } from "@hookline/schema/Json"
import { Leftovers, Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as ModuleText from "hookline/kit/manage/attach/module/ModuleText"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin } from "../commands/hookline.ts"
import { after, before, event, type Played, play, prompt, python, type Step, type Story } from "./fakeAmplifier.ts"

const live = Requirement.live(python)

/** Plays steps with hooks of the user, which note the process that runs them. */
const playWith = (
  hooks: Readonly<Record<string, string>>,
  steps: Story["steps"],
  command: ReadonlyArray<string> = [bin],
  { policy = "closed", ...story }: Partial<Story> & { readonly policy?: "open" | "closed" } = {}
) =>
  Effect.gen(function* () {
    const folders = yield* TestProject.make({
      "~/.claude/settings.json": {
        json: {
          hooks: Object.fromEntries(
            Object.entries(hooks).map(([name, text]) => [
              name,
              [{ hooks: [{ type: "command", command: `echo $PPID >> ~/pids; ${text}` }] }]
            ])
          )
        }
      }
    })
    const folder = path.join(folders.home, "module")
    const made = ModuleText.of(folder, {
      host: amplifierHost,
      command: [process.execPath, ...command],
      onFailure: policy,
      limitMillis: () => 60_000
    })
    if (!("module" in made)) return yield* Effect.die(made)
    const file = path.join(folder, ModuleText.moduleFile)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, made.module)
    const played = yield* play(folders, { steps, ...story }, folder)
    const noted = path.join(folders.home, "pids")
    const all = fs.existsSync(noted) ? fs.readFileSync(noted, "utf8").trim().split("\n") : []
    // A hook whose process was killed before it began has that of the system as its parent.
    const pids = all.filter((pid) => pid !== "1")
    assert.deepStrictEqual([played.errors, played.left], [[], []])
    // A hook whose process was killed has another parent.
    const parents = pids.filter((pid) => pid !== "1").map(Number)
    yield* Leftovers.until(() => !parents.some((pid) => Leftovers.isAlive(pid)))
    return { played, pids, home: folders.home }
  })

const bash = (command: string): Step => before("bash", { command })
const actions = ({ results }: Played): ReadonlyArray<unknown> => results.map(({ emitted }) => emitted["action"])
const deny = (text: string): string => `if grep -q ${text}; then echo no >&2; exit 2; fi`

describe("the process for all events of a session", () => {
  live("is one, which ends with the session", () =>
    Effect.gen(function* () {
      const hooks = {
        UserPromptSubmit: "exit 0",
        PreToolUse: deny("secret"),
        PostToolUse: "exit 0",
        SessionEnd: "exit 0"
      }
      const steps = [prompt("go"), bash("ls"), bash("cat secret"), after("bash", {}, "out")]
      const { pids, played } = yield* playWith(hooks, [...steps, [bash("a"), bash("b")]])
      assert.deepStrictEqual(actions({ ...played, results: played.results.slice(0, 4) }), [
        "continue",
        "continue",
        "deny",
        "continue"
      ])
      // The end of the session is the seventh.
      assert.deepStrictEqual([pids.length, new Set(pids).size], [7, 1])
    })
  )

  live("is replaced where it ends, and no event of it is lost", () =>
    Effect.gen(function* () {
      // The first hook of a process for all events ends that process, and denies in one of its own.
      const hook = `grep -q kill && { [ -e ~/killed ] || { touch ~/killed; kill -9 $PPID; sleep 30; }; exit 2; }; exit 0`
      const steps = [bash("ls"), [bash("kill"), bash("kill too"), bash("ls")], bash("ls"), bash("ls")]
      const { pids, played } = yield* playWith({ PreToolUse: hook }, steps)
      const together = (played.results[1] as unknown as Played["results"]).map(({ action }) => action)
      assert.deepStrictEqual(together, ["deny", "deny", "continue"])
      assert.strictEqual(pids.at(-1), pids.at(-2))
      assert.notStrictEqual(pids.at(-1), pids[0])
      assert.deepStrictEqual(played.shown, [])
    })
  )

  for (const [what, text] of [
    ["ends at once", `process.exit(0)`],
    ["answers with another shape", `process.stdin.on("data", () => console.log('{"id": 1, "exit": "0"}'))`],
    [
      "answers another request",
      `process.stdin.once("data", () => { console.log('{"id": 7, "exit": 0, "stdout": "", "stderr": ""}'); process.exit(0) })`
    ],
    [
      "refuses",
      `process.stdin.on("data", (text) => { for (const id of String(text).match(/(?<="id": )\\d+/g)) console.log(JSON.stringify({ id: +id })) })`
    ],
    ["closes its output", `require("fs").closeSync(1); process.stdin.on("data", () => {})`],
    [
      "writes without end of line",
      `process.stdin.on("data", () => { process.stdout.write('{"id": 1'); setTimeout(() => process.exit(0), 50) })`
    ]
  ] as const) {
    live(`leaves an event to a process of its own where it ${what}`, () =>
      Effect.gen(function* () {
        const script = path.join(yield* Effect.sync(() => fs.mkdtempSync("/tmp/hookline-pipe-")), "hookline.cjs")
        fs.writeFileSync(
          script,
          `if (process.argv.includes("--pipe")) { ${text} } else { require(${JSON.stringify(bin)}) }`
        )
        const { pids, played } = yield* playWith(
          { PreToolUse: deny("secret") },
          [bash("ls"), bash("cat secret"), bash("ls")],
          [script]
        )
        assert.deepStrictEqual(actions(played), ["continue", "deny", "continue"])
        assert.strictEqual(new Set(pids).size, 3)
        assert.deepStrictEqual(played.shown, [])
        fs.rmSync(path.dirname(script), { recursive: true })
      })
    )
  }

  live("takes payloads and answers of any length", () =>
    Effect.gen(function* () {
      const long = `cat > ~/payload; printf '{"systemMessage": "'; head -c 200000 /dev/zero | tr '\\0' y; printf '"}'`
      const { home, pids, played } = yield* playWith({ PreToolUse: long }, [bash("é".repeat(150_000))])
      assert.deepStrictEqual([actions(played), pids.length], [["continue"], 1])
      assert.isAbove(fs.statSync(path.join(home, "payload")).size, 300_000)
      assert.isAbove(played.shown.map(({ message }) => message).join("").length, 1000)
    })
  )

  live("gives the hooks of an event up with it, and goes on", () =>
    Effect.gen(function* () {
      const steps: Story["steps"] = [bash("ls"), { ...bash("slow"), cancelOnceThereIs: "~/slow" }, bash("secret")]
      const hook = `grep -q slow && { echo $$ > ~/slow; exec sleep 60; }; exit 2`
      const { home, pids, played } = yield* playWith({ PreToolUse: hook }, steps)
      assert.isTrue(played.results[1]?.cancelled)
      assert.strictEqual(played.results[2]?.action, "deny")
      assert.strictEqual(new Set(pids).size, 1)
      assert.isFalse(fs.existsSync(`/proc/${fs.readFileSync(path.join(home, "slow"), "utf8").trim()}`))
    })
  )

  live("holds up no event where a hook of another one holds it up, and leaves nothing of either", () =>
    Effect.gen(function* () {
      const hooks = {
        PostToolUse: "echo $$ >> ~/pids; kill -STOP $PPID; exec sleep 60",
        PreToolUse: `if grep -q secret; then echo $$ >> ~/pids; sleep 2; exit 2; fi`
      }
      const { played } = yield* playWith(
        hooks,
        [bash("ls"), [after("bash", {}, "out"), bash("cat secret")]],
        [bin],
        // Under `open`, a guard that is not asked would let the call pass.
        { policy: "open", config: { timeout: 12 } }
      )
      const [, together] = played.results as unknown as [unknown, Played["results"]]
      assert.deepStrictEqual(
        together.map(({ action }) => action),
        ["continue", "deny"]
      )
    })
  )

  live("is one for each event loop, and ends with the next or the session", () =>
    Effect.gen(function* () {
      const turn = (text: string): Step => ({ ...bash(text), ownLoop: true })
      const { pids, played } = yield* playWith({ PreToolUse: deny("secret") }, [
        turn("ls"),
        turn("cat secret"),
        bash("cat secret"),
        turn("ls")
      ])
      assert.deepStrictEqual(actions(played), ["continue", "deny", "deny", "continue"])
      assert.strictEqual(new Set(pids).size, 4)
    })
  )

  live("is none for an event after the session, which is answered all the same", () =>
    Effect.gen(function* () {
      const late = [{ tool_name: "bash", tool_input: { command: "cat secret" } }]
      const { pids, played } = yield* playWith({ PreToolUse: deny("secret") }, [bash("ls")], [bin], { late })
      assert.deepStrictEqual(actions(played), ["continue", "deny"])
      assert.strictEqual(new Set(pids).size, 2)
    })
  )

  live("has the folder and the variables of its time", () =>
    Effect.gen(function* () {
      const { pids, played } = yield* playWith({ PreToolUse: `[ "$CHANGED" != yes ] || exit 2` }, [
        bash("ls"),
        event("test:set", { CHANGED: "yes" } satisfies Json),
        bash("ls"),
        bash("ls")
      ])
      assert.deepStrictEqual(
        played.results.filter((_, at) => at !== 1).map(({ action }) => action),
        ["continue", "deny", "deny"]
      )
      assert.deepStrictEqual([pids.length, new Set(pids).size], [3, 2])
    })
  )
})
