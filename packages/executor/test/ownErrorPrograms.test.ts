// Programs for real shells: a command that is missing is reported, unless the program does some work because it is missing.
// Both are found by running each program twice, without the command and with it.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as child from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { ownError } from "../src/internal/ownError/ownError.ts"

/** Returns numbers, each below a limit, from a list of digits: zeros where the list ends. */
const choices = (digits: ReadonlyArray<number>) => {
  let at = 0
  return (count: number): number => (digits[at++] ?? 0) % count
}

type Choose = ReturnType<typeof choices>

/** Ways to run the command that may be missing. */
const missing: ReadonlyArray<string> = [
  "guard9",
  "guard9 --flag 'a b'",
  "command guard9",
  "env guard9",
  "timeout 5 guard9",
  "nice guard9",
  "x=$(guard9)",
  "x=`guard9 a`",
  'x="$(echo a; guard9)"',
  "sh -c 'guard9'",
  "bash -c 'guard9 a'",
  "./helper.sh",
  ". ./sourced.sh",
  "A=1 guard9 < /dev/null > /dev/null"
]

/** Commands that do no work for another one. */
const idle = ["true", ":", "false", "echo text >&2", "x=1", "printf '' >&2"]

interface Program {
  readonly text: string
  readonly hasGuard: boolean
}

/** Writes a program with at most one use of the command that may be missing. */
const programOf = (digits: ReadonlyArray<number>): Program => {
  const choose = choices(digits)
  let works = 0
  let hasGuard = false
  const leaf = (choose: Choose): string => {
    const kind = choose(4)
    if (kind < 2 && !hasGuard) {
      hasGuard = true
      return missing[choose(missing.length)] ?? "guard9"
    }
    return kind === 2 ? `work ${++works}` : (idle[choose(idle.length)] ?? "true")
  }
  const part = (depth: number): string => {
    const kind = depth > 3 ? 0 : choose(12)
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return leaf(choose)
      case 3:
      case 4:
        return `${part(depth + 1)} && ${part(depth + 1)}`
      case 5:
      case 6:
      case 7:
        return `${part(depth + 1)} || ${part(depth + 1)}`
      case 8:
        return `{ ${list(depth + 1)}; }`
      case 9:
        return `( ${list(depth + 1)} )`
      case 10: {
        const negated = choose(2) === 0 ? "" : "! "
        const other = choose(2) === 0 ? "" : ` else ${list(depth + 1)};`
        return `if ${negated}${part(depth + 1)}; then ${list(depth + 1)};${other} fi`
      }
      default:
        return `{ f() { ${list(depth + 1)}; }; f; }`
    }
  }
  const list = (depth: number): string =>
    Array.from({ length: 1 + choose(2) }, () => part(depth)).join(choose(2) === 0 ? "; " : "\n")
  const text = `${list(0)}${["", "\nexit 0", "; true", " || true"][choose(4)]}`
  return { text, hasGuard }
}

const script = (file: string, text: string): void => fs.writeFileSync(file, text, { mode: 0o755 })

const makeFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hookline-programs-"))
  fs.mkdirSync(path.join(folder, "bin"))
  fs.mkdirSync(path.join(folder, "with"))
  script(path.join(folder, "bin/work"), '#!/bin/sh\necho "$1" >> "$MARKS"\n')
  script(path.join(folder, "with/guard9"), "#!/bin/sh\nexit 0\n")
  script(path.join(folder, "helper.sh"), "#!/bin/sh\nguard9 from a helper\n")
  script(path.join(folder, "sourced.sh"), "guard9 sourced\n")
  return folder
}

interface Ran {
  readonly status: number | null
  readonly stderr: string
  readonly works: ReadonlySet<string>
}

const run = (folder: string, shell: string, command: string, isThere: boolean): Ran => {
  const marks = path.join(folder, "marks")
  fs.writeFileSync(marks, "")
  const PATH = [path.join(folder, "bin"), ...(isThere ? [path.join(folder, "with")] : []), "/usr/bin", "/bin"].join(":")
  const env = { PATH, MARKS: marks, LC_ALL: "C" }
  const { status, stderr } = child.spawnSync(shell, ["-c", command], {
    cwd: folder,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"]
  })
  return {
    status,
    stderr,
    works: new Set(
      fs
        .readFileSync(marks, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    )
  }
}

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

const drawn = Arbitrary.all([
  Arbitrary.schema(Schema.Array(below(60)).check(Schema.isMinLength(4), Schema.isMaxLength(24))),
  Arbitrary.schema(below(4))
])

describe("a program with a command that may be missing", () => {
  let folder = ""
  const counts = { reported: 0, handled: 0 }

  it.prop(
    "is reported if it goes on without the command, and not if it does other work because the command is missing",
    [drawn],
    ([[digits, place]]) => {
      folder = folder === "" ? makeFolder() : folder
      const { hasGuard, text } = programOf(digits)
      if (!hasGuard) return
      const shell = place % 2 === 0 ? "sh" : "bash"
      script(path.join(folder, "guard.sh"), `#!/bin/${shell}\n${text}\n`)
      const command = place < 2 ? text : "./guard.sh"
      const without = run(folder, shell, command, false)
      // Another exit code is no silent end.
      if (without.status !== 0) return
      const isAsked = /guard9/.test(without.stderr)
      const within = run(folder, shell, command, true)
      const isHandled = [...without.works].some((work) => !within.works.has(work))
      const found = ownError(without.stderr, { _tag: "Command", command }, folder)
      const because = `${shell}: ${text}\n${without.stderr}`
      if (isAsked) counts[isHandled ? "handled" : "reported"]++
      assert.strictEqual(found !== undefined, isAsked && !isHandled, because)
      assert.strictEqual(ownError(within.stderr, { _tag: "Command", command }, folder), undefined, because)
    },
    { arbitrary: { runs: 150, size: 100 } }
  )

  it("was asked both ways", () => {
    fs.rmSync(folder, { recursive: true, force: true })
    assert.isAbove(counts.reported, 10)
    assert.isAbove(counts.handled, 0)
  })
})
