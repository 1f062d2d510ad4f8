// The hooks of many projects in one program, and the reports of them.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Trust from "@hookline/core/Trust"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import { TestPipeline, TestProject } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as fs from "node:fs"
import * as path from "node:path"

const callIn = (sessionId: string) =>
  cases.PreToolUse.make({ sessionId, toolName: "Bash", toolInput: { command: "ls" } })

const settings = (command: string) => ({
  ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } } }
})

/** Makes projects, each of whose guards denies with the project's own name. */
const projectsOf = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    (index) => Effect.map(TestProject.make(settings(`echo no from ${index} >&2; exit 2`)), ({ project }) => project)
  )

/** What a process holds: its children, and its watchers of files. */
const held = () => {
  const children = fs
    .readdirSync("/proc/self/task")
    .flatMap((task) => fs.readFileSync(`/proc/self/task/${task}/children`, "utf8").trim().split(" "))
    .filter((child) => child !== "")
  const watchers = process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length
  return { children: children.length, watchers }
}

const eventually = (what: string, isSo: () => boolean) =>
  Effect.gen(function* () {
    for (let tries = 0; tries < 400 && !isSo(); tries++) yield* Effect.sleep(50)
    assert.isTrue(isSo(), what)
  })

describe("the hooks of many projects", () => {
  it.live("are each project's own, for a hundred sessions at once, and leave nothing behind", () =>
    Effect.gen(function* () {
      const folders = yield* projectsOf(10)
      const before = held()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const projects = yield* Hookline.layerMap({ idleTimeToLive: "200 millis", trust: Trust.layerAll })
          const sessions = Array.from({ length: 100 }, (_, index) => index)
          const texts = yield* Effect.forEach(
            sessions,
            (session) =>
              Effect.provide(
                Hookline.use((hooks) => hooks.emit(callIn(`s${session}`))),
                projects.get(folders[session % 10] ?? "")
              ),
            { concurrency: "unbounded" }
          )
          for (const [session, { outcome, runs }] of texts.entries()) {
            assert.strictEqual(runs.length, 1)
            assert.deepInclude(outcome.verdict, { _tag: "Deny" })
            assert.include(JSON.stringify(outcome), `no from ${session % 10}`)
          }
          // They go by themselves, while the map is still there.
          yield* eventually("nothing is held", () => {
            const { children, watchers } = held()
            return children <= before.children && watchers <= before.watchers
          })
          const again = yield* Effect.provide(
            Hookline.use((hooks) => hooks.emit(callIn("again"))),
            projects.get(folders[3] ?? "")
          )
          assert.include(JSON.stringify(again.outcome), "no from 3")
        })
      )
      yield* eventually("nothing is held afterwards", () => held().children <= before.children)
    }).pipe(Effect.scoped)
  )

  it.live("share what waits for their processes: each of a hundred held more than twenty open files", () =>
    Effect.gen(function* () {
      const folders = yield* projectsOf(40)
      const files = () => fs.readdirSync("/proc/self/fd").length
      const before = files()
      const projects = yield* Hookline.layerMap({ trust: Trust.layerAll })
      yield* Effect.forEach(
        folders,
        (folder) =>
          Effect.provide(
            Hookline.use((hooks) => hooks.emit(callIn("s"))),
            projects.get(folder)
          ),
        { concurrency: 4 }
      )
      yield* eventually("few files are open", () => files() - before < 300)
    }).pipe(Effect.scoped)
  )

  it.live("are the same for each name of a folder, with what was provided", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make(settings("./not-there.sh"))
      const link = path.join(project, "link")
      fs.symlinkSync(project, link)
      const projects = yield* Hookline.layerMap({ trust: Trust.layerAll, provide: [FailurePolicy.layerClosed] })
      const names = [project, `${project}/`, link, path.relative(process.cwd(), project)]
      const found = yield* Effect.forEach(names, (name) =>
        Effect.provide(
          Effect.map(Hookline, (hooks) => hooks),
          projects.get(name)
        )
      )
      assert.strictEqual(new Set(found).size, 1)
      const { outcome } = yield* Effect.provide(
        Hookline.use((hooks) => hooks.emit(callIn("s"))),
        projects.get(project)
      )
      assert.strictEqual(outcome.verdict._tag, "Deny")
      yield* projects.invalidate(link)
      const anew = yield* Effect.provide(
        Effect.map(Hookline, (hooks) => hooks),
        projects.get(project)
      )
      assert.notStrictEqual(anew, found[0])
    }).pipe(Effect.scoped)
  )
})

const inMemory = Hookline.layer({
  project: TestPipeline.project,
  files: TestPipeline.memory({
    ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] } }
  }),
  trust: Trust.layerAll
})

describe("the reports of events", () => {
  it.live("are given to each reader, those of events without hooks, too", () =>
    Effect.gen(function* () {
      const hooks = yield* Hookline
      const read = Stream.runCollect(Stream.take(hooks.reports, 3))
      const readers = yield* Effect.forEach([1, 2], () => Effect.forkChild(read, { startImmediately: true }))
      const [call, start] = [callIn("s"), cases.SessionStart.make({ sessionId: "s" })]
      const own = [yield* hooks.emit(call), yield* hooks.emit(start)]
      yield* hooks.run({
        hook_event_name: "PreToolUse",
        session_id: "s",
        tool_name: "Bash",
        tool_input: { command: "ls" }
      })
      for (const reader of readers) {
        const read = [...(yield* Fiber.join(reader))]
        assert.deepStrictEqual(read.slice(0, 2), own)
        assert.deepInclude(read[2], { event: "PreToolUse" })
      }
    }).pipe(Effect.provide(inMemory))
  )

  it.live("are dropped for a reader that is slow, from the oldest on, and hold no event up", () =>
    Effect.gen(function* () {
      const hooks = yield* Hookline
      const [isFirst, goesOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const read: Array<string> = []
      const slow = Stream.runForEach(hooks.reports, ({ event }) =>
        Effect.andThen(
          Effect.andThen(
            Effect.sync(() => read.push(event)),
            Deferred.succeed(isFirst, undefined)
          ),
          Deferred.await(goesOn)
        )
      )
      yield* Effect.forkScoped(slow, { startImmediately: true })
      yield* hooks.emit(callIn("s"))
      yield* Deferred.await(isFirst)
      for (let emitted = 0; emitted < 3000; emitted++) yield* hooks.emit(cases.SessionStart.make({ sessionId: "s" }))
      yield* hooks.emit(cases.SessionEnd.make({ sessionId: "s" }))
      yield* Deferred.succeed(goesOn, undefined)
      yield* eventually("the last one is read", () => read.at(-1) === "SessionEnd")
      assert.strictEqual(read[0], "PreToolUse")
      assert.isAtMost(read.length, 1026)
      assert.isAbove(read.length, 1000)
    }).pipe(Effect.scoped, Effect.provide(inMemory))
  )

  it.live("end with the hooks, also for who reads them later", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const hooks = Context.get(yield* Layer.buildWithScope(inMemory, scope), Hookline)
      const reader = yield* Effect.forkChild(Stream.runCollect(hooks.reports), { startImmediately: true })
      const report = yield* hooks.emit(callIn("s"))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual([...(yield* Fiber.join(reader))], [report])
      assert.deepStrictEqual([...(yield* Stream.runCollect(hooks.reports))], [])
    })
  )
})
