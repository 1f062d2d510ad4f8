// Misspelt names of events are classified, whatever they are decorated with.
import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as EventNames from "../../src/discover/EventNames.ts"
import { distance } from "../../src/discover/Suggestions.ts"

/** Decorations that a reader hardly sees. Each keeps the letters of a name. */
const decorations: ReadonlyArray<(name: string) => string> = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.charAt(0).toLowerCase() + name.slice(1),
  (name) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`),
  (name) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  (name) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter}`),
  (name) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `:${letter}`),
  (name) => `${name} `,
  (name) => `\u{feff}${name}`,
  (name) => `${name.slice(0, 2)}\u{200b}${name.slice(2)}`,
  (name) => `${name.slice(0, 3)}\u{ad}${name.slice(3)}`,
  (name) => `${name.slice(0, 1)}\u{301}${name.slice(1)}`,
  (name) => name.replaceAll("o", "о"),
  (name) => name.replaceAll("e", "е"),
  (name) => name.replaceAll("P", "Р").replaceAll("S", "Ѕ"),
  (name) => name.replaceAll("t", "τ"),
  (name) => name.replaceAll("l", "I"),
  (name) => name.replaceAll("o", "0"),
  (name) => name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0xff41 + letter.charCodeAt(0) - 97)),
  (name) => name.replaceAll("a", "á")
]

/** Single edits at a position. */
const edits: ReadonlyArray<(name: string, at: number, letter: string) => string> = [
  (name) => name,
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at, letter) => name.slice(0, at) + letter + name.slice(at),
  (name, at, letter) => name.slice(0, at) + letter + name.slice(at + 1),
  (name, at) => name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
]

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

const damage = Arbitrary.all([
  Arbitrary.schema(below(HookEvent.names.length)),
  Arbitrary.schema(Schema.Array(below(decorations.length)).check(Schema.isMaxLength(3))),
  Arbitrary.schema(below(edits.length)),
  Arbitrary.schema(below(30)),
  Arbitrary.schema(below(26))
])

const written = ([event, shown, edit, at, letter]: readonly [
  number,
  ReadonlyArray<number>,
  number,
  number,
  number
]): readonly [name: string, meant: string] => {
  const meant = HookEvent.names[event] ?? ""
  const edited = edits[edit]?.(meant, Math.min(at, meant.length - 1), String.fromCharCode(97 + letter)) ?? meant
  return [shown.reduce((name, one) => decorations[one]?.(name) ?? name, edited), meant]
}

describe("the name of an event", () => {
  it.prop(
    "is surely lost and names the event meant, whatever it is decorated with",
    [damage],
    ([drawn]) => {
      const [name, meant] = written(drawn)
      // `Stup` is one edit from two events.
      const letters = EventNames.lettersOf(name)
      const others = HookEvent.names.filter((other) => other !== meant)
      if (others.some((other) => distance(letters, EventNames.lettersOf(other)) < 2)) return
      assert.deepStrictEqual(
        EventNames.classify(name),
        HookEvent.isName(name) ? EventNames.Known() : EventNames.Misspelt({ meant }),
        JSON.stringify(name)
      )
    },
    { arbitrary: { runs: 1500, size: 50 } }
  )

  it("is found with every single decoration of every event", () => {
    for (const meant of HookEvent.names) {
      for (const decorate of decorations) {
        const name = decorate(meant)
        if (name !== meant) assert.deepStrictEqual(EventNames.classify(name), EventNames.Misspelt({ meant }), name)
      }
    }
  })

  it("is known if it is an event of the host at hand", () => {
    assert.deepStrictEqual(EventNames.classify("stop", ["stop"]), EventNames.Known())
  })

  it("is unknown if it is two edits from every event, or near to two of them", () => {
    for (const name of [
      "Start",
      "PostEdit",
      "PreRun",
      "SessionStop",
      "tool:pre",
      "constructor",
      "",
      "x".repeat(9999)
    ]) {
      assert.deepStrictEqual(EventNames.classify(name), EventNames.Unknown(), name)
    }
  })

  it("is misspelt in the spellings of other agents", () => {
    const spellings = { pre_tool_use: "PreToolUse", PretoolUse: "PreToolUse", "session:start": "SessionStart" }
    for (const [name, meant] of Object.entries(spellings)) {
      assert.deepStrictEqual(EventNames.classify(name), EventNames.Misspelt({ meant }))
    }
  })

  it("is misspelt with other words beside a known event, and means each of a list", () => {
    const names: Readonly<Record<string, ReadonlyArray<string>>> = {
      "PreToolUse, PostToolUse": ["PreToolUse", "PostToolUse"],
      "PreToolUse|PostToolUse": ["PreToolUse", "PostToolUse"],
      "pre_tool_use | stop": ["PreToolUse", "Stop"],
      "PreToolUse(Bash)": ["PreToolUse"],
      "PreToolUse Bash": ["PreToolUse"],
      "PreToolUse:Bash": ["PreToolUse"],
      PreToolUse_Bash: ["PreToolUse"],
      "hooks.PreToolUse": ["PreToolUse"],
      hooks_PreToolUse: ["PreToolUse"],
      "hooks.Stop": ["Stop"],
      "hooks/pre-tool-use": ["PreToolUse"],
      onPreToolUse: ["PreToolUse"],
      on_pre_tool_use: ["PreToolUse"],
      PreToolUseHook: ["PreToolUse"],
      preToolUseHooks: ["PreToolUse"],
      "PreToolUseHook(s)": ["PreToolUse"],
      StopHook: ["Stop"]
    }
    for (const [name, meant] of Object.entries(names)) assert.deepStrictEqual(EventNames.meantBy(name), meant, name)
  })

  it("may be a program's with a single word of a known event", () => {
    for (const name of ["session:stop", "onStop", "Stop Server", "Setup.done", "on", "hooks", "build-stop"]) {
      assert.deepStrictEqual(EventNames.classify(name), EventNames.Unknown(), name)
    }
  })

  it("has other letters than every other event", () => {
    assert.strictEqual(new Set(HookEvent.names.map(EventNames.lettersOf)).size, HookEvent.names.length)
  })
})
