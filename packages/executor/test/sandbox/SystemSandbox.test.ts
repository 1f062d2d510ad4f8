// The choice of a sandbox: none is used that does not hold, and none that others could have written.
import { assert, describe, it } from "@effect/vitest"
import type { Attempt } from "@hookline/core/Sandbox"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { Backend } from "../../src/internal/sandbox/Backend.ts"
import { holdsBut } from "../../src/internal/sandbox/holds.ts"
import { bubblewrap } from "../../src/internal/sandbox/bubblewrap.ts"
import { landlock } from "../../src/internal/sandbox/landlock.ts"
import { makeSandbox } from "../../src/internal/sandbox/makeSandbox.ts"
import { isOutside, toolAt } from "../../src/internal/sandbox/tool.ts"

/** A sandbox that confines nothing, and says that it does. */
const pretending = (name: string, found: () => void = () => undefined): Backend => ({
  name,
  untested: false,
  holds: holdsBut(() => []),
  find: async () => {
    found()
    return {
      tools: [{ file: "/bin/sh", identity: name }],
      holds: holdsBut(() => []),
      weaker: [],
      launch: ({ args, env, file }, { folder }) => ({
        file: "/bin/sh",
        args: ["-c", String.raw`printf '\006' >&3; exec "$@" 3>&-`, "sh", file, ...args],
        env: { ...env, TMPDIR: folder },
        descriptors: ["input", "output", "error", "control"],
        request: Buffer.alloc(0),
        hidesSignals: false,
        endsAll: false
      })
    }
  }
})

const landlockVersion = (): number =>
  process.arch === "x64"
    ? Number(spawnSync("/usr/bin/perl", ["-e", "print syscall(444,0,0,1)"], { encoding: "utf8" }).stdout)
    : -1

const broken: Backend = {
  name: "broken",
  untested: false,
  holds: holdsBut(() => []),
  find: async () => "its program is gone"
}

/** Landlock without one of its rules. */
const without = (name: string, change: (request: string) => string): Backend => ({
  ...landlock,
  name,
  find: async () => {
    const ready = await landlock.find()
    if (typeof ready === "string") return ready
    return {
      ...ready,
      launch: (program, enclosed) => {
        const launch = ready.launch(program, enclosed)
        return { ...launch, request: Buffer.from(change(Buffer.from(launch.request).toString())) }
      }
    }
  }
})

const place = TestProject.make({})

describe("the sandbox of the system", () => {
  // proves: docs/security.md
  it.live("is none that lets a program do what it should prevent", () =>
    Effect.gen(function* () {
      const { status } = makeSandbox([broken, pretending("a pretender")])
      const told = yield* status
      assert.strictEqual(told._tag, "Missing")
      assert.match(
        "why" in told ? told.why : "",
        /broken: its program is gone; a pretender: .* writeProject, writeHome/
      )
    })
  )

  it.live("confines nothing where none works: to enter it is a failure", () =>
    Effect.gen(function* () {
      const problem = yield* Effect.flip(makeSandbox([broken]).enter("guard", yield* place))
      assert.strictEqual(problem.message, "no sandbox by broken: broken: its program is gone")
    })
  )

  const faults: ReadonlyArray<readonly [name: string, attempt: Attempt, change: (request: string) => string]> = [
    ["everything readable", "readSecret", (text) => text.replace("\0r9 /\0", "\0r13 /\0")],
    ["no filter", "connectSocketFile", (text) => text.replace(/\0s[0-9a-f]+/, "")],
    ["no scopes", "signal", (text) => text.replace(/(\0h\d+ \d+) \d+/, "$1 0")]
  ]
  for (const [name, attempt, change] of faults) {
    it.live(`with ${name} is not used, or tells of it`, ({ skip }) =>
      Effect.gen(function* () {
        if ((yield* makeSandbox([landlock]).status)._tag === "Missing") return skip("needs Landlock")
        const told = yield* makeSandbox([without(name, change)]).status
        const text = told._tag === "Ready" ? told.weaker.join() : told.why
        assert.match(text, new RegExp(attempt))
        if (told._tag === "Ready") assert.strictEqual(told.holds.guard[attempt], "no")
      })
    )
  }

  it.live("is the first that prevents more, if one does", ({ skip }) =>
    Effect.gen(function* () {
      const one = yield* makeSandbox([landlock]).status
      if (one._tag === "Missing") return skip("needs Landlock")
      const weak = without("weak", (text) => text.replace(/(\0h\d+ \d+) \d+/, "$1 0"))
      assert.strictEqual((yield* makeSandbox([weak, landlock]).status)["backend" as never], "landlock" as never)
      assert.strictEqual((yield* makeSandbox([weak, broken]).status)["backend" as never], "weak" as never)
    })
  )

  it.live("is tried once, and in the next process only if its program or the system has changed", () =>
    Effect.gen(function* () {
      const { home } = yield* place
      const cache = path.join(home, "state/sandbox.json")
      let count = 0
      const counted = without("counted", (text) => (count++, text))
      const first = makeSandbox([counted], cache)
      const told = yield* first.status
      if (told._tag === "Missing") return
      yield* first.status
      assert.strictEqual(count, 1)
      assert.isTrue(existsSync(cache))
      assert.deepStrictEqual(yield* makeSandbox([counted], cache).status, told)
      assert.strictEqual(count, 1)
      for (const text of ["", "{", "[]", readFileSync(cache, "utf8").replace(/[0-9a-f]{8}-/, "0000000-")]) {
        writeFileSync(cache, text)
        const before = count
        yield* makeSandbox([counted], cache).status
        assert.strictEqual(count, before + 1, text)
      }
    })
  )
})

describe("where its programs are there", () => {
  const needed: Readonly<Record<string, readonly [backend: Backend, isThere: () => boolean]>> = {
    landlock: [landlock, () => existsSync("/usr/bin/perl") && landlockVersion() >= 6],
    bubblewrap: [bubblewrap, () => Requirement.sandboxes() === undefined && existsSync("/usr/bin/bwrap")]
  }
  for (const [name, [backend, isThere]] of Object.entries(needed)) {
    it.live(`${name} works, so that no test of it is skipped`, ({ skip }) =>
      Effect.gen(function* () {
        if (!isThere()) return skip("needs its programs")
        const told = yield* makeSandbox([backend]).status
        assert.strictEqual(told._tag, "Ready", JSON.stringify(told))
      })
    )
  }
})

describe("the program that confines", () => {
  it.live("is not one that others may write, nor one of the project", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ perl: { script: "#!/bin/sh\n" } })
      const file = path.join(project, "perl")
      // Its folder is below one that all may write.
      assert.strictEqual(toolAt(file), `${file} may be written by other users`)
      assert.strictEqual(toolAt("/nonexistent/perl"), "there is no /nonexistent/perl")
      const shell = toolAt("/bin/sh")
      assert.isObject(shell)
      if (typeof shell === "string") return
      assert.isTrue(isOutside(shell, project))
      assert.isFalse(isOutside(shell, "/usr"))
      assert.isFalse(isOutside({ ...shell, file }, project))
      chmodSync(file, 0o644)
      assert.strictEqual(toolAt(file), `there is no ${file}`)
    })
  )
})
