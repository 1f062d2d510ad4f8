// Codex's trust in our hooks: entries that count, beside a configuration that nobody else's tool may break.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Toml from "effect/encoding/Toml"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { hashOf, ownEntries } from "hookline/kit/manage/attach/codex/trustEntries"
import { withoutTrust, withTrust } from "hookline/kit/manage/attach/codex/trustText"

const command = "/opt/node /opt/hookline.js dispatch --host codex --event PreToolUse"
const ours = { type: "command", command, timeout: 605 }
const theirs = { type: "command", command: "./guard.sh" }

describe("the entries of our hooks in Codex", () => {
  it("have keys by their positions, and hashes of what Codex reads of them", () => {
    const root = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [theirs] }, { hooks: [theirs, ours] }] } }
    const [entry, ...more] = ownEntries(root, "/home/u/.codex/hooks.json")
    assert.deepStrictEqual(more, [])
    assert.strictEqual(entry?.key, "/home/u/.codex/hooks.json:pre_tool_use:1:1")
    assert.match(entry?.hash ?? "", /^sha256:[0-9a-f]{64}$/)
  })

  it("have the same hash for what Codex fills in, and another for what it runs", () => {
    const hash = (event: string, group: object, handler: object) => hashOf(event, { ...group }, { ...handler })
    const usual = hash("PreToolUse", {}, theirs)
    assert.strictEqual(hash("PreToolUse", {}, { ...theirs, timeout: 600, async: false, unknown: 1 }), usual)
    assert.strictEqual(hash("PreToolUse", {}, { ...theirs, additionalContextLimit: 2500 }), usual)
    for (const other of [
      hash("PostToolUse", {}, theirs),
      hash("PreToolUse", { matcher: "" }, theirs),
      hash("PreToolUse", {}, { ...theirs, timeout: 1 }),
      hash("PreToolUse", {}, { ...theirs, command: "./other.sh" })
    ]) {
      assert.notStrictEqual(other, usual)
    }
    assert.strictEqual(hash("Stop", { matcher: "x" }, theirs), hash("Stop", {}, theirs))
    assert.strictEqual(
      hash("SessionEnd", {}, { ...theirs, timeout: 9 }),
      hash("SessionEnd", {}, { ...theirs, timeout: 3 })
    )
  })

  it("are none in a file that holds no hooks", () => {
    for (const root of [
      undefined,
      5,
      [],
      {},
      { hooks: [] },
      { hooks: { Stop: {} } },
      { hooks: { Stop: [5, { hooks: 5 }] } }
    ])
      assert.deepStrictEqual(ownEntries(root, "/f"), [])
  })
})

const parse = (text: string): unknown => {
  const result = Toml.parse(text)
  return Result.isSuccess(result) ? structuredClone(result.success) : result.failure.message
}

const Configured = Schema.Struct({
  hooks: Schema.Struct({
    state: Schema.Record(Schema.String, Schema.Struct({ trusted_hash: Schema.String }))
  })
})

const stateIn = (text: string) => Schema.decodeUnknownSync(Configured)(parse(text)).hooks.state

/** Parts of a configuration: other settings, comments, and what others trust. */
const parts = [
  `[analytics]\nenabled = false\n`,
  `# a comment\n`,
  `\n`,
  `[projects."/p"]\ntrust_level = "trusted"\n`,
  `[hooks.state."/p/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:00"\n`,
  `[hooks.state."/home/u/.codex/hooks.json:stop:0:0"]\nenabled = false\ntrusted_hash = "sha256:old"\n`,
  `[[hooks.PreToolUse]]\nmatcher = "Bash"\n`
]

const Configuration = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(parts)), { maxLength: 6 }),
  (drawn) => `model = "x"\n${[...new Set(drawn)].join("")}`
)

const entry = (event: string, index: number) => ({
  key: `/home/u/.codex/hooks.json:${event}:${index}:0`,
  hash: `sha256:${event}${index}`,
  event,
  command
})

const Entries = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(["pre_tool_use", "stop", "session_end"])), {
    minLength: 1,
    maxLength: 3
  }),
  (events) => [...new Set(events)].map((event) => entry(event, 0))
)

describe("the text of Codex's configuration", () => {
  it.prop(
    "has our entries and all else as before, and without them again is what it was, to the byte",
    [Configuration, Entries],
    ([before, entries]) => {
      const after = withTrust(before, entries)
      if (typeof after !== "string") return assert.fail(after.why)
      for (const { hash, key } of entries) {
        assert.strictEqual(stateIn(after)[key]?.trusted_hash, hash)
        assert.strictEqual(withTrust(after, [{ ...entry("", 0), key, hash }]), after)
      }
      const keys = entries.map(({ key }) => key)
      const isNew = entries.every(({ key }) => !before.includes(key))
      if (isNew) assert.strictEqual(withoutTrust(after, keys, before), before)
      const cut = withoutTrust(after, keys)
      if (typeof cut !== "string") return assert.fail(cut.why)
      if (isNew) assert.deepStrictEqual(parse(cut), parse(before))
      for (const line of before.split("\n")) if (isNew && line !== "") assert.include(cut.split("\n"), line)
    },
    { arbitrary: { runs: 300 } }
  )

  it("stays as it is where it can't be edited, rather than have a key twice: Codex would not start", () => {
    for (const text of [`hooks = { state = {} }\n`, `[hooks]\nstate = {}\n`, `a = [\n`]) {
      assert.property(withTrust(text, [entry("stop", 0)]), "why", text)
    }
  })

  it("loses what Codex itself has added to it, where nothing else is new", () => {
    const before = `model = "x"\n`
    const after = `${before}\n[hooks.state]\n\n[hooks.state."/home/u/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:stop0"\n`
    assert.strictEqual(withoutTrust(after, [entry("stop", 0).key], before), before)
    assert.strictEqual(
      withoutTrust(`${after}# mine\n`, [entry("stop", 0).key], before),
      `${before}\n[hooks.state]\n\n# mine\n`
    )
  })
})
