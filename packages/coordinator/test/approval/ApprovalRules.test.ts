// Rules that a person wrote down: what they are about, and what comes of a file that nobody can read.
import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Approval from "@hookline/coordinator/Approval"
import * as ApprovalRules from "@hookline/coordinator/ApprovalRules"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asks, bash, native, ports, record } from "../fixtures.ts"

const rule = (hook: string, answer: "allow" | "deny", prompt?: string): ApprovalRules.Rule =>
  prompt === undefined ? { hook, answer } : { hook, answer, prompt }

describe("rules", () => {
  const cases: ReadonlyArray<
    readonly [rules: ReadonlyArray<ApprovalRules.Rule>, by: string, prompt: string, answer: string | undefined]
  > = [
    [[], "a", "sure?", undefined],
    [[rule("a", "allow")], "a", "sure?", "allow"],
    [[rule("a", "allow")], "ab", "sure?", undefined],
    [[rule("claude/*", "allow")], "claude/PreToolUse/guard", "sure?", "allow"],
    [[rule("*", "allow", "run echo *")], "a", "run echo hello", "allow"],
    [[rule("*", "allow", "run echo *")], "a", "run echo x; rm -rf /", undefined],
    [[rule("*", "allow", "run echo *")], "a", "run echo $(rm -rf /)", undefined],
    [[rule("*", "allow", "run echo *")], "a", "run echo x\nrm -rf /", undefined],
    [[rule("*", "allow", "run echo **")], "a", "run echo x\nrm -rf /", "allow"],
    [[rule("*", "allow", "1.5 (a+b)? [c]")], "a", "1.5 (a+b)! [c]", "allow"],
    [[rule("*", "allow", "1.5")], "a", "1x5", undefined],
    [[rule("*", "allow"), rule("*", "deny", "**rm**")], "a", "rm -rf /", "deny"],
    [[rule("*", "allow", "x**")], "a", "x".repeat(5000), undefined],
    [[rule("*", "deny", "x**")], "a", "y".repeat(5000), "deny"]
  ]
  for (const [rules, by, prompt, answer] of cases) {
    it(`say ${answer ?? "nothing"} to ${JSON.stringify(prompt.slice(0, 30))} by ${by}: ${JSON.stringify(rules)}`, () => {
      assert.strictEqual(ApprovalRules.answerOf(rules, { by, prompt }), answer)
    })
  }
})

const inFile = (text: string | undefined, otherwise?: Provided) => {
  const seen = record()
  return Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "hookline-rules-"))),
    (folder) => {
      const file = join(folder, "rules.json")
      if (text === "a folder") mkdirSync(file)
      else if (text !== undefined) writeFileSync(file, text)
      const layer = ApprovalRules.layer(file).pipe(Layer.provide(NodeServices.layer))
      return Effect.gen(function* () {
        const hooks = yield* Hookline
        yield* hooks.register({ event: "PreToolUse", name: "a", handler: () => asks("sure?") })
        return { verdict: (yield* hooks.emit(bash)).outcome.verdict, seen }
      }).pipe(Effect.provide(native([...ports(seen), ...(otherwise === undefined ? [] : [otherwise]), layer])))
    },
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
}

describe("a rule about a tool", () => {
  for (const [tool, asked, isMeant] of [
    ["Bash", "Bash", true],
    ["Bash", "Read", false],
    ["mcp__*", "mcp__github__push", true],
    ["Bash", undefined, false],
    ["Bash", "x".repeat(5000), false]
  ] as const) {
    it(`${tool} is ${isMeant ? "" : "not "}about a question for ${asked?.slice(0, 20) ?? "no tool"}`, () => {
      const rules: ReadonlyArray<ApprovalRules.Rule> = [{ hook: "*", tool, answer: "allow" }]
      const question = { by: "a", prompt: "sure?", ...(asked !== undefined && { tool: asked }) }
      assert.strictEqual(ApprovalRules.answerOf(rules, question), isMeant ? "allow" : undefined)
    })
  }
})

describe("a file of rules", () => {
  it.live("grants what it allows, and the record says that a rule did", () =>
    Effect.gen(function* () {
      const { seen, verdict } = yield* inFile(`{"rules": [{"hook": "a", "answer": "allow"}]}`)
      assert.strictEqual(verdict._tag, "Pass")
      assert.deepInclude(seen.records[0], { _tag: "Approval", found: "rule", granted: true })
    })
  )

  it.live("denies what it denies", () =>
    Effect.gen(function* () {
      const { verdict } = yield* inFile(
        `{"rules": [{"hook": "a", "answer": "deny"}]}`,
        Approval.layerScripted(["allow"])
      )
      assert.strictEqual(verdict._tag, "Deny")
    })
  )

  for (const text of [undefined, `{"rules": [{"hook": "b", "answer": "deny"}]}`]) {
    it.live(`leaves the rest to whoever is provided below (${text ?? "it is not there"})`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* inFile(text, Approval.layerScripted(["allow"]))).verdict._tag, "Pass")
        assert.strictEqual((yield* inFile(text)).verdict._tag, "Deny")
      })
    )
  }

  for (const text of [
    "{",
    "a folder",
    `{"rules": [{"hook": "a", "answer": "Allow"}]}`,
    `{"rules": [{"hook": "a", "answer": "deny", "promt": "x"}]}`
  ]) {
    it.live(`that can't be understood denies, and says so: ${text}`, () =>
      Effect.gen(function* () {
        const { verdict } = yield* inFile(text, Approval.layerScripted(["allow"]))
        assert.strictEqual(verdict._tag, "Deny")
        assert.match(JSON.stringify(verdict), /rules.json can't be read/)
      })
    )
  }
})
