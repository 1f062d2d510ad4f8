// One process for the events of a session: each is answered as by a process of its own.
import { assert, describe, it } from "@effect/vitest"
import type { Json } from "@hookline/schema/Json"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin, hooklineIn } from "../commands/hookline.ts"
import { type Client, pipe } from "./pipeClient.ts"

const settings = (hooks: Readonly<Record<string, string>>): Json => ({
  hooks: Object.fromEntries(
    Object.entries(hooks).map(([name, command]) => [name, [{ hooks: [{ type: "command", command }] }]])
  )
})

const toolPre = (command: string, tool = "bash"): Json => ({
  event: "tool:pre",
  data: { session_id: "s1", tool_name: tool, tool_input: { command } }
})

/** Starts a pipe in a project with these hooks of the user. */
const withHooks = (
  hooks: Readonly<Record<string, string>>,
  body: (client: Client, folders: { readonly project: string; readonly home: string }) => Promise<void>,
  words: ReadonlyArray<string> = []
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const folders = yield* TestProject.make({ "~/.claude/settings.json": { json: settings(hooks) } })
      const client = yield* pipe(folders, words)
      yield* Effect.promise(() => body(client, folders))
    })
  )

const actionOf = (answer: { readonly stdout: string } | undefined): unknown =>
  answer === undefined ? undefined : (JSON.parse(answer.stdout) as Json)["action"]

const appears = async (file: string): Promise<void> => {
  while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20))
}

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

describe("dispatch --pipe", () => {
  it.live("answers events at the same time, each its own, and ends after the last with its input", () =>
    withHooks({ PreToolUse: `if grep -q secret; then sleep 0.3; echo 'not that' >&2; exit 2; fi` }, async (client) => {
      const asked = ["ls", "cat secret", "pwd"].map((command) => client.ask("PreToolUse", toolPre(command)))
      const ended = client.end()
      const answers = await Promise.all(asked)
      assert.deepStrictEqual(answers.map(actionOf), ["continue", "deny", "continue"])
      assert.strictEqual(await ended, 0)
    })
  )

  it.live("skips lines that are no request, and refuses one whose folder is gone", () =>
    withHooks({ PreToolUse: "exit 2" }, async (client, { project }) => {
      client.write(`\n[]\nnot JSON\n{"id": "one", "text": "{}"}\n{"id": 900}\n`)
      assert.isUndefined(await client.ask("PreToolUse", toolPre("ls"), { cwd: path.join(project, "gone") }))
      assert.strictEqual(actionOf(await client.ask("PreToolUse", toolPre("ls"))), "deny")
      const broken = await client.ask("PreToolUse", "no object", {})
      assert.strictEqual(broken?.exit, 1)
      assert.include(broken?.stderr ?? "", "no JSON object")
    })
  )

  it.live("ends the hooks of a request that is given up, and answers the others", () =>
    withHooks({ PreToolUse: `grep -q slow && { echo $$ > pid; exec sleep 60; }; exit 2` }, async (client, folders) => {
      const id = client.next()
      const slow = client.ask("PreToolUse", toolPre("slow"))
      const file = path.join(folders.project, "pid")
      await appears(file)
      client.write(`${JSON.stringify({ id, cancel: true })}\n`)
      assert.strictEqual(actionOf(await client.ask("PreToolUse", toolPre("ls"))), "deny")
      assert.isUndefined(await slow)
      assert.isFalse(isAlive(Number(fs.readFileSync(file, "utf8"))))
    })
  )

  it.live("limits a request by the time since it came", () =>
    withHooks({}, async (client, { home }) => {
      const hook = { type: "command", command: "grep -q slow && sleep 60; exit 0", onFailure: "closed" }
      const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } })
      fs.writeFileSync(path.join(home, ".claude/settings.json"), text)
      const ask = (command: string) => client.ask("PreToolUse", toolPre(command), { limit: 3 })
      assert.strictEqual(actionOf(await ask("slow")), "deny")
      // It is older than its limit by now.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      assert.strictEqual(actionOf(await ask("ls")), "continue")
    })
  )

  it.live("leaves background hooks running, whose result a later event reports", () =>
    withHooks({}, async (client, { home, project }) => {
      const hook = {
        type: "command",
        command: `sleep 0.3; echo '{"systemMessage": "from behind"}'; touch done`,
        async: true
      }
      const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } })
      fs.writeFileSync(path.join(home, ".claude/settings.json"), text)
      assert.strictEqual(actionOf(await client.ask("PreToolUse", toolPre("ls"))), "continue")
      await appears(path.join(project, "done"))
      let told = ""
      while (!told.includes("from behind")) {
        const prompt = { event: "prompt:submit", data: { session_id: "s1", prompt: "go" } }
        told += (await client.ask("UserPromptSubmit", prompt))?.stdout ?? ""
      }
      assert.strictEqual(told.split("from behind").length, 2)
    })
  )

  it.live("ends what hooks have left behind with their event", () =>
    withHooks({ PreToolUse: "sleep 60 > /dev/null 2>&1 & echo $! > pid" }, async (client, { project }) => {
      await client.ask("PreToolUse", toolPre("ls"))
      const pid = Number(fs.readFileSync(path.join(project, "pid"), "utf8"))
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
    })
  )

  it.live("keeps nothing of an event: neither open files nor processes", () =>
    withHooks({ PreToolUse: "cat > /dev/null; exit 0" }, async (client) => {
      const open = () => fs.readdirSync(`/proc/${client.pid}/fd`).length
      const some = (count: number) =>
        Promise.all(Array.from({ length: count }, () => client.ask("PreToolUse", toolPre("ls"))))
      for (let round = 0; round < 3; round++) await some(10)
      const before = open()
      for (let round = 0; round < 10; round++) await some(10)
      await client.ask("PreToolUse", toolPre("ls", "read_file"))
      assert.isAtMost(open(), before + 5)
      const children = fs.readFileSync(`/proc/${client.pid}/task/${client.pid}/children`, "utf8")
      assert.isAtMost(children.split(" ").filter((pid) => pid.trim() !== "").length, 1)
    })
  )

  it.live("refuses an event with a hook that would run in its process, which could change those of others", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const module = (name: string) => ({ [name]: [{ hooks: [{ type: "module", path: "./changes.mjs" }] }] })
        const guard = { PreToolUse: [{ hooks: [{ type: "command", command: "grep -q secret && exit 2; exit 0" }] }] }
        const folders = yield* TestProject.make({
          "~/.amplifier/hooks/changes.mjs": `export default () => {
            process.env.PATH = "/nowhere"; process.env.HOME = "/"; process.chdir("/")
            process.stdout.write('{"id": 1, "exit": 0')
            return {}
          }`,
          "~/.amplifier/hooks/hooks.json": { json: { hooks: { ...module("PostToolUse"), ...guard } } }
        })
        const client = yield* pipe(folders)
        const ask = (event: string, payload: unknown) => Effect.promise(() => client.ask(event, payload))
        const after = { event: "tool:post", data: { session_id: "s1", tool_name: "bash", tool_input: {}, result: "" } }
        for (const _ of [1, 2]) {
          assert.strictEqual(actionOf(yield* ask("PreToolUse", toolPre("cat secret"))), "deny")
          assert.isUndefined(yield* ask("PostToolUse", after))
        }
      })
    )
  )

  it.live("refuses events once its files are others, and ends", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const folders = yield* TestProject.make({
          "~/.claude/settings.json": { json: settings({ PreToolUse: "exit 2" }) }
        })
        const installed = path.join(folders.home, "installed")
        for (const name of ["bin", "bundle"]) {
          fs.cpSync(path.join(path.dirname(bin), "..", name), path.join(installed, name), { recursive: true })
        }
        const client = yield* pipe(folders, [], path.join(installed, "bin/hookline.js"))
        const ask = () => Effect.promise(() => client.ask("PreToolUse", toolPre("ls")))
        assert.strictEqual(actionOf(yield* ask()), "deny")
        fs.appendFileSync(path.join(installed, "bundle/main.cjs"), "\n")
        assert.isUndefined(yield* ask())
        assert.strictEqual(yield* Effect.promise(() => client.ended), 0)
      })
    )
  )

  it.live("is refused for a host whose projects set variables of its process", () =>
    Effect.gen(function* () {
      const folders = yield* TestProject.make({})
      const ended = yield* hooklineIn(folders, ["dispatch", "--pipe", "--host", "claude", "--on-failure", "closed"])
      assert.deepStrictEqual([ended.exit, ended.stdout], [2, ""])
      assert.match(ended.stderr, /needs a process of its own: leave out --pipe/)
    })
  )
})
