// The log as people and programs read it: what is in it, how hooks did, and whether it holds.
import { assert, describe, it } from "@effect/vitest"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import path from "node:path"
import { hooklineIn } from "./hookline.ts"
import { loggedIn, statisticsIn, verificationIn } from "./logged.ts"

const hook = (command: string) => [{ hooks: [{ type: "command", command }] }]

const long = Array.from({ length: 9 }, (_, index) => `line ${index}`).join("\\n")

const files: TestProject.Files = {
  ".hookline/.keep": "",
  ".amplifier/hooks/hooks.json": {
    json: {
      hooks: {
        PreToolUse: hook("printf 'no \\033[31mred' >&2; exit 2"),
        UserPromptSubmit: hook(
          `printf '%s' '{"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "${long}"}}'`
        )
      }
    }
  }
}

const inProject = <A>(use: (project: Project) => Effect.Effect<A>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files), use))

const log = (project: Project, ...args: ReadonlyArray<string>) => hooklineIn(project, ["log", ...args])

/** Two events in sessions of their own, and the file that they are in. */
const filled = Effect.fnUntraced(function* (project: Project) {
  yield* hooklineIn(project, ["run", "PreToolUse", "--session", "one"])
  yield* hooklineIn(project, ["run", "UserPromptSubmit", "--session", "two"])
  const { folder } = loggedIn((yield* log(project, "--json")).stdout)
  return path.join(folder, fs.readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "")
})

describe("hookline log", () => {
  it.live("shows what was done, in order, and texts in short or whole", () =>
    inProject((project) =>
      Effect.gen(function* () {
        yield* filled(project)
        const { exit, stderr, stdout } = yield* log(project)
        assert.deepStrictEqual([exit, stderr], [0, ""])
        assert.match(
          stdout,
          /^\d{4}-\d\d-\d\d [\d:.]+Z {2}PreToolUse {2}Deny {2}[\d.]+ ms {2}one\n {4}no red {2}amplifier\/PreToolUse\/\w+\n {4}✓ amplifier\/PreToolUse\/\w+ {2}Deny {2}[\d.]+ ms {2}\.amplifier\/hooks\/hooks\.json\n/
        )
        assert.match(stdout, /a text for the model, given: \d+ bytes as \w+ [^\n]*\n {6}line 0 …\n/)
        assert.notInclude(stdout, "\u001B")
        const whole = yield* log(project, "--text")
        assert.include(whole.stdout, "      line 7\n      line 8\n")
      })
    )
  )

  it.live("finds by event, hook, verdict, kind, session and time", () =>
    inProject((project) =>
      Effect.gen(function* () {
        yield* filled(project)
        const found = (...args: ReadonlyArray<string>) =>
          Effect.map(log(project, "--json", ...args), ({ stdout }) => {
            const { records } = loggedIn(stdout)
            return records.map(({ _tag, event }) => `${_tag} ${event}`)
          })
        const [denied, told, prompted] = ["Event PreToolUse", "Injection UserPromptSubmit", "Event UserPromptSubmit"]
        for (const [args, wanted] of [
          [[], [denied, told, prompted]],
          [
            ["--event", "user-prompt-submit"],
            [told, prompted]
          ],
          [["--hook", "PreToolUse"], [denied]],
          [["--verdict", "deny"], [denied]],
          [["--kind", "injection"], [told]],
          [
            ["--session", "two"],
            [told, prompted]
          ],
          [
            ["--since", "1h"],
            [denied, told, prompted]
          ],
          [["--until", "1h"], []],
          [["--since", "2999-01-01T00:00"], []],
          [["--last", "1"], [prompted]]
        ] as const)
          assert.deepStrictEqual(yield* found(...args), [...wanted], args.join(" "))
        assert.strictEqual((yield* log(project, "--hook", "nobody")).stdout, "No record is like that.\n")
        const wrong = yield* log(project, "--since", "yesterday")
        assert.match(wrong.stderr, /--since: yesterday is no time: write 30m, 2h, 7d, /)
        assert.strictEqual(wrong.exit, 1)
      })
    )
  )

  it.live("tells how each hook did, its times as bars", () =>
    inProject((project) =>
      Effect.gen(function* () {
        yield* filled(project)
        const { stdout } = yield* log(project, "--stats")
        assert.match(stdout, /amplifier\/PreToolUse\/\w+ {2}1 run, 1 denial\n {2}p50 [█▏▎▍▌▋▊▉]+ [\d.]+ ms\n {2}p95 /)
        assert.match(stdout, /amplifier\/UserPromptSubmit\/\w+ {2}1 run, no denials\n/)
        const { hooks } = statisticsIn((yield* log(project, "--stats", "--json")).stdout)
        assert.deepInclude(hooks[0], { runs: 1, failures: 0, skipped: 0 })
      })
    )
  )

  // proves: docs/security.md
  it.live("verifies, and tells in which file and at which record it does not hold", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const file = yield* filled(project)
        const name = path.basename(file)
        const whole = yield* log(project, "--verify")
        assert.match(whole.stdout, /^The log holds: 3 records in /)
        assert.strictEqual(whole.exit, 0)
        const heads = path.join(project.home ?? "", "heads.jsonl")
        fs.writeFileSync(heads, (yield* log(project, "--heads")).stdout)
        assert.strictEqual((yield* log(project, "--verify", "--head", heads)).exit, 0)
        const text = fs.readFileSync(file, "utf8")
        fs.writeFileSync(file, text.replace('"session":"two"', '"session":"six"'))
        const changed = yield* log(project, "--verify")
        assert.include(changed.stdout, "The log does not hold")
        assert.include(changed.stdout, `${name}:2  error: This is not what was written here.`)
        assert.strictEqual(changed.exit, 1)
        // Whoever can write the folder takes all of it away: only who has kept the heads knows.
        fs.rmSync(path.dirname(file), { recursive: true })
        const gone = yield* log(project, "--verify")
        assert.match(gone.stderr, /^hookline: there is no log in \S+ that could be verified\n$/)
        const kept = yield* log(project, "--verify", "--json", "--head", fs.readFileSync(heads, "utf8"))
        assert.deepInclude(verificationIn(kept.stdout).faults[0], { kind: "missing", file: name })
        assert.deepStrictEqual([gone.exit, kept.exit], [1, 1])
        const none = yield* log(project, "--verify", "--head", "/no/such/file")
        assert.match(none.stderr, /the heads in \/no\/such\/file can't be read/)
      })
    )
  )

  it.live("says so where there is none, and where it is empty, torn or unreadable", () =>
    inProject((project) =>
      Effect.gen(function* () {
        const none = yield* log(project)
        assert.match(none.stdout, /^No hook has left a record in \S+ yet: /)
        assert.strictEqual(none.exit, 0)
        const file = yield* filled(project)
        fs.appendFileSync(file, '{"n":4,"pre')
        const torn = yield* log(project)
        assert.match(torn.stderr, /^hookline: \S+\.jsonl: the last line is incomplete, [^\n]*\n$/)
        assert.include(torn.stdout, "PreToolUse")
        assert.strictEqual((yield* log(project, "--verify")).exit, 0)
        fs.rmSync(file)
        fs.mkdirSync(file)
        assert.match((yield* log(project)).stderr, /\.jsonl was not read: it is no file/)
        const folder = path.dirname(file)
        fs.rmSync(folder, { recursive: true })
        fs.mkdirSync(folder)
        assert.match((yield* log(project)).stdout, /^No hook has left a record/)
        fs.rmdirSync(folder)
        fs.writeFileSync(folder, "")
        const unreadable = yield* log(project)
        assert.match(unreadable.stderr, /^hookline: the audit log in \S+ can't be read: ENOTDIR/)
        assert.deepStrictEqual([unreadable.stdout, unreadable.exit], ["", 1])
      })
    )
  )
})
