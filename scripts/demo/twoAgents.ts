// Plays one guard behind two agents: a hook that is written once, in the user's settings of Claude Code, answers an event
// of Gemini CLI and one of Codex. What is printed is the text of docs/two-agents.svg.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../internal/workspace.ts"

const guard = "if grep -q -e --force; then echo 'Ask before you force-push.' >&2; exit 2; fi"

const settings = {
  hooks: {
    PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: guard, onFailure: "closed" }] }]
  }
}

const call = { tool_input: { command: "git push --force" } }

const agents = [
  { host: "gemini", payload: { hook_event_name: "BeforeTool", tool_name: "run_shell_command", ...call } },
  { host: "codex", payload: { hook_event_name: "PreToolUse", tool_name: "Bash", ...call } }
]

/** Returns the answer of `dispatch`, which runs in a home of its own, where it finds that guard alone. */
const answer = (folder: string, host: string, payload: object): string => {
  const { error, status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--conditions=@hookline/source", join(root, "scripts/demo/command.ts"), "dispatch", "--host", host, "--no-audit"],
    {
      cwd: join(folder, "project"),
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", HOME: join(folder, "home") },
      input: JSON.stringify(payload)
    }
  )
  if (status !== 0) throw new Error(`dispatch --host ${host} failed: ${error?.message ?? stderr}`)
  return stdout.trim()
}

/** Breaks an answer before its reason, so that each line fits a page. */
const broken = (text: string): string => text.replace(/,("(?:permissionDecisionReason|reason)")/, ",\n   $1")

/** Returns the text: the guard, and for each agent its event and the answer. */
export const twoAgents = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "two-agents-"))
  try {
    for (const name of ["home/.claude", "project"]) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, "home/.claude/settings.json"), JSON.stringify(settings))
    return [
      "# A guard for Claude Code, in ~/.claude/settings.json: on PreToolUse, for Bash",
      guard,
      ...agents.flatMap(({ host, payload }) => [
        "",
        `$ echo '${JSON.stringify(payload)}' |`,
        `    hookline dispatch --host ${host}`,
        broken(answer(folder, host, payload))
      ])
    ].join("\n")
  } finally {
    rmSync(folder, { recursive: true })
  }
}
