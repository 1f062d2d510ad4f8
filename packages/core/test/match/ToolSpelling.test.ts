// Matchers near the name of a tool: a hook that no known tool of the host runs is reported, and a tool of a server, a plugin
// or another agent is never mistaken for a misspelt one.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { compile } from "../../src/match/Matcher.ts"
import * as MatchRule from "@hookline/core/MatchRule"
import * as ToolSpelling from "../../src/match/ToolSpelling.ts"

/** Reads a file with one guard under a matcher, and compiles it for every host. */
const compiledOf = Effect.fnUntraced(function* (dialect: Dialect, matcher: string) {
  const file = { dialect: dialect.name, scope: "project", file: "/p/hooks.json", folder: "/p" } as const
  const guard: Hook = {
    id: "guard",
    event: "PreToolUse",
    matcher,
    handler: { _tag: "Command", command: "guard" },
    once: false,
    enabled: true,
    group: { index: 0, parallel: false },
    source: { ...file, at: [] }
  }
  const { diagnostics, hooks } = yield* dialect.config.read(file, JSON.stringify(dialect.config.write([guard])))
  const catalog = { files: [file], hooks, diagnostics, settings: {} }
  return Dialects.all.map((host) => ({ host, diagnostics, compiled: compile(Dialects.all, host)(catalog) }))
})

const tools = (host: Dialect): ReadonlyArray<string> => [
  ...host.tools.tools.map((tool) => tool.host),
  ...(host.name === "claude" ? Dialects.canonicalTools : [])
]

/** Names that are compared: those with enough letters. */
const targets = ["Bash", "Read", "Edit", "Write", "Glob", "Grep", "WebFetch", "NotebookEdit", "TodoWrite", "MultiEdit"]

const lookAlikes: Readonly<Record<string, string>> = { a: "а", e: "е", o: "о", i: "і", t: "т", B: "Β", W: "Ԝ", E: "Ε" }

const hidden = ["\u200b", "\u00ad", "\ufeff", "\u2060"]

const at = (text: string, place: number): number => place % text.length

const names = [...new Set([...targets, ...Dialects.all.flatMap(tools)])]

/** Ways to misspell a name, of which `sure` are those that no tool can have. */
const ways: Readonly<Record<string, { readonly sure?: true; readonly of: (name: string, at: number) => string }>> = {
  "a letter that looks alike": {
    sure: true,
    of: (name, place) => {
      const places = Array.from(name).flatMap((letter, index) => (letter in lookAlikes ? [index] : []))
      const index = places[place % places.length] ?? assert.fail(name)
      return name.slice(0, index) + lookAlikes[name.charAt(index)] + name.slice(index + 1)
    }
  },
  "a hidden character": {
    sure: true,
    of: (name, place) => name.slice(0, at(name, place)) + hidden[place % hidden.length] + name.slice(at(name, place))
  },
  "the slashes of an expression": { sure: true, of: (name, place) => `/${name}/${["", "i", "g"][place % 3]}` },
  "a letter that is missing": {
    of: (name, place) => name.slice(0, at(name, place)) + name.slice(at(name, place) + 1)
  },
  "a letter too many": {
    of: (name, place) => `${name.slice(0, at(name, place))}q${name.slice(at(name, place))}`
  },
  "a swap": {
    of: (name, place) => {
      const index = place % (name.length - 1)
      return `${name.slice(0, index)}${name.charAt(index + 1)}${name.charAt(index)}${name.slice(index + 2)}`
    }
  },
  "another case": {
    of: (name, place) =>
      place % 2 === 0 ? name.toUpperCase() : `${name.slice(0, -1).toLowerCase()}${name.slice(-1).toUpperCase()}`
  }
}

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

const drawn = Arbitrary.all([
  Arbitrary.schema(below(targets.length)),
  Arbitrary.schema(below(Object.keys(ways).length)),
  Arbitrary.schema(below(24)),
  Arbitrary.schema(below(Dialects.all.length)),
  Arbitrary.schema(Schema.Boolean)
])

describe("a misspelt matcher", () => {
  it.effect.prop(
    "runs for a tool of the host, or is reported: as a loss if no tool can have its name, else as a doubt",
    [drawn],
    Effect.fnUntraced(function* ([[target, way, place, of, isAnchored]]) {
      const name = targets[target] ?? assert.fail()
      const [title, { of: misspell, sure = false }] = Object.entries(ways)[way] ?? assert.fail()
      const word = misspell(name, place)
      const matcher = isAnchored && title !== "the slashes of an expression" ? `^${word}$` : word
      const dialect = Dialects.all[of] ?? assert.fail()
      // Some agents drop white space around a matcher, so that nothing is misspelt.
      if (MatchRule.matches(dialect.matcher(matcher, "PreToolUse"), name)) return
      for (const { compiled, host } of yield* compiledOf(dialect, matcher)) {
        const call = (toolName: string) => HookEvent.cases.PreToolUse.make({ toolName, toolInput: {} })
        const runs = tools(host).some((tool) => compiled.wants(call(tool)))
        const because = `${title}: ${JSON.stringify(matcher)} of ${dialect.name} under ${host.name}`
        if (runs) continue
        const spelling = ToolSpelling.classify(word, names, dialect.name === "amplifier")
        // A letter more or less may be a word of its own.
        if (!sure && spelling._tag !== "Near") continue
        assert.strictEqual(compiled.losses.length, sure ? 1 : 0, because)
        assert.strictEqual(compiled.doubts.length, sure ? 0 : 1, because)
        if (!sure) continue
        assert.strictEqual(compiled.lost("PreToolUse", name).length, 1, because)
        const other = name === "Bash" ? "Write" : "Bash"
        assert.deepStrictEqual(compiled.lost("PreToolUse", other), [], because)
      }
    }),
    { arbitrary: { runs: 400, size: 100 } }
  )

  it.effect("beside others is a warning of check, and no notice, because the hook runs for the others", () =>
    Effect.gen(function* () {
      for (const matcher of ["Edit|Wrte", "Edit|Wrіte", "mcp__.*|Bsh", "^(Edit|Wrte)$"]) {
        for (const { compiled, diagnostics } of yield* compiledOf(Dialects.canonical, matcher)) {
          assert.deepStrictEqual(
            diagnostics.map(({ code }) => code),
            ["tool-misspelt"],
            matcher
          )
          assert.deepStrictEqual([...compiled.losses, ...compiled.doubts], [], matcher)
        }
      }
    })
  )
})

const word = (letters: string) =>
  Schema.Array(below(letters.length)).check(Schema.isMinLength(2), Schema.isMaxLength(12))
const letters = "abcdefghijklmnopqrstuvwxyz_BERTW01"
const textOf = (places: ReadonlyArray<number>): string => places.map((place) => letters[place]).join("")

describe("a matcher of a tool that is not known", () => {
  it.effect.prop(
    "is no loss and no doubt if it is one of an MCP server, in any form",
    [Arbitrary.all([Arbitrary.schema(word(letters)), Arbitrary.schema(word(letters)), Arbitrary.schema(below(6))])],
    Effect.fnUntraced(function* ([[one, other, form]]) {
      const [server, tool] = [textOf(one), textOf(other)]
      // Of underscores alone, neither can be told from what is between them.
      if (/^_+$/.test(server) || /^_+$/.test(tool)) return
      const texts = [
        `mcp__${server}__${tool}`,
        `mcp.${server}.${tool}`,
        `mcp__${server}__.*`,
        `mcp__plugin_${server}_${server}__${tool}`,
        `Bash|mcp__${server}__${tool}`,
        `^mcp__.*__(${tool}|Bash)$`
      ]
      for (const dialect of Dialects.all) {
        for (const { compiled, diagnostics } of yield* compiledOf(dialect, texts[form] ?? assert.fail())) {
          assert.deepStrictEqual([...diagnostics, ...compiled.losses, ...compiled.doubts], [], texts[form])
        }
      }
    }),
    { arbitrary: { runs: 200, size: 30 } }
  )

  it.effect("is neither if another agent, a plugin or a user has it", () =>
    Effect.gen(function* () {
      const known = [
        "LSP", "TaskCreate", "TaskList", "ToolSearch", "PowerShell", "apply_patch", "run_shell_command", "replace",
        "ralph_hero__get_issue", "write_to_file", "replace_file_content", "codebase_investigator", "Delete", "Shell",
        "Search", "tasks", "Reads", "agents", "ask", "exit", "kill", "emit", "hash", "a_read", "my.read", "bash2",
        "deploy", "query_db", "Other", "x", "own_tool", "view_image", "Tasks|Agents", "github/create_issue",
        "codebase_.*", "(?:Foo|Bar)", "[Bb]ash", "B.sh", "Bash(?:Output)?"
      ] // prettier-ignore
      for (const dialect of Dialects.all) {
        for (const matcher of known) {
          for (const { compiled, host } of yield* compiledOf(dialect, matcher)) {
            const found = [...compiled.losses, ...compiled.doubts].map(({ text }) => text)
            assert.deepStrictEqual(found, [], `${matcher} of ${dialect.name} under ${host.name}`)
          }
        }
      }
    })
  )
})
