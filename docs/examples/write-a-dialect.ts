// A dialect made of parts of another: an agent that writes hooks as Claude Code does, in files of its own, and has other
// names for its tools.
import { CommandRunner } from "@hookline/core/Runners"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "hookline"

// <dialect>
export const Harbour: Dialect = {
  ...ClaudeCode,
  name: "harbour",
  title: "Harbour",
  files: [
    { _tag: "File", scope: "user", base: "home", path: ".harbour/hooks.json" },
    { _tag: "File", scope: "project", base: "project", path: ".harbour/hooks.json" }
  ],
  skills: [],
  runsItsOwn: false,
  marker: ".harbour",
  tools: {
    tools: [
      { host: "shell", canonical: "Bash", keys: { line: "command" } },
      { host: "put", canonical: "Write", keys: { path: "file_path" } }
    ]
  },
  env: ({ projectDir }) => ({ HARBOUR_PROJECT: projectDir }),
  hostEnv: ({ projectDir }) => ({ HARBOUR_PROJECT: projectDir }),
  variables: ["HARBOUR_PROJECT"]
}
// </dialect>

// A hook in its file, written for Claude Code's tools, and a runner that shows what the hook is given.
const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./guard.sh" }] }] }
const files = ConfigFiles.layerMemory({ "/project/.harbour/hooks.json": JSON.stringify({ hooks }) })

export const given: Array<unknown> = []
const runner = Layer.succeed(CommandRunner)({
  run: (work) =>
    Effect.sync(() => {
      given.push(JSON.parse(work.payload()))
      return { _tag: "Exit", code: 2, stdout: "", stderr: "Not here." }
    })
})

// <pipeline>
const layer = Hookline.layer({
  project: { project: "/project", home: "/home/me", config: "/home/me/.config" },
  trust: Trust.layerAll,
  host: Harbour,
  dialects: [Harbour],
  files,
  provide: [runner]
})
// </pipeline>

// The agent reports its own tool, in its own words.
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s1",
  tool_name: "shell",
  tool_input: { line: "rm -rf /" }
}

export const answered = await Effect.runPromise(
  Effect.provide(
    Hookline.use((hooks) => hooks.run(payload)),
    layer
  )
)

console.log(given) // [ { tool_name: "Bash", tool_input: { command: "rm -rf /" }, host_tool_name: "shell", … } ]
console.log(answered.reply.body) // { hookSpecificOutput: { permissionDecision: "deny", … } }
