// What opencode was seen to do with plugins, against the model of it by which our plugin is judged.
import { assert, describe, it } from "@effect/vitest"
import { isJson, type Json } from "@hookline/schema/Json"
import { play, type Plugin } from "@hookline/testing/kit/hosts/opencode"
import recorded from "./recorded.json" with { type: "json" }

type Output = Parameters<Plugin[string]>[1]

const before = (hook: (args: Record<string, unknown>, output: Output) => unknown): Plugin => ({
  // The model gives an object of its own.
  "tool.execute.before": (_input, output) => hook(output["args"] as Record<string, unknown>, output)
})

const after = (hook: (output: Output) => unknown): Plugin => ({
  "tool.execute.after": (_input, output) => hook(output)
})

const message = (hook: (parts: Array<unknown>) => unknown): Plugin => ({
  "chat.message": (_input, output) => hook(output["parts"] as Array<unknown>)
})

const fail = (text: string) => (): never => {
  throw new Error(text)
}

const firstText = (parts: ReadonlyArray<unknown>): Json => {
  const [part] = parts
  return isJson(part) ? part : {}
}

/** The plugins of each row, in the order in which opencode called them. */
const plugins: Readonly<Record<string, ReadonlyArray<Plugin>>> = {
  "before-throw": [before(fail("text D"))],
  "before-throw-string": [
    before(() => {
      // Plugins of others throw anything.
      throw "text D"
    })
  ],
  "before-reject-after-1s": [before(() => Promise.reject(new Error("text D")))],
  "before-sync-throw": [before(fail("text D"))],
  "before-change-in-place": [before((args) => (args["command"] = "echo CHANGED >> ran.txt"))],
  "before-replace-args": [before((_args, output) => (output["args"] = { command: "echo CHANGED >> ran.txt" }))],
  "before-change-to-invalid": [before((args) => (args["command"] = 5))],
  "before-delete-key": [before((args) => Reflect.deleteProperty(args, "command"))],
  "before-return-value-ignored": [before(() => ({ decision: "deny", args: { command: "echo CHANGED" } }))],
  "before-two-plugins-order": [
    before((args) => (args["command"] = `${String(args["command"])}; echo B >> ran.txt`)),
    before((args) => (args["command"] = `${String(args["command"])}; echo A >> ran.txt`))
  ],
  "before-deny-then-second": [before(() => undefined), before(fail("text A"))],
  "after-change-output": [after((output) => (output["output"] = "text O"))],
  "after-append-output": [
    after((output) => {
      output["output"] = `${String(output["output"])}\ntext O`
      output["title"] = "text T"
    })
  ],
  "after-throw": [after(fail("text D"))],
  "tools:mcp": [],
  "after-mcp-change": [
    after((output) => {
      output["output"] = "text O"
      output["content"] = [{ type: "text", text: "text C" }]
    })
  ],
  "message-throw": [message(fail("text D"))],
  "message-change": [message((parts) => Object.assign(firstText(parts), { text: "please go text C" }))],
  "message-push-part": [
    message((parts) => parts.push({ ...firstText(parts), id: "prt_zzzz", text: "text C", synthetic: true }))
  ]
}

const bash = { tool: "bash", args: { command: "echo RAN >> ran.txt", description: "mark" } } as const
const server = { tool: "my-srv_say_hi", args: { who: "x" }, isServers: true } as const

const called = (name: string) => (name.startsWith("message") ? undefined : name.includes("mcp") ? server : bash)

/** Returns the text of a result. */
const toldIn = (told: unknown): unknown =>
  Array.isArray(told) ? told.map((part) => (isJson(part) ? part["text"] : undefined)).join("\n") : told

describe("opencode does what was recorded of it", () => {
  it.each(recorded.rows)("$name", async ({ name, prompt, told, ...row }) => {
    const turn = await play(plugins[name] ?? [], called(name))
    const { exit, ran, requests } = turn
    assert.deepStrictEqual({ exit, ran, requests }, { exit: row.exit, ran: row.ran, requests: row.requests })
    if (told !== undefined) assert.strictEqual(toldIn(turn.told), told)
    if (prompt !== undefined) assert.deepStrictEqual(turn.prompt, prompt)
  })

  it("in every row that was recorded, but those that are left out by name", () => {
    const left = Object.values(recorded.leftOut).flat()
    const names = [...recorded.rows.map(({ name }) => name), ...left]
    assert.strictEqual(new Set(names).size, names.length)
    assert.strictEqual(names.length, 48)
    assert.deepStrictEqual(Object.keys(plugins).toSorted(), recorded.rows.map(({ name }) => name).toSorted())
  })
})
