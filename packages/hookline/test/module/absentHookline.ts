// The module without Hookline behind it: the policy in its file decides what that means, as an entry's end does elsewhere.
import { assert } from "@effect/vitest"
import { amplifierHost } from "@hookline/dialects/kit/amplifier/host"
import type { OnFailure } from "@hookline/schema/Hook"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as ModuleText from "hookline/kit/manage/attach/module/ModuleText"
import * as fs from "node:fs"
import * as path from "node:path"
import { commandWith, faults, policies, scripts as common } from "../dispatch/absence.ts"
import { after, before, event, type Folders, play, prompt, python, type Story } from "./fakeAmplifier.ts"

export const live = Requirement.live(python)

/** What else may come in the place of an answer, as a script in the place of Hookline's. */
const scripts = {
  ...common,
  "prints half of an answer": `console.log('{"action": "continue"'); process.exit(0)`,
  "prints a wrong type": `console.log('{"action": "continue", "user_message": 5}')`,
  "prints an unknown action": `console.log('{"action": "allow"}')`,
  "modifies without data": `console.log('{"action": "modify"}')`,
  "leaves a child with its output": `require("child_process").spawn("sleep", ["60"], { stdio: "inherit" }).unref(); setTimeout(() => {}, 30_000)`
}

export const all: ReadonlyArray<string> = [...faults.filter((fault) => fault !== "garbage"), ...Object.keys(scripts)]

/** Writes a module that starts this command, and returns its folder. */
export const moduleFor = (
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

export const ls = { command: "ls" }
export const steps = [
  prompt("please go"),
  before("bash", ls),
  after("bash", ls, "as it was"),
  event("orchestrator:complete", { status: "success" }),
  event("context:pre_compact")
]

const hangs: ReadonlySet<string> = new Set(["never answers", "leaves a child with its output"])

export const meant: Readonly<Record<OnFailure, ReadonlyArray<string>>> = {
  open: ["continue", "continue", "continue", "continue", "continue"],
  ask: ["ask_user", "ask_user", "continue", "continue", "deny"],
  closed: ["deny", "deny", "continue", "continue", "deny"]
}

/** An exit code, by which Hookline reports that it could not be started, can't ask. */
const meantFor = (fault: string, policy: OnFailure): ReadonlyArray<string> =>
  meant[fault.startsWith("bundle") && policy === "ask" ? "closed" : policy]

export const playWith = (folders: Folders, fault: string, policy: OnFailure, story: Partial<Story> = {}) =>
  play(
    folders,
    { steps, ...(hangs.has(fault) && { config: { timeout: 0.4 } }), ...story },
    moduleFor(folders, commandWith(folders.project, fault, scripts), policy)
  )

/** Registers a test for each fault. */
export const meansPolicy = (faults: ReadonlyArray<string>) => {
  for (const fault of faults) {
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
}
