// Files that nobody trusts, with texts that take long to analyse: they delay the hooks of a user by no more than a host waits.
import { assert, describe, it } from "@effect/vitest"
import * as Matcher from "@hookline/core/Matcher"
import * as Dialects from "@hookline/dialects/Dialects"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Catalog from "@hookline/schema/Catalog"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"

const file = { dialect: "claude", scope: "project", file: "/p/.claude/settings.json", folder: "/p" } as const

const event = HookEvent.cases.PreToolUse.make({
  sessionId: "s",
  cwd: "/p",
  toolName: "run_shell_command",
  toolInput: { command: "rm -rf / | tee x" }
})

const hosts = ["gemini", "claude"].map((name) => Dialects.all.find((dialect) => dialect.name === name) ?? ClaudeCode)

/** Reads a file and answers what is asked for an event, as before each tool call. */
const analyse = Effect.fnUntraced(function* (root: object) {
  const { diagnostics, hooks } = yield* ClaudeCode.config.read(file, JSON.stringify(root))
  for (const host of hosts) {
    const compiled = Matcher.compile(Dialects.all, host)({ ...Catalog.empty, hooks, diagnostics }, "/p")
    for (const { hooks } of compiled.groups(event)) for (const hook of hooks) compiled.conditionHolds(hook, event)
    compiled.lostOn(event)
    compiled.lookAlikes(event)
  }
  return diagnostics
})

/** The CPU time of this process: another process may have the machine. */
const cpuMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** The limit: what takes quadratic time takes a multiple of it at these sizes, also on a quick machine. */
const mostMillis = 10_000

const inTime = Effect.fnUntraced(function* (root: object) {
  const started = cpuMillis()
  const diagnostics = yield* analyse(root)
  assert.isBelow(cpuMillis() - started, mostMillis)
  return diagnostics
})

const group = (matcher: string, fields: object = {}) => ({
  matcher,
  hooks: [{ type: "command", command: "true", ...fields }]
})

const groups = (...list: ReadonlyArray<object>) => ({ hooks: { PreToolUse: list } })

const many = <A>(count: number, make: (index: number) => A): Array<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const hooks = (count: number, fields: (index: number) => object) =>
  many(count, (at) => ({ type: "command", command: `true ${at}`, ...fields(at) }))

/** Files by what is hostile in them. */
const hostile: Readonly<Record<string, () => object>> = {
  "groups in groups that repeat": () => groups(group(`${"(".repeat(14)}%${")+".repeat(14)}`)),
  "groups in groups without number": () => groups(group(`${"(".repeat(20_000)}%${")".repeat(20_000)}|Edit`)),
  "slashes without number": () => groups(group("/".repeat(50_000))),
  "a pattern that is too large for the engine": () => groups(group("$A".repeat(20_000)), group("(a)".repeat(20_000))),
  "brackets in a rule": () => groups(group("Bash", { if: `Bash(a${"[".repeat(300_000)})` })),
  "classes in words of a rule": () => groups(group("Bash", { if: `Bash(a ${"%[".repeat(4000)})` })),
  "commas in braces of a rule": () => groups(group("Bash", { if: `Bash({${",".repeat(8000)})` })),
  "thousands of rules": () => groups(...many(4000, (at) => group("Bash", { if: `Bash(a ${"%[".repeat(40)} ${at})` }))),
  "thousands of patterns": () => groups(...many(3000, (at) => group(`(x+x+)+y${at}`))),
  "thousands of slow patterns with rules": () =>
    groups(...many(1000, (at) => group(`((([a-z_]+)+)+)+!${at}`, { if: "Edit(a)" }))),
  "thousands of patterns in one": () => groups(group(many(3000, (at) => `Bash(x+x+)+y${at}`).join("|"))),
  "thousands of unknown events": () => ({
    hooks: Object.fromEntries(many(20_000, (at) => [`PreToolUsf${at}`, [group("Bash")]]))
  }),
  "thousands of matchers that match nothing": () => groups(...many(12_000, (at) => group(`%${at}`))),
  "thousands of rules on other tools": () => groups(...many(8000, (at) => group("Bash", { if: `Edit(a${at})` }))),
  "thousands of rules in a matcher": () => groups(group(`${many(8000, (at) => `Bash(x ${at})`).join("|")}|Edit`)),
  "thousands of names and hooks": () =>
    groups({
      matcher: many(5000, (at) => `B${at}`).join("|"),
      hooks: hooks(5000, (at) => ({ if: `Edit${at}(a)`, tiemout: 3 }))
    }),
  "thousands of patterns and hooks": () =>
    groups({
      matcher: `^(${many(3000, (at) => `B${at}x?`).join("|")})$`,
      hooks: hooks(3000, (at) => ({ if: `Edit${at}(a)`, argv: 1 }))
    }),
  "thousands of fields": () =>
    groups(
      group(
        "Bash",
        Object.fromEntries(many(20_000, (at) => [`time${"-".repeat(at % 40)}out${"_".repeat(at / 400)}`, 1]))
      )
    ),
  "thousands of unclear rules": () => groups(...many(12_000, (at) => group("Bash", { if: `a b ${at}` })))
}

describe("a file that nobody trusts", () => {
  for (const [what, make] of Object.entries(hostile)) {
    it.live(`is analysed in time with ${what}`, () => inTime(make()), 120_000)
  }

  it.live(
    "is analysed in time with long runs of anything, wherever they are",
    () =>
      Effect.gen(function* () {
        const runs = Array.from(
          [
            "\n",
            " ",
            "${",
            "$(",
            "`",
            "\\",
            "'",
            '"',
            '\\"',
            "(",
            ")",
            "{",
            "[",
            "[^",
            "[[ ",
            "|",
            "a|",
            "&& ",
            "; ",
            "<<A ",
            "(( a <"
          ]
            .concat([
              "[ a == ",
              ", ",
              "a,",
              "*",
              "**/",
              "?",
              "../",
              "~/",
              "а",
              "\u200b",
              "not ",
              "tool == ",
              "!tool",
              'tool == "a" '
            ])
            .concat([
              "(?!",
              "(?<!a)",
              "(a|",
              "\\p{",
              "x*",
              "a{1}",
              "Bash(a)|",
              "Bsh|",
              "mcp__",
              "$TOOL_NAME ",
              "a=b ",
              "%[",
              "{,"
            ]),
          (token) => token.repeat(Math.ceil(6000 / token.length))
        )
        const places: ReadonlyArray<(run: string) => object> = [
          (run) => group(run),
          (run) => group(`Bash${run}!`),
          (run) => group(`Bash(rm)|${run}`),
          (run) => group("Bash", { if: `Bash(a${run}x)` }),
          (run) => group("Bash", { if: `Bash(a | ${run} | b)` }),
          (run) => group("Edit", { if: `Edit(a${run}x)` }),
          (run) => group("Bash", { command: `[[ a ]] $TOOL_NAME ${run}x` }),
          (run) => group("Bash", { [`x${run}`]: run })
        ]
        for (const place of places) yield* inTime(groups(...runs.map(place)))
        yield* inTime({ hooks: Object.fromEntries(runs.map((run) => [`${run}x`, [group("Bash")]])) })
      }),
    120_000
  )

  // proves: docs/which-hooks-fire.md
  it.effect("has its rules reported where they are not compared, and their hooks run", () =>
    Effect.gen(function* () {
      const long = yield* analyse(groups(group("Bash", { if: `Bash(git ${"a".repeat(10_000)})` })))
      assert.deepStrictEqual(
        long.map(({ code }) => code),
        ["if-doubtful"]
      )
      const wide = yield* analyse(groups(group(many(300, (at) => `B${at}`).join("|"), { if: "Edit(a)" })))
      assert.deepStrictEqual(
        wide.map(({ code }) => code),
        ["if-doubtful"]
      )
    })
  )
})
