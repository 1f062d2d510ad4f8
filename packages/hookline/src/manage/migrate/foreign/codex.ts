// OpenAI Codex: nearly Claude Code's files.
import { All, Broken, Names, pattern } from "@hookline/core/MatchRule"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Struct from "effect/Struct"
import type { Agent } from "./Agent.ts"
import { readGroups } from "./groups.ts"

const events = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "SubagentStart",
  "SubagentStop",
  "Stop"
])

/** All that changes files is one tool there, which matchers call by any of these names. */
const writing = ["apply_patch", "Edit", "Write"]

const inOurWords = (name: string): ReadonlyArray<string> => {
  if (writing.includes(name)) return ["Edit", "Write"]
  return name === "spawn_agent" ? ["Agent"] : [name]
}

const handlerOf = (entry: Json): { readonly handler: Json; readonly changed: ReadonlyArray<string> } | string => {
  const { additionalContextLimit, commandWindows, ...handler } = entry
  if (handler["type"] === "prompt" || handler["type"] === "agent")
    return "Codex skips prompts and agents, and it would run there"
  return {
    handler,
    changed: [
      ...(commandWindows === undefined ? [] : ["its command for Windows is left out"]),
      ...(additionalContextLimit === undefined ? [] : ["its limit for context is left out"])
    ]
  }
}

export const codex: Agent = {
  name: "codex",
  title: "Codex",
  places: [
    { base: "home", scope: "user", path: ".codex/hooks.json" },
    { base: "home", scope: "user", path: ".codex/config.toml" },
    { base: "project", scope: "project", path: ".codex/hooks.json" },
    { base: "project", scope: "project", path: ".codex/config.toml" }
  ],
  tools: { tools: [] },
  matcher: (text) => {
    if (text === undefined || text === "" || text === "*") return All()
    if (!/^[A-Za-z0-9_|]*$/.test(text)) {
      const speaksOfWriting = writing.some((name) => new RegExp(String.raw`\b${name}\b`).test(text))
      const whole = speaksOfWriting ? `(?:${text})|^(?:Edit|Write)$` : text
      return pattern(whole, { ignoreCase: false, orElse: (why) => Broken({ why }) })
    }
    const names = text.split("|").filter((name) => name !== "")
    return Names({ names: [...new Set(names.flatMap(inOurWords))], ignoreCase: false })
  },
  defaultMillis: (event) => (event === "SessionEnd" ? 1000 : 600_000),
  parallel: true,
  read: ({ hooks }) =>
    isJson(hooks)
      ? // What the user trusts is no event.
        readGroups(Struct.omit(hooks, ["state"]), {
          event: (hostName) => (events.has(hostName) ? hostName : undefined),
          handler: handlerOf
        })
      : { entries: [], lost: [] },
  variables: {},
  notes: [
    "Changes of files are one tool in Codex; its matchers became Edit and Write, and scripts receive the input of those.",
    "In Codex exit code 2 without a text on standard error let the action pass; here it denies."
  ]
}
