// What makes two calls the same question, and what never may.
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { callerOf, cacheKeyOf } from "../../../src/dispatch/fastpath/cacheKey.ts"

const call = {
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: "/work",
  tool_name: "Bash",
  tool_input: { command: "ls" }
}

const size = { arbitrary: { runs: 300, size: 30 } }

describe("cacheKeyOf", () => {
  it("takes calls of one tool with other inputs for the same", () => {
    const other = { ...call, tool_input: { command: "rm" } }
    assert.strictEqual(cacheKeyOf(call), cacheKeyOf(other))
    assert.strictEqual(cacheKeyOf({ ...call, tool_use_id: "t1" }), cacheKeyOf({ ...other, tool_use_id: "t2" }))
    assert.isString(cacheKeyOf(call))
  })

  it.prop(
    "tells apart whatever differs in a word that is not known to be free",
    [
      Schema.String,
      Schema.String,
      Schema.Literals(["tool_name", "source", "agent_type", "permission_mode", "x", "cwd"])
    ],
    ([one, other, key]) => {
      const same = cacheKeyOf({ ...call, [key]: one }) === cacheKeyOf({ ...call, [key]: other })
      assert.strictEqual(same, one === other)
    },
    size
  )

  it.prop(
    "tells apart payloads with other keys or other kinds of values",
    [Schema.String, Schema.Union([Schema.Null, Schema.Boolean, Schema.Finite, Schema.Array(Schema.String)])],
    ([key, value]) => {
      const said = { ...call, [`x${key}`]: {} }
      assert.notStrictEqual(cacheKeyOf(call), cacheKeyOf(said))
      assert.notStrictEqual(cacheKeyOf({ ...call, [`x${key}`]: value }), cacheKeyOf(said))
      assert.notStrictEqual(cacheKeyOf({ ...call, tool_input: value }), cacheKeyOf(call))
    },
    size
  )

  it("is another one for an empty text, which may mean that there is none", () => {
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s1", prompt: "go" }
    assert.strictEqual(cacheKeyOf(prompt), cacheKeyOf({ ...prompt, prompt: "stop" }))
    assert.notStrictEqual(cacheKeyOf(prompt), cacheKeyOf({ ...prompt, prompt: "" }))
  })

  it("is absent for a prompt that is a command, because the command's hooks are in force from then on", () => {
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s1" }
    for (const key of ["prompt", "user_prompt", "userPrompt"]) {
      for (const text of ["/deploy", " /deploy now"]) assert.isUndefined(cacheKeyOf({ ...prompt, [key]: text }), text)
      assert.isString(cacheKeyOf({ ...prompt, [key]: "see /deploy" }))
    }
  })

  it("is asked once a day, so that a session which is in use is not taken for one that is over", () => {
    const day = 24 * 60 * 60 * 1000
    assert.strictEqual(cacheKeyOf(call, 20 * day), cacheKeyOf(call, 21 * day - 1))
    assert.notStrictEqual(cacheKeyOf(call, 20 * day), cacheKeyOf(call, 21 * day))
    assert.isString(cacheKeyOf({ ...call, prompt: "x".repeat(2000) }))
  })

  it("is none where an answer may depend on more", () => {
    const without = [
      undefined,
      null,
      [call],
      "text",
      { ...call, hook_event_name: "SessionStart" },
      { ...call, hook_event_name: "SessionEnd" },
      { ...call, hook_event_name: "FileChanged" },
      { ...call, hook_event_name: "Unheard" },
      { ...call, session_id: "" },
      { ...call, session_id: 1 },
      { event: "tool:pre", data: call },
      // Other each time, and it may hold secrets.
      { ...call, tool_input: '{"command":"ls"}' },
      { ...call, toolArgs: "{}" },
      { ...call, x: "x".repeat(2000) }
    ]
    for (const payload of without) assert.isUndefined(cacheKeyOf(payload))
  })
})

describe("callerOf", () => {
  const caller = { version: "1", words: ["--host", "claude"], cwd: "/work", env: { HOME: "/home", SECRET: "hush" } }

  it.prop(
    "tells apart every word and every variable",
    [Schema.String, Schema.String],
    ([one, other]) => {
      const differs = one !== other
      const ofWord = (word: string) => callerOf({ ...caller, words: [word] })
      const ofValue = (value: string) => callerOf({ ...caller, env: { A: value } })
      assert.strictEqual(ofWord(one) !== ofWord(other), differs)
      assert.strictEqual(ofValue(one) !== ofValue(other), differs)
    },
    size
  )

  it("keeps no value of a variable, and minds none that only passes", () => {
    assert.notInclude(callerOf(caller), "hush")
    assert.strictEqual(callerOf(caller), callerOf({ ...caller, env: { ...caller.env, SHLVL: "2", _: "/bin/x" } }))
  })

  it("is the same caller in each span of a trace", () => {
    for (const name of ["TRACEPARENT", "TRACESTATE", "BAGGAGE", "_X_AMZN_TRACE_ID"]) {
      assert.strictEqual(callerOf(caller), callerOf({ ...caller, env: { ...caller.env, [name]: "00-1" } }), name)
    }
  })
})
