// One event is answered by files as they were when they were first read, and each was noted before that.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import { immediately } from "@hookline/core/kit/discover/immediate"
import * as ManagedHooks from "@hookline/core/kit/discover/ManagedHooks"
import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
import { PolicyInForce } from "@hookline/fleet/kit/client/policyInForce"
import { makeKeys, sign } from "@hookline/fleet/PolicySignature"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { fingerprintOf } from "../../../src/dispatch/fastpath/fingerprint.ts"
import * as RecordReads from "../../../src/dispatch/fastpath/recordReads.ts"

const file = path.join(tmpdir(), `hookline-reads-${process.pid}`)

/** Files that call this function at each attempt to read. */
const readingBy = (read: (path: string) => Exit.Exit<string | undefined, Inaccessible>): Layer.Layer<ConfigFiles> =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (own) => ({ ...own, read: immediately(read) }))
  ).pipe(Layer.provide(ConfigFiles.layerMemory({})))

describe("files of one event", () => {
  it.effect("are noted before they are read, and read once", () =>
    Effect.gen(function* () {
      fs.writeFileSync(file, "one")
      const before = fingerprintOf(file)
      const seen = RecordReads.make()
      let calls = 0
      const files = readingBy((asked) => {
        calls++
        assert.deepStrictEqual(seen.fingerprints, { [asked]: before })
        return Exit.succeed(fs.readFileSync(asked, "utf8"))
      })
      const { read } = yield* Effect.provide(ConfigFiles, RecordReads.over(files, seen))
      assert.strictEqual(yield* read(file), "one")
      fs.writeFileSync(file, "another")
      assert.strictEqual(yield* read(file), "one")
      assert.strictEqual(calls, 1)
      assert.strictEqual(seen.fingerprints[file], before)
      fs.rmSync(file)
    })
  )

  it.effect("that could not be read are tried again", () =>
    Effect.gen(function* () {
      const ends = [Exit.fail(new Inaccessible({ path: file, why: "EMFILE" })), Exit.die("broke"), Exit.succeed("text")]
      const files = readingBy(() => ends.shift() ?? Exit.succeed("too late"))
      const { read } = yield* Effect.provide(ConfigFiles, RecordReads.over(files, RecordReads.make()))
      const results = yield* Effect.forEach([1, 2, 3, 4], () => Effect.exit(read(file)))
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        ["Failure", "Failure", "Success", "Success"]
      )
      assert.deepStrictEqual(results.at(-1), Exit.succeed("text"))
    })
  )

  it.effect("are those of an organisation's policy, too, so that no memory outlives a new version", () =>
    Effect.gen(function* () {
      const folder = fs.mkdtempSync(path.join(tmpdir(), "hookline-policy-"))
      const { privateKey, publicKey } = makeKeys()
      const options = { organisation: "acme", publicKeys: [publicKey], folder }
      const publish = (version: number) =>
        new PolicyInForce(options).accept(
          Result.getOrThrow(sign(privateKey, { organisation: "acme", version, body: `{ "hooks": [] }` }))
        )
      for (const version of [1, 2]) {
        const seen = RecordReads.make()
        const files = yield* Effect.provide(ConfigFiles, RecordReads.over(ConfigFiles.layerMemory({}), seen))
        yield* ManagedHooks.reader(FleetPolicies.makeKept(options))(files)
        const isSame = () => Object.entries(seen.fingerprints).every(([name, found]) => fingerprintOf(name) === found)
        assert.isTrue(isSame())
        assert.strictEqual(publish(version)._tag, "New")
        assert.isFalse(isSame())
      }
      fs.rmSync(folder, { recursive: true })
    })
  )
})
