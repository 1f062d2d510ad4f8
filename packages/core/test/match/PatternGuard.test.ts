import { assert, describe, it } from "@effect/vitest"
import { matches, Pattern } from "@hookline/core/MatchRule"
import * as PatternGuard from "@hookline/core/kit/match/PatternGuard"
import * as Schema from "effect/Schema"
import { endsSoon } from "../../src/match/internal/effort.ts"
import { Memo } from "../../src/match/internal/Memo.ts"
import { shapesOf } from "../../src/match/internal/shapes.ts"

const catastrophic = "(a+)+$"
const letters = `${"a".repeat(40)}!`

const tried = (source: string, name: string, ignoreCase = false) =>
  PatternGuard.make().ready(Pattern({ source, ignoreCase }))(name)

describe("PatternGuard", () => {
  it("says whether a pattern matches, whichever way it is tried", () => {
    assert.strictEqual(tried("mcp__.*__write", "mcp__files__write_all"), "matches")
    assert.strictEqual(tried("mcp__.*__write", "mcp__files__read"), "differs")
    assert.strictEqual(tried("^(a+)+$", "aaa"), "matches")
    assert.strictEqual(tried("^(a+)+$", "aab"), "differs")
    assert.strictEqual(tried("^(a+)+$", "AAA", true), "matches")
    assert.strictEqual(tried("^(a+)+$", "AAA", false), "differs")
  })

  it("stops a pattern that would take for ever", () => {
    assert.strictEqual(tried(catastrophic, letters), "stopped")
  })

  it("tries one again on another name after it was stopped", () => {
    const test = PatternGuard.make().ready(Pattern({ source: catastrophic, ignoreCase: false }))
    assert.deepStrictEqual([letters, "aaa", "b", letters].map(test), ["stopped", "matches", "differs", "stopped"])
  })

  it("keeps patterns apart that differ in whether case counts", () => {
    const guard = PatternGuard.make()
    const of = (ignoreCase: boolean) => guard.ready(Pattern({ source: "^(a+)+$", ignoreCase }))("AAA")
    assert.deepStrictEqual([of(false), of(true), of(false)], ["differs", "matches", "differs"])
  })

  it("remembers what it came to: a thousand times costs one", () => {
    const guard = PatternGuard.make()
    const started = Date.now()
    for (let count = 0; count < 1000; count++) {
      assert.strictEqual(guard.ready(Pattern({ source: catastrophic, ignoreCase: false }))(letters), "stopped")
    }
    // A thousand times the limit are twenty seconds.
    assert.isBelow(Date.now() - started, 10_000)
  })

  it("takes a rule that is no regular expression for one that could not be run", () => {
    assert.strictEqual(tried("(", "a"), "stopped")
  })

  it("runs patterns in the realm that it is given, and none that can't be aborted", () => {
    const seen: Array<string> = []
    const own = PatternGuard.make({
      test: (_, name) => (seen.push(name), true),
      cpuMillis: () => 0,
      wallMillis: () => 0
    })
    assert.strictEqual(own.ready(Pattern({ source: catastrophic, ignoreCase: false }))("b"), "matches")
    assert.deepStrictEqual(seen, ["b"])
    const refused = () => {
      throw new Error("no realm")
    }
    const none = PatternGuard.make({ test: refused, cpuMillis: () => Infinity, wallMillis: () => 0 })
    assert.strictEqual(none.ready(Pattern({ source: catastrophic, ignoreCase: false }))("b"), "stopped")
    assert.strictEqual(none.ready(Pattern({ source: "mcp__.*", ignoreCase: false }))("mcp__a"), "matches")
  })

  // proves: docs/which-hooks-fire.md
  it("stops patterns whose time is used up in all, until time has passed", () => {
    const tries: Array<string> = []
    let [cpu, wall] = [0, 0]
    const test = (_: RegExp, name: string): boolean => {
      cpu += PatternGuard.limitMillis
      wall += PatternGuard.limitMillis
      tries.push(name)
      throw new Error("too long")
    }
    const guard = PatternGuard.make({ test, cpuMillis: () => cpu, wallMillis: () => wall })
    const names = Array.from({ length: 1000 }, (_, at) => String(at))
    const all = (source: string) => names.map(guard.ready(Pattern({ source, ignoreCase: false })))
    assert.deepStrictEqual([...new Set([...all("(a+)+"), ...all("(b+)+")])], ["stopped"])
    const first = tries.length
    assert.isBelow(first * PatternGuard.limitMillis, 2 * PatternGuard.totalMillis)
    wall += 60_000
    all("(c+)+")
    assert.isAbove(tries.length, first)
  })

  it("takes a pattern that the engine can't compile for one that could not be run", () => {
    assert.include(["stopped", "differs"], tried(`$${"(a)".repeat(20_000)}`, "a"))
    assert.include(["stopped", "differs"], tried("$A".repeat(20_000), "a"))
  })

  it("watches whatever could take long", () => {
    for (const source of ["(a+)+", "(a|b)*c", "(a)?b", "(a)\\1", "(?<x>a)\\k<x>", "a*a*a*a*a*a*"]) {
      assert.isFalse(endsSoon(source)(40), source)
    }
    for (const source of ["mcp__.*", "^(?!Bash$)", "(Edit|Write)x", "[(+*]x", "\\(+", "a.*b.*c"]) {
      assert.isTrue(endsSoon(source)(40), source)
    }
    assert.isTrue(endsSoon("[*+?|*+?|*+?\\]|*]x")(40), "signs in a class are letters")
    assert.isFalse(endsSoon(".*a")(10_000))
  })

  const piece = Schema.Literals([
    "^",
    "$",
    "(",
    "(?:",
    ")",
    "|",
    ".*",
    "a",
    "B",
    "_",
    "-",
    "\\.",
    "\\|",
    "\\",
    ".",
    "K",
    "[b]"
  ])
  const letter = Schema.Literals(["a", "b", "A", "B", "_", "-", ".", "|", "\n", "K", "k", "ſ"])

  it.prop(
    "tells by comparing what the regular expression says",
    [Schema.Array(piece), Schema.Array(letter), Schema.Boolean],
    ([pieces, name, ignoreCase]) => {
      const source = pieces.join("")
      const text = name.join("")
      const shapes = shapesOf(source)
      if (shapes === undefined) return
      const fold = (words: string) => (ignoreCase ? words.replace(/[A-Z]/g, (capital) => capital.toLowerCase()) : words)
      const told = shapes.some((shape) => {
        if (shape._tag === "All") return true
        const wanted = fold(shape.text)
        const is = fold(text)
        switch (shape._tag) {
          case "Is":
            return is === wanted
          case "Starts":
            return is.startsWith(wanted)
          case "StartsLine":
            return is.startsWith(wanted) && !is.slice(wanted.length).includes("\n")
          case "Holds":
            return is.includes(wanted)
        }
      })
      assert.strictEqual(told, matches(Pattern({ source, ignoreCase }), text), `/${source}/ on ${JSON.stringify(text)}`)
    },
    { arbitrary: { runs: 5000 } }
  )

  it("finds the shapes of what people write", () => {
    const of = (source: string) =>
      shapesOf(source)?.map((shape) => (shape._tag === "All" ? "All" : `${shape._tag} ${shape.text}`))
    assert.deepStrictEqual(of("mcp__memory__.*"), ["Holds mcp__memory__"])
    assert.deepStrictEqual(of("^mcp__.*"), ["Starts mcp__"])
    assert.deepStrictEqual(of("^(Edit|Write)$"), ["Is Edit", "Is Write"])
    assert.deepStrictEqual(of("^(?:Notebook.*|Edit)$"), ["StartsLine Notebook", "Is Edit"])
    assert.deepStrictEqual(of(".*"), ["All"])
    assert.deepStrictEqual(of("Edit|"), ["Holds Edit", "All"])
    for (const source of ["mcp__.*__write", "Edit$", "(a+)+$", "[ab]", "a.b", "^(?!x)", "a\\d"]) {
      assert.isUndefined(of(source), source)
    }
  })
})

describe("Memo", () => {
  it.prop("never holds more than its limit, and never anything wrong", [Schema.Array(Schema.Natural)], (lists) => {
    const memo = new Memo<string>(8)
    for (const key of lists[0].map(String)) {
      const known = memo.get(key)
      if (known === undefined) memo.set(key, `value ${key}`)
      else assert.strictEqual(known, `value ${key}`)
      assert.isAtMost(memo.size, 8)
    }
  })

  it("keeps what is asked for, and forgets the rest", () => {
    const memo = new Memo<number>(8)
    memo.set("used", 1)
    for (let key = 0; key < 100; key++) {
      memo.set(String(key), key)
      assert.strictEqual(memo.get("used"), 1)
    }
    assert.isUndefined(memo.get("0"))
  })
})
