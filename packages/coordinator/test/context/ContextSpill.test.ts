// Texts that are too big, kept in files; and files that can't be written.
import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as ContextSpill from "@hookline/coordinator/ContextSpill"
import { Hookline } from "@hookline/node/Hookline"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as PlatformError from "effect/PlatformError"
import { existsSync, readFileSync, statSync } from "node:fs"
import { bash, injects, native, ports, record } from "../fixtures.ts"

const big = "ä".repeat(6000)

const injected = Effect.gen(function* () {
  const hooks = yield* Hookline
  yield* hooks.register({ event: "PreToolUse", name: "hook", handler: () => injects(big) })
  return (yield* hooks.emit(bash)).outcome
})

describe("a text that is too big", () => {
  it.live("goes to a file that nobody else reads, with a preview for the model, until the layer is gone", () => {
    const seen = record()
    return Effect.gen(function* () {
      const file = yield* Effect.gen(function* () {
        const { context, notices } = yield* injected
        const [, path = ""] = /is in (\S+), since it has 12000 bytes/.exec(notices[0]?.text ?? "") ?? []
        assert.strictEqual(readFileSync(path, "utf8"), big)
        assert.strictEqual(statSync(path).mode & 0o777, 0o600)
        assert.include(context[0]?.text, path)
        // A preview ends where a character does.
        assert.include(context[0]?.text, `${"ä".repeat(512)}\n…`)
        assert.isBelow(Buffer.byteLength(context[0]?.text ?? ""), 2048)
        assert.deepInclude(seen.records[0], { fate: "spilled", why: path, bytes: 12_000, text: big })
        assert.strictEqual(seen.given[0]?.text, context[0]?.text)
        return path
      }).pipe(
        Effect.provide(
          native([...ports(seen), Layer.orDie(ContextSpill.layer().pipe(Layer.provide(NodeServices.layer)))])
        )
      )
      assert.isFalse(existsSync(file))
    })
  })

  for (const [what, tag] of [
    ["a full disk", "Unknown"],
    ["a folder that is read-only", "PermissionDenied"]
  ] as const) {
    it.effect(`is refused on ${what}, and why is told`, () => {
      const seen = record()
      const error = PlatformError.systemError({ _tag: tag, module: "FileSystem", method: "write", description: what })
      const files = FileSystem.layerNoop({
        makeDirectory: () => Effect.void,
        writeFileString: () => Effect.fail(error)
      })
      const layer = ContextSpill.layer({ folder: "/there" }).pipe(Layer.provide([files, Path.layer]))
      return Effect.gen(function* () {
        const { context, notices } = yield* injected
        assert.deepStrictEqual(context, [])
        assert.match(notices[0]?.text ?? "", /is refused, since it has 12000 bytes.*its file could not be written/)
        assert.include(notices[0]?.text, what)
        assert.deepInclude(seen.records[0], { fate: "refused" })
      }).pipe(Effect.provide(native([...ports(seen), Layer.orDie(layer)])))
    })
  }
})
