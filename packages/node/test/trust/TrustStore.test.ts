// The faults of a store: what cannot be read whole, or could have been written by another user, trusts nothing.
import { assert, describe, it } from "@effect/vitest"
import { fileOf } from "@hookline/node/kit/node/trust/places"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import * as TrustRecord from "@hookline/schema/kit/TrustRecord"
import { Requirement } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

interface Place {
  readonly home: string
  readonly project: string
  readonly file: string
}

const place = Effect.acquireRelease(
  Effect.sync((): Place => {
    const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "hookline-trust-"))
    const [home, project] = [path.join(root, "home"), path.join(root, "project")]
    for (const folder of [home, project]) fs.mkdirSync(folder)
    return { home, project, file: fileOf(home, project) }
  }),
  ({ home }) => Effect.sync(() => fs.rmSync(path.dirname(home), { recursive: true, force: true }))
)

const decision: TrustRecord.Decision = {
  decision: "trusted",
  at: "2026-01-02T03:04:05.000Z",
  by: "terminal",
  profile: "guard",
  seal: {
    version: 1,
    project: "/p",
    entry: "sha256:1",
    digest: "sha256:2",
    files: { "guard.sh": { mode: "0755", sha256: "sha256:3" } },
    absent: [],
    state: [],
    partly: [],
    beyond: [],
    unknown: [],
    needs: { network: [], desktop: [], sockets: [], secrets: [], tools: [], writes: [] },
    profile: "guard"
  }
}

const trusting =
  (id: string) =>
  (record: TrustRecord.TrustRecord): TrustRecord.TrustRecord => ({
    ...record,
    hooks: { ...record.hooks, [id]: decision }
  })

const idsIn = ({ home, project }: Place) => Object.keys(TrustStore.read(home, project).record.hooks)

describe("a store of trust", () => {
  it.live("has what was written, in a folder and a file of its user alone", () =>
    Effect.gen(function* () {
      const here = yield* place
      yield* TrustStore.update(here.home, here.project, trusting("one"))
      yield* TrustStore.update(here.home, here.project, trusting("two"))
      assert.deepStrictEqual(idsIn(here), ["one", "two"])
      assert.strictEqual(fs.statSync(here.file).mode & 0o777, 0o600)
      assert.strictEqual(fs.statSync(path.dirname(here.file)).mode & 0o777, 0o700)
      assert.deepStrictEqual(fs.readdirSync(path.dirname(here.file)), [path.basename(here.file)])
    })
  )

  it.live("is one for each real place, whatever a project is called", () =>
    Effect.gen(function* () {
      const here = yield* place
      const link = `${here.project}-link`
      fs.symlinkSync(here.project, link)
      yield* TrustStore.update(here.home, link, trusting("one"))
      assert.deepStrictEqual(idsIn(here), ["one"])
      assert.deepStrictEqual(idsIn({ ...here, project: `${here.project}/` }), ["one"])
      assert.deepStrictEqual(idsIn({ ...here, project: path.dirname(here.project) }), [])
    })
  )

  const faults: Readonly<Record<string, (here: Place) => void>> = {
    "is truncated": ({ file }) => fs.truncateSync(file, 40),
    "is empty": ({ file }) => fs.truncateSync(file, 0),
    "is of a later version": ({ file }) =>
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"version": 1', '"version": 2')),
    "has an unknown decision": ({ file }) =>
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"trusted"', '"maybe"')),
    "is one of another project": ({ file, project }) =>
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll(project, `${project}-other`)),
    "may be written by others": ({ file }) => fs.chmodSync(file, 0o666),
    "may be written by a group": ({ file }) => fs.chmodSync(file, 0o660),
    "is a link": ({ file }) => {
      fs.renameSync(file, `${file}.real`)
      fs.symlinkSync(`${file}.real`, file)
    },
    "is a folder": ({ file }) => {
      fs.rmSync(file)
      fs.mkdirSync(file)
    },
    "lies in a folder that others may write": ({ file }) => fs.chmodSync(path.dirname(file), 0o777),
    "lies below a folder that others may write": ({ home }) => fs.chmodSync(path.join(home, ".hookline"), 0o777),
    "lies in a folder that is a link": ({ file }) => {
      const folder = path.dirname(file)
      fs.renameSync(folder, `${folder}.real`)
      fs.symlinkSync(`${folder}.real`, folder)
    }
  }

  for (const [what, breaks] of Object.entries(faults)) {
    it.live(`trusts nothing and reports it where it ${what}`, () =>
      Effect.gen(function* () {
        const here = yield* place
        yield* TrustStore.update(here.home, here.project, trusting("one"))
        breaks(here)
        const { problem, record } = TrustStore.read(here.home, here.project)
        assert.deepStrictEqual(record.hooks, {})
        assert.include(["trust-store-open", "trust-store-broken"], problem?.code)
      })
    )
  }

  Requirement.live(Requirement.otherUsers)("trusts nothing where it belongs to another user", () =>
    Effect.gen(function* () {
      const here = yield* place
      yield* TrustStore.update(here.home, here.project, trusting("one"))
      fs.chownSync(here.file, 12_345, 12_345)
      assert.strictEqual(TrustStore.read(here.home, here.project).problem?.code, "trust-store-open")
    })
  )

  it.live("keeps a broken record beside the new one", () =>
    Effect.gen(function* () {
      const here = yield* place
      yield* TrustStore.update(here.home, here.project, trusting("one"))
      fs.writeFileSync(here.file, "{")
      yield* TrustStore.update(here.home, here.project, trusting("two"))
      assert.deepStrictEqual(idsIn(here), ["two"])
      assert.strictEqual(fs.readFileSync(`${here.file}.broken`, "utf8"), "{")
    })
  )

  // proves: docs/security.md
  it.live("is not written over what others may write", () =>
    Effect.gen(function* () {
      const here = yield* place
      fs.mkdirSync(path.join(here.home, ".hookline"), { mode: 0o777 })
      fs.chmodSync(path.join(here.home, ".hookline"), 0o777)
      const failed = yield* Effect.flip(TrustStore.update(here.home, here.project, trusting("one")))
      assert.strictEqual(failed.code, "trust-store-open")
      assert.deepStrictEqual(idsIn(here), [])
    })
  )

  it.live("reports a home that is a file, and trusts nothing", () =>
    Effect.gen(function* () {
      const here = yield* place
      fs.rmdirSync(here.home)
      fs.writeFileSync(here.home, "")
      const failed = yield* Effect.flip(TrustStore.update(here.home, here.project, trusting("one")))
      assert.strictEqual(failed.code, "trust-store-unwritable")
      assert.deepStrictEqual(idsIn(here), [])
    })
  )

  it.live("loses no decision of two processes at once", () =>
    Effect.gen(function* () {
      const here = yield* place
      const module = new URL("../../src/node/trust/TrustStore.ts", import.meta.url).href
      const text = `
        const { update } = await import(${JSON.stringify(module)})
        const { runPromise } = await import("effect/Effect")
        for (let i = 0; i < 20; i++) {
          await runPromise(update(process.argv[1], process.argv[2], (record) => ({
            ...record, hooks: { ...record.hooks, [process.argv[3] + i]: ${JSON.stringify(decision)} }
          })))
        }`
      const run = (name: string) =>
        Effect.callback<number | null>((resume) => {
          const child = spawn(
            process.execPath,
            ["--conditions=@hookline/source", "--input-type=module", "-e", text, here.home, here.project, name],
            { stdio: "inherit", cwd: import.meta.dirname }
          )
          child.on("close", (code) => resume(Effect.succeed(code)))
        })
      assert.deepStrictEqual(yield* Effect.all([run("a"), run("b")], { concurrency: 2 }), [0, 0])
      assert.lengthOf(idsIn(here), 40)
    })
  )

  it("has a text that decodes to the same record", () => {
    const record = trusting("one")(TrustRecord.empty("/p"))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(record)), record)
  })
})
