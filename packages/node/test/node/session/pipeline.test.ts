// A session whose events each come to another process, as with `dispatch`: what one of them saw, the next one knows.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Amplifier } from "@hookline/dialects/Amplifier"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import type { Report } from "@hookline/schema/Report"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as NodePipeline from "@hookline/node/NodePipeline"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

/** One process for one payload. */
const dispatch = (project: Project, folder: string, payload: unknown) => {
  const pipeline = NodePipeline.layer({
    project,
    host: Amplifier,
    provide: [
      SessionStateFile.layer({ folder }),
      EnvFile.layerAt(SessionStateFile.folderOf({ folder })),
      ProcessCommandRunner.layerCold
    ]
  })
  return Effect.provide(
    Effect.flatMap(Pipeline, ({ run }) => run(payload)),
    pipeline
  )
}

const front = (event: string, command: string, once: boolean) =>
  [
    "---",
    "name: deploy",
    "hooks:",
    `  ${event}:`,
    "    - hooks:",
    "        - type: command",
    `          command: ${command}`,
    ...(once ? ["          once: true"] : []),
    "---",
    ""
  ].join("\n")

const inSession = (files: TestProject.Files) =>
  Effect.map(TestProject.make(files), (project) => {
    const folder = path.join(project.home, "state", "sessions")
    const own = SessionStateFile.folderOf({ folder })({ project: project.project, session: "s" }) ?? ""
    const tell = (event: string, data: Readonly<Record<string, unknown>> = {}) =>
      dispatch(project, folder, { event, data: { session_id: "s", ...data } })
    const bash = () => tell("tool:pre", { tool_name: "bash", tool_input: { command: "ls" } })
    return { project, folder, own, tell, bash }
  })

const statuses = (reports: ReadonlyArray<Report>) => reports.flatMap(({ runs }) => runs.map(({ status }) => status))

const notices = ({ outcome }: { readonly outcome: Report["outcome"] }) => outcome.notices.map(({ text }) => text).join()

describe("a session over many processes", () => {
  it.live("has the skills that were loaded in another, and their `once` hooks run once", () =>
    Effect.gen(function* () {
      const { bash, folder, own, project, tell } = yield* inSession({
        ".amplifier/skills/deploy/SKILL.md": front("PreToolUse", "echo ran >>ran", true)
      })
      const ran = path.join(project.project, "ran")
      yield* bash()
      assert.isFalse(existsSync(folder))
      yield* tell("skill:loaded", { skill_name: "deploy" })
      assert.deepStrictEqual(statuses((yield* bash()).reports), ["ran"])
      assert.deepStrictEqual(statuses((yield* bash()).reports), ["skipped"])
      assert.strictEqual(readFileSync(ran, "utf8"), "ran\n")
      yield* tell("skill:unloaded", { skill_name: "deploy" })
      assert.deepStrictEqual(statuses((yield* bash()).reports), [])
      yield* tell("session:end")
      assert.isFalse(existsSync(own))
      yield* tell("skill:loaded", { skill_name: "deploy" })
      assert.deepStrictEqual(statuses((yield* bash()).reports), ["ran"])
    })
  )

  it.live("runs a `once` hook for one of several events at once, and the others wait for it", () =>
    Effect.gen(function* () {
      const { bash, project, tell } = yield* inSession({
        ".amplifier/skills/deploy/SKILL.md": front("PreToolUse", "sleep 0.3; echo ran >>ran", true)
      })
      yield* tell("skill:loaded", { skill_name: "deploy" })
      const ran = path.join(project.project, "ran")
      const seen = Effect.map(bash(), ({ reports }) => [...statuses(reports), readFileSync(ran, "utf8")].join(" "))
      const all = yield* Effect.all([seen, seen, seen, seen], { concurrency: "unbounded" })
      const skips = ["skipped ran\n", "skipped ran\n", "skipped ran\n"]
      assert.deepStrictEqual(
        all.toSorted((one, other) => one.localeCompare(other)),
        ["ran ran\n", ...skips]
      )
    })
  )

  it.live("has the variables that were exported in another, until it ends", () =>
    Effect.gen(function* () {
      const group = (command: string) => [{ hooks: [{ type: "command", command }] }]
      const { bash, own, tell } = yield* inSession({
        ".amplifier/hooks/hooks.json": {
          json: {
            hooks: {
              SessionStart: group(`echo "export A='it is'" >>"$AMPLIFIER_ENV_FILE"`),
              PreToolUse: group('echo "${A-none}" >&2; exit 2')
            }
          }
        }
      })
      const reason = Effect.map(bash(), ({ outcome }) => JSON.stringify(outcome.verdict))
      assert.include(yield* reason, "none")
      assert.deepStrictEqual((yield* tell("session:start")).reports[0]?.env, { A: "it is" })
      assert.include(yield* reason, "it is")
      yield* tell("session:end")
      assert.isFalse(existsSync(own))
      assert.include(yield* reason, "none")
    })
  )

  it.live("whose state is broken says so on the next event, also where that runs nothing, and once", () =>
    Effect.gen(function* () {
      const { bash, own, tell } = yield* inSession({
        ".amplifier/skills/deploy/SKILL.md": front("PreToolUse", "exit 2", false)
      })
      yield* tell("skill:loaded", { skill_name: "deploy" })
      writeFileSync(path.join(own, "state.json"), "{")
      const answered = yield* tell("user:notification", { message: "x", type: "idle" })
      assert.match(notices(answered), /can't be read, and begins anew/)
      assert.strictEqual(answered.outcome.notices[0]?.by, "the session's state")
      assert.strictEqual(notices(yield* bash()), "")
      assert.deepStrictEqual(readdirSync(own), ["state.broken.json"])
    })
  )

  it.live("whose folder can't be written says so, and its hooks run", () =>
    Effect.gen(function* () {
      const { folder, own, tell, bash } = yield* inSession({
        ".amplifier/skills/deploy/SKILL.md": front("PreToolUse", "exit 2", false)
      })
      yield* tell("skill:loaded", { skill_name: "deploy" })
      rmSync(`${own}.lock`, { recursive: true, force: true })
      writeFileSync(`${own}.lock`, "")
      const loaded = yield* tell("skill:loaded", { skill_name: "other" })
      assert.deepStrictEqual(loaded.reports, [])
      assert.match(notices(loaded), /lasts for this process only/)
      assert.deepStrictEqual(statuses((yield* bash()).reports), ["ran"])
      assert.match(notices(yield* tell("session:end")), /is over, and .* can't be taken away/)
      rmSync(folder, { recursive: true })
      writeFileSync(folder, "")
      assert.match(notices(yield* bash()), /is no folder/)
    })
  )
})
