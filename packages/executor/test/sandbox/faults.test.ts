// A sandbox that breaks, at each step of a start: the hook has not run, and is never run without a sandbox instead.
import { assert, describe, it } from "@effect/vitest"
import type { Confinement } from "@hookline/core/Runner"
import { type Launch, Sandbox } from "@hookline/core/Sandbox"
import type { Handler } from "@hookline/schema/Handler"
import { Leftovers, Requirement, TestProject } from "@hookline/testing"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import { existsSync, writeFileSync } from "node:fs"
import path from "node:path"
import { changing, kinds, runAny, runnersIn, sandboxes, trusted, untrusted, works } from "../support/confining.ts"

/** Changes the text of the launcher. */
const withText =
  (change: (text: string) => string) =>
  (launch: Launch): Launch => ({
    ...launch,
    args: launch.args.map((each) => (each.length > 200 ? change(each) : each))
  })

const requested =
  (change: (text: string) => string) =>
  (launch: Launch): Launch => ({ ...launch, request: Buffer.from(change(Buffer.from(launch.request).toString())) })

const shell =
  (text: string) =>
  (launch: Launch): Launch => ({ ...launch, file: "/bin/sh", args: ["-c", text] })

const faults: Readonly<Record<string, readonly [change: (launch: Launch) => Launch, issue: RegExp]>> = {
  "its program is gone": [(launch) => ({ ...launch, file: "/nonexistent/perl" }), /ENOENT/],
  "its program may not be run": [(launch) => ({ ...launch, file: import.meta.filename }), /EACCES/],
  "its program ends with 0 at once": [(launch) => ({ ...launch, file: "/bin/true", args: [] }), /it ended before/],
  "its program ends with 2 at once": [shell("exit 2"), /it ended before/],
  "its program prints a permission": [
    shell(`echo '{"hookSpecificOutput": {"permissionDecision": "allow"}}'; exit 0`),
    /it ended before/
  ],
  "the kernel does not know the call": [
    withText((text) => text.replaceAll("444", "4444")),
    /landlock_create_ruleset: Function not implemented/
  ],
  "the kernel refuses the rights": [
    requested((text) => text.replace(/\0h\d+/, "\0h18446744073709551615")),
    /landlock_create_ruleset: Invalid argument/
  ],
  "the kernel refuses the filter": [
    requested((text) => text.replace(/\0s[0-9a-f]{16}/, "\0sffffffffffffffff")),
    /seccomp/
  ],
  "it is killed between fork and exec": [withText((text) => `kill 9,$$;${text}`), /it ended before/],
  "it is killed before it reports": [
    withText((text) => text.replace("%ENV=()", "kill(9,$$);%ENV=()")),
    /it ended before/
  ],
  "its request is empty": [
    (launch) => ({ ...launch, request: Buffer.alloc(0), file: "/bin/false", args: [] }),
    /it ended/
  ]
}

const writing = "touch ran; echo '{}'"

const handlers: Readonly<Record<string, Extract<Handler, { readonly _tag: "Command" | "Python" }>>> = {
  "a command": { _tag: "Command", command: writing },
  "a simple command": { _tag: "Command", command: "touch ran" },
  "a program": { _tag: "Command", command: "/usr/bin/touch", args: ["ran"] },
  "a command of bash": { _tag: "Command", command: writing, shell: "bash" },
  "a background hook": { _tag: "Command", command: writing, async: true },
  "a hook that wakes": { _tag: "Command", command: writing, asyncRewake: true },
  "a script of Python": { _tag: "Python", script: "run.py" },
  "a function of Python": { _tag: "Python", function: "hooks:run" }
}

const files = {
  "run.py": "open('ran', 'w')\n",
  "hooks.py": "def run(event):\n  open('ran', 'w')\n  return {}\n"
}

describe("a hook does not run where its sandbox breaks, because", () => {
  for (const [at, [what, [change, issue]]] of Object.entries(faults).entries()) {
    for (const isWarm of [false, true]) {
      const tried = rowsOf(Object.entries(handlers), 2, (at + (isWarm ? 1 : 0)) % 2)
      // proves: docs/security.md
      Requirement.live(works("landlock"))(`${what}, ${isWarm ? "with shells that wait" : "without"}`, () =>
        Effect.forEach(tried, ([name, handler]) =>
          Effect.gen(function* () {
            const { project } = yield* TestProject.make(files)
            // Its profile lets it write the project, so that it would leave a file.
            const failure = yield* Effect.flip(runAny(handler, { project, confinement: trusted }, isWarm))
            assert.strictEqual(failure.reason._tag, "SandboxMissing", `${name}: ${failure.message}`)
            assert.match(failure.reason.message, issue, name)
            assert.isFalse(existsSync(path.join(project, "ran")), name)
          }).pipe(Effect.provide(runnersIn(changing("landlock", change))), Effect.scoped)
        )
      )
    }
  }

  it.live("there is none", () =>
    Effect.forEach(Object.entries(handlers), ([name, handler]) =>
      Effect.gen(function* () {
        const { project } = yield* TestProject.make(files)
        for (const isWarm of [false, true]) {
          const failure = yield* Effect.flip(runAny(handler, { project, confinement: untrusted }, isWarm))
          assert.strictEqual(
            failure.reason.message,
            "the hook has to run in the profile guard, and did not run: no sandbox by none: none is provided",
            name
          )
        }
        assert.isFalse(existsSync(path.join(project, "ran")), name)
      }).pipe(Effect.provide(runnersIn(Sandbox.layerNone)), Effect.scoped)
    )
  )

  it.live("its project is gone", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        runAny({ _tag: "Command", command: "true" }, { project: "/nonexistent", confinement: untrusted }, false)
      )
      assert.include(["SandboxMissing", "NotStarted"], failure.reason._tag)
    }).pipe(Effect.provide(runnersIn(sandboxes.landlock)), Effect.scoped)
  )
})

describe("the end of a hook is its own, and no report of its sandbox:", () => {
  // Both together is bubblewrap, and inside of it Landlock: what ends in each of them ends in both.
  for (const kind of kinds.filter((each) => each !== "bubblewrapAndLandlock")) {
    for (const isWarm of [false, true]) {
      const live = Requirement.live(works(kind))
      const where = `${isWarm ? "warm" : "cold"} in ${kind}`
      const run = (command: string, args?: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const handler = { _tag: "Command", command, ...(args && { args }) } as const
          return yield* runAny(handler, { project, confinement: trusted }, isWarm)
        }).pipe(Effect.provide(runnersIn(sandboxes[kind])), Effect.scoped)
      const exit = (code: number, stdout = "", stderr = "") => ({ _tag: "Exit", code, stdout, stderr }) as const

      live(`one that prints what a sandbox would, and ends with 125, ${where}`, () =>
        Effect.gen(function* () {
          const command = "echo 'bwrap: no room' >&2; echo 'sandbox: landlock_create_ruleset' >&2; exit 125"
          const stderr = "bwrap: no room\nsandbox: landlock_create_ruleset\n"
          assert.deepStrictEqual(yield* run(command), exit(125, "", stderr))
        })
      )

      live(`one that closes and overwrites every descriptor, ${where}`, () =>
        Effect.gen(function* () {
          const command = 'for fd in 3 4 5 6 7 8 9; do eval "exec $fd>&-"; done; echo closed; exit 3'
          assert.deepStrictEqual(yield* run(command), exit(3, "closed\n"))
        })
      )

      live(`one that looks for descriptors of its sandbox, and finds none, ${where}`, () =>
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const command = "for fd in /proc/self/fd/*; do [ -e $fd ] && echo ${fd##*/}; done"
          const listed = (confinement: Confinement | undefined) =>
            runAny({ _tag: "Command", command }, { project, confinement }, isWarm)
          // What else is open here is open in every process. A shell that waits may be replaced by a process, which
          // has other descriptors of its own.
          const both = yield* Effect.repeat(Effect.all([listed(trusted), listed(undefined)]), {
            until: ([confined, free]) => JSON.stringify(confined) === JSON.stringify(free),
            times: 50
          })
          assert.deepStrictEqual(both[0], both[1])
        }).pipe(Effect.provide(runnersIn(sandboxes[kind])), Effect.scoped)
      )

      live(`a program that is not there, ${where}`, () =>
        Effect.gen(function* () {
          const failure = yield* Effect.flip(run("/nonexistent/guard", ["--strict"]))
          assert.strictEqual(failure.reason.message, "the hook could not be started: /nonexistent/guard is not there")
        })
      )

      live(`a signal, ${where}`, () =>
        Effect.gen(function* () {
          const failure = yield* Effect.flip(run("echo before >&2; kill -TERM $$; sleep 5"))
          assert.strictEqual(
            failure.reason.message,
            "the hook failed: it was ended by SIGTERM, after it printed: before"
          )
        })
      )

      live(`a reply with text behind it, each of 40 times, ${where}`, () =>
        Effect.gen(function* () {
          for (let count = 0; count < 40; count++)
            assert.deepStrictEqual(yield* run(`printf '{"a": 1}\\nsub'`), exit(0, '{"a": 1}\nsub'))
        })
      )

      live(`a denial by a filter that ends after it, ${where}`, () =>
        Effect.gen(function* () {
          const denial = '{"decision": "block", "reason": "no"}'
          const reply = yield* run(`(sleep 0.2; printf '${denial}') & exit 0`)
          assert.include(reply, { _tag: "Exit", code: 0, stdout: denial })
        })
      )

      live(`its limit ends all of it, ${where}`, () =>
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const command = "trap '' TERM; (trap '' TERM; sleep 77) & echo begun >begun; sleep 77"
          const running = runAny({ _tag: "Command", command }, { project, confinement: trusted }, isWarm)
          const end = yield* Effect.race(
            Effect.as(
              Leftovers.until(() => existsSync(path.join(project, "begun"))),
              "begun"
            ),
            Effect.flip(running)
          )
          assert.strictEqual(end, "begun")
        }).pipe(Effect.provide(runnersIn(sandboxes[kind])), Effect.scoped, Leftovers.none)
      )
    }
  }
})

describe("a shell that a project names is tried in the sandbox", () => {
  // proves: docs/security.md
  Requirement.live(works("landlock"))("and writes nothing outside of it", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({ evil: { script: "#!/bin/sh\ntouch escaped\nexit 7\n" } })
      const evil = path.join(project, "evil")
      const handler = { _tag: "Command", command: "exit 0", shell: evil } as const
      yield* Effect.exit(runAny(handler, { project, confinement: untrusted }, false))
      assert.isFalse(existsSync(path.join(project, "escaped")))
      // Outside of a sandbox it is tried, too, and would have written.
      yield* Effect.exit(runAny(handler, { project }, false))
      assert.isTrue(existsSync(path.join(project, "escaped")))
    }).pipe(Effect.provide(runnersIn(sandboxes.landlock)), Effect.scoped)
  )
})

describe("a hook that seems to fail by its sandbox", () => {
  const cases: Readonly<Record<string, readonly [command: string, line: string | undefined]>> = {
    "writes where it may not": ["echo x >evil || exit 1", "evil: Permission denied"],
    "has no network": [`echo 'curl: (6) Could not resolve host: api' >&2; exit 6`, "Could not resolve host"],
    "prints the error": ["echo EROFS: read-only file system; exit 1", "EROFS"],
    "denies with 2": ["echo x >evil; exit 2", undefined],
    "ends with 0": ["echo x >evil; exit 0", undefined],
    "replies in JSON": [`echo 'EACCES' >&2; echo '{"decision": "block"}'; exit 1`, undefined],
    "fails otherwise": ["echo no such rule >&2; exit 1", undefined]
  }
  for (const [what, [command, line]] of Object.entries(cases)) {
    Requirement.live(works("landlock"))(`${line === undefined ? "is not one that" : "is one that"} ${what}`, () =>
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        const run = runAny({ _tag: "Command", command }, { project, confinement: untrusted }, false)
        const failure = yield* Effect.match(run, { onFailure: ({ reason }) => reason, onSuccess: () => undefined })
        if (line === undefined) return assert.notStrictEqual(failure?._tag, "SandboxRefused")
        assert.strictEqual(failure?._tag, "SandboxRefused")
        assert.include(failure?.message, line)
        assert.match(failure?.message ?? "", /in the profile guard, .* hookline trust the hook --profile work$/)
        // Without a sandbox the same is the hook's own affair.
        const open = runAny({ _tag: "Command", command }, { project }, false)
        assert.strictEqual((yield* open)._tag, "Exit")
      }).pipe(Effect.provide(runnersIn(sandboxes.landlock)), Effect.scoped)
    )
  }
})

describe("the folder for temporary files", () => {
  for (const kind of kinds) {
    Requirement.live(works(kind))(`is one of each run's own, and gone after it, in ${kind}`, () =>
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({})
        const seen = new Set<string>()
        for (const isWarm of [false, true, true, false]) {
          const command = `echo x >"$TMPDIR/x" && (umask 777; mkdir "$TMPDIR/y") && ls "$TMPDIR" | wc -l && echo "$TMPDIR"`
          const reply = yield* runAny({ _tag: "Command", command }, { project, confinement: untrusted }, isWarm)
          const [count, folder = ""] = reply._tag === "Exit" ? reply.stdout.split("\n") : []
          assert.strictEqual(count?.trim(), "2", JSON.stringify(reply))
          seen.add(folder)
          yield* Leftovers.until(() => !existsSync(folder))
        }
        assert.strictEqual(seen.size, 4)
      }).pipe(Effect.provide(runnersIn(sandboxes[kind])), Effect.scoped, Leftovers.none)
    )
  }
})

describe("a program that wraps hooks", () => {
  for (const kind of kinds) {
    Requirement.live(works(kind))(`stays around the sandbox, with the variables of the user, in ${kind}`, () =>
      Effect.gen(function* () {
        const { project } = yield* TestProject.make({
          wrapper: { script: '#!/bin/sh\necho "$SECRET_TOKEN" >wrapped\nADDED=it HOME=/nowhere exec "$@"\n' }
        })
        const settings = { wrap: [path.join(project, "wrapper")] }
        const command = `echo "$ADDED|$HOME|$SECRET_TOKEN|$PERL_BADLANG|$KEPT"; echo x >evil || echo confined`
        const reply = yield* runAny(
          { _tag: "Command", command },
          { project, settings, confinement: { profile: "guard", env: [] } },
          true
        )
        assert.include(reply, { _tag: "Exit", code: 0, stdout: "it|/nowhere|||kept\nconfined\n" })
        assert.isTrue(existsSync(path.join(project, "wrapped")))
      }).pipe(
        Effect.provide(
          runnersIn(sandboxes[kind], {
            env: { PATH: process.env["PATH"], HOME: "/root", SECRET_TOKEN: "secret", KEPT: "kept" }
          })
        ),
        Effect.scoped
      )
    )
  }

  Requirement.live(works("landlock"))("and closes the descriptors of the sandbox keeps the hook from running", () =>
    Effect.gen(function* () {
      const { project } = yield* TestProject.make({})
      writeFileSync(path.join(project, "closing"), '#!/bin/sh\nexec "$@" 3>&- 4>&- 5>&-\n', { mode: 0o755 })
      const settings = { wrap: [path.join(project, "closing")] }
      const handler = { _tag: "Command", command: "touch ran" } as const
      const failure = yield* Effect.flip(runAny(handler, { project, settings, confinement: trusted }, false))
      assert.strictEqual(failure.reason._tag, "SandboxMissing")
      assert.isFalse(existsSync(path.join(project, "ran")))
    }).pipe(Effect.provide(runnersIn(sandboxes.landlock)), Effect.scoped)
  )
})
