// Which file a hook is told that a tool is about.
import { assert, describe, it } from "@effect/vitest"
import * as HookEnv from "@hookline/executor/kit/HookEnv"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestDialects, TestWork } from "@hookline/testing"

const inputs: ReadonlyArray<readonly [input: Readonly<Record<string, unknown>>, file: string | undefined]> = [
  [{ file_path: "/a" }, "/a"],
  [{ path: "/b" }, "/b"],
  [{ notebook_path: "/c" }, "/c"],
  [{ notebook_path: "/c", path: "/b", file_path: "/a" }, "/a"],
  [{ notebook_path: "/c", path: "/b" }, "/b"],
  [{ file_path: 7, path: "/b" }, "/b"],
  [{ file: "/a" }, undefined],
  [{}, undefined]
]

describe("FILE_PATH", () => {
  for (const [toolInput, file] of inputs) {
    it(`is ${file ?? "not there"} for ${JSON.stringify(toolInput)}`, () => {
      const event = HookEvent.cases.PreToolUse.make({ sessionId: "s", toolName: "Edit", toolInput })
      const work = TestWork.make({ _tag: "Command", command: "x" }, { project: "/p", event })
      assert.strictEqual(HookEnv.own(work, TestDialects.all)["FILE_PATH"], file)
    })
  }
})
