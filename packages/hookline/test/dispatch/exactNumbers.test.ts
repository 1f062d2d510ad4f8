// Numbers that JavaScript can't hold: a guard judges the number that runs, and a hook that changes another key sends each
// number back with all its digits.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"

const numbers = [
  "9007199254740993",
  "-123456789012345678901234567890",
  "0.1000000000000000055511151231257827",
  "1e400",
  "-1E400",
  "-0",
  "1.10",
  "1e2",
  "100000000000000000000000",
  "0.0000001",
  "5"
]

/** An input with the numbers at several depths, and a text that looks like one of them. */
const input = `{"command":"old", "text":"1e400, 9007199254740993", ${numbers
  .map((number, index) => (index % 2 === 0 ? `"n${index}":${number}` : `"d${index}":[{"n${index}": ${number} }]`))
  .join(",")}}`

/** The payload of a host. Some send the input as a text of JSON. */
const payloads = {
  claude: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":${input}}`,
  "claude text": `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":${JSON.stringify(input)}}`,
  codex: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":${input}}`,
  gemini: `{"hook_event_name":"BeforeTool","session_id":"s","tool_name":"run_shell_command","tool_input":${input}}`,
  qwen: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"tool_call","tool_input":{"name":"run_shell_command","arguments":${JSON.stringify(input)}}}`,
  copilot: `{"hookEventName":"preToolUse","sessionId":"s","cwd":"/","toolName":"bash","toolArgs":${JSON.stringify(input)}}`,
  cursor: `{"hook_event_name":"preToolUse","conversation_id":"s","tool_name":"Shell","tool_input":${input}}`,
  amplihack: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":${input}}`,
  amplifier: `{"event":"tool:pre","data":{"session_id":"s","tool_name":"bash","tool_input":${input}}}`,
  amcp: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":${input}}`
} as const

/** Hosts that can change a tool's input. */
const changing = new Set(["claude", "claude text", "codex", "gemini", "copilot", "cursor", "amplifier"])

const changed = input.replace('"old"', '"new"')

const reply = (event: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":${event}}}`

/** Hooks by how they write numbers: by their text, and as JavaScript does. */
const hooks = {
  exact: `cat > seen.json; printf '%s' '${reply(changed)}'`,
  rounding: `tee seen.json | "${process.execPath}" -e '
let text = ""
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  const { tool_input } = JSON.parse(text)
  const updatedInput = { ...tool_input, command: "new" }
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput } }))
})'`
}

/** Returns the numbers that a text has under other texts than they came with. */
const others = (text: string): ReadonlyArray<string> =>
  numbers.flatMap((number, index) => {
    const [, found] = new RegExp(`\\\\*"n${index}\\\\*":\\s*([^\\s,}\\]]+)`).exec(text) ?? []
    return found === number ? [] : [`n${index} is ${found}, and came as ${number}`]
  })

describe.concurrent("a number of a host's payload", () => {
  for (const [name, payload] of Object.entries(payloads))
    for (const [kind, command] of Object.entries(hooks))
      it.live(`reaches a hook of ${name} with its text, and comes back so: ${kind}`, () =>
        Effect.gen(function* () {
          const [host = ""] = name.split(" ")
          const place = yield* TestProject.make({
            "~/.amplifier/hooks/hooks.json": {
              json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } }
            }
          })
          const { exit, stderr, stdout } = yield* hooklineIn(place, ["dispatch", "--host", host], { input: payload })
          const seen = path.join(place.project, "seen.json")
          assert.isTrue(existsSync(seen), `${exit} ${stdout} ${stderr}`)
          assert.deepStrictEqual(others(readFileSync(seen, "utf8")), [])
          if (!changing.has(name)) return
          assert.match(stdout, /new/)
          assert.deepStrictEqual(others(stdout), [], stdout)
          if (kind === "rounding") assert.match(stdout + stderr, /rounded numbers/)
        }).pipe(Effect.scoped)
      )
})

describe("a number of a host's payload", () => {
  it.live("is rounded for a function, which a notice reports, and comes back with its text", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({
        "~/.amplifier/hooks/hooks.json": {
          json: { hooks: { PreToolUse: [{ hooks: [{ type: "module", path: "./hook.mjs" }] }] } }
        },
        "~/.amplifier/hooks/hook.mjs": `export default ({ toolInput }) => ({ hookSpecificOutput: { hookEventName: "PreToolUse",
          permissionDecision: "allow", updatedInput: { ...toolInput, command: typeof toolInput.n0 } } })`
      })
      const { stderr, stdout } = yield* hooklineIn(place, ["dispatch", "--host", "claude"], { input: payloads.claude })
      assert.match(stdout, /"command":"number"/, stderr)
      assert.deepStrictEqual(others(stdout), [], stdout)
      assert.match(stdout + stderr, /was given rounded numbers/)
    }).pipe(Effect.scoped)
  )

  it.live("reaches hooks and answers in a reply of another hook", () =>
    Effect.gen(function* () {
      const place = yield* TestProject.make({
        "~/.amplifier/hooks/hooks.json": {
          json: {
            hooks: {
              PreToolUse: [
                { hooks: [{ type: "command", command: `printf '%s' '${reply(changed)}'` }] },
                { hooks: [{ type: "command", command: "cat > seen.json" }] }
              ]
            }
          }
        }
      })
      const text = '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"old"}}'
      const { stdout } = yield* hooklineIn(place, ["dispatch", "--host", "claude"], { input: text })
      assert.deepStrictEqual(others(readFileSync(path.join(place.project, "seen.json"), "utf8")), [])
      assert.deepStrictEqual(others(stdout), [], stdout)
    }).pipe(Effect.scoped)
  )
})

describe("a number in place of an object", () => {
  for (const field of ["updatedInput", "newContent"])
    it.live(`is a broken reply as any number is: ${field}`, () =>
      Effect.gen(function* () {
        const body = (value: string) =>
          field === "newContent"
            ? `{"newContent":${value}}`
            : `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":${value}}}`
        const exits: Array<number | null> = []
        for (const value of ["5", "9007199254740993"]) {
          const command = `printf '%s' '${body(value)}'`
          const place = yield* TestProject.make({
            "~/.amplifier/hooks/hooks.json": {
              json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command, onFailure: "closed" }] }] } }
            }
          })
          const { exit, stdout } = yield* hooklineIn(place, ["dispatch", "--host", "claude"], {
            input: payloads.claude
          })
          assert.match(stdout, /"deny"/)
          exits.push(exit)
        }
        assert.strictEqual(exits[0], exits[1])
      }).pipe(Effect.scoped)
    )
})
