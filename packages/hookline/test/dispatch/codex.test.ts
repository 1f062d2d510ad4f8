// Codex calls us. A patch is one call there and several files for hooks, and one answer decides about all of them.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import path from "node:path"
import { hookline, hooklineIn } from "../commands/hookline.ts"

/** Claude Code's settings with one hook. */
const settings = (event: string, command: string, more: object = {}, matcher = "Write|Edit"): TestProject.Files => ({
  ".claude/settings.json": {
    json: { hooks: { [event]: [{ matcher, hooks: [{ type: "command", command, ...more }] }] } }
  }
})

const said = (object: unknown): string => `printf '%s' '${JSON.stringify(object)}'`
const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } })

const payload = (event: string, tool: string, input: object, more: object = {}): string =>
  JSON.stringify({
    session_id: "s1",
    turn_id: "t1",
    transcript_path: null,
    cwd: "/p",
    hook_event_name: event,
    model: "gpt-5.5",
    permission_mode: "default",
    tool_name: tool,
    tool_input: input,
    ...more
  })

const patch = [
  "*** Begin Patch",
  "*** Add File: a.txt",
  "+hello",
  "*** Update File: src/../.env",
  "-A=1",
  "+A=2",
  "*** Delete File: c.txt",
  "*** End Patch"
].join("\n")

const patching = (event: string, more?: object): string => payload(event, "apply_patch", { command: patch }, more)

const answer = (files: TestProject.Files, input: string, ...args: ReadonlyArray<string>) =>
  Effect.map(hookline(files, ["dispatch", "--host", "codex", ...args], { input }), ({ exit, stderr, stdout }) => {
    const body: unknown = stdout === "" ? undefined : JSON.parse(stdout)
    return { body, exit, stderr }
  })

/** A guard of one file, as they are written for Claude Code. */
const guard = (file: string): string => `if grep -q '"file_path":"${file}"'; then echo "not ${file}" >&2; exit 2; fi`

const denied = (reason: string) =>
  specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: reason })

describe("a patch that Codex reports", () => {
  it.live.each(["/p/a.txt", "/p/.env", "/p/c.txt"])("is denied whole where a guard of Claude Code denies %s", (file) =>
    Effect.gen(function* () {
      const { body, exit } = yield* answer(settings("PreToolUse", guard(file)), patching("PreToolUse"))
      assert.deepStrictEqual([body, exit], [denied(`not ${file}`), 0])
    })
  )

  it.live("passes without a word where no file is guarded", () =>
    Effect.gen(function* () {
      const { body, exit, stderr } = yield* answer(settings("PreToolUse", guard("/p/d")), patching("PreToolUse"))
      assert.deepStrictEqual([body, exit, stderr], [undefined, 0, ""])
    })
  )

  it.live.each(["nonsense", patch.replace("-A=1", "?")])(
    "reaches guards of edits where it can't be read: %j",
    (command) =>
      Effect.gen(function* () {
        const { body } = yield* answer(
          settings("PreToolUse", "echo unclear >&2; exit 2", {}, "Edit"),
          payload("PreToolUse", "apply_patch", { command })
        )
        assert.deepStrictEqual(body, denied("unclear"))
      })
  )

  it.live("is also one inside of a command", () =>
    Effect.gen(function* () {
      const input = payload("PreToolUse", "Bash", { command: `apply_patch <<'EOF'\n${patch}\nEOF` })
      const { body } = yield* answer(settings("PreToolUse", guard("/p/.env")), input)
      assert.deepStrictEqual(body, denied("not /p/.env"))
    })
  )

  it.live("is not allowed for one of its files", () =>
    Effect.gen(function* () {
      const allow = specific("PermissionRequest", { decision: { behavior: "allow" } })
      const one = settings("PermissionRequest", said(allow), {}, "Write")
      const partly = yield* answer(one, patching("PermissionRequest"))
      const wholly = yield* answer(settings("PermissionRequest", said(allow)), patching("PermissionRequest"))
      assert.deepStrictEqual([partly.body, wholly.body], [undefined, allow])
    })
  )

  const changing = said(specific("PreToolUse", { updatedInput: { file_path: "/p/b.txt", content: "bye" } }))

  it.live("stays as it is where a hook changes one of its files, and the user is told", () =>
    Effect.gen(function* () {
      const { body } = yield* answer(settings("PreToolUse", changing, {}, "Write"), patching("PreToolUse"))
      assert.deepStrictEqual(Object.keys(body ?? {}), ["systemMessage"])
      assert.match(JSON.stringify(body), /changed the input, and PreToolUse under Codex does not support that/)
    })
  )

  it.live("is denied where such a change must not be dropped", () =>
    Effect.gen(function* () {
      const { body } = yield* answer(
        settings("PreToolUse", changing, { onFailure: "closed" }, "Write"),
        patching("PreToolUse")
      )
      assert.match(JSON.stringify(body), /"permissionDecision":"deny".*changed the input/)
    })
  )

  it.live("has one result, which hooks of all files change in turn", () =>
    Effect.gen(function* () {
      const hook = `node -e '${[
        `const { tool_response } = JSON.parse(require("fs").readFileSync(0, "utf8"))`,
        `const updatedToolOutput = tool_response.replace("secret", "clean") + "!"`,
        `console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } }))`
      ].join("\n")}'`
      const { body } = yield* answer(
        settings("PostToolUse", hook, {}, "Edit|Write"),
        patching("PostToolUse", { tool_response: "secret" })
      )
      assert.deepStrictEqual(body, { decision: "block", reason: "clean!!!" })
    })
  )

  it.live("is given to hooks with the host's own tool and the whole patch", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(settings("PreToolUse", `cat >> "$CLAUDE_PROJECT_DIR/given"`))
        yield* hooklineIn(project, ["dispatch", "--host", "codex"], { input: patching("PreToolUse") })
        const given = readFileSync(path.join(project.project, "given"), "utf8").trim().split("\n")
        const parsed = given.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        assert.deepStrictEqual(
          parsed.map(({ host_tool_input, host_tool_name, tool_name }) => [tool_name, host_tool_name, host_tool_input]),
          ["Write", "Edit", "Delete"].map((tool) => [tool, "apply_patch", { command: patch }])
        )
      })
    )
  )
})

describe("an answer to Codex", () => {
  const bash = payload("PreToolUse", "Bash", { command: "ls" })
  const hook = (fields: object, event = "PreToolUse") => settings(event, said(fields), {}, "")

  it.live.each<readonly [what: string, fields: object, body: object | undefined]>([
    [
      "denies where a hook asks",
      specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
      denied("sure?")
    ],
    ["is empty where a hook allows", specific("PreToolUse", { permissionDecision: "allow" }), undefined],
    [
      "grants a changed input only",
      specific("PreToolUse", { updatedInput: { command: "ls -l" } }),
      specific("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "ls -l" } })
    ]
  ])("%s", ([, fields, body]) =>
    Effect.gen(function* () {
      const answered = yield* answer(hook(fields), bash)
      assert.deepStrictEqual(answered.body, body)
    })
  )

  it.live("has a denial alone, where the hook also stops the agent and hides its output", () =>
    Effect.gen(function* () {
      const reply = { suppressOutput: true, continue: false, stopReason: "enough", decision: "block", reason: "no" }
      const { body } = yield* answer(hook(reply), bash)
      assert.match(JSON.stringify(body), /"permissionDecision":"deny"/)
      assert.notMatch(JSON.stringify(body), /suppressOutput|stopReason|"continue"/)
    })
  )

  it.live.each(["PreToolUse", "PermissionRequest", "UserPromptSubmit"])(
    "denies %s by exit code 2 and a reason where no payload comes and failures are closed",
    (event) =>
      Effect.gen(function* () {
        const { body, exit, stderr } = yield* answer({}, "", "--on-failure", "closed", "--event", event)
        assert.deepStrictEqual([body, exit], [undefined, 2])
        assert.match(stderr, /nothing came on standard input/)
      })
  )

  it.live("stops PreCompact by its output there, because no exit code does", () =>
    Effect.gen(function* () {
      const { body, exit } = yield* answer({}, "", "--on-failure", "closed", "--event", "PreCompact")
      assert.match(JSON.stringify(body), /^\{"continue":false,"stopReason":"/)
      assert.strictEqual(exit, 0)
    })
  )
})
