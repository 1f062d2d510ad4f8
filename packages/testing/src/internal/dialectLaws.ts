/** The laws of what a dialect gives to hooks, and of its matchers, limits, variables, names, files and capabilities. */
import { assert } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import * as MatchRule from "@hookline/core/MatchRule"
import * as ToolTable from "@hookline/core/ToolTable"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Kind } from "@hookline/schema/Handler"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import type { File } from "@hookline/schema/Source"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as HookEvents from "../HookEvents.ts"
import { eventNameIn, type HookWords } from "./HookWords.ts"
import type { Laws } from "./Laws.ts"
import { runsOf } from "./runsOf.ts"

const { cases } = HookEvent

const small = { arbitrary: { size: 6 } }

/** Fields that hooks get in another form than the event has, or only if the host has them. */
const inOtherForm: ReadonlySet<string> = new Set(["_tag", "name", "data", "host", "timestamp", "toolCalls"])

/** Returns all values of an object, at any depth that dialects nest fields in. */
const valuesIn = (value: unknown, depth = 2): ReadonlyArray<unknown> =>
  isJson(value) && depth > 0 ? Object.values(value).flatMap((one) => [one, ...valuesIn(one, depth - 1)]) : []

const has = (values: ReadonlyArray<unknown>, wanted: unknown): boolean => {
  const text = JSON.stringify(wanted)
  return values.some((value) => Object.is(value, wanted) || JSON.stringify(value) === text)
}

/** A text longer than any that arbitraries draw: a command's end decides as much as its beginning. */
const long = `${"true; ".repeat(11_000)}rm -rf /`

/** The laws of what hooks are given: all that a guard decides by. */
export const givenLaws = ({ event: wire }: Dialect, laws: Laws, words: HookWords = {}): void => {
  laws.prop(
    "a hook is given the event's name, session and folder",
    [HookEvents.arbitrary, Schema.NonEmptyString, Schema.NonEmptyString],
    ([event, sessionId, cwd]) => {
      const given = wire.encodeForHook({ ...event, sessionId, cwd })
      assert.strictEqual(given["hook_event_name"], eventNameIn(words, event))
      assert.deepStrictEqual([given["session_id"], given["cwd"]], [sessionId, cwd])
    },
    small
  )

  const Input = Schema.Record(Schema.String, Schema.Json)

  laws.prop(
    "a hook is given the tool and its whole input, and the host's own beside them where they differ",
    [
      Schema.Literals(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"]),
      Schema.NonEmptyString,
      Input,
      Schema.NonEmptyString,
      Input
    ],
    ([tag, toolName, drawn, name, input]) => {
      const toolInput = { ...drawn, long }
      const event = { ...HookEvents.examples[tag], toolName, toolInput }
      const alone = wire.encodeForHook(event)
      assert.deepStrictEqual([alone["tool_name"], alone["tool_input"]], [toolName, toolInput])
      const given = wire.encodeForHook(event, { name, input })
      assert.deepStrictEqual([given["tool_name"], given["tool_input"]], [toolName, toolInput])
      if (name !== toolName) assert.strictEqual(given["host_tool_name"], name)
      if (JSON.stringify(input) !== JSON.stringify(toolInput)) assert.deepStrictEqual(given["host_tool_input"], input)
    },
    small
  )

  laws.prop(
    "a hook is given every field that the event has",
    [Arbitrary.all(HookEvent.names.map((name) => HookEvents.of(name)))],
    ([events]) => {
      for (const event of events) {
        const values = valuesIn(wire.encodeForHook(event))
        for (const [field, value] of Object.entries(event)) {
          if (inOtherForm.has(field) || value === undefined) continue
          assert.isTrue(has(values, value), `${event._tag}: ${field}`)
        }
      }
    },
    { arbitrary: { runs: runsOf(25), size: 6 } }
  )

  laws.prop(
    "a hook is given the prompt, the result, the error or the message that it decides by",
    [Schema.String],
    ([text]) => {
      const value = `decisive ${long.slice(-2000)} ${text}`
      const { PostToolUse, PostToolUseFailure } = HookEvents.examples
      for (const event of [
        cases.UserPromptSubmit.make({ prompt: value }),
        cases.UserPromptExpansion.make({ prompt: value, commandName: "mend" }),
        cases.Stop.make({ lastAssistantMessage: value }),
        cases.Notification.make({ message: value }),
        { ...PostToolUse, toolResponse: { stdout: value } },
        { ...PostToolUseFailure, error: value }
      ]) {
        assert.include(JSON.stringify(wire.encodeForHook(event)), JSON.stringify(value), event._tag)
      }
    }
  )

  laws.prop("a hook is given what JSON can hold", [HookEvents.example], ([event]) => {
    const given = wire.encodeForHook(event)
    assert.deepStrictEqual(JSON.parse(JSON.stringify(given)), given)
  })
}

/** A tool's name as agents and servers have them. */
const Word = Schema.Literals(["deploy", "Deploy2", "run_it", "mcp__files__read", "mcp__a__b_c", "NotebookEdit", "x"])
const Other = Schema.Union([Word, Schema.NonEmptyString])

/** The laws of matchers on tools: one that matches less loses guards, one that matches more runs the wrong ones. */
export const matcherLaws = ({ matcher, tools }: Dialect, laws: Laws, { matchesAnywhere }: HookWords = {}): void => {
  const known = [...new Set(tools.tools.flatMap(({ canonical, host }) => [canonical, host]))]
  const Name = Schema.Union([Word, Schema.Literals(["Bash", "Write", ...known.filter((name) => /^\w+$/.test(name))])])
  const Event = Schema.Literals(["PreToolUse", "PostToolUse", "PermissionRequest"])
  const isOther = (one: string, other: string): boolean => one.toLowerCase() !== other.toLowerCase()
  /** Checks whether a name that is another one matches all the same. */
  const meets = (name: string, other: string): boolean => matchesAnywhere === true && other.includes(name)

  laws.prop("no matcher, an empty one and * match every tool", [Event, Other], ([event, name]) => {
    for (const text of [undefined, "", "*"]) {
      assert.isTrue(MatchRule.matches(matcher(text, event), name), `${String(text)} on ${name}`)
    }
  })

  laws.prop(
    "a literal name matches that tool and no other, but for those that have it in their name where it may be anywhere",
    [Event, Name, Other],
    ([event, name, any]) => {
      const rule = matcher(name, event)
      assert.isTrue(MatchRule.matches(rule, name), name)
      for (const other of [any, `${name}s`, `my${name}`, `${name}_all`, name.slice(1), name.slice(0, -1), ""]) {
        if (isOther(name, other)) {
          assert.strictEqual(MatchRule.matches(rule, other), meets(name, other), `${name} on ${other}`)
        }
      }
    },
    { arbitrary: { runs: runsOf(300), size: 6 } }
  )

  laws.prop(
    "names with | between them match each of them and no other",
    [Event, Name, Name, Other],
    ([event, one, two, any]) => {
      const rule = matcher(`${one}|${two}`, event)
      assert.isTrue(MatchRule.matches(rule, one) && MatchRule.matches(rule, two), `${one}|${two}`)
      for (const other of [any, `${one}x`, `x${two}`]) {
        if (isOther(one, other) && isOther(two, other)) {
          assert.strictEqual(MatchRule.matches(rule, other), meets(one, other) || meets(two, other), other)
        }
      }
    },
    small
  )

  laws.prop(
    "a pattern matches the names that it describes",
    [Event, Schema.Literals(["a", "bc", "d_e"])],
    ([event, end]) => {
      const rule = matcher("mcp__.*", event)
      assert.isTrue(MatchRule.matches(rule, `mcp__${end}__run`))
      assert.isFalse(MatchRule.matches(rule, end))
    }
  )

  laws.prop("a pattern that is none never throws", [Event, Schema.String, Other], ([event, text, name]) => {
    MatchRule.matches(matcher(`(${text}[`, event), name)
  })
}

const kinds: ReadonlyArray<Kind> = ["Command", "Http", "Prompt", "Agent", "Python", "Module", "McpTool"]

const day = 24 * 60 * 60 * 1000

/** The laws of limits: a hook without a positive limit never answers, or never ends. */
export const limitLaws = ({ defaults }: Dialect, laws: Laws): void => {
  laws.prop(
    "every hook has a limit above 0, and within the dialect's cap",
    [Schema.Literals(kinds), Schema.Union([Schema.Literals(HookEvent.names), Schema.String])],
    ([kind, event]) => {
      const { capMillis = day } = defaults
      const millis = defaults.timeoutMillis(kind, event)
      assert.isTrue(millis > 0 && millis <= day, `${kind} on ${event}: ${millis}`)
      assert.isTrue(capMillis > 0 && millis <= capMillis, `${millis} is over ${capMillis}`)
    }
  )
}

/** The laws of variables: hooks find their scripts by them. */
export const variableLaws = (dialect: Dialect, laws: Laws): void => {
  const source: File = {
    dialect: dialect.name,
    scope: "project",
    folder: "/project/hooks",
    file: "/project/hooks/guard/hooks.json",
    plugin: "guard",
    pluginFolder: "/project/hooks/guard",
    pluginData: "/home/data/guard"
  }
  const Place = Arbitrary.map(Arbitrary.schema(Schema.NonEmptyString), (name) => `/${name.replaceAll("\0", "")}`)

  laws.prop(
    "a hook gets the project's folder, by variables that the dialect lists",
    [HookEvents.example, Place],
    ([event, projectDir]) => {
      for (const facts of [
        { projectDir, event, source },
        { projectDir, event: { ...event, sessionId: "s" }, source: { ...source, skill: "review" } }
      ]) {
        const own = dialect.env(facts)
        for (const given of [own, dialect.hostEnv(facts)]) {
          for (const [name, value] of Object.entries(given)) {
            assert.match(name, /^[A-Za-z_]\w*$/)
            assert.include(dialect.variables, name)
            assert.strictEqual(typeof value, "string", name)
          }
          assert.include(Object.values(given), projectDir)
        }
      }
    }
  )
}

/** The laws of tools' names: a guard of a tool runs for that tool under every name that its host has for it. */
export const nameLaws = ({ tools }: Dialect, laws: Laws): void => {
  laws.test("each of the host's names is one tool, under one name for hooks", () => {
    const hosts = tools.tools.map(({ host }) => host)
    assert.strictEqual(new Set(hosts).size, hosts.length)
    for (const { canonical, host, keys = {} } of tools.tools) {
      const seen = ToolTable.toCanonical(tools, host, {})
      assert.deepStrictEqual([seen.name, seen.hostName], [canonical, host])
      const names = ToolTable.namesOf(tools, host)
      assert.includeMembers([...names], [canonical, host])
      assert.notInclude([host, canonical], "")
      const renamed = Object.values(keys)
      assert.strictEqual(new Set(renamed).size, renamed.length, host)
    }
  })

  laws.test("a name that hooks know is no other tool's", () => {
    const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
    const canonical = new Map(
      ["Bash", "Read", "Write", "Edit", "Glob", "Grep", "WebFetch", "WebSearch", "TodoWrite", "NotebookEdit"].map(
        (name) => [plain(name), name]
      )
    )
    for (const tool of tools.tools) {
      const known = canonical.get(plain(tool.host))
      if (known !== undefined) assert.strictEqual(tool.canonical, known, tool.host)
    }
  })
}

/** The laws of places: files are looked for below the folders that they belong to. */
export const placeLaws = ({ files, marker, skills = [] }: Dialect, laws: Laws): void => {
  const isInside = (path: string): boolean =>
    path !== "" &&
    !path.startsWith("/") &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")

  laws.test("files of hooks lie in the project, or are the user's, each once", () => {
    const places = files.map(({ base, path }) => `${base} ${path}`)
    assert.strictEqual(new Set(places).size, places.length)
    for (const { base, path, scope } of [...files, ...skills.flatMap((one) => (one._tag === "Folder" ? [one] : []))]) {
      assert.isTrue(isInside(path), path)
      assert.strictEqual(base === "project", scope !== "user", `${base} ${path} is ${scope}`)
    }
    if (marker !== undefined) assert.match(marker, /^[^/]+$/)
  })
}

/** The laws of capabilities: a host supports no more than the event. */
export const capabilityLaws = ({ capabilities }: Dialect, laws: Laws): void => {
  laws.prop("a host supports no more than the event does", [HookEvents.example], ([event]) => {
    const [all, host] = [Capabilities.of(event), capabilities(event)]
    assert.includeMembers([...all.verdicts], [...host.verdicts])
    assert.includeMembers([...all.changes], [...host.changes])
    assert.includeMembers([...all.effects], [...host.effects])
    assert.isTrue((all.context || !host.context) && (all.halts || !host.halts))
    assert.strictEqual(host.failsClosed, all.failsClosed)
  })

  laws.test("a call can be denied", () => {
    assert.include(capabilities(cases.PreToolUse.make({ toolName: "Bash", toolInput: {} })).verdicts, "Deny")
  })
}
