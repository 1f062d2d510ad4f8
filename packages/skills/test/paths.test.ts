// Relative commands, run by a real shell: they are meant from the skill's folder, whatever that is called.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import * as Concurrency from "@hookline/core/Concurrency"
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import { HookReply } from "@hookline/schema/HookReply"
import * as paths from "@hookline/skills/kit/internal/paths"
import { Skills } from "@hookline/skills/Skills"
import { TestPipeline, type TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { execFileSync, spawnSync } from "node:child_process"
import { bash, front, inProject } from "./fixtures.ts"

/** Runs commands as they stand, from the project's folder, with the variables of their dialect. */
const shell = Executor.layerWith(
  Layer.succeed(CommandRunner)({
    run: ({ dialect, facts, handler }) =>
      Effect.sync(() => {
        const [program, args] =
          handler.args === undefined ? ["sh", ["-c", handler.command]] : [handler.command, handler.args]
        const { status, stderr, stdout } = spawnSync(program, args, {
          cwd: facts.projectDir,
          env: { PATH: process.env["PATH"], ...dialect.env(facts) },
          encoding: "utf8"
        })
        return HookReply.cases.Exit.make({ code: status ?? 127, stdout, stderr })
      })
  })
).pipe(Layer.provide(Layer.provide(Concurrency.layerPerCpu(), TestPipeline.thisProject)))

const script = { script: `#!/bin/sh\nprintf '%s|' "$0" "$PWD" "$CLAUDE_PLUGIN_ROOT" "$CLAUDE_SKILL_DIR" "$@"\n` }

/** What the hooks of the one skill there is wrote, and where it lies. */
const wrote = (files: TestProject.Files) =>
  inProject(
    files,
    ({ project }) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { activate, all } = yield* Skills
          const [skill] = yield* all
          if (skill === undefined) return yield* Effect.die("there is no skill")
          yield* activate(skill.name)
          const { diagnostics, runs } = yield* (yield* Pipeline).answer(bash("s"))
          const replies = runs.map(({ reply }) => (reply?._tag === "Exit" ? reply : undefined))
          return {
            codes: replies.map((reply) => reply?.code),
            words: replies.map((reply) => reply?.stdout.split("|").slice(0, -1) ?? []),
            folder: skill.file.folder,
            problems: diagnostics.map(({ code }) => code),
            ids: runs.map(({ id }) => id),
            project
          }
        })
      ),
    { executor: shell }
  )

const folders = [
  "plain",
  "two words",
  "it's",
  `"quoted"`,
  "$HOME",
  "`date`",
  "back\\slash",
  "semi;colon & more",
  "*",
  "ö ☃",
  "-n"
]

describe("a relative command", () => {
  for (const root of [".amplifier/skills", ".claude/skills"]) {
    for (const folder of folders) {
      it.live(`is found in ${root}/${folder}, and runs in the project`, () =>
        Effect.gen(function* () {
          const {
            codes,
            folder: at,
            problems,
            project,
            words
          } = yield* wrote({
            [`${root}/${folder}/SKILL.md`]: front(["./run.sh one 'two three'"]),
            [`${root}/${folder}/run.sh`]: script
          })
          assert.deepStrictEqual(codes, [0])
          assert.deepStrictEqual(words, [[`${at}/run.sh`, project, at, at, "one", "two three"]])
          assert.deepStrictEqual(problems, [])
        })
      )
    }
  }

  const commands: Readonly<Record<string, string>> = {
    "with a blank in double quotes": `"./my script.sh" x`,
    "with a blank in single quotes": `'./my script.sh' x`,
    "with a blank behind a backslash": `./my\\ script.sh x`,
    "behind blanks": `  ./"my script.sh" x`,
    "from the folder above": `../"a skill"/./'my script.sh' x`,
    "in a pipe": `./"my script.sh" x | cat`
  }
  for (const [what, command] of Object.entries(commands)) {
    it.live(`is found ${what}`, () =>
      Effect.gen(function* () {
        const { codes, words } = yield* wrote({
          ".amplifier/skills/a skill/SKILL.md": front([command]),
          ".amplifier/skills/a skill/my script.sh": script
        })
        assert.deepStrictEqual(codes, [0])
        assert.deepStrictEqual(words[0]?.slice(4), ["x"])
      })
    )
  }

  it.live("is found without a shell, too", () =>
    Effect.gen(function* () {
      const { codes, words } = yield* wrote({
        ".claude/skills/it's a skill/SKILL.md": front(["./run it.sh"], { more: [`args: ["$HOME", "x y"]`] }),
        ".claude/skills/it's a skill/run it.sh": script
      })
      assert.deepStrictEqual(codes, [0])
      assert.deepStrictEqual(words[0]?.slice(4), ["$HOME", "x y"])
    })
  )

  it.live("that is not there is told", () =>
    Effect.gen(function* () {
      const { problems } = yield* wrote({
        ".claude/skills/a b/SKILL.md": front(["./gone.sh", "./plain.sh"]),
        ".claude/skills/a b/plain.sh": "#!/bin/sh\n"
      })
      assert.deepStrictEqual(problems, ["script-missing", "script-not-executable"])
    })
  )

  it.live("has the identity of what was written, wherever the project lies", () =>
    Effect.gen(function* () {
      const files = { ".claude/skills/a b/SKILL.md": front(["./run.sh"]), ".claude/skills/a b/run.sh": script }
      const [one, other] = [yield* wrote(files), yield* wrote(files)]
      assert.notStrictEqual(one.project, other.project)
      assert.deepStrictEqual(one.ids, other.ids)
    })
  )

  it.live("is no other than one that begins so", () =>
    Effect.gen(function* () {
      const { words } = yield* wrote({
        ".claude/skills/a/SKILL.md": front(["printf '%s|' ./run.sh", "sh ./run.sh"]),
        "run.sh": script
      })
      assert.deepStrictEqual(words[0], ["./run.sh"])
      assert.strictEqual(words[1]?.[0], "./run.sh")
    })
  )
})

describe("a quoted text", () => {
  it.effect.prop("is itself to a shell, whatever is in it", [Schema.String], ([text]) =>
    Effect.sync(() => {
      // No process can be given this one.
      const told = text.replaceAll("\0", "")
      const heard = execFileSync("sh", ["-c", `printf %s ${paths.quoted(told)}`], { encoding: "buffer" })
      assert.isTrue(heard.equals(Buffer.from(told)))
    })
  )
})
