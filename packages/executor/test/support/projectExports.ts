// What a project's hooks export, beside the variables of the user's hooks and of a program that wraps hooks.
import { assert } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { existsSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { over, type runners, seen } from "./answering.ts"

const group = (command: string) => [{ hooks: [{ type: "command", command }] }]
const start = HookEvent.cases.SessionStart.make({ sessionId: "one", source: "startup" })
const stop = HookEvent.cases.Stop.make({ sessionId: "one" })

/** Names by which a process runs or loads other code, and plain ones. */
export const names = [
  "PATH",
  "BASH_ENV",
  "ENV",
  "LD_PRELOAD",
  "PYTHONPATH",
  "NODE_OPTIONS",
  "GIT_DIR",
  "A",
  "B",
  "LANG"
]
export const Line = Schema.Union([
  Schema.Struct({ name: Schema.Literals(names), value: Schema.Literals(["/evil", "", "it's $OWN", "$A:x"]) }),
  Schema.Struct({ name: Schema.Literals(names) })
])
export type Line = typeof Line.Type

const written = (line: Line): string => ("value" in line ? `export ${line.name}="${line.value}"` : `unset ${line.name}`)

/** The user's rule for variables, and the program that wraps hooks: one that shows its own variables. */
const rules = { none: undefined, minimal: "minimal", list: ["PATH", "A"], plain: { A: "the user's" } } as const
const wrapper = ["sh", "-c", '/usr/bin/env | /usr/bin/sort >>wrapper.txt; exec "$@"', "sh"]

export interface Setting {
  readonly kind: keyof typeof runners
  readonly rule: keyof typeof rules
  readonly isWrapped: boolean
  /** True if the project's lines are exported by its file that a user's hook runs. */
  readonly byUsersHook?: true
}

/** Hooks of both sides that export, and then show their variables. */
const files = (lines: ReadonlyArray<Line>, { byUsersHook, isWrapped, rule }: Setting): TestProject.Files => ({
  "~/.hookline/settings.json": { json: { env: rules[rule], ...(isWrapped && { wrap: wrapper }) } },
  "~/.claude/settings.json": {
    json: {
      hooks: {
        SessionStart: [
          ...group('echo "export OWN=own" >>"$CLAUDE_ENV_FILE"'),
          ...(byUsersHook === true ? group("sh ./start.sh") : [])
        ],
        Stop: group("/usr/bin/env | /usr/bin/sort >user.txt")
      }
    }
  },
  ".claude/settings.json": {
    json: {
      hooks: {
        SessionStart: byUsersHook === true ? [] : group("sh ./start.sh"),
        Stop: group("/usr/bin/env | /usr/bin/sort >project.txt")
      }
    }
  },
  "start.sh": '/bin/cat lines >>"$CLAUDE_ENV_FILE"',
  lines: lines.map((line) => `${written(line)}\n`).join("")
})

/** The variables of hooks of both sides and of their wrapping program after the project has exported, and the host's. */
const shown = (lines: ReadonlyArray<Line>, setting: Setting) =>
  over(
    files(lines, setting),
    setting.kind,
    "open",
    Effect.fnUntraced(function* ({ answer }, folder) {
      yield* answer(HookEvent.cases.Stop.make({ sessionId: "another" }))
      const first = yield* answer(start)
      rmSync(path.join(folder, "wrapper.txt"), { force: true })
      yield* answer(stop)
      const read = (name: string): Readonly<Record<string, string>> => {
        const file = path.join(folder, name)
        const all = (existsSync(file) ? readFileSync(file, "utf8") : "").replaceAll(folder, "PROJECT").split("\n")
        const kept = all.filter((line) => !/^(?:_|SHLVL|OLDPWD|PWD|HOOKLINE_CARRIED_\d+)?(?:=|$)/.test(line))
        return Object.fromEntries(
          kept.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
        )
      }
      return { user: read("user.txt"), project: read("project.txt"), wrapper: read("wrapper.txt"), first }
    })
  )

/** The variables of the project's hooks, from those that they have without the lines. */
const expected = (
  before: Readonly<Record<string, string>>,
  lines: ReadonlyArray<Line>,
  { rule }: Setting
): Readonly<Record<string, string>> => {
  const isBounded = (name: string): boolean => {
    if (rule === "plain") return name === "A"
    if (rule === "list") return !["PATH", "A"].includes(name)
    return rule === "minimal" && !["PATH", "LANG"].includes(name)
  }
  const variables: Record<string, string> = { ...before }
  // A line may refer to what an earlier one sets, also where that does not count.
  const known: Record<string, string> = { ...before }
  for (const line of lines) {
    const value = "value" in line ? line.value.replace(/\$(\w+)/, (_, name: string) => known[name] ?? "") : undefined
    for (const one of isBounded(line.name) ? [known] : [known, variables]) {
      if (value === undefined) delete one[line.name]
      else one[line.name] = value
    }
  }
  return variables
}

const deciding = /^(?:PATH|ENV|BASH_ENV|LD_.*|PYTHON.*|GIT_.*|.*_OPTIONS)$/

/** Asserts that a project's exports reach its own hooks within the user's rule, and that no other hook has them. */
export const assertBounded = Effect.fnUntraced(function* (lines: ReadonlyArray<Line>, setting: Setting) {
  const without = yield* shown([], setting)
  const { first, project, user, wrapper: outer } = yield* shown(lines, setting)
  assert.strictEqual(user["OWN"], "own")
  assert.deepStrictEqual(user, without.user)
  assert.deepStrictEqual(outer, without.wrapper)
  assert.deepStrictEqual(project, expected(without.project, lines, setting))
  const forHost = Object.keys(first.env)
  assert.deepStrictEqual(
    forHost.filter((name) => deciding.test(name)),
    []
  )
  assert.include(forHost, "OWN")
  // What does not reach all is reported.
  for (const { name } of lines) if (deciding.test(name)) assert.include(seen(first).text, name)
})
