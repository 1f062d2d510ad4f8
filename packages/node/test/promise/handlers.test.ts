// Hooks that are functions: what they get, what they say, and what it means where they fail.
import { assert, describe, it } from "@effect/vitest"
import type { HandlerEvent, PlainHandler, PlainReport } from "@hookline/node"
import { bash, commands, opened } from "./opened.ts"

const texts = ({ reasons }: PlainReport): ReadonlyArray<string> => reasons.map(({ by, text }) => `${by}: ${text}`)

describe("a handler", () => {
  it.live("gets the event, and is heard whether it waits or not", () =>
    opened({}, async (hooks) => {
      const seen: Array<HandlerEvent> = []
      hooks.on("PreToolUse", function first(event) {
        seen.push(event)
        return { context: "one", notices: [{ text: "two", level: "warning" }] }
      })
      hooks.on(
        "PreToolUse",
        async ({ input, tool }) => {
          await Promise.resolve()
          return { verdict: "deny", reason: `${tool} ${String(input["command"])}` }
        },
        { name: "second", priority: 1 }
      )
      const report = await hooks.emit({ ...bash, cwd: "/here" })
      assert.deepStrictEqual(texts(report), ["second: Bash ls"])
      assert.deepStrictEqual(report.context, [{ by: "first", text: "one", role: "system", ephemeral: false }])
      assert.deepInclude(report.notices, { by: "first", level: "warning", text: "two" })
      const [{ fields, ...event }] = seen as [HandlerEvent]
      assert.deepStrictEqual<unknown>(event, { ...bash, cwd: "/here" })
      assert.deepInclude(fields, { tool_name: "Bash", session_id: "s1" })
    })
  )

  const strange: ReadonlyArray<readonly [object, string]> = [
    [
      { context: [{ text: "x", role: "sys" }] },
      `as its context: role is "sys", where "system" or "user" or "assistant" belongs`
    ],
    [{ context: [{ text: "x", ephemeral: "no" }] }, `as its context: ephemeral is "no", where true or false belongs`],
    [{ context: [{ role: "user" }] }, "undefined as its context, where a text belongs"],
    [
      { notices: [{ text: "x", level: "fatal" }] },
      `as its notices: level is "fatal", where "info" or "warning" or "error"`
    ],
    [{ notices: [{ text: 1 }] }, "as its notices: text is 1, where a string belongs"],
    [{ verdict: "ask", question: { text: "?", timeout: "5 s" } }, `as its question: timeout is "5 s", where a number`],
    [
      { verdict: "ask", question: { text: "?", timeout: -1 } },
      "as its question: timeout is -1, where a number of more"
    ],
    [
      { verdict: "ask", question: { text: "?", options: "Allow always" } },
      `options is "Allow always", where a list of texts`
    ],
    [{ verdict: "ask", question: { text: "?", options: [1] } }, "options is an array, where a list of texts belongs"],
    [{ verdict: "ask", question: { text: "?", default: "yes" } }, `default is "yes", where "allow" or "deny" belongs`],
    [{ verdict: "ask", question: { text: "?", scope: "" } }, `scope is "", where a text that is not empty belongs`],
    [{ verdict: "ask", question: { prompt: "?" } }, `"prompt" is not known`]
  ]

  it.live("fails by a field of another kind, which its failure names", () =>
    opened({}, async (hooks) => {
      for (const [returned, why] of strange) {
        const registration = hooks.on("PreToolUse", () => returned, { name: "guard", onFailure: "closed" })
        const report = await hooks.emit(bash)
        assert.strictEqual(report.verdict, "deny", why)
        assert.include(texts(report).join("\n"), why)
        registration.off()
      }
    })
  )

  it.live("may change what the tool gets, and the next one sees it", () =>
    opened({}, async (hooks) => {
      hooks.on("PreToolUse", ({ input }) => ({ input: { ...input, quiet: true } }))
      let seen: unknown
      hooks.on("*", ({ input }) => void (seen = input), { priority: 1 })
      const { input } = await hooks.emit(bash)
      assert.deepStrictEqual(
        [input, seen],
        [
          { command: "ls", quiet: true },
          { command: "ls", quiet: true }
        ]
      )
      hooks.on("UserPromptSubmit", () => ({ halt: "enough" }))
      const halted = await hooks.emit({ event: "UserPromptSubmit", prompt: "a" })
      assert.deepStrictEqual([halted.goesOn, halted.halt?.reason], [false, "enough"])
    })
  )

  it.live("is gone when it is taken out, however that is done", () =>
    opened({}, async (hooks) => {
      const registration = hooks.on("Stop", () => ({ verdict: "deny", reason: "go on" }))
      assert.isFalse((await hooks.emit({ event: "Stop" })).goesOn)
      registration.off()
      registration.off()
      assert.isFalse(hooks.wants({ event: "Stop" }))
      {
        using _again = hooks.on("Stop", () => {})
        assert.isTrue(hooks.wants({ event: "Stop" }))
      }
      assert.isFalse(hooks.wants({ event: "Stop" }))
    })
  )

  const nonsense: Readonly<Record<string, unknown>> = {
    "a text": "deny",
    "a list": [],
    "an unknown key": { verdit: "deny" },
    "an unknown verdict": { verdict: "block" },
    "a capital": { verdict: "Deny" },
    "a reason for nothing": { reason: "no" },
    "a question for nothing": { question: "sure?" },
    "a question without words": { verdict: "ask" },
    "an input that is none": { input: "ls" },
    "a prompt that is none": { prompt: 1 },
    "a reason that is none": { verdict: "deny", reason: 1 },
    "a context that is none": { context: 1 },
    "a strange context": { context: [{ text: "a", for: "you" }] },
    "a role that is none": { context: [{ text: "a", role: "tool" }] },
    "a halt that is none": { halt: true },
    "a function": () => ({ verdict: "deny" }),
    "an error that was not thrown": new Error("no"),
    "a map": new Map([["verdict", "deny"]])
  }
  const failing: Readonly<Record<string, () => unknown>> = {
    ...Object.fromEntries(Object.entries(nonsense).map(([name, value]) => [`returns ${name}`, () => value])),
    throws: () => {
      throw new Error("oh")
    },
    rejects: () => Promise.reject(new Error("oh")),
    "rejects with nothing": () => Promise.reject(undefined),
    "is late": () => new Promise(() => {})
  }

  it.live("that does not do its work is told, and is what policy says", () =>
    opened(commands("echo no >&2; exit 2"), async (hooks) => {
      for (const [name, handler] of Object.entries(failing)) {
        const ofPolicy = async (onFailure: "open" | "closed" | "ask" | undefined): Promise<PlainReport> => {
          // Programs without types return anything.
          using _one = hooks.on("PreToolUse", handler as PlainHandler<"PreToolUse">, { name, timeout: 20, onFailure })
          return await hooks.emit({ ...bash, tool: "Read" })
        }
        const open = await ofPolicy(undefined)
        assert.deepStrictEqual([open.goesOn, open.runs.map(({ status }) => status)], [true, ["failed"]], name)
        assert.isAbove(open.notices.length, 0, name)
        assert.deepStrictEqual([(await ofPolicy("closed")).verdict, (await ofPolicy("ask")).verdict], ["deny", "deny"])
        // Nobody's guard is lost to it.
        using _broken = hooks.on("PreToolUse", handler as PlainHandler<"PreToolUse">, { name, timeout: 20 })
        assert.strictEqual((await hooks.emit(bash)).verdict, "deny", name)
      }
    })
  )

  it.live("denies where the settings are closed", () =>
    opened(
      {},
      async (hooks) => {
        hooks.on("PreToolUse", () => {
          throw new Error("the list can't be read")
        })
        const report = await hooks.emit(bash)
        assert.strictEqual(report.verdict, "deny")
        assert.match(texts(report).join(), /on PreToolUse.*the list can't be read/)
      },
      { settings: { failurePolicy: "closed" } }
    )
  )

  it.live("is refused where it could not be what was meant", () =>
    opened({}, async (hooks) => {
      // Programs without types say anything.
      const on = hooks.on as (...said: ReadonlyArray<unknown>) => unknown
      const guard = () => {}
      assert.throws(() => on("", guard), /name of an event/)
      assert.throws(() => on("Stop"), /needs a function/)
      assert.throws(() => on("Stop", guard, { onfailure: "closed" }), /is onFailure meant\?/)
      assert.throws(() => on("Stop", guard, { onFailure: "shut" }), /one of open, closed, ask/)
      assert.throws(() => on("Stop", guard, { timeout: 0 }), /no time/)
      assert.isFalse(hooks.wants({ event: "Stop" }))
    })
  )
})
