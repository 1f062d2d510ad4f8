import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import { ModuleRunner } from "@hookline/core/Runners"
import { Pipeline } from "@hookline/core/Pipeline"
import type { Work } from "@hookline/core/Runner"
import type { Handler } from "@hookline/schema/Handler"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestPipeline, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Modules from "../src/ImportModuleRunner.ts"
import { around } from "./support/answering.ts"

/** A module that no test's loader reads: what it imports, Node imports, as it does outside of tests. */
const outside: string = "data:text/javascript,export const load = (url) => import(url)"

/** Node's own import. */
const { load } = (await import(outside)) as { readonly load: (url: string) => Promise<unknown> }

/** What a module's text imports, wherever it lies. */
const effect = JSON.stringify(import.meta.resolve("effect/Effect"))
const outcome = JSON.stringify(import.meta.resolve("@hookline/schema/Outcome"))

const host = { hook_event_name: "PreToolUse", list: [{ a: 1 }] }

const bash = HookEvent.cases.PreToolUse.make({
  toolName: "Bash",
  toolInput: { command: "ls", env: { A: "1" } },
  sessionId: "s",
  host
})

interface Given {
  readonly export?: string
  readonly path?: string
  readonly event?: HookEvent.HookEvent
}

type ModuleHandler = Extract<Handler, { readonly _tag: "Module" }>

/** The work of the hook in a project's file of hooks, whose module is beside it. */
const workIn = (project: string, { event = bash, export: name, path = "guard.js" }: Given = {}): Work<"Module"> => {
  const folder = join(project, "hooks")
  const source = { dialect: "claude", scope: "user" as const, file: join(folder, "hooks.json"), folder, at: [] }
  return TestWork.make<ModuleHandler>(
    { _tag: "Module", path, ...(name !== undefined && { export: name }) },
    { project, event, hook: { id: "guard", source }, payload: () => '{"tool_name":"Bash"}\n' }
  )
}

const run = (work: Work<"Module">) => Effect.flatMap(ModuleRunner, (runner) => runner.run(work))

/** A project with these modules in its folder of hooks. */
const projectOf = (modules: Readonly<Record<string, string>>) =>
  Effect.map(
    TestProject.make(Object.fromEntries(Object.entries(modules).map(([name, text]) => [`hooks/${name}`, text]))),
    ({ project }) => ({ project, pathOf: (name: string) => join(project, "hooks", name) })
  )

/** What the function of a module amounts to. */
const replyOf = (text: string, given: Given = {}) =>
  Effect.gen(function* () {
    const { project } = yield* projectOf({ [given.path ?? "guard.js"]: text })
    return yield* run(workIn(project, given))
  })

const value = (text: string, given: Given = {}) =>
  Effect.map(replyOf(text, given), (reply) => {
    assert.strictEqual(reply._tag, "Value")
    return reply._tag === "Value" ? reply.value : undefined
  })

const failureIn = (work: Work<"Module">) => Effect.map(Effect.flip(run(work)), ({ reason }) => reason)

const failureOf = (text: string, given: Given = {}) =>
  Effect.map(Effect.flip(replyOf(text, given)), ({ reason }) => reason)

/** A test of the runner as it is, by the real clock. */
const live = <E>(name: string, test: () => Effect.Effect<void, E, ModuleRunner | Scope.Scope>) =>
  it.live(name, () => Effect.provide(test(), Modules.layerWith({ load })))

const deny = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } }

const denied = Outcome.make({ verdict: Verdict.deny({ by: "guard", reason: "no" }) })

const denies = (text: string) =>
  `import * as Outcome from ${outcome}
   export default () => Outcome.make({ verdict: { _tag: "Deny", reasons: [{ by: "guard", text: "${text}" }] } })`

/** Looks again and again, until it holds or half a minute is over. */
const eventually = (holds: () => boolean, what: string) =>
  Effect.gen(function* () {
    for (let times = 0; times < 600 && !holds(); times++) yield* Effect.sleep(50)
    assert.isTrue(holds(), what)
  })

/** What modules tell the tests. */
const noted = (): Array<string> => {
  const notes: Array<string> = []
  Reflect.set(globalThis, "noted", notes)
  return notes
}

describe("ModuleRunner", () => {
  describe("calls the function of a module", () => {
    live("of JavaScript", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* value(`export default () => (${JSON.stringify(deny)})`), deny)
      })
    )

    live("of TypeScript", () =>
      Effect.gen(function* () {
        const text = `export const check = (event: { readonly toolName: string }): string => event.toolName`
        assert.strictEqual(yield* value(text, { path: "guard.ts", export: "check" }), "Bash")
      })
    )

    for (const [what, text, name] of [
      ["that is the module", `module.exports = () => "seen"`, undefined],
      ["by its name", `exports.check = () => "seen"`, "check"],
      ["by a name that only running tells", `const all = { check() { return "seen" } }; module.exports = all`, "check"],
      [
        "that is a default",
        `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = () => "seen"`,
        undefined
      ],
      ["beside another", `module.exports = () => "other"; module.exports["che" + "ck"] = () => "seen"`, "check"]
    ] as const) {
      live(`of CommonJS ${what}`, () =>
        Effect.gen(function* () {
          const given = { path: "guard.cjs", ...(name !== undefined && { export: name }) }
          assert.strictEqual(yield* value(text, given), "seen")
        })
      )
    }

    live("wherever it is: beside the file of hooks, or by its whole path", () =>
      Effect.gen(function* () {
        const { pathOf, project } = yield* projectOf({ "with space/#1?.js": `export default () => "seen"` })
        for (const path of ["with space/#1?.js", "./with space/../with space/#1?.js", pathOf("with space/#1?.js")]) {
          assert.deepStrictEqual(yield* run(workIn(project, { path })), { _tag: "Value", value: "seen" })
        }
      })
    )

    live("with the event, and the event in the hook's words, and who it is", () =>
      Effect.gen(function* () {
        const text = `export default (event, { hook, payload, signal }) =>
          ({ event, hook, payload, aborted: signal.aborted, rest: [this, event.toolInput.env.A] })`
        assert.deepStrictEqual(yield* value(text), {
          event: bash,
          hook: "guard",
          payload: { tool_name: "Bash" },
          aborted: false,
          rest: [null, "1"]
        })
      })
    )

    live("and reads the event in the hook's words only where it is asked to", () =>
      Effect.gen(function* () {
        const { project } = yield* projectOf({ "guard.js": `export default () => "seen"` })
        const payload = () => {
          throw new Error("nobody asked")
        }
        assert.deepStrictEqual(yield* run({ ...workIn(project), payload }), { _tag: "Value", value: "seen" })
      })
    )
  })

  describe("shows it an event that it can't change", () => {
    for (const [what, change] of [
      ["a field", `event.toolName = "Read"`],
      ["a new field", `event.more = 1`],
      ["an input", `event.toolInput.command = "rm"`],
      ["what is deep inside", `event.toolInput.env.A = "2"`],
      ["what the host said", `event.host.list[0].a = 2`],
      ["a list of the host's", `event.host.list.push(1)`],
      ["what is read for it", `context.payload.tool_name = "Read"`]
    ] as const) {
      live(`in ${what}, and tells who tries`, () =>
        Effect.gen(function* () {
          const before = structuredClone(bash)
          const failure = yield* failureOf(`export default (event, context) => { ${change} }`)
          assert.match(failure.message, /^guard failed: TypeError: Cannot/)
          assert.deepStrictEqual(bash, before)
          assert.isFalse(Object.isFrozen(bash))
        })
      )
    }

    live("whatever is in it", () =>
      Effect.gen(function* () {
        const date = new Date(0)
        const event = { ...bash, host: { date, run: () => 1, map: new Map([["a", 1]]), own: { ["__proto__"]: 1 } } }
        const text = `export default ({ host }) => { host.date.setTime(1); host.map.clear(); return String(host.run) }`
        assert.strictEqual(yield* value(text, { event }), "undefined")
        assert.deepStrictEqual([date.getTime(), event.host.map.size], [0, 1])
      })
    )
  })

  describe("takes what it returns", () => {
    const returns = (expression: string) => `import * as Effect from ${effect}; export default () => ${expression}`

    for (const [expression, expected] of [
      [`undefined`, undefined],
      [`null`, null],
      [`""`, ""],
      [`"text"`, "text"],
      [`({ a: [1, undefined], b: undefined, c: () => 1 })`, { a: [1, null] }],
      [`Object.assign(Object.create(null), { a: 1 })`, { a: 1 }],
      [`JSON.parse('{"__proto__": 1}')`, JSON.parse('{"__proto__": 1}')],
      [`new Proxy({ a: 1 }, {})`, { a: 1 }],
      [`Promise.resolve()`, undefined],
      [`Promise.resolve("text")`, "text"],
      [`new Promise((resolve) => setTimeout(resolve, 10, { a: 1 }))`, { a: 1 }],
      [`({ then: (resolve) => { resolve("first"); resolve("second"); throw new Error("late") } })`, "first"],
      [`Effect.void`, undefined],
      [`Effect.succeed("text")`, "text"],
      [`Effect.as(Effect.sleep(10), { a: 1 })`, { a: 1 }],
      [`Promise.resolve(Effect.succeed("text"))`, "text"],
      [`Effect.succeed(Promise.resolve(Effect.succeed({ a: 1 })))`, { a: 1 }]
    ] as const) {
      live(`as data: ${expression}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* value(returns(expression)), expected)
        })
      )
    }

    for (const [what, text] of [
      ["as it is", denies("no")],
      ["by a promise", denies("no").replace("() =>", "async () =>")],
      ["by an effect", `import * as Effect from ${effect}\n${denies("no").replace("() => ", "() => Effect.succeed(")})`]
    ] as const) {
      live(`as an Outcome ${what}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* value(text), denied)
        })
      )
    }

    live("as it was then, whatever becomes of it", () =>
      Effect.gen(function* () {
        const text = `export default () => { const said = { a: 1 }; globalThis.said = said; return said }`
        const said = yield* value(text)
        Object.assign(Reflect.get(globalThis, "said") as object, { a: 2 })
        assert.deepStrictEqual(said, { a: 1 })
      })
    )

    for (const [expression, told] of [
      [`1`, "it returned a number: return nothing, a text, a plain object or an Outcome"],
      [`true`, "it returned a boolean"],
      [`1n`, "it returned a bigint"],
      [`() => ({})`, "it returned a function"],
      [`Symbol.iterator`, "it returned a symbol"],
      [`[{}]`, "it returned a list"],
      [`new Error("no")`, "it returned an error"],
      [`new Map()`, "it returned an instance of a class"],
      [`(function* () {})()`, "it returned an instance of a class"],
      [`(() => { const it = {}; it.it = it; return it })()`, "it returned an object that JSON can't hold"],
      [`({ a: 1n })`, "it returned an object that JSON can't hold"],
      [`({ get a() { throw new Error("oh") } })`, "it returned an object that JSON can't hold"],
      [`({ toJSON: () => 1 })`, "it returned an object that is none as JSON"],
      [`({ get then() { throw new Error("oh") } })`, "oh"],
      [`({ then() { throw new Error("oh") } })`, "oh"],
      [`({ then(_resolve, reject) { reject(undefined) } })`, "undefined"],
      [`new Proxy({}, { has() { throw new Error("oh") }, get() { throw new Error("oh") } })`, "oh"],
      [`new Proxy({}, { getPrototypeOf() { throw new Error("oh") } })`, "it returned an object that JSON can't hold"],
      [`new Proxy({}, { ownKeys() { throw new Error("oh") } })`, "it returned an object that JSON can't hold"]
    ] as const) {
      live(`but not ${expression}`, () =>
        Effect.gen(function* () {
          const failure = yield* failureOf(returns(expression))
          assert.strictEqual(failure._tag, "HookFailed")
          assert.include(failure.message, `guard failed: ${told}`)
        })
      )
    }
  })

  describe("tells what went wrong in it", () => {
    for (const [what, body, told] of [
      ["an exception", `throw new TypeError("oh\\nno")`, "TypeError: oh"],
      ["a rejected promise", `return Promise.reject(new Error("oh"))`, "oh"],
      ["a failed effect", `return Effect.fail(new Error("oh"))`, "oh"],
      ["an effect that died", `return Effect.die(new RangeError("oh"))`, "RangeError: oh"],
      ["a service that is not there", `return Context.Service("Nowhere")`, "Service not found: Nowhere"]
    ] as const) {
      live(`${what}, in a line and with its stack`, () =>
        Effect.gen(function* () {
          const context = JSON.stringify(import.meta.resolve("effect/Context"))
          const text = `import * as Effect from ${effect}; import * as Context from ${context}\nexport default () => { ${body} }`
          const failure = yield* failureOf(text)
          assert.strictEqual(failure.message, `guard failed: ${told}`)
          assert.match(failure._tag === "HookFailed" ? (failure.detail ?? "") : "", /Error: .*[^]*\n +at /)
        })
      )
    }

    for (const [expression, told] of [
      [`"oh"`, "oh"],
      [`""`, "it threw nothing"],
      [`undefined`, "undefined"],
      [`{ _tag: "Nope" }`, "Nope"],
      [`{ _tag: "Nope", message: "oh" }`, "Nope: oh"],
      [`{}`, "[object Object]"],
      [`new Error("")`, "Error"],
      [`Object.create(null)`, "something was thrown that has no text"],
      [`Object.assign(new Error("x"), { message: 1, stack: 2 })`, "Error: 1"],
      [`new Proxy(new Error("x"), { get() { throw new Error("oh") } })`, "it threw a value that can't be shown"],
      [`new Error("x".repeat(100000))`, "x".repeat(500)]
    ] as const) {
      live(`whatever it is: ${expression}`, () =>
        Effect.gen(function* () {
          const failure = yield* failureOf(`export default () => { throw ${expression} }`)
          assert.strictEqual(failure.message, `guard failed: ${told}`)
        })
      )
    }

    live("an effect that ended itself", () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(`import * as Effect from ${effect}; export default () => Effect.interrupt`)
        assert.strictEqual(failure.message, "guard failed: it interrupted itself")
      })
    )
  })

  describe("says why a function can't be called", () => {
    for (const [what, name, text, told] of [
      [
        "there is no such export",
        "check",
        `export const a = () => {}, b = 1`,
        `has no export "check": its exports are a, b`
      ],
      ["there is no default", undefined, `export const a = () => {}`, `has no export "default": its exports are a`],
      ["nothing is exported", undefined, ``, `has no export "default": it exports nothing`],
      [
        "it is none",
        "check",
        `export const check = { a: 1 }`,
        `the export "check" of FILE is an object and no function`
      ],
      [
        "it is nothing",
        undefined,
        `export default undefined`,
        `the export "default" of FILE is nothing and no function`
      ],
      ["it is every object's", "toString", `export default {}`, `has no export "toString": its exports are default`],
      ["the module throws", undefined, `throw new Error("oh\\nno")`, `FILE can't be loaded: oh`],
      ["the module throws nothing", undefined, `throw undefined`, `FILE can't be loaded: undefined`],
      ["it imports what is not there", undefined, `import "./nowhere.js"`, `FILE can't be loaded: Cannot find module`],
      [
        "it is no JavaScript",
        undefined,
        `export const = 1`,
        `FILE can't be loaded: SyntaxError: Unexpected token '=': node "FILE" shows where`
      ]
    ] as const) {
      live(`where ${what}`, () =>
        Effect.gen(function* () {
          const { pathOf, project } = yield* projectOf({ "guard.js": text, "package.json": `{"type":"module"}` })
          const failure = yield* failureIn(workIn(project, name === undefined ? {} : { export: name }))
          assert.strictEqual(failure._tag, "NotStarted")
          assert.include(failure.message, told.replaceAll("FILE", pathOf("guard.js")))
          assert.notInclude(failure.message, "\n")
        })
      )
    }

    live("where CommonJS exports something else", () =>
      Effect.gen(function* () {
        const text = `Object.defineProperty(exports, "__esModule", { value: true }); exports.check = () => {}`
        const { message } = yield* failureOf(text, { path: "guard.cjs", export: "chek" })
        assert.match(message, /has no export "chek": its exports are check, default$/)
      })
    )

    live("where Node can't strip its types", () =>
      Effect.gen(function* () {
        const { pathOf, project } = yield* projectOf({ "guard.ts": `export default () => {}\nexport enum A { B }` })
        const failure = yield* failureIn(workIn(project, { path: "guard.ts" }))
        assert.include(
          failure.message,
          `TypeScript enum is not supported in strip-only mode at ${pathOf("guard.ts")}:2`
        )
      })
    )

    live("where CommonJS can't be understood", () =>
      Effect.gen(function* () {
        const { pathOf, project } = yield* projectOf({ "guard.cjs": `module.exports = {}\n}` })
        const failure = yield* failureIn(workIn(project, { path: "guard.cjs" }))
        assert.include(failure.message, `Unexpected token '}' at ${pathOf("guard.cjs")}:2`)
      })
    )

    for (const [path, told] of [
      ["nowhere.js", "there is no module FILE: correct the hook's path"],
      ["guard.js/a.js", "there is no module FILE: correct the hook's path"],
      [".", "is no file: name the module in the hook's path"],
      ["a\0b.js", "can't be read (ERR_INVALID_ARG_VALUE)"]
    ] as const) {
      live(`where ${JSON.stringify(path)} is no file`, () =>
        Effect.gen(function* () {
          const { pathOf, project } = yield* projectOf({ "guard.js": "" })
          const failure = yield* failureIn(workIn(project, { path }))
          assert.strictEqual(failure._tag, "NotStarted")
          assert.include(failure.message, told.replaceAll("FILE", pathOf(path)))
        })
      )
    }
  })

  describe("imports a module", () => {
    const counting = (said: string, more = "") =>
      `globalThis.noted.push("import"); ${more}; export default () => "${said}"`

    live("once, also for those who ask at the same time", () =>
      Effect.gen(function* () {
        const notes = noted()
        const { project } = yield* projectOf({
          "guard.mjs": counting("seen", "await new Promise((resolve) => setTimeout(resolve, 50))")
        })
        const work = workIn(project, { path: "guard.mjs" })
        yield* Effect.all([run(work), run(work), run(work)], { concurrency: "unbounded" })
        yield* run(work)
        assert.deepStrictEqual(notes, ["import"])
      })
    )

    it.live("as it is told to", () => {
      const urls: Array<string> = []
      const loading = async (url: string) => {
        urls.push(url)
        return { default: () => "loaded" }
      }
      return Effect.gen(function* () {
        const { project } = yield* projectOf({ "guard.coffee": "-> 'loaded'" })
        const work = workIn(project, { path: "guard.coffee" })
        yield* run(work)
        assert.deepStrictEqual(yield* run(work), { _tag: "Value", value: "loaded" })
        assert.strictEqual(urls.length, 1)
        assert.match(urls[0] ?? "", /^file:\/\/.*\/guard\.coffee\?v=\d+-11$/)
      }).pipe(Effect.provide(Modules.layerWith({ load: loading })))
    })

    for (const [file, said] of [
      ["guard.mjs", (text: string) => `export default () => "${text}"`],
      ["guard.ts", (text: string) => `export default (): string => "${text}"`],
      ["guard.cjs", (text: string) => `module.exports = () => "${text}"`]
    ] as const) {
      live(`again when its file has changed: ${file}`, () =>
        Effect.gen(function* () {
          const { pathOf, project } = yield* projectOf({ [file]: said("one") })
          const work = workIn(project, { path: file })
          assert.deepStrictEqual(yield* run(work), { _tag: "Value", value: "one" })
          writeFileSync(pathOf(file), said("two!"))
          assert.deepStrictEqual(yield* run(work), { _tag: "Value", value: "two!" })
          // By its time alone.
          writeFileSync(pathOf(file), said("too!"))
          utimesSync(pathOf(file), 1, 1)
          assert.deepStrictEqual(yield* run(work), { _tag: "Value", value: "too!" })
          writeFileSync(pathOf(file), "}")
          assert.strictEqual((yield* failureIn(work))._tag, "NotStarted")
          rmSync(pathOf(file))
          assert.include((yield* failureIn(work)).message, "there is no module")
          writeFileSync(pathOf(file), said("back"))
          assert.deepStrictEqual(yield* run(work), { _tag: "Value", value: "back" })
        })
      )
    }

    live("again when what it imports has been mended", () =>
      Effect.gen(function* () {
        const { pathOf, project } = yield* projectOf({
          "guard.mjs": `import { said } from "./lib.mjs"; export default () => said`,
          "lib.mjs": "export const ="
        })
        const work = workIn(project, { path: "guard.mjs" })
        assert.strictEqual((yield* failureIn(work))._tag, "NotStarted")
        writeFileSync(pathOf("lib.mjs"), `export const said = "mended"`)
        assert.deepStrictEqual(yield* run(work), { _tag: "Value", value: "mended" })
      })
    )

    live("no longer when nobody waits for it", () =>
      Effect.gen(function* () {
        const { project } = yield* projectOf({ "guard.mjs": "await new Promise((_, no) => setTimeout(no, 300, 1))" })
        const done = yield* Effect.timeoutOption(run(workIn(project, { path: "guard.mjs" })), 50)
        assert.strictEqual(done._tag, "None")
        // What is rejected afterwards is nobody's: the test would fail by it.
        yield* Effect.sleep(500)
      })
    )
  })

  describe("lets go of a function", () => {
    const interrupted = (text: string, notes: Array<string>) =>
      Effect.gen(function* () {
        const { project } = yield* projectOf({ "guard.js": text })
        const fiber = yield* Effect.forkChild(run(workIn(project)), { startImmediately: true })
        yield* eventually(() => notes.length > 0, "it was called")
        yield* Fiber.interrupt(fiber)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      })

    live("that waits for ever, and tells it", () =>
      Effect.gen(function* () {
        const notes = noted()
        yield* interrupted(
          `export default (_event, { signal }) => {
             signal.addEventListener("abort", () => noted.push("aborted"))
             noted.push("called")
             return new Promise(() => {})
           }`,
          notes
        )
        assert.deepStrictEqual(notes, ["called", "aborted"])
      })
    )

    live("that fails afterwards", () =>
      Effect.gen(function* () {
        const notes = noted()
        yield* interrupted(
          `export default (_event, { signal }) => {
             noted.push("called")
             return new Promise((_, reject) => signal.addEventListener("abort", () => setTimeout(reject, 50, new Error("late"))))
           }`,
          notes
        )
        // An unhandled rejection would fail the test.
        yield* Effect.sleep(300)
      })
    )

    it.live("whose effect it ends, and which cleans up while nobody waits but the runner's end", () =>
      Effect.gen(function* () {
        const notes = noted()
        const text = `import * as Effect from ${effect}
          const note = (text) => Effect.sync(() => noted.push(text))
          export default () => Effect.onInterrupt(
            Effect.andThen(note("called"), Effect.never),
            () => note("ended").pipe(Effect.andThen(Effect.sleep(1000)), Effect.andThen(note("clean")))
          )`
        const within = Effect.gen(function* () {
          yield* interrupted(text, notes)
          assert.notInclude(notes, "clean")
          yield* eventually(() => notes.includes("ended"), "it was ended")
        })
        yield* Effect.provide(within, Modules.layerWith({ load }))
        assert.deepStrictEqual(notes, ["called", "ended", "clean"])
      })
    )

    it.live("at its limit", () =>
      Effect.gen(function* () {
        const { project } = yield* projectOf({ "guard.js": "export default () => new Promise(() => {})" })
        const executor = yield* Executor
        const work = workIn(project)
        const error = yield* Effect.flip(executor.execute({ ...work, handler: work.handler, limitMillis: 100 }))
        assert.strictEqual(error.reason._tag, "TimedOut")
      }).pipe(Effect.provide(Layer.provide(Executor.layerWith(Modules.layer), around)))
    )
  })
})

describe("a guard that is a function", () => {
  /** What a user sees: whether the tool may run, why not, and what is told. */
  const seen = (text: string, entry: Readonly<Record<string, unknown>> = {}, event: HookEvent.HookEvent = bash) =>
    Effect.gen(function* () {
      const { pathOf } = yield* projectOf({ "guard.js": text })
      const hooks = [{ type: "module", path: pathOf("guard.js"), name: "guard", ...entry }]
      const files = { "/home/me/.claude/settings.json": { hooks: { [event._tag]: [{ hooks }] } } }
      const { outcome, runs } = yield* Effect.flatMap(Pipeline, (pipeline) => pipeline.answer(event)).pipe(
        Effect.provide(TestPipeline.layerWith(files, Executor.layerWith(Modules.layer)))
      )
      const { verdict } = outcome
      return {
        run: runs[0],
        status: runs.map(({ status }) => status).join(),
        verdict: verdict._tag,
        reasons: verdict._tag === "Pass" ? "" : verdict.reasons.map(({ text }) => text).join("; "),
        notices: outcome.notices.map(({ level, text }) => `${level}: ${text}`).join("; ")
      }
    })

  it.live("denies, in the words of its dialect", () =>
    Effect.gen(function* () {
      const { status, verdict } = yield* seen(`export default () => (${JSON.stringify(deny)})`)
      assert.deepStrictEqual([status, verdict], ["ran", "Deny"])
    })
  )

  it.live("denies, by an Outcome", () =>
    Effect.gen(function* () {
      const { reasons, status, verdict } = yield* seen(denies("no"))
      assert.deepStrictEqual([status, verdict, reasons], ["ran", "Deny", "no"])
    })
  )

  it.live("says by an Outcome no more than its event can carry", () =>
    Effect.gen(function* () {
      const { notices, status, verdict } = yield* seen(
        denies("no"),
        {},
        HookEvent.cases.SessionEnd.make({ reason: "other" })
      )
      assert.deepStrictEqual([status, verdict], ["ran", "Pass"])
      assert.match(notices, /SessionEnd does not support that: no/)
    })
  )

  it.live("is not lost where its Outcome is none", () =>
    Effect.gen(function* () {
      for (const verdict of [`"Deny"`, `{ _tag: "Denied", reasons: [] }`, `{ _tag: "Deny" }`]) {
        const closed = yield* seen(`export default () => ({ verdict: ${verdict} })`, { onFailure: "closed" })
        assert.deepStrictEqual([closed.status, closed.verdict], ["failed", "Deny"])
        assert.match(closed.reasons, /make one with Outcome\.make/)
      }
    })
  )

  it.live("may leave out of its Outcome what says nothing, and hides nobody else's output", () =>
    Effect.gen(function* () {
      const text = `export default () => ({ verdict: { _tag: "Deny", reasons: [{ by: "guard", text: "no" }] }, quiet: ["other"] })`
      const { run, verdict } = yield* seen(text)
      assert.deepStrictEqual([verdict, run?.outcome?.quiet], ["Deny", []])
    })
  )

  it.live("passes by saying nothing", () =>
    Effect.gen(function* () {
      const { notices, status, verdict } = yield* seen(`export default async () => {}`)
      assert.deepStrictEqual([status, verdict, notices], ["ran", "Pass", ""])
    })
  )

  it.live("leaves its stack in the report", () =>
    Effect.gen(function* () {
      const { run } = yield* seen(`export default () => { throw new Error("oh") }`)
      assert.match(run?.failure?.detail ?? "", /Error: oh\n +at .*guard\.js/)
    })
  )
})
