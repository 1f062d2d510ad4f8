import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import { Leftovers, TestDialects, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { around, call, over, seen } from "./support/answering.ts"

const hooks = `
import asyncio, dataclasses, os, sys

def as_dict(event):
    print("this is no answer")
    return {"decision": "block", "reason": "no " + event["tool_name"]}

def as_text(event):
    return "some text"

def nothing(event):
    pass

async def later(event):
    await asyncio.sleep(0.01)
    return {"a": 1}

@dataclasses.dataclass
class Output:
    decision: str

def as_class(event):
    return Output("block")

def wrong(event):
    raise ValueError("all wrong")

def a_list(event):
    return [1]

def unwritable(event):
    return {"a": object()}

def exits(event):
    print("because", file=sys.stderr)
    sys.exit(2)

def exits_with_text(event):
    sys.exit("a sentence")

def crashes(event):
    os._exit(0)

def hangs(event):
    import time
    time.sleep(60)

def environment(event):
    return os.environ["AMCP_HOOK_EVENT"] + " " + os.environ["FILE_PATH"] + " " + os.getcwd()

no_function = 1
`

const files = { "my_hooks.py": hooks, "broken.py": "def (\n", "pack/__init__.py": "", "pack/deep.py": hooks }

const runner = Layer.provide(Executor.layerWith(ProcessPythonRunner.layer), around)

/** What a function comes to: its reply, or the reason of its failure. */
const called = (name: string, limitMillis = 30_000) =>
  Leftovers.none(
    Effect.gen(function* () {
      const { project } = yield* TestProject.make(files)
      const handler = { _tag: "Python", function: name } as const
      const executor = yield* Executor
      return yield* Effect.match(
        executor.execute(TestWork.make(handler, { project, dialect: TestDialects.Amcp, limitMillis })),
        {
          onSuccess: (reply): unknown => reply,
          onFailure: ({ reason }): unknown => [reason._tag, reason.message, "detail" in reason && reason.detail]
        }
      )
    }).pipe(Effect.provide(runner), Effect.scoped)
  )

describe("a Python function", () => {
  const replies: Readonly<Record<string, unknown>> = {
    "my_hooks.as_dict": { _tag: "Value", value: { decision: "block", reason: "no Edit" } },
    "my_hooks:as_dict": { _tag: "Value", value: { decision: "block", reason: "no Edit" } },
    "pack.deep.as_dict": { _tag: "Value", value: { decision: "block", reason: "no Edit" } },
    "pack.deep:as_text": { _tag: "Value", value: "some text" },
    "my_hooks.nothing": { _tag: "Value", value: null },
    "my_hooks.later": { _tag: "Value", value: { a: 1 } },
    "my_hooks.as_class": { _tag: "Value", value: { decision: "block" } },
    "my_hooks.exits": { _tag: "Exit", code: 2, stdout: "", stderr: "because\n" },
    "my_hooks.exits_with_text": { _tag: "Exit", code: 1, stdout: "", stderr: "a sentence\n" }
  }
  for (const [name, reply] of Object.entries(replies)) {
    it.live(`${name} is given the event, and answers`, () =>
      Effect.map(called(name), (answered) => assert.deepStrictEqual(answered, reply))
    )
  }

  const failures: Readonly<Record<string, readonly [reason: string, text: RegExp, detail?: RegExp]>> = {
    "my_hooks.wrong": ["HookFailed", /ValueError: all wrong/, /my_hooks\.py", line \d+, in wrong/],
    "my_hooks.a_list": ["HookFailed", /it returned a list, which is neither a dict nor a text/],
    "my_hooks.unwritable": ["HookFailed", /not JSON serializable/],
    "my_hooks.crashes": ["HookFailed", /it ended before the function returned/],
    "my_hooks.missing": ["NotStarted", /the module my_hooks has no function missing/],
    "my_hooks.no_function": ["NotStarted", /the module my_hooks has no function no_function/],
    "nowhere.as_dict": ["NotStarted", /there is no module nowhere/],
    as_dict: ["NotStarted", /a function is written as module\.function/],
    "broken.as_dict": ["HookFailed", /SyntaxError/, /broken\.py/],
    "': import os; os.system('touch OWNED') #.x": ["NotStarted", /no module/]
  }
  for (const [name, [reason, text, detail]] of Object.entries(failures)) {
    it.live(`${name} is a failure that says why`, () =>
      Effect.map(called(name), (answered) => {
        assert.isTrue(Array.isArray(answered), JSON.stringify(answered))
        const [tag, message, stack] = Array.isArray(answered) ? answered.map(String) : []
        assert.strictEqual(tag, reason)
        assert.match(message ?? "", text)
        if (detail !== undefined) assert.match(stack ?? "", detail)
      })
    )
  }

  it.live("that never returns is ended at its limit", () =>
    Effect.map(called("my_hooks.hangs", 300), (answered) =>
      assert.deepStrictEqual(answered, ["TimedOut", "the hook did not answer within 0.3 s", false])
    )
  )

  it.live("has the variables of its dialect, and the project as its folder", () =>
    Effect.map(called("my_hooks.environment"), (answered) =>
      assert.match(JSON.stringify(answered), /PreToolUse \/a folder\/it's\.ts .*\/project"/)
    )
  )
})

describe("a Python script", () => {
  const amcp = (script: string) => ({
    ".amcp/hooks.json": { json: { hooks: { PreToolUse: { handlers: [{ type: "python", script }] } } } }
  })
  const guard = "import sys, json\nprint('no ' + json.load(sys.stdin)['tool_name'], file=sys.stderr)\nsys.exit(2)\n"

  const cases: Readonly<Record<string, readonly [script: string, files: TestProject.Files, says: RegExp]>> = {
    "in the project": ["tools/guard.py", { "tools/guard.py": guard }, /no bash/],
    "beside its file": ["guard.py", { ".amcp/guard.py": guard }, /no bash/],
    "with blanks and quotes": ["my tools/it's.py", { "my tools/it's.py": guard }, /no bash/]
  }
  for (const [name, [script, more, says]] of Object.entries(cases)) {
    it.live(`${name} is run`, () =>
      over(
        { ...amcp(script), ...more },
        "cold",
        "open",
        Effect.fnUntraced(function* ({ answer }) {
          const { text, verdict } = seen(yield* answer(call))
          assert.strictEqual(verdict, "Deny")
          assert.match(text, says)
        })
      )
    )
  }

  it.live("that is not there is a failure that names where it was looked for", () =>
    over(
      amcp("guard.py"),
      "cold",
      "closed",
      Effect.fnUntraced(function* ({ answer }) {
        const { text, verdict } = seen(yield* answer(call))
        assert.strictEqual(verdict, "Deny")
        assert.match(text, /project\/guard\.py or .*\.amcp\/guard\.py is not there/)
      })
    )
  )
})
