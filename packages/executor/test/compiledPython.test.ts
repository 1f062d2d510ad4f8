// What Python has compiled: a file that lies beside a module of a hook is never run in its place.
import { assert, describe, it } from "@effect/vitest"
import type { Confinement } from "@hookline/core/Runner"
import type { Handler } from "@hookline/schema/Handler"
import { Requirement, TestProject } from "@hookline/testing"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { runAny, runnersIn, sandboxes, trusted, untrusted, works } from "./support/confining.ts"

const hasPython: Requirement.Requirement = () => {
  try {
    execFileSync("python3", ["-c", ""])
    return undefined
  } catch {
    return "needs python3"
  }
}

const confines: Requirement.Requirement = () => hasPython() ?? works("landlock")()

const files: TestProject.Files = {
  "hooks/guard.py": "import rules\nprint(rules.word)\n",
  "hooks/rules.py": "word = 'sealed'\n",
  "asked.py": "import rules\ndef answer(event):\n    return rules.word\n",
  "rules.py": "word = 'sealed'\n"
}

/** Writes what Python takes for the compiled form of a module, by the header that it checks, or by one that it does not. */
const plant = `
import importlib._bootstrap_external as b, importlib.util as u, os, sys
file, kind = sys.argv[1:]
code = compile("word = 'planted'", file, "exec")
seen = os.stat(file)
data = b._code_to_timestamp_pyc(code, int(seen.st_mtime), seen.st_size) if kind == "timestamp" else b._code_to_hash_pyc(code, bytes(8), False)
target = u.cache_from_source(file)
os.makedirs(os.path.dirname(target), exist_ok=True)
open(target, "wb").write(data)
`

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const variablesIn = ({ home }: Place, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  ...more
})

const planted = (place: Place, kind: "hash" | "timestamp") => {
  const env = variablesIn(place)
  for (const file of ["hooks/rules.py", "rules.py"])
    execFileSync("python3", ["-c", plant, path.join(place.project, file), kind], { env })
  return env
}

const command: Handler = { _tag: "Command", command: "python3 hooks/guard.py" }

const handlers: ReadonlyArray<Extract<Handler, { readonly _tag: "Command" | "Python" }>> = [
  command,
  { _tag: "Command", command: "python3", args: ["hooks/guard.py"] },
  { _tag: "Python", script: "hooks/guard.py" },
  { _tag: "Python", function: "asked.answer" }
]

const confinements: ReadonlyArray<Confinement | undefined> = [
  undefined,
  { profile: "open", env: [] },
  trusted,
  untrusted
]

const ways = handlers.flatMap((handler) =>
  confinements.flatMap((confinement) => [false, true].map((isWarm) => [handler, confinement, isWarm] as const))
)

const inPlace = <A, E>(use: (place: Place) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(TestProject.make(files), use))

const said = (
  place: Place,
  env: Readonly<Record<string, string>>,
  handler = handlers[0] ?? command,
  confinement?: Confinement,
  isWarm = false
) =>
  Effect.map(
    runAny(handler, { project: place.project, confinement }, isWarm).pipe(
      Effect.provide(runnersIn(sandboxes.landlock, { env })),
      Effect.scoped
    ),
    (reply) => (reply._tag === "Exit" ? reply.stdout.trim() : reply._tag === "Value" ? reply.value : undefined)
  )

const shown = (place: Place, env: Readonly<Record<string, string>>) =>
  said(place, env, { _tag: "Command", command: 'printf %s "$PYTHONPYCACHEPREFIX"' })

const state = ".local/state/hookline/python"

describe("a compiled module that was planted beside a hook's", () => {
  for (const kind of ["timestamp", "hash"] as const) {
    // proves: docs/security.md
    Requirement.live(confines)(`is run by Python, but by no hook, with a ${kind}`, () =>
      inPlace((place) =>
        Effect.gen(function* () {
          const env = planted(place, kind)
          const bare = execFileSync("python3", ["hooks/guard.py"], { cwd: place.project, env, encoding: "utf8" })
          assert.strictEqual(bare, "planted\n")
          for (const [handler, confinement, isWarm] of rowsOf(ways, 3, kind === "hash" ? 1 : 0))
            assert.strictEqual(
              yield* said(place, env, handler, confinement, isWarm),
              "sealed",
              JSON.stringify([handler, confinement, isWarm])
            )
        })
      )
    )
  }
})

describe("the folder of what Python compiles", () => {
  Requirement.live(hasPython)("is the user's alone, and is filled by hooks that run with all rights", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        const env = variablesIn(place)
        const folder = path.join(place.home, state)
        assert.strictEqual(yield* shown(place, env), folder)
        assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
        yield* said(place, env)
        const written = readdirSync(folder, { recursive: true, encoding: "utf8" })
        assert.isTrue(written.some((file) => /rules\.cpython-\d+\.pyc$/.test(file)))
        assert.isFalse(existsSync(path.join(place.project, "hooks/__pycache__")))
      })
    )
  )

  Requirement.live(confines)("is not written by a hook that is confined", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* said(place, variablesIn(place), command, untrusted), "sealed")
        assert.deepStrictEqual(readdirSync(path.join(place.home, state)), [])
      })
    )
  )

  it.live("is another one that the user has set, unless it would be one of the project", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        const own = variablesIn(place, { PYTHONPYCACHEPREFIX: "/var/cache/mine" })
        assert.strictEqual(yield* shown(place, own), "/var/cache/mine")
        const relative = variablesIn(place, { PYTHONPYCACHEPREFIX: "hooks" })
        assert.strictEqual(yield* shown(place, relative), path.join(place.home, state))
        const moved = variablesIn(place, { XDG_STATE_HOME: path.join(place.home, "kept") })
        assert.strictEqual(yield* shown(place, moved), path.join(place.home, "kept/hookline/python"))
      })
    )
  )

  Requirement.live(hasPython)("is none where others may write it, where it is a link, and where none can be made", () =>
    inPlace((place) =>
      Effect.gen(function* () {
        const odd = (name: string, make: (folder: string) => void) => {
          const env = variablesIn(place, { XDG_STATE_HOME: path.join(place.home, name) })
          const folder = path.join(place.home, name, "hookline")
          mkdirSync(folder, { recursive: true })
          make(path.join(folder, "python"))
          return Effect.gen(function* () {
            assert.strictEqual(yield* shown(place, env), "/dev/null/python", name)
            assert.strictEqual(yield* said(place, env), "sealed")
          })
        }
        yield* odd("open", (folder) => {
          mkdirSync(folder)
          chmodSync(folder, 0o777)
        })
        yield* odd("link", (folder) => symlinkSync(place.project, folder))
        yield* odd("file", (folder) => writeFileSync(folder, ""))
      })
    )
  )
})
