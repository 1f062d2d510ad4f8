// What is migrated means the same where it comes to stand, or is told.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { matches } from "@hookline/core/MatchRule"
import * as Timeouts from "@hookline/core/Timeouts"
import * as ToolTable from "@hookline/core/ToolTable"
import { TestDialects } from "@hookline/testing"
import { textOf } from "@hookline/schema/Handler"
import { isJson } from "@hookline/schema/Json"
import type { Hook } from "@hookline/schema/Hook"
import * as Settings from "@hookline/schema/Settings"
import type { File } from "@hookline/schema/Source"
import * as Target from "@hookline/schema/kit/Target"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Migration from "hookline/kit/manage/migrate/Migration"
import * as MigrationText from "hookline/kit/manage/migrate/MigrationText"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { runsOf } from "@hookline/testing/kit/internal/runsOf"

const dialects = TestDialects.all.filter(({ files }) => files.length > 0)

const pairs = dialects.flatMap((from) => dialects.filter((to) => to !== from).map((to) => ({ from, to })))

const fileOf = (dialect: Dialect, extension = "json"): File => ({
  dialect: dialect.name,
  scope: "project",
  folder: `/p/.${dialect.name}`,
  file: `/p/.${dialect.name}/hooks.${extension}`
})

const matcher = Schema.Union([
  Schema.Literals([
    "",
    "*",
    ".*",
    "Bash",
    "bash",
    "BASH",
    "Write|Edit",
    "Write, MultiEdit",
    "write_file|edit_file",
    "(write|edit)_file",
    "^(Write|Edit)$",
    "Edit|^Wri",
    "Bash.*",
    "B[a-z]sh",
    "[a-z]+",
    "[a-z]+_file",
    "^(?!Bash)",
    // A part of names, whose case counts in some dialects alone.
    "Q",
    "mcp__.*",
    "mcp__github__get_issue",
    "mcp__git-hub__.*",
    "mcp.db.query",
    String.raw`mcp\.db\..*`,
    "mcp_tool",
    "Task",
    "delegate|Agent",
    "NotebookEdit",
    "MyTool|yours",
    String.raw`My\w+`,
    "a)(b",
    "Write(docs/**)",
    `tool == "Bash"`,
    "web_fetch|WebSearch",
    "startup|resume",
    "STARTUP",
    "start.*"
  ]),
  Schema.String
])

const entry = Schema.Struct({
  type: Schema.Literal("command"),
  command: Schema.Literals([
    "a",
    "b",
    '"$CLAUDE_PROJECT_DIR"/g',
    "$AMCP_PROJECT_DIR/g",
    "${AMPLIFIER_HOOKS_DIR}/g",
    "echo $AMCP_TOOL_NAME"
  ]),
  matcher: Schema.optionalKey(matcher),
  timeout: Schema.optionalKey(Schema.Literals([0.5, 10, 30, 299.5, 600, 5000])),
  onFailure: Schema.optionalKey(Schema.Literals(["open", "closed", "ask"])),
  enabled: Schema.optionalKey(Schema.Boolean),
  async: Schema.optionalKey(Schema.Boolean),
  shell: Schema.optionalKey(Schema.Literal("bash")),
  args: Schema.optionalKey(Schema.Array(Schema.Literals(["it's", "x y", "${CLAUDE_PROJECT_DIR}/z"])))
})

const hooks = Schema.Array(
  Schema.Tuple([
    Schema.Literals(["PreToolUse", "PostToolUse", "SessionStart", "Stop", "UserPromptSubmit", "ConfigChange"]),
    entry
  ])
)

/** Returns the dialect's own name of an event, and its number for a timeout of a second. */
const wordsOf = (dialect: Dialect, event: string): { readonly name: string; readonly perSecond: number } => {
  const hook: Hook = {
    id: "hook",
    event,
    handler: { _tag: "Command", command: "a" },
    timeoutMillis: 1000,
    once: false,
    enabled: true,
    group: { index: 0, parallel: false },
    source: { ...fileOf(dialect), at: [] }
  }
  const data = dialect.config.write([hook])
  const own = data["hooks"]
  const [name = event] = isJson(own) ? Object.keys(own) : []
  return { name, perSecond: Number(/"timeout(?:Sec)?":(\d+)/.exec(JSON.stringify(data))?.[1]) }
}

/** A file of the dialect with those of these hooks that it can have, each in a group of its own. */
const written = (dialect: Dialect, all: (typeof hooks)["Type"]): string => {
  const { events } = dialect.config
  const entries = all
    .filter(([event]) => events === undefined || events.includes(event))
    .map(([event, { timeout, ...rest }]) => {
      const { name, perSecond } = wordsOf(dialect, event)
      return [name, { ...rest, ...(timeout !== undefined && { timeout: timeout * perSecond }) }] as const
    })
  const byEvent = Map.groupBy(entries, ([event]) => event)
  const data = [...byEvent].map(([event, list]): readonly [string, unknown] => {
    const own = list.map(([, { matcher: text, ...hook }]) =>
      dialect.name === "amcp" || dialect.name === "cursor"
        ? { ...hook, ...(text !== undefined && { matcher: text }) }
        : { ...(text !== undefined && { matcher: text }), hooks: [hook] }
    )
    return [event, dialect.name === "amcp" ? { handlers: own } : own]
  })
  return JSON.stringify({ hooks: Object.fromEntries<unknown>(data) })
}

/** What hosts of every dialect call their tools, and what nobody knows. */
const toolsOf = (host: Dialect): ReadonlyArray<string> => {
  const own = host.tools.tools.map(({ host }) => host)
  const claude = [
    "Bash",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "Read",
    "Task",
    "Agent",
    "WebFetch",
    "WebSearch"
  ]
  const servers = ["mcp__github__get_issue", "mcp__git-hub__x", "mcp__db__query"]
  const separator = host.tools.mcpSeparator
  return [
    ...(own.length > 0 ? own : claude),
    ...(separator === undefined ? servers : servers.map((name) => name.replaceAll("__", separator))),
    "MyTool",
    "yours",
    "something_else"
  ]
}

/** The names by which hooks of a dialect may call a host's tool: the host's, theirs, ours, and aliases. */
const namesFor = (host: Dialect, dialect: Dialect, tool: string): ReadonlyArray<string> => {
  const names = new Set(ToolTable.namesOf(host.tools, tool))
  for (const name of names) {
    for (const { canonical, host } of dialect.tools.tools) if (canonical === name) names.add(host)
    for (const pair of dialect.tools.aliases ?? []) if (pair.includes(name)) for (const each of pair) names.add(each)
    const { mcpSeparator } = dialect.tools
    if (mcpSeparator !== undefined && name.startsWith("mcp__")) names.add(name.replaceAll("__", mcpSeparator))
  }
  return [...names]
}

/** What a host's hooks are matched by that the hook is for. Nothing here is bounded in time, as matching events is. */
const runsOn = (hook: Hook, dialect: Dialect, host: Dialect): ReadonlyArray<string> => {
  const rule = dialect.matcher(hook.matcher, hook.event)
  if (Target.isTool(hook.event)) {
    return toolsOf(host).filter((tool) => namesFor(host, dialect, tool).some((name) => matches(rule, name)))
  }
  return Target.has(hook.event) ? ["startup", "resume", "clear"].filter((source) => matches(rule, source)) : []
}

/** A host that runs its own hooks knows its own names alone: those must be in the matcher themselves. */
const nativelyOn = (hook: Hook, to: Dialect, before = hook, from = to): ReadonlyArray<string> => {
  if (to.tools.hooksUse !== "host" || !Target.isTool(hook.event)) return []
  const rule = from.matcher(before.matcher, before.event)
  const own = to.tools.tools.map(({ host }) => host)
  return own.filter((name) => (from === to ? [name] : namesFor(to, from, name)).some((each) => matches(rule, each)))
}

const plan = Effect.fnUntraced(function* (
  from: Dialect,
  to: Dialect,
  source: string,
  target: string | undefined,
  extension: string
) {
  const { diagnostics, entries, hooks: own } = yield* from.config.read(fileOf(from), source)
  const file = fileOf(to, extension)
  const existing = target === undefined ? [] : (yield* to.config.read(file, target)).hooks
  const migration = Migration.plan(own, {
    from,
    to,
    file,
    folders: { project: "/p", home: "/h" },
    exists: () => false,
    existing,
    diagnostics
  })
  const text = yield* MigrationText.withHooks(
    target,
    file,
    to,
    migration.moved.map(({ hook }) => hook)
  )
  return { entries, own, migration, text, hooks: (yield* to.config.read(file, text)).hooks, existing }
})

const runs = { arbitrary: { runs: isWhole ? 300 : runsOf(40), size: 12 } }

for (const { from, to } of pairs) {
  for (const extension of to.name === "amcp" ? ["json", "toml"] : ["json"]) {
    describe(`hooks of ${from.title} in ${to.title}'s ${extension}`, () => {
      it.effect.prop(
        "run on the same tools, for as long, and mean the same when they fail, or it is told",
        [Arbitrary.schema(hooks)],
        ([entries]) =>
          Effect.gen(function* () {
            const { migration } = yield* plan(from, to, written(from, entries), undefined, extension)
            for (const { from: before, hook: after } of migration.moved) {
              for (const host of [from, to]) {
                assert.deepStrictEqual(runsOn(after, to, host), runsOn(before, from, host))
              }
              assert.deepStrictEqual(nativelyOn(after, to), nativelyOn(after, to, before, from))
              assert.strictEqual(after.event, before.event)
              const isTold = migration.changed.some(({ hook }) => hook === textOf(before.handler))
              const [was, is] = [
                Timeouts.ofDialect(before, from, Settings.empty),
                Timeouts.ofDialect(after, to, Settings.empty)
              ]
              assert.isTrue(isTold || (was === is && before.onFailure === after.onFailure))
              assert.strictEqual(after.enabled, before.enabled)
            }
          }),
        runs
      )

      it.effect.prop(
        "are all in the file, or there already, or told",
        [Arbitrary.schema(hooks), Arbitrary.schema(hooks)],
        ([entries, others]) =>
          Effect.gen(function* () {
            const target = extension === "json" ? written(to, others) : undefined
            const first = yield* plan(from, to, written(from, entries), target, extension)
            const { moved, there, unsupported } = first.migration
            assert.strictEqual(moved.length + there.length + unsupported.length, first.entries)
            assert.strictEqual(first.hooks.length, first.existing.length + moved.length)
            // A second run changes nothing.
            const second = yield* plan(from, to, written(from, entries), first.text, extension)
            assert.deepStrictEqual(second.migration.moved, [])
            assert.strictEqual(second.text, first.text)
            assert.strictEqual(second.migration.there.length, moved.length + there.length)
          }),
        runs
      )
    })
  }
}

describe("hooks of agents that start and stop", () => {
  const named = Effect.fnUntraced(function* (from: string, to: string, matcher: string) {
    const [one, other] = [from, to].map((name) => dialects.find((dialect) => dialect.name === name))
    if (one === undefined || other === undefined) return yield* Effect.die("there is no such dialect")
    const file = JSON.stringify({ hooks: { SubagentStop: [{ matcher, hooks: [{ type: "command", command: "a" }] }] } })
    const { migration } = yield* plan(one, other, file, undefined, "json")
    return migration.moved.length
  })

  it.effect("are named where one side takes the matcher for a tool and the other for an agent's type", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* named("amplifier", "claude", "Task"), 0)
      assert.strictEqual(yield* named("amplifier", "claude", "delegate|reviewer"), 0)
      assert.strictEqual(yield* named("claude", "amplifier", "task"), 0)
      assert.strictEqual(yield* named("amplifier", "claude", "reviewer"), 1)
      assert.strictEqual(yield* named("claude", "amplifier", "reviewer|tester"), 1)
      assert.strictEqual(yield* named("claude", "amplifier", ".+"), 1)
    })
  )
})

describe("a matcher for a part of a name", () => {
  it.effect("is not migrated to a dialect that ignores case, where it would match other tools of servers", () =>
    Effect.gen(function* () {
      const named = (name: string) => dialects.find((dialect) => dialect.name === name)
      const [from, to] = [named("gemini"), named("amplifier")]
      if (from === undefined || to === undefined) return yield* Effect.die("a dialect has another name")
      for (const letter of ["Q", "X", "J"]) {
        const source = written(from, [["PreToolUse", { type: "command", command: "a", matcher: letter }]])
        const { migration } = yield* plan(from, to, source, undefined, "json")
        assert.deepStrictEqual([migration.moved.length, migration.unsupported.length], [0, 1], letter)
      }
    })
  )
})
