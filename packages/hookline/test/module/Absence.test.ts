// The module without Hookline behind it: the policy in its file decides what that means, as an entry's end does elsewhere.
import { assert, describe } from "@effect/vitest"
import { amplifierHost } from "@hookline/dialects/kit/amplifier/host"
import type { OnFailure } from "@hookline/schema/Hook"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as ModuleText from "hookline/kit/manage/attach/module/ModuleText"
import * as fs from "node:fs"
import * as path from "node:path"
import { type Fault, faults, installations } from "../dispatch/absence.ts"
import { bin } from "../commands/hookline.ts"
import { after, before, event, type Folders, play, prompt, python, type Story } from "./fakeAmplifier.ts"

const live = Requirement.live(python)

const policies: ReadonlyArray<OnFailure> = ["open", "ask", "closed"]

/** What else may come in the place of an answer, as a script in the place of Hookline's. */
const scripts = {
  "prints nothing": "",
  "prints no JSON": `console.log("all is well")`,
  "prints another host's denial": `console.log('{"hookSpecificOutput": {"permissionDecision": "deny"}}')`,
  "prints a list": `console.log("[]")`,
  "prints half of an answer": `console.log('{"action": "continue"'); process.exit(0)`,
  "prints a wrong type": `console.log('{"action": "continue", "user_message": 5}')`,
  "prints an unknown action": `console.log('{"action": "allow"}')`,
  "modifies without data": `console.log('{"action": "modify"}')`,
  "ends by a signal": `process.kill(process.pid, "SIGKILL")`,
  "ends with 3": `process.exit(3)`,
  "never answers": `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)`,
  "leaves a child with its output": `require("child_process").spawn("sleep", ["60"], { stdio: "inherit" }).unref(); setInterval(() => {}, 1000)`
} as const

const all: ReadonlyArray<string> = [...faults.filter((fault) => fault !== "garbage"), ...Object.keys(scripts)]

/** Writes a module that starts this command, and returns its folder. */
const moduleFor = (
  { project }: Folders,
  command: readonly [string, ...Array<string>],
  onFailure: OnFailure
): string => {
  const folder = path.join(project, "module", onFailure)
  const made = ModuleText.of(folder, { host: amplifierHost, command, onFailure, limitMillis: () => 60_000 })
  if (!("module" in made)) throw made
  const file = path.join(folder, ModuleText.moduleFile)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, made.module)
  return folder
}

const commandFor = ({ project }: Folders, fault: string): readonly [string, ...Array<string>] => {
  const script = path.join(project, "scripts", "script.cjs")
  fs.mkdirSync(path.dirname(script), { recursive: true })
  fs.writeFileSync(script, scripts[fault as keyof typeof scripts] ?? "")
  return fault in scripts ? [process.execPath, script] : installations(project)[fault as Fault]
}

const ls = { command: "ls" }
const steps = [
  prompt("please go"),
  before("bash", ls),
  after("bash", ls, "as it was"),
  event("orchestrator:complete", { status: "success" }),
  event("context:pre_compact")
]

const hangs: ReadonlySet<string> = new Set(["never answers", "leaves a child with its output"])

const meant: Readonly<Record<OnFailure, ReadonlyArray<string>>> = {
  open: ["continue", "continue", "continue", "continue", "continue"],
  ask: ["ask_user", "ask_user", "continue", "continue", "deny"],
  closed: ["deny", "deny", "continue", "continue", "deny"]
}

/** An exit code, by which Hookline reports that it could not be started, can't ask. */
const meantFor = (fault: string, policy: OnFailure): ReadonlyArray<string> =>
  meant[fault.startsWith("bundle") && policy === "ask" ? "closed" : policy]

const playWith = (folders: Folders, fault: string, policy: OnFailure, story: Partial<Story> = {}) =>
  play(
    folders,
    { steps, ...(hangs.has(fault) && { config: { timeout: 0.4 } }), ...story },
    moduleFor(folders, commandFor(folders, fault), policy)
  )

describe("the module without Hookline behind it", () => {
  for (const fault of all) {
    live(`means what the policy says: ${fault}`, () =>
      Effect.gen(function* () {
        const folders = yield* TestProject.make({})
        const inOrder = Effect.forEach(policies, (policy) => playWith(folders, fault, policy), {
          // What hangs is only waited for.
          concurrency: hangs.has(fault) ? "unbounded" : 1
        })
        for (const [at, played] of (yield* inOrder).entries()) {
          const policy = policies[at] ?? "open"
          assert.deepStrictEqual(
            played.results.map(({ emitted }) => emitted["action"]),
            [...meantFor(fault, policy)],
            policy
          )
          const texts = played.shown.map(({ message }) => message)
          // Under `open`, one is enough for all events.
          if (policy === "open") assert.strictEqual(texts.length, 1)
          for (const text of texts) assert.match(text, /Hookline could not be run|hookline: it could not be started/)
          assert.isAbove(texts.length, 0)
          assert.deepStrictEqual([played.errors, played.left], [[], []])
          for (const { seconds } of hangs.has(fault) ? played.results : []) assert.isBelow(seconds, 3)
        }
      })
    )
  }

  live("ends the processes of its session, with what they started, when it is cleaned up or an event is given up", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const mark = path.join(folders.project, "pids")
      const script = path.join(folders.project, "hangs.cjs")
      fs.writeFileSync(
        script,
        `const { pid } = require("child_process").spawn("sleep", ["61"]);
        require("fs").appendFileSync(${JSON.stringify(mark)}, process.pid + "\\n" + pid + "\\n"); setInterval(() => {}, 1000)`
      )
      const played = yield* play(
        folders,
        { steps: [{ ...before("bash", ls), cancelAfter: 1.5 }], config: { timeout: 2 } },
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
