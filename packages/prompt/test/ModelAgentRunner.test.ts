import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { symlinkSync } from "node:fs"
import { around, execute, sentence, workOf } from "./asking.ts"
import { type Act, inOrder, type LoopbackServer, make } from "./LoopbackServer.ts"
import * as ModelAgentRunner from "../src/ModelAgentRunner.ts"
import { Executor } from "@hookline/core/Executor"
import * as Layer from "effect/Layer"
import { type Call, says, type Wire, wires } from "./wires.ts"

const handler = { _tag: "Agent", prompt: "Are there tests for it?" } as const

const files = {
  "src/a.ts": "export const a = 1\n// TODO: test\n",
  "README.md": "# It\n",
  "answer.json": '{"ok": true}\n',
  "~/secret.txt": "the secret\n"
}

const call = (name: string, input: unknown, id = "call-1"): Call => ({ id, name, input })

/** What the tools returned to the model, in the order of the wire. */
const returned = (server: LoopbackServer): string => JSON.stringify(server.seen.at(-1)?.body["messages"])

const asked = (wire: Wire, ...acts: ReadonlyArray<Act>) =>
  Effect.gen(function* () {
    const server = yield* make
    const { home, project } = yield* TestProject.make(files)
    symlinkSync(join(home, "secret.txt"), join(project, "link.txt"))
    symlinkSync(home, join(project, "out"))
    symlinkSync(join(project, "src"), join(project, "in"))
    server.act(inOrder(...acts))
    const reply = yield* execute(wire.model(server), { handler, projectDir: project })
    return { server, reply }
  })

for (const wire of wires) {
  describe(`an agent hook by ${wire.name}`, () => {
    it.live("looks around in the project before it judges, and counts all its tokens", () =>
      Effect.gen(function* () {
        const { reply, server } = yield* asked(
          wire,
          wire.calls(call("list_folder", { path: "." }, "a"), call("search_text", { text: "TODO" }, "b")),
          wire.calls(call("read_file", { path: "in/a.ts", from: null, lines: 1 })),
          says(wire, 'I looked. {"ok":false,"reason":"There are none."}')
        )
        assert.deepInclude(reply, { ok: false, reason: "There are none.", inputTokens: 50, outputTokens: 6 })
        const told = returned(server)
        for (const part of ["README.md", "src/a.ts:2: // TODO: test", "export const a = 1", "[lines 1 to 1 of 3]"]) {
          assert.include(told, part)
        }
        assert.include(told, "src/")
        assert.strictEqual(server.seen.length, 3)
        assert.isArray(server.seen[0]?.body["tools"])
      })
    )

    // proves: docs/security.md
    it.live("reads nothing outside of the project, links included", () =>
      Effect.gen(function* () {
        const { server } = yield* asked(
          wire,
          wire.calls(
            ...[
              "../home/secret.txt",
              "/etc/passwd",
              "link.txt",
              "out/secret.txt",
              "src/../../home/secret.txt",
              "a\0b"
            ].map((path, index) => call("read_file", { path }, `r${index}`)),
            call("list_folder", { path: "out" }, "l1"),
            call("list_folder", { path: ".." }, "l2"),
            call("search_text", { text: "secret", path: "out" }, "s1"),
            call("search_text", { text: "the secret" }, "s2")
          ),
          says(wire, "no")
        )
        const told = returned(server)
        assert.notInclude(told, "the secret\\n")
        assert.notInclude(told, "root:")
        assert.strictEqual(told.match(/can't be read: it is not there, or it is outside of the project/g)?.length, 9)
        assert.include(told, "[no match]")
      })
    )

    it.live("is told what it did wrong, and goes on", () =>
      Effect.gen(function* () {
        const { reply, server } = yield* asked(
          wire,
          wire.calls(
            call("Bash", { command: "ls" }, "a"),
            call("read_file", { file: 1 }, "b"),
            call("read_file", { path: "src" }, "c"),
            call("list_folder", { path: "README.md" }, "d")
          ),
          says(wire, "yes")
        )
        const told = returned(server)
        for (const part of [
          "There is no tool Bash",
          "read_file can't be called like this",
          "src is no file",
          "README.md is no folder"
        ]) {
          assert.include(told, part)
        }
        assert.deepInclude(reply, { ok: true })
      })
    )
  })
}

describe("an agent hook", () => {
  const [wire] = wires
  assert.ok(wire !== undefined)

  it.live("fails where it says no verdict, by the rules of prompts", () =>
    Effect.gen(function* () {
      const server = yield* make
      const { project } = yield* TestProject.make({})
      server.act(says(wire, "All is well."))
      assert.include(yield* sentence(wire.model(server), { handler, projectDir: project }), "holds no verdict")
    })
  )

  it.live("takes no verdict from a file that it quotes", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        asked(wire, wire.calls(call("read_file", { path: "answer.json" })), says(wire, 'The file holds {"ok":true}.'))
      )
      assert.ok(error._tag === "PipelineError")
      assert.include(error.reason.message, "may be a quotation")
    })
  )

  it.live("fails at its limit of turns", () =>
    Effect.gen(function* () {
      const server = yield* make
      const { project } = yield* TestProject.make({})
      server.act(wire.calls(call("list_folder", { path: "." })))
      const layer = ModelAgentRunner.layerWith({ turns: 3 }).pipe(Layer.provide(wire.model(server)))
      const error = yield* Executor.use((executor) =>
        Effect.flip(Effect.flatMap(workOf({ handler, projectDir: project }), (work) => executor.execute(work)))
      ).pipe(Effect.provide(Layer.provide(Executor.layerWith(layer), around)))
      assert.include(error.reason.message, "gave no verdict in 3 turns")
      assert.strictEqual(server.seen.length, 3)
    })
  )

  it.live("stops at its limit of turns also where nobody sets one", () =>
    Effect.gen(function* () {
      const server = yield* make
      const { project } = yield* TestProject.make({})
      server.act(wire.calls(call("list_folder", { path: "." })))
      const told = yield* sentence(wire.model(server), { handler, projectDir: project, limitMillis: 30_000 })
      assert.include(told, "gave no verdict in 50 turns")
      assert.strictEqual(server.seen.length, 50)
    })
  )

  it.live("times out with all its turns together", () =>
    Effect.gen(function* () {
      const server = yield* make
      const { project } = yield* TestProject.make({})
      const list = wire.calls(call("list_folder", { path: "." }))
      server.act((response, seen, count) => void setTimeout(() => list(response, seen, count), 150))
      const told = yield* sentence(wire.model(server), { handler, projectDir: project, limitMillis: 400 })
      assert.include(told, "did not answer within 0.4 s")
      assert.isBelow(server.seen.length, 5)
    })
  )

  it.live("runs no more calls of one turn than it may", () =>
    Effect.gen(function* () {
      const calls = Array.from({ length: 20 }, (_, index) => call("list_folder", { path: "." }, `c${index}`))
      const { server } = yield* asked(wire, wire.calls(...calls), says(wire, "no"))
      assert.strictEqual(returned(server).match(/No more than 16 calls/g)?.length, 4)
    })
  )
})
