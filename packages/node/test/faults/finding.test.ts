// What can happen to the files that hooks stand in: nothing of it is silent, and another guard's denial stands.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import { Leftovers, Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import path from "node:path"
import { open as watching } from "../../src/node/watch.ts"

const policies = { open: FailurePolicy.layerOpen, closed: FailurePolicy.layerClosed, ask: FailurePolicy.layerAsk }
const denied = { open: "Pass", closed: "Deny", ask: "Ask" } as const

const settings = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] }
})
const whole = JSON.stringify(settings("echo no >&2; exit 2"), undefined, 2)

/** What is done in the place of Claude Code's settings. */
const faults: Readonly<Record<string, (file: string) => void>> = {
  "is empty": (file) => fs.writeFileSync(file, ""),
  "was written by half": (file) => fs.writeFileSync(file, whole.slice(0, whole.length / 2)),
  "lacks its last letter": (file) => fs.writeFileSync(file, whole.slice(0, -1)),
  "is garbage": (file) => fs.writeFileSync(file, Buffer.from([0, 255, 254, 0, 123, 10, 195])),
  "has no object in it": (file) => fs.writeFileSync(file, "[]"),
  "is a folder": (file) => fs.mkdirSync(file),
  "is a link to nowhere": (file) => fs.symlinkSync("nowhere.json", file),
  "is a link to itself": (file) => fs.symlinkSync(path.basename(file), file),
  "is a pipe that nobody writes into": (file) => void execFileSync("mkfifo", [file]),
  "never ends": (file) => fs.symlinkSync("/dev/zero", file),
  "may not be read": (file) => fs.writeFileSync(file, whole, { mode: 0o000 }),
  "is larger than any such file": (file) => {
    fs.writeFileSync(file, whole)
    fs.truncateSync(file, 1 << 30)
  }
}

/** The requirement of a fault: permissions do not keep root from reading. */
const needs = (what: string): Requirement.Requirement =>
  what === "may not be read" ? Requirement.restricted : () => undefined

const bash = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s" })
const stop = HookEvent.cases.Stop.make({ sessionId: "another" })

const texts = ({ outcome }: Report): string => outcome.notices.map(({ text }) => text).join("\n")
const reasons = ({ outcome }: Report): string =>
  Verdict.reasonsOf(outcome.verdict)
    .map(({ text }) => text)
    .join("\n")

const pipelineIn = (
  project: NodePipeline.Options["project"],
  policy: keyof typeof policies,
  more: Pick<NodePipeline.Options, "files"> = {}
) => NodePipeline.layer({ project, ...more, provide: [NodeExecutor.layer, policies[policy]] })

const answer = (event: HookEvent.HookEvent) => Effect.flatMap(Pipeline, (pipeline) => pipeline.answer(event))

/** A project in which something has happened to a file. */
const broken = Effect.fnUntraced(function* (fault: (file: string) => void, more: TestProject.Files = {}) {
  const project = yield* TestProject.make({ ".claude/.keep": "", ...more })
  fault(path.join(project.project, ".claude/settings.json"))
  return project
})

describe.each(Object.keys(policies) as ReadonlyArray<keyof typeof policies>)("under %s a file of hooks", (policy) => {
  for (const [what, fault] of Object.entries(faults)) {
    Requirement.live(needs(what))(`that ${what} is told, and answered as the policy has it`, () =>
      Effect.gen(function* () {
        const project = yield* broken(fault)
        yield* Effect.gen(function* () {
          const report = yield* answer(bash)
          assert.strictEqual(report.outcome.verdict._tag, denied[policy])
          assert.include(texts(report), "settings.json:", "the notice names the file")
          if (policy !== "open") assert.include(reasons(report), "settings.json:", "so does the reason")
          assert.isTrue(report.diagnostics.some(({ file }) => file.endsWith("settings.json")))
          const atEnd = yield* answer(stop)
          assert.strictEqual(atEnd.outcome.verdict._tag, "Pass")
          assert.include(texts(atEnd), "settings.json:")
        }).pipe(Effect.provide(pipelineIn(project, policy)))
      }).pipe(Effect.scoped)
    )
  }

  it.live("that is broken keeps no guard of another file from denying", () =>
    Effect.gen(function* () {
      const guard = { ".claude/settings.local.json": { json: settings("echo the healthy guard >&2; exit 2") } }
      for (const fault of [faults["was written by half"], faults["is a folder"]]) {
        const project = yield* broken(fault ?? (() => undefined), guard)
        const report = yield* Effect.provide(answer(bash), pipelineIn(project, policy))
        assert.strictEqual(report.outcome.verdict._tag, "Deny")
        assert.include(reasons(report), "the healthy guard")
        assert.include(texts(report), "settings.json:")
      }
    }).pipe(Effect.scoped)
  )

  it.live("that is half written while a session goes on counts again when it is whole", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({ ".claude/settings.json": whole })
      const file = path.join(project.project, ".claude/settings.json")
      yield* Effect.gen(function* () {
        const { answer, refresh } = yield* Pipeline
        assert.include(reasons(yield* answer(bash)), "no")
        fs.writeFileSync(file, whole.slice(0, 40))
        yield* refresh
        const half = yield* answer(bash)
        assert.strictEqual(half.outcome.verdict._tag, denied[policy])
        assert.include(texts(half), "settings.json:")
        fs.writeFileSync(file, whole)
        yield* refresh
        const report = yield* answer(bash)
        assert.deepStrictEqual([report.outcome.verdict._tag, report.diagnostics], ["Deny", []])
      }).pipe(Effect.provide(pipelineIn(project, policy)))
    }).pipe(Effect.scoped)
  )
})

describe("a watcher that dies", () => {
  it.live("is followed by another, so that no later change is missed", () =>
    Effect.gen(function* () {
      const project = yield* TestProject.make({ ".claude/settings.json": JSON.stringify(settings("exit 0")) })
      const watchers: Array<fs.FSWatcher> = []
      const files = Layer.effect(
        ConfigFiles,
        Effect.map(ConfigFiles, (real) =>
          ConfigFiles.of({
            ...real,
            watch: (roots, onChange) =>
              Effect.acquireRelease(
                Effect.sync(() =>
                  watching(roots, onChange, (...args) => {
                    const watcher = fs.watch(...args)
                    watchers.push(watcher)
                    return watcher
                  })
                ),
                ({ close }) => Effect.sync(close)
              )
          })
        )
      ).pipe(Layer.provide(ConfigFilesNode.layer))
      yield* Effect.gen(function* () {
        const { answer } = yield* Pipeline
        assert.strictEqual((yield* answer(bash)).outcome.verdict._tag, "Pass")
        const first = watchers.length
        assert.isAbove(first, 0)
        for (const watcher of watchers) watcher.emit("error", Object.assign(new Error("gone"), { code: "ENOSPC" }))
        yield* answer(bash)
        assert.isAbove(watchers.length, first)
        fs.writeFileSync(path.join(project.project, ".claude/settings.json"), whole)
        let verdict = "Pass"
        while (verdict !== "Deny") {
          yield* Effect.sleep(5)
          verdict = (yield* answer(bash)).outcome.verdict._tag
        }
      }).pipe(Effect.provide(pipelineIn(project, "open", { files })))
    }).pipe(Effect.scoped, Leftovers.none)
  )
})
