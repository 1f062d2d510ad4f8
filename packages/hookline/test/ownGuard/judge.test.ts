// What Hookline's own guard matches: every call that changes what guards the user, and no ordinary one.
import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll } from "vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { settingsPaths, settingsVariables } from "@hookline/dialects/kit/settingsPaths"
import { guardedIn } from "../../src/ownGuard/Guarded.ts"
import * as OwnGuard from "../../src/ownGuard/hook.ts"
import { judge } from "../../src/ownGuard/judge.ts"
import { mayBeGuarded } from "../../src/ownGuard/mayBeGuarded.ts"
import { outcomeOf } from "../../src/ownGuard/runner.ts"
import { grants, near, nearCommands, tools, writes } from "./attacks.ts"

const root = realpathSync(mkdtempSync(path.join(tmpdir(), "guard test-")))
const [home, project] = [path.join(root, "home"), path.join(root, "project")]
const ours = JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: "/n /x/hookline.js dispatch --host claude" }] }] } })

beforeAll(() => {
  for (const folder of [`${home}/.hookline`, `${home}/.claude`, `${home}/.local/state/hookline`, `${project}/.claude`])
    mkdirSync(folder, { recursive: true })
  writeFileSync(`${home}/.hookline/settings.json`, "{}")
  writeFileSync(`${home}/.claude/settings.json`, ours)
  writeFileSync(`${project}/.claude/settings.json`, ours)
  symlinkSync(`${home}/.hookline`, path.join(root, "link"))
  symlinkSync("home/.hookline/settings.json", path.join(root, "filelink"))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Puts the folders of this test into a text. A blank in them is written as a shell needs it. */
const filled = (text: string, blank = " "): string =>
  text.replaceAll(/\b(ROOT|HOME)(?=\/|$)/g, (name) => (name === "ROOT" ? root : home).replaceAll(" ", blank))

const fill = (value: unknown): unknown =>
  typeof value === "string"
    ? filled(value)
    : Array.isArray(value)
      ? value.map(fill)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
        : value

type Input = Readonly<Record<string, unknown>>

const bash = (command: string): readonly [string, Input] => [
  "Bash",
  { command: command.replaceAll(/(?<![$\w{"])(ROOT|HOME)(?=\/|$)/g, (one) => filled(one, "\\ ")), description: "x" }
]

const variables = { HOME: home }
const guarded = () => guardedIn({ home, project, cwd: project }, variables)
const isFound = (tool: string, input: Input): boolean => judge(guarded(), { tool, input }) !== undefined
const payload = (tool: string, input: Input) => ({
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: project,
  tool_name: tool,
  tool_input: input
})

const attacks = [
  ...[...grants, ...writes].map(bash),
  ...tools.map(([tool, input]): readonly [string, Input] => [tool, fill(input) as Input])
]

const ordinary = [
  ...nearCommands.map(bash),
  ...near.map(([tool, input]): readonly [string, Input] => [tool, fill(input) as Input])
]

describe("Hookline's own guard", () => {
  // proves: docs/security.md
  it("matches every call that runs what grants, or writes what decides", () => {
    assert.isAtLeast(attacks.length, 120)
    assert.deepStrictEqual(
      attacks.filter(([tool, input]) => !isFound(tool, input)),
      []
    )
  })

  // proves: docs/security.md
  it("matches them wherever they are in a text, and in texts for other shells", () => {
    const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
    const around: ReadonlyArray<(text: string) => string> = [
      (text) => `ls -la && ${text}`,
      (text) => `npm test\n${text}\necho done`,
      (text) => `(\n${text}\n) | cat`,
      (text) => `if [ -f package.json ]; then\n${text}\nfi`,
      (text) => `sh -c ${quoted(text)}`,
      (text) => `cd sub; git status; bash -c ${quoted(`true; ${text}`)} > /dev/null 2>&1`
    ]
    const commands = attacks.flatMap(([tool, { command }]) => (tool === "Bash" ? [String(command)] : []))
    assert.deepStrictEqual(
      around.flatMap((put) => commands.map(put).filter((command) => !isFound("Bash", { command }))),
      []
    )
  })

  // proves: docs/security.md
  it("matches no call that only comes near", () => {
    assert.isAtLeast(ordinary.length, 80)
    assert.deepStrictEqual(
      ordinary.filter(([tool, input]) => isFound(tool, input)),
      []
    )
  })

  it("is asked about every call that it matches, although the first test does not know the project", () => {
    assert.deepStrictEqual(
      attacks.filter(([tool, input]) => !mayBeGuarded(payload(tool, input), project, variables)),
      []
    )
  })

  // proves: docs/security.md
  it("guards settings of agents only as long as they call Hookline", () => {
    const file = `${project}/.claude/settings.json`
    writeFileSync(file, "{}")
    assert.isFalse(isFound("Write", { file_path: file, content: "{}" }))
    writeFileSync(file, ours)
    assert.isTrue(isFound("Write", { file_path: file, content: "{}" }))
  })

  it("knows the settings of every host that `attach` writes for", () => {
    const files = Hosts.all.flatMap(({ settings }) => Object.values(settings.files))
    for (const { base, path: file } of files) {
      const known: ReadonlyArray<string> = settingsPaths[base]
      assert.include(known, file)
    }
  })

  it("guards settings in the folders that variables name, and none that is relative", () => {
    const codex = path.join(root, "moved codex")
    mkdirSync(codex, { recursive: true })
    writeFileSync(path.join(codex, "hooks.json"), ours)
    const found = (folder: string, tool: string, input: Input) =>
      judge(guardedIn({ home, project, cwd: project }, { ...variables, CODEX_HOME: folder }), { tool, input })
    const file = { file_path: path.join(codex, "hooks.json"), content: "{}" }
    assert.isDefined(found(codex, "Write", file))
    assert.isDefined(found(codex, "Bash", { command: 'rm "$CODEX_HOME/hooks.json"' }))
    assert.isDefined(found(codex, "Bash", { command: "rm ${CODEX_HOME}/hooks.json" }))
    const gemini = path.join(root, "moved gemini")
    mkdirSync(path.join(gemini, ".gemini"), { recursive: true })
    writeFileSync(path.join(gemini, ".gemini/settings.json"), ours)
    const moved = guardedIn({ home, project, cwd: project }, { ...variables, GEMINI_CLI_HOME: gemini })
    for (const command of ['rm "$GEMINI_CLI_HOME/.gemini/settings.json"', `rm '${gemini}/.gemini/settings.json'`])
      assert.isDefined(judge(moved, { tool: "Bash", input: { command } }), command)
    assert.isUndefined(found("", "Write", file))
    assert.isUndefined(found(path.relative(process.cwd(), codex), "Write", file))
    const named = Hosts.all.flatMap(({ settings }) => Object.values(settings.files).map(({ variable }) => variable))
    assert.sameMembers([...new Set(named.filter((one) => one !== undefined))], Object.keys(settingsVariables))
  })

  it("matches a call that can't be judged, and then asks by its policy for failures", () => {
    const toolInput = {
      get command(): string {
        throw new Error("unreadable")
      }
    }
    const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })
    const { hook, when } = OwnGuard.make({ project, home: project })
    assert.isTrue(when?.({ ...event, toolInput }))
    assert.strictEqual(hook.onFailure, "ask")
  })

  it("is a denial where the agent asks for nothing", () => {
    const verdictIn = (permissionMode: string) =>
      outcomeOf({ _tag: "Runs", command: "detach" }, { permissionMode }).verdict._tag
    assert.deepStrictEqual(["default", "bypassPermissions", "dontAsk"].map(verdictIn), ["Ask", "Deny", "Deny"])
  })
})
