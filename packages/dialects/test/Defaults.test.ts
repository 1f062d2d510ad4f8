import { assert, describe, it } from "@effect/vitest"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { Amplihack } from "@hookline/dialects/Amplihack"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import { cases } from "@hookline/schema/HookEvent"
import type { File } from "@hookline/schema/Source"

const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: {}, sessionId: "s1" })

const source = (dialect: string): File => ({
  dialect,
  scope: "project",
  file: "/project/.amplifier/hooks/guard/hooks/hooks.json",
  folder: "/project/.amplifier/hooks",
  plugin: "guard",
  pluginFolder: "/project/.amplifier/hooks/guard"
})

describe("timeouts", () => {
  it("of Claude Code depend on what runs, and on what", () => {
    const { timeoutMillis } = ClaudeCode.defaults
    assert.strictEqual(timeoutMillis("Command", "PreToolUse"), 600_000)
    assert.strictEqual(timeoutMillis("Command", "UserPromptSubmit"), 30_000)
    assert.strictEqual(timeoutMillis("Http", "MessageDisplay"), 10_000)
    assert.strictEqual(timeoutMillis("McpTool", "SessionEnd"), 1500)
    assert.strictEqual(timeoutMillis("Prompt", "PreToolUse"), 30_000)
    assert.strictEqual(timeoutMillis("Agent", "SessionEnd"), 60_000)
    assert.isUndefined(ClaudeCode.defaults.capMillis)
  })

  it("of Amplifier and AMCP are half a minute, Amplifier's at most five", () => {
    assert.strictEqual(Amplifier.defaults.timeoutMillis("Command", "Stop"), 30_000)
    assert.strictEqual(Amplifier.defaults.capMillis, 300_000)
    assert.strictEqual(Amcp.defaults.timeoutMillis("Python", "Stop"), 30_000)
  })
})

describe("variables", () => {
  it("of Amplifier name the project, the hooks' folder, the session and the plugin", () => {
    assert.deepStrictEqual(Amplifier.env({ projectDir: "/project", event, source: source("amplifier") }), {
      AMPLIFIER_PROJECT_DIR: "/project",
      AMPLIFIER_HOOKS_DIR: "/project/.amplifier/hooks",
      AMPLIFIER_SESSION_ID: "s1",
      CLAUDE_PROJECT_DIR: "/project",
      CLAUDE_PLUGIN_ROOT: "/project/.amplifier/hooks/guard"
    })
  })

  it("of Claude Code name a plugin only where there is one", () => {
    const { plugin: _plugin, pluginFolder: _folder, ...settings } = source("claude")
    assert.deepStrictEqual(ClaudeCode.env({ projectDir: "/project", event, source: settings }), {
      CLAUDE_PROJECT_DIR: "/project"
    })
    assert.deepStrictEqual(
      ClaudeCode.env({ projectDir: "/project", event, source: { ...source("claude"), pluginData: "/data" } }),
      {
        CLAUDE_PROJECT_DIR: "/project",
        CLAUDE_PLUGIN_ROOT: "/project/.amplifier/hooks/guard",
        CLAUDE_PLUGIN_DATA: "/data"
      }
    )
  })

  it("of a skill's hooks name its folder, in either dialect", () => {
    const folder = "/home/me/.claude/skills/a skill"
    const skill = { scope: "user", file: `${folder}/SKILL.md`, folder, skill: "a skill" } as const
    const facts = { projectDir: "/project", event }
    const named = { CLAUDE_PLUGIN_ROOT: folder, CLAUDE_SKILL_DIR: folder }
    assert.deepInclude(Amplifier.env({ ...facts, source: { ...skill, dialect: "amplifier" } }), named)
    assert.deepInclude(ClaudeCode.env({ ...facts, source: { ...skill, dialect: "claude" } }), named)
    for (const { variables } of [Amplifier, ClaudeCode]) assert.include(variables, "CLAUDE_SKILL_DIR")
  })

  it("of AMCP tell the event, and the tool where there is one", () => {
    assert.deepStrictEqual(Amcp.env({ projectDir: "/project", event, source: source("amcp") }), {
      AMCP_PROJECT_DIR: "/project",
      AMCP_SESSION_ID: "s1",
      AMCP_HOOK_EVENT: "PreToolUse",
      AMCP_TOOL_NAME: "Bash"
    })
    assert.deepStrictEqual(Amcp.env({ projectDir: "/project", event: cases.Stop.make({}), source: source("amcp") }), {
      AMCP_PROJECT_DIR: "/project",
      AMCP_HOOK_EVENT: "Stop"
    })
  })
})

describe("the list of dialects", () => {
  it("has them in the order in which their hooks run", () => {
    assert.deepStrictEqual(
      Dialects.all.map(({ name }) => name),
      ["amplifier", "amcp", "claude", "amplihack", "codex", "cursor", "gemini", "qwen", "copilot", "opencode"]
    )
    assert.strictEqual(Dialects.named("amcp"), Amcp)
    assert.isUndefined(Dialects.named("windsurf"))
  })

  it("knows which run together, and which stop at a deny", () => {
    assert.deepStrictEqual(
      Dialects.all.map(({ defaults }) => [defaults.parallel, defaults.shortCircuit]),
      [
        [false, "onDeny"],
        [false, "onDeny"],
        [true, "never"],
        [true, "never"],
        [true, "never"],
        [true, "never"],
        [true, "never"],
        [true, "never"],
        [false, "onDeny"],
        [true, "never"]
      ]
    )
  })

  it("has no files of amplihack's own", () => {
    assert.deepStrictEqual(Amplihack.files, [])
  })
})
