// What is fuzzed: files, payloads and outputs of every dialect, and what must hold of whatever they are turned into.
import type { Dialect } from "@hookline/core/Dialect"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import { Diagnostic } from "@hookline/schema/Diagnostic"
import { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { globSync, readFileSync } from "node:fs"
import path from "node:path"
import { entriesIn } from "../scripts/configs/entriesIn.ts"
import type { Chance } from "./mutate.ts"
import * as matchers from "./matchers.ts"
import * as damagedReplies from "./replies.ts"

/** A group of targets, which can be fuzzed alone. */
export type Group = "files" | "payloads" | "outputs" | "replies" | "matchers"

export interface Target {
  readonly name: string
  readonly group: Group
  readonly seeds: ReadonlyArray<string>
  /** Makes a text of its own, of which nothing else is changed. Every other text of the target is one of these. */
  readonly make?: (chance: Chance) => string
  /** What is wrong with what comes of a text, if anything is. What it throws is wrong, too. */
  readonly problem: (text: string) => Promise<string | undefined>
}

const root = path.join(import.meta.dirname, "..")

const filesOf = (pattern: string, folder = root): ReadonlyArray<string> =>
  globSync(pattern, { cwd: folder, exclude: (name) => name.includes("node_modules") })
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), "utf8"))

const isHook = Schema.is(Hook)
const isDiagnostic = Schema.is(Diagnostic)
const isEvent = Schema.is(HookEvent.HookEvent)
const isOutcome = Schema.is(Outcome.Outcome)

/**
 * How many entries somebody would count under the events of a file that says `hooks`, where anybody could: a broken file
 * has as many as it is told to have, and an empty list was meant as none.
 */
const written = (text: string, name: string): number => {
  const commands = text.match(/\bcommand"?\s*[:=]\s*["']/g)?.length ?? 0
  try {
    const isPlain = /^\s*(?:\{\s*"hooks"\s*:|\[+hooks\.|---)/.test(text) && !/\[\s*\]/.test(text)
    return isPlain ? Math.min(commands, entriesIn(text, name)) : 0
  } catch {
    return 0
  }
}

const config = (dialect: Dialect, kind: string, seeds: ReadonlyArray<string>): Target => {
  const name = `/project/hooks.${kind}`
  const file = { dialect: dialect.name, scope: "project", file: name, folder: "/project" } as const
  return {
    name: `a file of ${dialect.name} (${kind})`,
    group: "files",
    seeds,
    problem: async (text) => {
      const { diagnostics, entries, hooks } = await Effect.runPromise(dialect.config.read(file, text))
      const locate = await Effect.runPromise(dialect.config.locate(file, text))
      const bad = hooks.find((hook) => !isHook(hook))
      if (bad !== undefined) return `a hook is none: ${JSON.stringify(bad)}`
      const strange = diagnostics.find((found) => !isDiagnostic(found))
      if (strange !== undefined) return `a diagnostic is none: ${JSON.stringify(strange)}`
      const lines = text.split("\n").length
      for (const { source } of hooks) {
        const { column, line } = locate(source.at)
        if (line < 1 || column < 1 || line > lines)
          return `a hook is told to stand at ${line}:${column} of ${lines} lines`
      }
      if (entries < hooks.length) return `${hooks.length} hooks are made of ${entries} entries`
      const isSilent = diagnostics.length === 0
      if (isSilent && entries > hooks.length) return `${entries - hooks.length} entries are lost without a word`
      if (isSilent && written(text, name) > hooks.length) {
        return `${written(text, name)} entries are written, ${hooks.length} are found, and nobody is told`
      }
      return undefined
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const samples: ReadonlyArray<HookEvent.HookEvent> = [
  HookEvent.cases.PreToolUse.make({
    sessionId: "s1",
    cwd: "/project",
    toolName: "Bash",
    toolInput: { command: "ls", description: "d" }
  }),
  HookEvent.cases.PostToolUse.make({ toolName: "Write", toolInput: { file_path: "a" }, toolResponse: { ok: true } }),
  HookEvent.cases.UserPromptSubmit.make({ prompt: "go", sessionId: "s1" }),
  HookEvent.cases.SessionStart.make({ source: "startup" }),
  HookEvent.cases.Stop.make({ stopHookActive: true }),
  HookEvent.cases.Notification.make({ message: "m", notificationType: "idle_prompt" }),
  HookEvent.cases.Other.make({ name: "own:event", data: { a: [1] } })
]

const payload = (dialect: Dialect): Target => ({
  name: `a payload of ${dialect.name}`,
  group: "payloads",
  seeds: samples.map((event) => JSON.stringify(dialect.event.write(event))),
  problem: async (text) => {
    const heard = dialect.event.read(parsed(text))
    if (Result.isFailure(heard)) return heard.failure.message === "" ? "it fails without a word" : undefined
    for (const event of heard.success.events) {
      if (!isEvent(event)) return `it becomes what is no event: ${JSON.stringify(event)?.slice(0, 300)}`
      JSON.stringify(dialect.event.encodeForHook(event))
      JSON.stringify(dialect.event.write(event))
    }
    return undefined
  }
})

const outputs: ReadonlyArray<unknown> = [
  { decision: "block", reason: "no", systemMessage: "m" },
  { continue: false, stopReason: "enough", suppressOutput: true },
  {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no",
      updatedInput: { command: "ls" },
      additionalContext: "c"
    }
  },
  { contextInjection: "c", newContent: { a: 1 }, feedback: "f", updatedResponse: "r" },
  { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", interrupt: true } } },
  "plain text"
]

/** A deny by exit code is never anything else, whatever is written beside it. */
const reply = (dialect: Dialect, hook: Hook, code: number): Target => ({
  name: `an output of a hook of ${dialect.name}, exit ${code}`,
  group: "outputs",
  seeds: outputs.map((output) => (typeof output === "string" ? output : JSON.stringify(output))),
  problem: async (text) => {
    for (const event of samples) {
      const said = dialect.reply.read({ _tag: "Exit", code, stdout: text, stderr: "err" }, hook, event)
      if (!isOutcome(said.outcome)) return `it becomes what is no outcome: ${JSON.stringify(said.outcome)}`
      if (code === 2 && event._tag === "PreToolUse" && said.outcome.verdict._tag !== "Deny") {
        return `exit 2 is ${said.outcome.verdict._tag}`
      }
      for (const {
        name,
        reply: { write }
      } of Dialects.all) {
        const answer = write(said.outcome, event)
        JSON.stringify(answer.body)
        if (answer.exit !== 0 && answer.exit !== 2) return `${name} is answered by exit ${answer.exit}`
      }
    }
    return undefined
  }
})

/** Damaged replies are read as the contract has it, and no damaged denial passes without a failure. */
const replies = (dialect: Dialect, hook: Hook): Target => {
  const made = new Set<string>()
  return {
    name: `replies: damaged ones of ${dialect.name}`,
    group: "replies",
    seeds: outputs.map((output) => (typeof output === "string" ? output : JSON.stringify(output))),
    make: (chance) => {
      const text = damagedReplies.damaged(chance)
      made.add(text)
      return text
    },
    problem: async (text) =>
      (made.delete(text) ? damagedReplies.lost(dialect, hook, text) : undefined) ??
      damagedReplies.difference(dialect, hook, text)
  }
}

/** Matchers of Claude Code's files let their hooks run as Claude Code's documents have it. */
const documentedMatchers: Target = {
  name: "matchers of Claude Code",
  group: "matchers",
  seeds: [JSON.stringify({ event: "PreToolUse", target: "Edit", matchers: ["Edit|Write", "mcp__.*", "*"] })],
  make: matchers.made,
  problem: matchers.difference
}

const hookOf = async (dialect: Dialect): Promise<Hook> => {
  const file = { dialect: dialect.name, scope: "project", file: "/project/h.json", folder: "/project" } as const
  const handler = { type: "command", command: "x" }
  const text = JSON.stringify({
    hooks: { PreToolUse: dialect.name === "amcp" ? { handlers: [handler] } : [{ hooks: [handler] }] }
  })
  const [hook] = (await Effect.runPromise(dialect.config.read(file, text))).hooks
  if (hook === undefined) throw new Error(`${dialect.name} reads no hook`)
  return hook
}

/** All targets. Files of a folder that is named are seeds, too. */
export const targets = async (corpus?: string): Promise<ReadonlyArray<Target>> => {
  const all = (pattern: string) => [...filesOf(pattern), ...(corpus === undefined ? [] : filesOf(pattern, corpus))]
  const json = all(
    "{packages/dialects/test/fixtures,examples,claude-settings,amplifier,plugin-hooks}/**/*.json"
  ).concat(corpus === undefined ? [] : filesOf("**/*.json", corpus))
  const outputsOf: Array<Target> = []
  for (const dialect of [ClaudeCode, Amplifier, Amcp]) {
    const hook = await hookOf(dialect)
    outputsOf.push(...[0, 1, 2].map((code) => reply(dialect, hook, code)), replies(dialect, hook))
  }
  return [
    config(ClaudeCode, "json", json),
    config(Amplifier, "json", json),
    config(Amcp, "json", json),
    config(Amcp, "toml", all("**/*.toml")),
    config(ClaudeCode, "md", all("{examples,packages,skills}/**/{SKILL,*}.md")),
    ...Dialects.all.map(payload),
    documentedMatchers,
    ...outputsOf
  ]
}
