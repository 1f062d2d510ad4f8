// Plain objects in, plain objects out, through hooks that are real processes.
import { assert, describe, it } from "@effect/vitest"
import { type CallOptions, Hookline, HooklineError, type PlainEvent } from "@hookline/node"
import { bash, commands, opened, rejection } from "./opened.ts"

const codeOf = (error: unknown): string => (error instanceof HooklineError ? error.code : String(error))

describe("Hookline.open", () => {
  it.live("answers by a plain report", () =>
    opened(commands("echo no >&2; exit 2"), async (hooks, { project }) => {
      const { diagnostics, reasons, runs, ...report } = await hooks.emit(bash)
      assert.deepStrictEqual(
        [report.version, report.event, report.verdict, report.goesOn, report.halt],
        [1, "PreToolUse", "deny", false, null]
      )
      assert.deepStrictEqual([reasons.map(({ text }) => text), diagnostics], [["no"], []])
      assert.deepInclude(runs[0], { kind: "command", status: "ran", exit: 2 })
      assert.strictEqual(runs[0]?.source.file, `${project}/.claude/settings.json`)
      assert.isTrue(hooks.wants(bash))
      assert.isFalse(hooks.wants({ event: "Stop" }))
      assert.isTrue((await hooks.emit({ event: "Stop" })).goesOn)
    })
  )

  // proves: docs/promises.md
  it.live("takes the event that a handler got, whose fields have all again", () =>
    opened({}, async (hooks) => {
      const got: Array<PlainEvent> = []
      hooks.on("*", (event) => void got.push(event))
      await hooks.emit({ ...bash, cwd: "/a", event: "PostToolUse", result: { lines: ["more"] } })
      await hooks.emit({ event: "SessionStart", session: "s1" })
      await hooks.emit({ event: "Deployed", session: "s1", fields: { to: "here" } })
      const first = [...got]
      for (const event of first) await hooks.emit(event)
      // Each emit has its own time.
      const timeless = (all: ReadonlyArray<PlainEvent>) =>
        all.map(({ fields, ...event }) => ({ ...event, fields: { ...fields, timestamp: 0 } }))
      assert.deepStrictEqual(timeless(got.slice(first.length)), timeless(first))
    })
  )

  it.live("refuses unknown options of a call, and those of another kind", () =>
    opened({}, async (hooks) => {
      const wrong: ReadonlyArray<readonly [unknown, RegExp]> = [
        [{ continuation: 9 }, /emit: "continuation" is not known; is continuations meant\?/],
        [{ continuations: "9" }, /emit: continuations is "9", where a count belongs/],
        [{ signal: {} }, /emit: signal is an object, where an AbortSignal belongs/],
        [null, /emit: options is null, where an object belongs/]
      ]
      for (const [options, why] of wrong) {
        // Programs without types give anything.
        const error = await rejection(hooks.emit({ event: "Stop" }, options as CallOptions))
        assert.strictEqual(codeOf(error), "bad-option")
        assert.match(String(error), why)
      }
      const timed = { timeout: 5 } as object
      assert.match(String(await rejection(hooks.answer({}, timed))), /answer: "timeout" is not known/)
      assert.match(String(await rejection(hooks.plan({ event: "Stop" }, timed))), /plan: "timeout" is not known/)
      assert.match(String(await rejection(hooks.refresh(timed))), /refresh: "timeout" is not known/)
    })
  )

  it.live("gives input, result and prompt as hooks left them", () => {
    const change = (event: string, fields: object) => ({
      [event]: [
        {
          hooks: [
            {
              type: "command",
              command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`
            }
          ]
        }
      ]
    })
    const hooks = {
      ...change("PreToolUse", { updatedInput: { command: "ls -l" } }),
      ...change("PostToolUse", { updatedToolOutput: "less", additionalContext: "for you" })
    }
    return opened({ ".claude/settings.json": { json: { hooks } } }, async (hooks) => {
      const before = await hooks.emit(bash)
      assert.deepStrictEqual([before.input, before.result, before.prompt], [{ command: "ls -l" }, null, null])
      const after = await hooks.emit({ ...bash, event: "PostToolUse", result: "more" })
      assert.deepStrictEqual([after.input, after.result], [{ command: "ls" }, "less"])
      assert.deepStrictEqual(
        after.context.map(({ role, text }) => [role, text]),
        [["system", "for you"]]
      )
      const said = await hooks.emit({ event: "UserPromptSubmit", prompt: "hello" })
      assert.deepStrictEqual([said.input, said.prompt], [null, "hello"])
    })
  })

  it.live("plans without running anything, and says where each hook stands", () =>
    opened(commands("exit 2"), async (hooks, { project }) => {
      const plan = await hooks.plan(bash)
      const [group] = plan.groups
      assert.strictEqual(group?.hooks[0]?.file, `${project}/.claude/settings.json`)
      assert.isAbove(group?.hooks[0]?.line ?? 0, 1)
      const other = await hooks.plan({ event: "Stop" })
      assert.deepStrictEqual([other.groups, other.others[0]?.text], [[], "it is for PreToolUse"])
    })
  )

  it.live("reads again when it is told to", () =>
    opened({}, async (hooks, { project }) => {
      assert.isFalse(hooks.wants(bash))
      const { mkdirSync, writeFileSync } = await import("node:fs")
      mkdirSync(`${project}/.claude`)
      writeFileSync(
        `${project}/.claude/settings.json`,
        JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] } })
      )
      await hooks.refresh()
      assert.isFalse((await hooks.emit(bash)).goesOn)
    })
  )

  it.live("answers many events at once, each its own", () => {
    const echo = `read -r line; case $line in *keep*) exit 0;; *) echo no >&2; exit 2;; esac`
    return opened(commands(echo), async (hooks) => {
      const inputs = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? `keep ${index}` : `drop ${index}`))
      const reports = await Promise.all(inputs.map((command) => hooks.emit({ ...bash, input: { command } })))
      assert.deepStrictEqual(
        reports.map(({ goesOn, input }) => [goesOn, input]),
        inputs.map((command) => [command.startsWith("keep"), { command }])
      )
    })
  })

  const cyclic: Record<string, unknown> = {}
  cyclic["self"] = cyclic

  // proves: docs/promises.md
  it.live("refuses what hooks could not be asked about as it is meant", () =>
    opened(commands("exit 2"), async (hooks) => {
      const refused: ReadonlyArray<readonly [unknown, RegExp]> = [
        [undefined, /an object belongs/],
        [{}, /needs its name/],
        [{ event: "PreToolUse" }, /needs the name of a tool/],
        [{ event: "PreToolUse", tool: "Bash", inputs: {} }, /"inputs" is not known; is input meant\?/],
        [{ event: "PreToolUse", tool: "Bash", input: "ls" }, /tool_input/],
        [{ event: "Stop", tool: "Bash" }, /no place for tool/],
        [{ event: "UserPromptSubmit" }, /prompt/],
        [{ event: "PreToolUse", tool: "Bash", input: new Map([["command", "rm"]]) }, /an object of a class/],
        [{ event: "PreToolUse", tool: "Bash", input: { command: "rm", toJSON: () => ({}) } }, /as JSON is another/],
        [{ event: "UserPromptSubmit", prompt: "go", fields: { user_prompt: "stop" } }, /its fields set another prompt/],
        [{ event: "PostToolUse", tool: "Bash", result: "a", fields: { result: "b" } }, /another result/],
        [{ event: "SessionStart", source: "clear", fields: { trigger: "startup" } }, /another source/],
        [
          { event: "PreToolUse", tool: "Bash", input: { command: "ls" }, fields: { toolInput: { command: "rm" } } },
          /toolInput/
        ],
        [{ event: "PreToolUse", tool: "Bash", input: { command: "ls" }, fields: { input: {} } }, /input/],
        [{ ...bash, fields: { hook_event_name: "Stop" } }, /its fields set another event/],
        [{ ...bash, fields: { hookEventName: "Stop" } }, /hookEventName/],
        [{ ...bash, fields: { session_id: "s2" } }, /its fields set another session/],
        [{ ...bash, fields: { sessionId: "s2" } }, /sessionId/],
        [{ ...bash, cwd: "/a", fields: { cwd: "/b" } }, /its fields set another cwd/],
        [{ ...bash, fields: { tool_name: "Write" } }, /its fields set another tool/],
        [{ ...bash, fields: { tool_input: { command: "rm" } } }, /its fields set another input/],
        [{ event: "UserPromptSubmit", prompt: "go", fields: { prompt: "stop" } }, /its fields set another prompt/],
        [{ event: "SessionStart", source: "clear", fields: { source: "startup" } }, /its fields set another source/],
        [
          { ...bash, event: "PostToolUse", fields: { tool_response: "a", result: "b" } },
          /result and tool_response are two results/
        ],
        [{ ...bash, event: "PostToolUse", result: ["a"], fields: { tool_response: ["b"] } }, /another result/],
        [{ ...bash, event: "PostToolUseFailure", error: "a", fields: { error: "b" } }, /another error/],
        [{ event: "PreToolUse", tool: "Bash", input: cyclic }, /can't be encoded for hooks/],
        [{ event: "PreToolUse", tool: "Bash", input: { big: 1n } }, /can.t be encoded for hooks/]
      ]
      for (const [event, why] of refused) {
        // Programs without types say anything.
        const error = await rejection(hooks.emit(event as PlainEvent))
        assert.strictEqual(codeOf(error), "bad-event")
        assert.match(String(error), why)
      }
      assert.throws(() => hooks.wants({ event: "" }), /needs its name/)
    })
  )

  it.live("takes the input of a tool under another name of it, which was no input", () =>
    opened(commands("grep -q 'rm -rf' && { echo no >&2; exit 2; }; exit 0"), async ({ emit }) => {
      for (const name of ["toolInput", "input", "toolArgs"]) {
        const report = await emit({ event: "PreToolUse", tool: "Bash", fields: { [name]: { command: "rm -rf /" } } })
        assert.deepStrictEqual([report.verdict, report.input], ["deny", { command: "rm -rf /" }], name)
      }
      assert.deepStrictEqual((await emit({ event: "PreToolUse", tool: "Bash" })).input, {})
    })
  )

  it.live("takes fields that say the same, and a continuation only for a count", () =>
    opened({}, async (hooks) => {
      hooks.on("Stop", () => ({ verdict: "deny", reason: "go on" }))
      const { prompt } = await hooks.emit({ event: "UserPromptSubmit", prompt: "go", fields: { user_prompt: "go" } })
      assert.strictEqual(prompt, "go")
      assert.isFalse((await hooks.emit({ event: "Stop" }, { continuations: 1 })).goesOn)
      // Programs without types, and sums of what is not there.
      for (const continuations of ["9" as unknown as number, NaN, -1, 0.5]) {
        const error = await rejection(hooks.emit({ event: "Stop" }, { continuations }))
        assert.strictEqual(codeOf(error), "bad-option")
      }
    })
  )

  it.live("opens nothing by options that can't be meant", () =>
    opened({}, async (_, { project }) => {
      const refused: ReadonlyArray<readonly [unknown, string, RegExp]> = [
        [undefined, "bad-option", /an object belongs/],
        [{}, "bad-option", /the project's folder/],
        [{ project: `${project}/none` }, "no-project", /none is not there/],
        [{ project, aprove: () => true }, "bad-option", /is approve meant\?/],
        [{ project, approve: true }, "bad-option", /approve is a boolean, where a function belongs/],
        [{ project, host: "other" }, "bad-option", /there is no host "other"/],
        [{ project, settings: { failure_policy: "closed" } }, "bad-option", /is failurePolicy meant\?/],
        [{ project, settings: { failurePolicy: "shut" } }, "bad-option", /settings: .*failurePolicy/],
        [{ project, trust: "everything" }, "bad-option", /there is no trust "everything": store or all/],
        [{ project, trust: true }, "bad-option", /trust is a boolean, where a string belongs/],
        [{ project: "" }, "bad-option", /the project's folder/],
        [{ project, home: "" }, "bad-option", /home is "", where the path of a folder belongs/],
        [{ project, home: `${project}/none` }, "bad-option", /home: .*none is not there, or is no folder/],
        [{ project, audit: "" }, "bad-option", /audit is "", where the path of a folder belongs/],
        [
          { project, excludeHostHooks: "false" },
          "bad-option",
          /excludeHostHooks is "false", where true or false belongs/
        ],
        [{ project, settings: { maxTimeoutMillis: -1 } }, "bad-option", /settings: .*maxTimeoutMillis/],
        [{ project, model: { provider: "me", name: "x" } }, "bad-option", /no provider "me"/]
      ]
      for (const [options, code, why] of refused) {
        // As above.
        const error = await rejection(Hookline.open(options as { project: string }))
        assert.strictEqual(codeOf(error), code)
        assert.match(String(error), why)
      }
    })
  )

  it.live("gives errors that programs can tell apart", () =>
    opened({}, async (hooks) => {
      await hooks.close()
      const error = await rejection(hooks.emit(bash))
      assert.isTrue(error instanceof Error)
      assert.deepInclude(error as object, { name: "HooklineError", code: "closed" })
      assert.match(String(error), /^HooklineError: the hooks are closed/)
    })
  )
})
