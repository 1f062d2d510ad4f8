/**
 * The laws of every layer of `Executor`: a hook runs once, with its own input and confinement, ends at its limit, and every
 * failure is a `PipelineError`.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import { executing, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
import type { Work } from "@hookline/core/Runner"
import * as Runners from "@hookline/core/Runners"
import type { Handler } from "@hookline/schema/Handler"
import { textOf } from "@hookline/schema/Handler"
import type { HookReply } from "@hookline/schema/HookReply"
import { OnFailure } from "@hookline/schema/Hook"
import { Profile } from "@hookline/schema/Profile"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Arbitraries from "./Arbitraries.ts"
import * as HookEvents from "./HookEvents.ts"
import { dialectName, dialectNamed } from "./internal/dialectNames.ts"
import { runsOf } from "./internal/runsOf.ts"
import * as Law from "./Law.ts"
import * as TestPipeline from "./TestPipeline.ts"
import * as TestRunner from "./TestRunner.ts"
import * as TestWork from "./TestWork.ts"

/**
 * A layer of `Executor` on runners of all kinds.
 *
 * @category models
 * @since 0.1.0
 */
export type Part = Layer.Layer<Executor, never, Concurrency.Concurrency | Runners.Runners>

/** One handler of each kind. */
const handlers: ReadonlyArray<Handler> = [
  { _tag: "Command", command: "./guard.sh" },
  { _tag: "Command", command: "guard", args: ["--strict"] },
  { _tag: "Http", url: "http://localhost/guard" },
  { _tag: "Prompt", prompt: "May it?" },
  { _tag: "Agent", prompt: "Look at the files." },
  { _tag: "Python", script: "guard.py" },
  { _tag: "Module", path: "./guard.js" },
  { _tag: "McpTool", server: "guards", tool: "check" }
]

const handler: Arbitrary.Arbitrary<Handler> = Arbitrary.map(
  Arbitrary.schema(Schema.Literals(handlers.map((_, index) => index))),
  // The index is one of the list's own.
  (index) => handlers[index] as Handler
)

const limit = Layer.provide(Concurrency.layerPerCpu(), TestPipeline.thisProject)

const Millis = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))

/** The circumstances of a hook that runs. */
const Situation = Schema.Struct({
  input: Schema.String,
  limitMillis: Millis,
  profile: Profile,
  project: Schema.Literals(["/project", "/another"]),
  session: Schema.String,
  settings: Schema.Struct({ failurePolicy: OnFailure, shell: Schema.Literals(["sh", "bash"]) })
})

const AtOnce = Arbitrary.schema(Schema.Literals([1, 4]))

/** Returns work without its functions, so that it can be compared. */
const dataOf = ({ dialect, host, onMoved: _onMoved, onWithheld: _onWithheld, payload, ...work }: Work) => ({
  ...work,
  dialect: dialect.name,
  host: host.name,
  input: payload()
})

/** Runs a program with an executor of this part, whose hooks follow the script, under a clock of its own. */
const withExecutor = <E>(
  part: Part,
  script: TestRunner.Script,
  use: (executor: (typeof Executor)["Service"], seen: TestRunner.Seen) => Effect.Effect<void, E>
): Effect.Effect<void, E> =>
  Effect.suspend(() => {
    const seen = TestRunner.record()
    return Effect.flatMap(Executor, (executor) => use(executor, seen)).pipe(
      // `fresh`, because a layer is otherwise shared between scripts.
      Effect.provide(
        Layer.merge(
          Layer.provide(Layer.fresh(part), [
            Layer.provideMerge(TestRunner.layer(script, seen), Runners.layerNone),
            limit
          ]),
          TestClock.layer()
        )
      )
    )
  })

const workOf = (of: Handler, limitMillis = 60_000) => TestWork.make(of, { project: "/project", limitMillis })

/** Runs a hook, and returns its result after so much time, or `undefined` if it still runs. */
const resultAfter = (
  running: Effect.Effect<HookReply, PipelineError>,
  millis: number
): Effect.Effect<Result.Result<HookReply, PipelineError> | undefined> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.result(running), { startImmediately: true })
    yield* TestClock.adjust(millis)
    const exit = fiber.pollUnsafe()
    if (exit === undefined) {
      yield* Fiber.interrupt(fiber)
      return undefined
    }
    return yield* exit
  })

const reasonOf = (result: Result.Result<HookReply, PipelineError> | undefined): string | undefined =>
  result !== undefined && Result.isFailure(result) ? `${result.failure.stage} ${result.failure.reason._tag}` : undefined

const { small } = Arbitraries

/**
 * The laws of executors.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "runs a hook once, and returns the reply of its runner",
    Arbitrary.all([handler, Arbitraries.reply]),
    (part, [of, reply]) =>
      withExecutor(part, { [textOf(of)]: { reply } }, ({ execute }, seen) =>
        Effect.gen(function* () {
          const work = workOf(of)
          let starts = 0
          assert.deepStrictEqual(yield* execute(work, () => starts++), reply)
          assert.deepStrictEqual(
            seen.started.map(({ handler: started, hook }) => [started, hook.id]),
            [[of, work.hook.id]]
          )
          assert.strictEqual(starts, 1, "the start that is reported")
        })
      ),
    small.arbitrary
  ),
  Law.make(
    "gives its runner the work as it is: the hook, its input, its session, its settings and its confinement",
    Arbitrary.all([handler, HookEvents.example, Arbitrary.schema(Situation), dialectName, dialectName]),
    (part, [of, event, { input, limitMillis, profile, project, session, settings }, own, host]) => {
      const heard: Array<unknown> = []
      const work = TestWork.make(of, {
        project,
        event,
        dialect: dialectNamed(own),
        host: dialectNamed(host),
        payload: () => input,
        limitMillis,
        settings,
        session: { project, session },
        onWithheld: (names) => heard.push(names),
        onMoved: (reply) => heard.push(reply),
        ...(TestRunner.confining.has(of._tag) && { confinement: { profile, env: ["SECRET"] } })
      })
      const act = ({ onMoved, onWithheld }: Work): TestRunner.Act => {
        onWithheld?.(["TOKEN"])
        onMoved?.("Recorded")
        return {}
      }
      return withExecutor(part, { [textOf(of)]: act }, ({ execute }, seen) =>
        Effect.map(execute(work), () => {
          assert.deepStrictEqual(seen.started.map(dataOf), [dataOf(work)])
          assert.deepStrictEqual(heard, [["TOKEN"], "Recorded"], "what the runner reports")
        })
      )
    },
    small.arbitrary
  ),
  Law.make(
    "returns for each run of one hook the reply of that run, whether others still run or not",
    Arbitrary.all([handler, Arbitrary.array(Arbitraries.reply, { minLength: 2, maxLength: 4 }), AtOnce]),
    (part, [of, replies, concurrency]) => {
      const rest = [...replies]
      const next = (): TestRunner.Act => {
        const reply = rest.shift()
        return reply === undefined ? {} : { reply }
      }
      return withExecutor(part, { [textOf(of)]: next }, ({ execute }) =>
        Effect.map(
          Effect.forEach(replies, () => execute(workOf(of)), { concurrency }),
          (got) => assert.deepStrictEqual(got, replies)
        )
      )
    },
    small.arbitrary
  ),
  Law.make(
    "returns to each of many hooks its own reply",
    Arbitrary.array(Arbitrary.schema(Millis), { minLength: 2, maxLength: 40 }),
    (part, delays) =>
      withExecutor(
        part,
        Object.fromEntries(delays.map((after, index) => [`hook ${index}`, { after, exit: index }])),
        ({ execute }) =>
          Effect.gen(function* () {
            const all = Effect.forEach(
              delays,
              (_, index) => execute(workOf({ _tag: "Command", command: `hook ${index}` }, 10_000_000)),
              { concurrency: "unbounded" }
            )
            const fiber = yield* Effect.forkChild(all, { startImmediately: true })
            for (const _ of delays) yield* TestClock.adjust(100_000)
            const replies = yield* Fiber.join(fiber)
            assert.deepStrictEqual(
              replies.map((reply) => (reply._tag === "Exit" ? reply.code : reply._tag)),
              delays.map((_, index) => index)
            )
          })
      ),
    { size: 40, runs: runsOf(60) }
  ),
  Law.make(
    "ends a hook at its limit, not before, and interrupts its runner",
    Arbitrary.all([handler, Arbitrary.schema(Millis), Arbitrary.schema(Millis)]),
    (part, [of, limit, after]) =>
      withExecutor(part, { [textOf(of)]: { after } }, ({ execute }, seen) =>
        Effect.gen(function* () {
          // At the very limit, either may be the first.
          if (limit === after) return
          const result = yield* resultAfter(execute(workOf(of, limit)), Math.min(limit, after))
          if (after < limit) {
            assert.isTrue(result !== undefined && Result.isSuccess(result), `it was ended before ${limit}`)
            assert.deepStrictEqual(seen.interrupted, [])
          } else {
            assert.strictEqual(reasonOf(result), "execute TimedOut", `after ${limit}`)
            assert.deepStrictEqual(seen.interrupted, [textOf(of)])
          }
        })
      ),
    small.arbitrary
  ),
  Law.make(
    "returns the failure of a runner as it is",
    Arbitrary.all([handler, Arbitrary.schema(Schema.String)]),
    (part, [of, issue]) => {
      const fails = executing(new NotStarted({ hook: "guard", issue }))
      return withExecutor(part, { [textOf(of)]: { fails } }, ({ execute }) =>
        Effect.map(Effect.flip(Effect.mapEager(execute(workOf(of)), () => "a reply")), (error) =>
          assert.deepStrictEqual(error, fails)
        )
      )
    },
    small.arbitrary
  ),
  Law.make(
    "returns a failure for a runner that throws, dies or interrupts itself",
    Arbitrary.all([
      handler,
      Arbitrary.schema(Schema.Literals(["dies", "interruptsItself", "throws"])),
      Arbitrary.schema(Schema.Union([Schema.String, Schema.Null, Schema.Struct({})]))
    ]),
    (part, [of, how, thrown]) => {
      const acts = {
        dies: { dies: thrown ?? "null" },
        interruptsItself: { interruptsItself: true },
        throws: () => {
          throw new Error(JSON.stringify(thrown))
        }
      }
      return withExecutor(part, { [textOf(of)]: acts[how] }, ({ execute }) =>
        Effect.gen(function* () {
          const result = yield* resultAfter(execute(workOf(of)), 1)
          assert.strictEqual(reasonOf(result), "execute RunnerDefect")
        })
      )
    },
    small.arbitrary
  ),
  Law.make(
    "runs a hook that has to be confined only with a runner that confines, and in its profile",
    Arbitrary.all([handler, Arbitrary.schema(Profile)]),
    (part, [of, profile]) =>
      withExecutor(part, { [textOf(of)]: {} }, ({ execute }, seen) =>
        Effect.gen(function* () {
          const confinement = { profile, env: "untrusted" as const }
          const result = yield* resultAfter(execute({ ...workOf(of), confinement }), 1)
          if (profile === "open" || TestRunner.confining.has(of._tag)) {
            assert.isTrue(result !== undefined && Result.isSuccess(result))
            assert.deepStrictEqual(
              seen.started.map((work) => work.confinement),
              [confinement],
              "the confinement that its runner gets"
            )
            return
          }
          assert.strictEqual(reasonOf(result), "execute SandboxMissing")
          assert.deepStrictEqual(seen.started, [])
        })
      ),
    small.arbitrary
  ),
  Law.make(
    "interrupts the runner of a hook that is interrupted",
    handler,
    (part, of) =>
      withExecutor(part, { [textOf(of)]: { hangs: true } }, ({ execute }, seen) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(execute(workOf(of)), { startImmediately: true })
          yield* TestClock.adjust(1)
          yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(seen.interrupted, [textOf(of)])
        })
      ),
    small.arbitrary
  ),
  Law.make(
    "lets no hook in the background keep others from running",
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))),
    (part, count) =>
      withExecutor(part, { forever: { hangs: true }, guard: { exit: 2 } }, ({ execute }, seen) =>
        Effect.gen(function* () {
          const background = workOf({ _tag: "Command", command: "forever", async: true }, 1000)
          const fibers = yield* Effect.forEach(Array.from({ length: count }), () =>
            Effect.forkChild(execute(background), { startImmediately: true })
          )
          const result = yield* resultAfter(execute(workOf({ _tag: "Command", command: "guard" })), 1)
          assert.isTrue(result !== undefined && Result.isSuccess(result), `behind ${count} in the background`)
          yield* TestClock.adjust(100_000)
          assert.strictEqual(
            fibers.filter((fiber) => fiber.pollUnsafe() === undefined).length,
            count,
            "without a limit"
          )
          yield* Fiber.interruptAll(fibers)
          assert.strictEqual(seen.interrupted.length, count)
        })
      ),
    { runs: 20 }
  )
]

/**
 * Registers the suite.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as ExecutorTest from "@hookline/testing/ExecutorTest"
 *
 * const test = () => ExecutorTest.suite("My executor", Executor.layerNoDeps)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, part: Part): void => Law.suite(title, laws, part)
