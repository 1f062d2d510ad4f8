// Matchers that no tool can satisfy.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { isToolName, mayMatchSomeName } from "../../src/match/internal/someName.ts"
import { All, Broken, matches, type MatchRule, Names, Pattern, whyInvalid } from "../../src/match/MatchRule.ts"
import * as ToolMatcher from "../../src/match/ToolMatcher.ts"

const names = ["Bash", "BashOutput", "Edit", "Write", "Task", "NotebookEdit", "WebFetch", "read_file", "bash"]

/** Reads a matcher as a list of names or an expression that may match anywhere. */
const anywhere = (text: string): MatchRule => {
  if (text === "" || text === "*") return All()
  if (/^[\w\- ,|]*$/.test(text)) {
    return Names({ names: text.split(/[|,]/).flatMap((name) => name.trim() || []), ignoreCase: false })
  }
  const why = whyInvalid(text)
  return why === undefined ? Pattern({ source: text, ignoreCase: false }) : Broken({ why })
}

/** Reads a matcher as an expression for the whole name. */
const whole = (text: string): MatchRule =>
  whyInvalid(text) === undefined
    ? Pattern({ source: `^(?:${text})$`, ignoreCase: true })
    : Names({ names: [text], ignoreCase: true })

const lostIn = (read: (text: string) => MatchRule, text: string) => ToolMatcher.lost(text, read(text), names, matches)

describe("a matcher that no tool can satisfy", () => {
  it("is lost, and names the tool that was meant", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string> | undefined]> = [
      ["Bash(rm *)", ["Bash"]],
      ["Bash(rm:*)", ["Bash"]],
      ["Write(docs/prds/**)", ["Write"]],
      ["Bash(git *)|Edit(src/**)", ["Bash", "Edit"]],
      ["Bash(", ["Bash"]],
      ["{Bash,Edit}", ["Bash", "Edit"]],
      ["Bash^", ["Bash"]],
      ["$Bash", ["Bash"]],
      ["\\ABash\\Z", ["Bash"]],
      ["(Edit|Write", ["Edit", "Write"]],
      ["*.jsonl", undefined],
      ["(?!Bash$", undefined],
      ['tool == "Bash"', ["Bash"]],
      ['tool == "Bash" && tool_input.command matches "(a|b)"', ["Bash"]],
      ['tool == "Write" && tool_input.file_path matches "^(?!a || b) not"', ["Write"]],
      ['tool != "Bash" ', undefined],
      ["Ba\u200bsh.", undefined],
      ["\\p{L}+", undefined],
      ["\\pL", undefined],
      ["\\X", undefined],
      ["\\QBash\\E", ["Bash"]],
      ["\\GBash", ["Bash"]],
      ["Ba\\Ksh", ["Bash"]],
      ["\\x{42}ash", ["Bash"]],
      ["\\u{42}ash", ["Bash"]]
    ]
    for (const [text, tools] of cases) {
      assert.deepStrictEqual(lostIn(anywhere, text), { tools }, text)
    }
  })

  it("is lost in the part that is a permission rule, unless another part has the tool", () => {
    const cases: ReadonlyArray<readonly [string, Omit<ToolMatcher.LostParts, "areRules"> | undefined]> = [
      ["Bash(rm *)|Edit", { parts: ["Bash(rm *)"], tools: ["Bash"], rest: "Edit" }],
      ["Edit|Bash(rm *)|Write", { parts: ["Bash(rm *)"], tools: ["Bash"], rest: "Edit|Write" }],
      ["Edit|Bash(rm *)|Bash(git *)", { parts: ["Bash(rm *)", "Bash(git *)"], tools: ["Bash"], rest: "Edit" }],
      [
        "Bash(rm *)|Write(a/**)|mcp__.*",
        { parts: ["Bash(rm *)", "Write(a/**)"], tools: ["Bash", "Write"], rest: "mcp__.*" }
      ],
      ["(Bash(rm *)|Edit)", { parts: ["Bash(rm *)"], tools: ["Bash"], rest: "Edit" }],
      ["^(?:Edit|Bash(rm *))$", { parts: ["Bash(rm *)"], tools: ["Bash"], rest: "Edit" }],
      ["Bash(rm *)|Bash", undefined],
      ["(Bash(rm *)|Bash)", undefined],
      ["Bash rm|Bash", undefined],
      ["Bash(rm *)|.*", undefined],
      ["Bash(rm *)|", undefined],
      ["Bash(rm *)", undefined],
      ["Bash(Output)|Edit", undefined],
      ["Task(Create|Update)|Edit", undefined],
      ["Edit|Write", undefined],
      ["Bash Edit", undefined],
      ["(Bash(rm *)|Edit", undefined]
    ]
    for (const read of [anywhere, whole]) {
      for (const [text, lost] of cases) {
        // An empty alternative of a pattern for whole names is the empty name.
        if (read === whole && text.endsWith("|")) continue
        const found = ToolMatcher.lostParts(text, read, names, matches)
        assert.deepStrictEqual(found, lost && { ...lost, areRules: true }, text)
      }
    }
    assert.isDefined(ToolMatcher.lostParts("Bash(rm *)|", whole, names, matches))
  })

  it("is lost in part wherever an alternative is lost alone, however both are written", () => {
    const lostAlone = [
      "Bash(rm *)", "^Bash(rm .*)$", "Bash (rm *)", "Bash\\(rm .*\\)", "Bash(rm *).* ", "Bash rm", "'Bash'", "^Bash\\(.* .*$"
    ] // prettier-ignore
    const others = ["Edit", "^Edit$", "Edit|Write", "mcp__.*", "Notebook(Edit|Read)", "Write\\|Read|Edit"]
    const frames = [(text: string) => text, (text: string) => `(${text})`, (text: string) => `^(?:${text})$`]
    for (const read of [anywhere, whole])
      for (const alone of lostAlone) {
        assert.isDefined(lostIn(read, alone), alone)
        for (const other of others)
          for (const frame of frames)
            for (const text of [`${alone}|${other}`, `${other}|${alone}`, `Edit|${alone}|${other}`]) {
              const found = ToolMatcher.lostParts(frame(text), read, names, matches)
              assert.deepStrictEqual(found?.tools, ["Bash"], frame(text))
              assert.deepStrictEqual(found?.parts, [alone], frame(text))
            }
      }
  })

  it("is in doubt where it names a known tool with more, and no known tool fits that", () => {
    const doubtful: Readonly<Record<string, string>> = {
      "Bash(rm.*)": "Bash",
      "^Bash(rm)$": "Bash",
      "Bash.*rm": "Bash",
      "Bash:rm": "Bash",
      "PreToolUse:Bash": "Bash",
      "Edit:.*\\.ts": "Edit",
      "Write/src/.*": "Write",
      "Tool(Bash)": "Bash",
      "tool=Bash": "Bash"
    }
    for (const read of [anywhere, whole])
      for (const [part, tool] of Object.entries(doubtful))
        for (const text of [part, `${part}|Grep`, `Grep|${part}`, `(${part}|Grep)`, `mcp__.*|${part}`]) {
          const found = ToolMatcher.doubtfulParts(text, read, names, matches)
          assert.deepStrictEqual([found?.parts, found?.tools, found?.hasMore], [[part], [tool], true], text)
          assert.isTrue(found?.meant.split("|").includes(tool), text)
          assert.isUndefined(ToolMatcher.doubtfulParts(`${text}|${tool}`, read, names, matches), text)
        }
    for (const text of [
      "Bash",
      "Bash|Edit",
      "Bash.*",
      "Bash-tool",
      "BashTool",
      "mcp__a__Bash",
      "mcp__.*__(Bash|Edit)",
      "my(bash)",
      "my:tool",
      "a(b)",
      ".*"
    ])
      assert.isUndefined(ToolMatcher.doubtfulParts(text, whole, names, matches), text)
  })

  it("is in no doubt where a pattern excludes a known tool", () => {
    for (const text of [
      "^(?!Edit)",
      "(?!Edit)",
      "^(?!Edit|Write$).*",
      "^((?!Edit).)*$",
      "^(?!.*Edit)my_",
      "^(?!Edit).*mine$",
      "my(?<!Edit)_tool",
      "^(?!(?:Edit|Write[()])$)my_tool",
      "(?<name>^(?!Edit))",
      "[^E]d"
    ])
      for (const read of [anywhere, whole])
        assert.isUndefined(ToolMatcher.doubtfulParts(text, read, names, matches), text)
  })

  it("is in doubt with a meaning that has every tool that its text names, and no other alternative less", () => {
    const cases: ReadonlyArray<readonly [string, string, boolean]> = [
      ["Edit.+", "Edit.*", false],
      ["Bash/Edit", "Bash|Edit", false],
      ["Bash & edit", "Bash|Edit", false],
      ["Grep|Bash(rm.*)", "Grep|Bash", true],
      ["Bash:rm|mcp__.*|Edit/x", "Bash|mcp__.*|Edit", true]
    ]
    for (const [text, meant, hasMore] of cases) {
      const found = ToolMatcher.doubtfulParts(text, anywhere, names, matches)
      assert.deepStrictEqual([found?.meant, found?.hasMore], [meant, hasMore], text)
    }
  })

  it("is lost where a pattern is for the whole name, too", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string> | undefined]> = [
      [" Bash", ["Bash"]],
      ["Edit, Write", ["Edit", "Write"]],
      ["Edit,Write", ["Edit", "Write"]],
      ["Bash[", undefined],
      ["Bash(rm *)", ["Bash"]],
      ['tool == "Edit" || tool == "Write"', ["Edit", "Write"]]
    ]
    for (const [text, tools] of cases) assert.deepStrictEqual(lostIn(whole, text), { tools }, text)
  })

  it("is lost as a list of names that no tool has", () => {
    assert.deepStrictEqual(lostIn(anywhere, "Bash Edit"), { tools: ["Bash", "Edit"] })
    assert.deepStrictEqual(lostIn(anywhere, ","), { tools: undefined })
  })

  it("is no loss if some tool may satisfy it", () => {
    for (const text of [
      "",
      "Bash",
      "bash",
      "my_tool",
      "Bash|",
      "Bash(Output)?",
      "Bash(Output)",
      "Notebook(Edit|Read)",
      "Task(Create|Update)",
      "mcp__(github|gitlab)",
      "mcp__github",
      "^(?!Bash).*$",
      "Bash(rm *)|Edit",
      'tool == "Edit" || tool == "Write"',
      "(?=B)",
      "\\w+",
      "[^x]",
      "mcp__.*__write.*",
      "mcp\\..*",
      "a{0}",
      "(?i:Bash)",
      "\\x42ash",
      "\\u0042ash",
      "my_\\\\?Q"
    ]) {
      assert.isUndefined(lostIn(anywhere, text), text)
    }
    for (const text of ["Bash", ".*", "Edit|Write", "bash|", "Bash.*|Edit", "Web(Fetch|Search)", "notebook_?edit"]) {
      assert.isUndefined(lostIn(whole, text), text)
    }
  })

  it("is no loss if it looks like a rule, and a tool that is known has such a name", () => {
    for (const text of ["Bash(rm |rm)", "\\ABash\\Z"]) {
      assert.isDefined(lostIn(anywhere, text), text)
      assert.isUndefined(ToolMatcher.lost(text, anywhere(text), [...names, "Bashrm", "ABashZ"], matches), text)
    }
  })

  const pieces = [
    "a", "B", "_", "^", "$", ".", "*", "+", "?", "|", "(", ")", "(?:", "(?=", "(?!", "[", "]", "[^", "\\w", "\\W", "\\b",
    "\\d", "\\s", " ", ",", "-", "{2}", "{0,1}", "\\.", "\\A", "é", "\\1", "=", '"', "\\p",
    "\\pL", "{L}", "\\x41", "\\x4", "\\u0041", "\\u", "\\k", "\\c", "\\Q", "\\e", "(?<n>a)", "\\0", "\\B"
  ] // prettier-ignore

  const pieceOf = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: pieces.length - 1 }))

  const someNames = [
    "a",
    "B",
    "aB",
    "_a",
    "B_a.-",
    "aa",
    "BB",
    "a-a",
    "é",
    "A",
    "Aa",
    "aaaa",
    "a.B",
    "/a:B",
    "0",
    "B0a"
  ]

  it.prop(
    "is impossible only if no name matches it",
    [Arbitrary.schema(Schema.Array(pieceOf).check(Schema.isMinLength(1), Schema.isMaxLength(7)))],
    ([drawn]) => {
      const source = drawn.map((piece) => pieces[piece]).join("")
      if (whyInvalid(source) !== undefined || mayMatchSomeName(source, false)) return
      for (const name of someNames) assert.isFalse(new RegExp(source).test(name), `${source} on ${name}`)
    },
    { arbitrary: { runs: 1500, size: 40 } }
  )

  it("is none where a control character may be left out", () => {
    for (const source of ["\\ca{0,1}", "\\cA*B", "Bash|\\cx?"]) assert.isTrue(mayMatchSomeName(source, false), source)
    for (const source of ["\\ca", "\\ca{1,2}", "\\c", "\\c?", "\\c1?"])
      assert.isFalse(mayMatchSomeName(source, false), source)
  })

  it("is recognised for what a pattern requires", () => {
    for (const source of [
      "a^",
      "$a",
      "a b",
      "^$",
      "a(?:b^|$c)",
      "[]",
      "[,;]",
      "x{1,2} ",
      "a$b",
      "(?:^a|^b)^",
      "\\p{L}+",
      "\\x20",
      "\\u0020a",
      "\\cA"
    ]) {
      assert.isFalse(mayMatchSomeName(source, false), source)
    }
    for (const source of [
      "",
      "|",
      "a^|b",
      "a( )*",
      "(^|_)a($|_)",
      "\u{1d49c}",
      "(?<n>a)\\k<n>",
      "^a?$",
      "a(?= )",
      "\\pL",
      "\\x42",
      "\\u0042",
      "\\k"
    ]) {
      assert.isTrue(mayMatchSomeName(source, false), source)
    }
  })

  it("names tools by letters, digits and few marks", () => {
    for (const name of ["Bash", "mcp__a__b", "mcp.a.b", "own:tool", "a/b", "mcp__@a/b__c", "outil_é"])
      assert.isTrue(isToolName(name))
    for (const name of ["", "a b", "a,b", "a(b)", "*", "a|b", '"a"', "a\u200bb"]) assert.isFalse(isToolName(name))
  })

  it("takes the same characters for those of a name in patterns as in texts", () => {
    const odd = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
    for (const character of [...odd, "𝒜", "😀", "\ud800"]) {
      const isOne = /^[\p{L}\p{M}\p{N}_./:@-]$/u.test(character)
      assert.strictEqual(isToolName(character), isOne, JSON.stringify(character))
      assert.strictEqual(isToolName(`a${character}`), isOne, JSON.stringify(character))
      // Characters with a meaning in patterns, and those that take two code units, are followed in another way.
      if (/[\\^$.*+?()[\]{}|]/.test(character) || character.length > 1 || /[\ud800-\udfff]/.test(character)) continue
      assert.strictEqual(mayMatchSomeName(`^${character}$`, false), isOne, JSON.stringify(character))
    }
  })
})
