// Which entries are written, how they call us, and what refuses them.
import { assert, describe, it } from "@effect/vitest"
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import { amcpHost } from "@hookline/dialects/kit/amcp/host"
import { codexHost } from "@hookline/dialects/kit/codex/host"
import { cursorHost } from "@hookline/dialects/kit/cursor/host"
import { geminiHost } from "@hookline/dialects/kit/gemini/host"
import { qwenHost } from "@hookline/dialects/kit/qwen/host"
import { unanswered } from "@hookline/dialects/kit/unanswered"
import { amplihackHost } from "@hookline/dialects/kit/amplihack/host"
import { isJson } from "@hookline/schema/Json"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Schema from "effect/Schema"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import { spawnSync } from "node:child_process"
import { attach, detach, edited, options } from "./settings.ts"

interface Row {
  readonly event: string
  readonly matcher?: unknown
  readonly command: string
  readonly args?: ReadonlyArray<string>
  readonly timeout?: number
  readonly name?: string
}

/** The table of a file, in order. Our own texts have this shape. */
const rows = (text: string): ReadonlyArray<Row> => {
  const { hooks } = JSON.parse(text) as {
    readonly hooks: Readonly<
      Record<string, ReadonlyArray<{ matcher?: string; hooks: ReadonlyArray<Omit<Row, "event">> }>>
    >
  }
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ hooks, matcher }) =>
      hooks.map((hook) => ({ event, ...(matcher !== undefined && { matcher }), ...hook }))
    )
  )
}

const problemOf = (text: string, more: Partial<AttachText.Options> = {}): unknown =>
  AttachText.attached(text, options(more))

describe("attaching to Claude Code", () => {
  const all = rows(attach(undefined, { limitMillis: (event) => (event === "Stop" ? 600_000 : 1500) }))

  it("registers each event once, but the one that would take a worktree's place", () => {
    const events = HookEvent.names.filter((name) => name !== "WorktreeCreate")
    assert.deepStrictEqual(
      all.map(({ event }) => event),
      events
    )
    const named = rows(attach(undefined, { events: ["WorktreeCreate", "WorktreeCreate"] }))
    assert.deepStrictEqual(
      named.map(({ event }) => event),
      ["WorktreeCreate"]
    )
  })

  it("matches all tools, and says no matcher elsewhere", () => {
    assert.deepStrictEqual(
      all.filter(({ matcher }) => matcher !== undefined).map(({ event, matcher }) => [event, matcher]),
      ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"].map((event) => [
        event,
        "*"
      ])
    )
  })

  it("leaves more time than our hooks may take, as far as the host gives it", () => {
    const timeouts = new Map(all.map(({ event, timeout }) => [event, timeout]))
    assert.strictEqual(timeouts.get("Stop"), 605)
    assert.strictEqual(timeouts.get("PreToolUse"), 7)
    const long = rows(attach(undefined, { limitMillis: () => Infinity, events: ["SessionEnd", "Stop"] }))
    assert.deepStrictEqual(
      long.map(({ timeout }) => timeout),
      [60, 86_400]
    )
    const odd = rows(attach(undefined, { limitMillis: () => Number.NaN, events: ["Stop"] }))
    assert.strictEqual(odd[0]?.timeout, 86_400)
  })
})

describe("attaching to amplihack", () => {
  const table = [
    ["SessionStart", undefined, "/home/a/.local/bin/amplihack-hooks session-start", 10],
    ["Stop", undefined, "/home/a/.local/bin/amplihack-hooks stop", 120],
    ["PreToolUse", "*", "/home/a/.local/bin/amplihack-hooks pre-tool-use", undefined],
    ["PostToolUse", "*", "/home/a/.local/bin/amplihack-hooks post-tool-use", undefined],
    ["UserPromptSubmit", undefined, "/home/a/.amplihack/workflow_classification_reminder.py", 5],
    ["UserPromptSubmit", undefined, "/home/a/.local/bin/amplihack-hooks user-prompt-submit", 10],
    ["PreCompact", undefined, "/home/a/.local/bin/amplihack-hooks pre-compact", 30]
  ] as const
  const hooks = Object.fromEntries(
    [...Map.groupBy(table, ([event]) => event)].map(([event, entries]) => [
      event,
      entries.map(([, matcher, command, timeout]) => ({
        ...(matcher && { matcher }),
        hooks: [{ type: "command", command, ...(timeout && { timeout }) }]
      }))
    ])
  )
  const installed = `${JSON.stringify({ hooks }, undefined, 2)}\n`
  const seven = ["SessionStart", "Stop", "PreToolUse", "PostToolUse", "UserPromptSubmit", "PreCompact", "SessionEnd"]

  it("registers its seven events in Claude Code's form", () => {
    const ours = rows(attach(undefined, { host: amplihackHost }))
    assert.deepStrictEqual(
      ours.map(({ event, matcher }) => [event, matcher]),
      seven.map((event) => [event, event.endsWith("ToolUse") ? "*" : undefined])
    )
    for (const { command, event } of ours)
      assert.isTrue(command.endsWith(` dispatch --host amplihack --event ${event}`))
  })

  it("keeps its own table as it is, the two prompt entries in their order, and ours behind them", () => {
    const after = attach(installed, { host: amplihackHost })
    const isOurs = ({ command }: Row) => command.includes("dispatch")
    const theirs = rows(after).filter((row) => !isOurs(row))
    assert.deepStrictEqual(
      theirs.map(({ command, event, matcher, timeout }) => [event, matcher, command, timeout]),
      table.map((row) => [...row])
    )
    for (const event of seven) {
      const ofEvent = rows(after).filter((row) => row.event === event)
      assert.deepStrictEqual(
        ofEvent.map(isOurs),
        ofEvent.map((_, index) => index === ofEvent.length - 1)
      )
    }
    const prompts = rows(after).filter(({ event }) => event === "UserPromptSubmit")
    assert.deepStrictEqual(
      prompts.map(({ command }) => command.split("/").at(-1)),
      [
        "workflow_classification_reminder.py",
        "amplihack-hooks user-prompt-submit",
        "hookline.js dispatch --host amplihack --event UserPromptSubmit"
      ]
    )
    assert.strictEqual(detach(after, installed, amplihackHost), installed)
    assert.strictEqual(attach(after, { host: amplihackHost }), after)
  })

  it("takes the place of the entries for Claude Code, as both would run each hook twice", () => {
    const after = attach(attach(installed), { host: amplihackHost })
    assert.deepStrictEqual(rows(after), rows(attach(installed, { host: amplihackHost })))
  })
})

describe("attaching to AMCP", () => {
  const before = `{\n  "hooks": {\n    "PreToolUse": {"handlers": [{"type": "command", "command": "./g.sh"}]},\n    "Stop": {}\n  }\n}`

  it("adds handlers to its lists, and takes them out again", () => {
    const after = attach(before, { host: amcpHost })
    const { hooks } = JSON.parse(after) as {
      readonly hooks: Readonly<Record<string, { handlers: ReadonlyArray<unknown> }>>
    }
    assert.deepStrictEqual(Object.keys(hooks).toSorted(), AttachText.registeredEvents(amcpHost).toSorted())
    const ours = (event: string) => ({
      type: "command",
      command: `/opt/node /opt/hookline.js dispatch --host amcp --event ${event}`,
      timeout: 35
    })
    assert.deepStrictEqual(hooks["PreToolUse"]?.handlers, [
      { type: "command", command: "./g.sh" },
      { matcher: "*", ...ours("PreToolUse") }
    ])
    assert.deepStrictEqual(hooks["Stop"]?.handlers, [ours("Stop")])
    assert.strictEqual(attach(after, { host: amcpHost }), after)
    assert.strictEqual(detach(after, before, amcpHost), before)
    const moved = attach(after, { host: amcpHost, command: ["/new/node", "/new/hookline.js"] })
    assert.notInclude(moved, "/opt")
    assert.strictEqual(detach(moved, before, amcpHost), before)
  })
})

describe("attaching to Gemini CLI", () => {
  const before = `{\n  // mine\n  "hooks": {\n    "BeforeTool": [{"hooks": [{"type": "command", "command": "./g.sh"}]}]\n  }\n}`

  it("writes its names of events and milliseconds, behind what is there, and takes them out again", () => {
    const after = attach(before, { host: geminiHost, onFailure: "closed" })
    const { hooks } = JSON.parse(after.replace("// mine", "")) as {
      readonly hooks: Readonly<Record<string, ReadonlyArray<unknown>>>
    }
    assert.deepStrictEqual(Object.keys(hooks).toSorted(), [
      "AfterAgent",
      "AfterTool",
      "BeforeAgent",
      "BeforeTool",
      "Notification",
      "SessionEnd",
      "SessionStart"
    ])
    const dispatch = "/opt/node /opt/hookline.js dispatch --host gemini --event"
    const ours = (words: string, end: string) => ({
      hooks: [
        {
          type: "command",
          command: `${dispatch} ${words} --on-failure closed${end}`,
          name: "hookline",
          timeout: 35_000
        }
      ]
    })
    const denial = ` || { echo '${unanswered}' >&2; exit 2; }`
    assert.deepStrictEqual(hooks["BeforeTool"]?.slice(1), [ours("PreToolUse", denial)])
    assert.deepStrictEqual(hooks["BeforeAgent"], [ours("UserPromptSubmit", denial)])
    // An exit code other than 0 would keep the agent at work for ever, and replace what a tool answered.
    assert.deepStrictEqual(hooks["AfterAgent"], [ours("Stop", " || exit 0")])
    assert.deepStrictEqual(hooks["AfterTool"], [ours("PostToolUse", " || exit 0")])
    assert.strictEqual(attach(after, { host: geminiHost, onFailure: "closed" }), after)
    assert.strictEqual(detach(after, before, geminiHost), before)
  })

  it("refuses a file with which the client ends, and a path in which it replaces something", () => {
    const given = { host: geminiHost, command: ["/opt/node", "/opt/hookline.js"], limitMillis: () => 1 } as const
    for (const text of ["\ufeff{}", `{"hooks": {},}`, `{"hooks": {"BeforeTool": [1,]}}`]) {
      assert.property(AttachText.attached(text, given), "issue", text)
    }
    const refused = AttachText.attached("{}", { ...given, command: ["/opt/$HOME/node", "/opt/hookline.js"] })
    assert.match(refused instanceof Error ? refused.message : "", /^Nothing was written: Gemini CLI replaces/)
  })
})

describe("attaching to Codex", () => {
  const theirs = (name: string) => ({ hooks: [{ type: "command", command: `./${name}.sh` }] })

  it("leaves an empty group where others follow, whose trust is by their positions", () => {
    const before = JSON.stringify({ hooks: { Stop: [theirs("a")] } })
    const after = attach(before, { host: codexHost })
    const root = JSON.parse(after) as { hooks: { Stop: Array<unknown> } }
    assert.lengthOf(root.hooks.Stop, 2)
    assert.strictEqual(detach(after, before, codexHost), before)
    root.hooks.Stop.push(theirs("b"))
    const { hooks } = JSON.parse(detach(JSON.stringify(root), before, codexHost)) as typeof root
    assert.deepStrictEqual(hooks.Stop, [theirs("a"), { hooks: [] }, theirs("b")])
  })
})

describe("attaching to Cursor", () => {
  it("writes a list of handlers with a version, which deny if they fail, where the policy has it", () => {
    const after = attach(undefined, { host: cursorHost, onFailure: "closed" })
    const root = JSON.parse(after) as { version: number; hooks: Readonly<Record<string, ReadonlyArray<object>>> }
    assert.strictEqual(root.version, 1)
    assert.deepInclude(root.hooks["preToolUse"]?.[0], { failClosed: true, timeout: 35 })
    assert.notProperty(root.hooks["stop"]?.[0], "failClosed")
    const more = after.replace(`"version": 1`, `"version": 1, "mine": 2`)
    assert.deepStrictEqual(JSON.parse(detach(more, more, cursorHost)), { version: 1, mine: 2 })
    assert.strictEqual(attach(after, { host: cursorHost, onFailure: "closed" }), after)
  })
})

describe("attaching to Qwen Code", () => {
  it("writes entries with a name and seconds below 1000, and none that prolongs a turn", () => {
    const after = attach("{}", { host: qwenHost, onFailure: "closed", limitMillis: () => 5_000_000 })
    const handlers = rows(after)
    assert.isAbove(handlers.length, 10)
    for (const { command, event, name, timeout } of handlers) {
      assert.deepStrictEqual([name, timeout], ["hookline", event === "SessionEnd" ? 60 : 999])
      if (/--event (?:Stop|SubagentStop) /.test(command)) assert.notInclude(command, "||")
      // It reads exit code 2 as a denial only beside a text on standard error.
      if (command.includes("--event PreToolUse ")) assert.include(command, `{ echo '${unanswered}' >&2; exit 2; }`)
    }
    assert.strictEqual(attach(after, { host: qwenHost, onFailure: "closed", limitMillis: () => 5_000_000 }), after)
  })
})

describe("the command", () => {
  const commandOf = (command: AttachText.Options["command"], more: Partial<AttachText.Options> = {}) => {
    const [row] = rows(attach(undefined, { command, events: ["Stop"], ...more }))
    return { command: row?.command ?? "", args: row?.args }
  }

  it("is a text for the shell, in quotes where it must be", () => {
    assert.deepStrictEqual(
      commandOf(["/usr/bin/node", "/opt/My Tools/it's/hookline.js"], { more: ["--limit", "9"], onFailure: "ask" }),
      {
        command: String.raw`/usr/bin/node '/opt/My Tools/it'\''s/hookline.js' dispatch --host claude --event Stop --on-failure ask --limit 9`,
        args: undefined
      }
    )
  })

  it("is a program with arguments where the text could not be told from others'", () => {
    const long = `/${"long/".repeat(200)}hookline.js`
    assert.deepStrictEqual(commandOf(["/usr/bin/node", long]), {
      command: "/usr/bin/node",
      args: [long, "dispatch", "--host", "claude", "--event", "Stop"]
    })
  })

  it("is refused where it could not be recognised at all", () => {
    for (const command of [
      ["/usr/bin/node", "/opt/other.js"],
      ["/opt/start-hookline"],
      ["node", "/opt/hookline.js"],
      ["/opt/node", "hookline.js"]
    ] as const) {
      assert.propertyVal(problemOf("{}", { command }), "_tag", "Unrecognisable")
    }
    const command = ["/usr/bin/node", `/${"long/".repeat(200)}hookline.js`] as const
    assert.propertyVal(problemOf("{}", { host: amcpHost, command }), "_tag", "Unrecognisable")
  })

  it.prop(
    "comes back from the shell and from our own eye, whatever the folder is called",
    [Schema.String],
    ([name]) => {
      const folder = name.replaceAll(/[\0/]/g, "-").replaceAll(/\p{Surrogate}/gu, "-")
      const script = `/${folder}/hookline.js`
      const { args, command } = commandOf(["/usr/bin/node", script])
      assert.isTrue(SelfReference.is({ _tag: "Command", command, ...(args && { args }) }))
      if (args !== undefined) return assert.strictEqual(args[0], script)
      const shown = spawnSync("sh", ["-c", command.replace("/usr/bin/node", "printf '%s\\n'")], { encoding: "utf8" })
      assert.strictEqual(shown.stdout, `${script}\ndispatch\n--host\nclaude\n--event\nStop\n`)
    }
  )
})

describe("a file that can't be edited", () => {
  const at = (line: number, column: number, issue: string) => ({ line, column, issue })

  it.each([
    ["[]", at(1, 1, "Settings are an object; here is a list.")],
    [`"x"`, at(1, 1, "Settings are an object; here is a string.")],
    [`{\r\n  "a": 1\r\n  "b": 2\r\n}`, at(3, 3, "This is no valid JSON: comma expected.")],
    [`{"a": 1`, at(1, 8, "This is no valid JSON: close brace expected.")],
    [`{"a": 'x'}`, at(1, 7, "This is no valid JSON: invalid symbol.")],
    ["/* no end", at(1, 1, "This is no valid JSON: unexpected end of comment.")],
    ["{}\n{}", at(2, 1, "This is no valid JSON: end of file expected.")],
    [`\ufeff{"hooks": []}`, at(1, 11, `"hooks" is an object; here is a list.`)],
    [`{\n"hooks": {"Stop": {"hooks": []}}}`, at(2, 19, "Under Stop belongs a list of groups; here is an object.")]
  ])("%j is left alone, and told with its place", (text, problem) => {
    assert.deepStrictEqual(problemOf(text), problem)
  })

  it("may be nested deeper than anybody can follow", () => {
    const deep = `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`
    assert.deepStrictEqual(problemOf(deep), at(1, 1, "This is nested too deeply to be edited."))
  })

  it("is told where the host would not read what we write", () => {
    const { warnings } = edited(AttachText.attached(`{\n  // c\n  "disableAllHooks": true,\n}`, options()))
    assert.deepStrictEqual(
      warnings.map(({ column, line }) => [line, column]),
      [
        [2, 3],
        [3, 22]
      ]
    )
  })
})

describe("a huge file", () => {
  it("is edited like any other", () => {
    const allow = Array.from({ length: 100_000 }, (_, index) => `Bash(tool-${index} // "x" *)`)
    const groups = Array.from({ length: 2000 }, (_, index) => ({
      matcher: `Tool${index}`,
      hooks: [{ type: "command", command: `./${index}.sh` }]
    }))
    const before = JSON.stringify({ permissions: { allow }, hooks: { PreToolUse: groups } }, undefined, 2)
    const after = attach(before)
    assert.isTrue(isJson(JSON.parse(after)))
    assert.strictEqual(attach(after), after)
    assert.strictEqual(detach(after, before), before)
  })
})
