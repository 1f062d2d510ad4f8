// `hookline` alone says where a project is, and names the next step that helps it.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { nextStep, type State } from "../../src/commands/status/nextStep.ts"
import { hooklineIn as startIn } from "./hookline.ts"

interface Output extends State {
  readonly version: number
  readonly next: { readonly command: string }
}

/** Starts the command as an installation that stays, whichever folder this one is in. */
const hooklineIn = (project: { readonly project: string; readonly home: string }, args: ReadonlyArray<string>) =>
  startIn(project, args, { env: { TMPDIR: project.home } })

const statusOf = (project: { readonly project: string; readonly home: string }) =>
  Effect.gen(function* () {
    const { exit, stderr, stdout } = yield* hooklineIn(project, ["--json"])
    assert.deepStrictEqual([exit, stderr], [0, ""])
    return JSON.parse(stdout) as Output
  })

const guard = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 0" }] }] } } }

const inProject = <A>(
  files: TestProject.Files,
  use: (project: { readonly project: string; readonly home: string }) => Effect.Effect<A>
) => Effect.scoped(Effect.flatMap(TestProject.make({ ".hookline/.keep": "", ...files }), use))

describe("hookline alone", () => {
  it.live("leads from an empty project to hooks that an agent runs", () =>
    inProject({ ".claude/settings.json": { json: {} } }, (project) =>
      Effect.gen(function* () {
        const empty = yield* statusOf(project)
        assert.deepStrictEqual([empty.version, empty.hooks.configured, empty.next.command], [1, 0, "hookline init"])
        yield* hooklineIn(project, ["init"])
        const written = yield* statusOf(project)
        assert.deepStrictEqual(written.trust, { trusted: 1, new: 0, changed: 0, refused: 0 })
        assert.strictEqual(written.next.command, "hookline attach claude")
        yield* hooklineIn(project, ["attach", "claude", "--scope", "project"])
        const attached = yield* statusOf(project)
        assert.isAbove(attached.agents[0]?.attached[0]?.events ?? 0, 5)
        assert.strictEqual(attached.next.command, "hookline plan PreToolUse")
        const { stdout } = yield* hooklineIn(project, [])
        assert.match(stdout, /agents +Claude Code: attached \(project settings, \d+ events\)/)
        assert.match(
          stdout,
          /hooks +1 in 2 files\n +trust +1 trusted\n +problems +none\n\nNext: `hookline plan PreToolUse`/
        )
      })
    )
  )

  it.live("counts what is new, switched off and broken, and exits with 0", () =>
    inProject(
      {
        ".amplifier/hooks/guard/hooks.json": guard,
        ".amplifier/hooks/other/hooks.json": guard,
        ".hookline/settings.json": { json: { disabled: ["other"] } },
        ".claude/settings.json": '{"hooks": {"Stop": [{"command": "x"}]}}'
      },
      (project) =>
        Effect.gen(function* () {
          const { hooks, next, problems, trust } = yield* statusOf(project)
          assert.deepInclude(hooks, { configured: 2, off: 1 })
          assert.strictEqual(trust.trusted, 1)
          const checked = yield* hooklineIn(project, ["check", "--json"])
          const { diagnostics, errors } = JSON.parse(checked.stdout) as {
            readonly diagnostics: ReadonlyArray<object>
            readonly errors: number
          }
          assert.deepStrictEqual(problems, { all: diagnostics.length, errors })
          assert.isAbove(errors, 0)
          assert.strictEqual(next.command, "hookline check")
        })
    )
  )

  it.live("is refused for a folder that is not there", () =>
    inProject({}, (project) =>
      Effect.gen(function* () {
        const { exit, stderr } = yield* hooklineIn(project, ["--project", "/nowhere"])
        assert.deepStrictEqual([exit, /is not there: name a folder with --project/.test(stderr)], [1, true])
      })
    )
  )
})

const healthy: State = {
  agents: [{ name: "claude", title: "Claude Code", settings: ["user"], attached: [], problems: [], limited: 0 }],
  hooks: { configured: 1, files: 1, off: 0 },
  trust: { trusted: 1, new: 0, changed: 0, refused: 0 },
  problems: { all: 0, errors: 0 }
}

describe("the next step", () => {
  const cases: ReadonlyArray<readonly [name: string, state: Partial<State>, command: string]> = [
    ["is attach, where no agent runs the hooks", {}, "hookline attach claude"],
    ["is trust before attach", { trust: { trusted: 0, new: 0, changed: 1, refused: 0 } }, "hookline trust"],
    [
      "is check for a warning, once all else is done",
      { agents: [], problems: { all: 1, errors: 0 } },
      "hookline check"
    ],
    ["is check for an error before all else", { problems: { all: 1, errors: 1 } }, "hookline check"],
    ["is init without hooks", { hooks: { configured: 0, files: 0, off: 0 } }, "hookline init"],
    [
      "is doctor where an agent has a problem",
      { agents: healthy.agents.map((agent) => ({ ...agent, problems: [{ file: "f", line: 1, text: "t" }] })) },
      "hookline doctor"
    ],
    ["is a plan where no agent is here", { agents: [] }, "hookline plan PreToolUse"]
  ]
  it.each(cases)("%s", (_, state, command) => {
    assert.strictEqual(nextStep({ ...healthy, ...state }).command, command)
  })
})
