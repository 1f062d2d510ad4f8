// The module without Hookline behind it: the policy in its file decides what that means, as an entry's end does elsewhere.
// Absence.long.test.ts has all faults.
import { assert, describe } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin } from "../commands/hookline.ts"
import { policies } from "../dispatch/absence.ts"
import { live, ls, meansPolicy, meant, moduleFor, playWith, steps } from "./absentHookline.ts"
import { before, play } from "./fakeAmplifier.ts"

describe("the module without Hookline behind it", () => {
  meansPolicy(
    rowsOf(["no node", "bundle is empty", "prints half of an answer", "ends by a signal", "never answers"], 2)
  )

  live("ends the processes of its session, with what they started, when it is cleaned up or an event is given up", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const mark = path.join(folders.project, "pids")
      const script = path.join(folders.project, "hangs.cjs")
      fs.writeFileSync(
        script,
        `const { pid } = require("child_process").spawn("sleep", ["61"]);
        require("fs").appendFileSync(${JSON.stringify(mark)}, process.pid + "\\n" + pid + "\\n"); setTimeout(() => {}, 30_000)`
      )
      const played = yield* play(
        folders,
        { steps: [{ ...before("bash", ls), cancelOnceThereIs: mark }], config: { timeout: 4 } },
        moduleFor(folders, [process.execPath, script], "closed")
      )
      assert.isTrue(played.results[0]?.cancelled)
      const pids = fs.readFileSync(mark, "utf8").trim().split("\n").map(Number)
      // One process answers all events.
      assert.strictEqual(pids.length, 2)
      const isAlive = (pid: number): boolean => {
        try {
          return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
        } catch {
          return false
        }
      }
      assert.deepStrictEqual(pids.filter(isAlive), [])
    })
  )

  for (const [fault, what] of [
    ["no core", "where Amplifier's own class can't be imported"],
    ["other result", "where Amplifier's own class is another"]
  ] as const) {
    live(`still denies ${what}`, () =>
      Effect.gen(function* () {
        const folders = yield* TestProject.make({})
        const played = yield* playWith(folders, "prints nothing", "closed", { fault })
        assert.deepStrictEqual(
          played.results.map(({ action }) => action),
          [...meant.closed]
        )
      })
    )
  }

  for (const [what, answer] of [
    ["deny", { action: "deny", reason: "not this" }],
    ["ask_user", { action: "ask_user", approval_prompt: "sure?" }],
    ["modify", { action: "modify", data: { tool_name: "bash", tool_input: { command: "pwd" } } }]
  ] as const) {
    live(`takes an answer that lets less happen, whatever class Amplifier has for it: ${what}`, () =>
      Effect.gen(function* () {
        const folders = yield* TestProject.make({})
        const script = path.join(folders.project, "answers.cjs")
        fs.writeFileSync(script, `console.log(${JSON.stringify(JSON.stringify(answer))})`)
        const source = moduleFor(folders, [process.execPath, script], "open")
        for (const fault of ["no core", "other result"]) {
          const played = yield* play(folders, { steps: [before("bash", ls)], fault }, source)
          const [result] = played.results
          if (what !== "modify") assert.strictEqual(result?.emitted["action"], what, fault)
          else assert.deepStrictEqual(played.later[0]?.[1]["tool_input"], { command: "pwd" }, fault)
        }
      })
    )
  }

  live("waits for no display that hangs", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const script = path.join(folders.project, "shows.cjs")
      // The process for all events gives notices besides, which come before its answer.
      fs.writeFileSync(
        script,
        `const deny = '{"action": "deny", "reason": "no"}'
        if (process.argv.includes("--pipe")) {
          process.stdin.on("data", (text) => {
            const { id } = JSON.parse(text)
            console.log('{"notices": "a notice of event ' + id + '"}')
            console.log(JSON.stringify({ id, exit: 0, stdout: deny, stderr: "a line of event " + id }))
          })
        } else console.log(deny)`
      )
      const source = moduleFor(folders, [process.execPath, script], "open")
      const story = { steps: [before("bash", ls), before("bash", ls)], fault: "hanging display" }
      const played = yield* play(folders, story, source)
      assert.deepStrictEqual(
        played.results.map(({ action }) => action),
        ["deny", "deny"]
      )
      const texts = played.shown.map(({ message }) => message)
      for (const text of ["a notice of event 1", "a line of event 1", "a notice of event 2", "a line of event 2"]) {
        assert.include(texts, text)
      }
    })
  )

  live("answers by its policy where it can't be mounted as a whole, and leaves nothing of itself", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      for (const policy of policies) {
        const played = yield* playWith(folders, "prints nothing", policy, { fault: "register" })
        const actions = played.results.map(({ action }) => action)
        assert.deepStrictEqual(
          actions,
          policy === "open" ? [...meant.open] : ["deny", "deny", "continue", "continue", "deny"]
        )
        assert.match(played.shown[0]?.message ?? "", /failed while it was mounted \(register is another function now\)/)
        assert.deepStrictEqual(played.left, [])
      }
    })
  )

  live("denies by exit code 2 alone, and takes no other exit for that", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const script = path.join(folders.project, "denies.cjs")
      fs.writeFileSync(script, `console.error("not this"); process.exit(2)`)
      const played = yield* play(folders, { steps }, moduleFor(folders, [process.execPath, script], "open"))
      assert.deepStrictEqual(
        played.results.map(({ action }) => action),
        [...meant.closed]
      )
      assert.strictEqual(played.results[1]?.reason, "not this")
    })
  )

  live("fails by its policy in a folder that is gone", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const source = moduleFor(folders, [process.execPath, bin], "closed")
      const gone = { home: folders.home, project: path.join(folders.project, "gone") }
      const played = yield* play(gone, { steps: [before("bash", ls)] }, source)
      assert.strictEqual(played.results[0]?.action, "deny")
    })
  )
})
