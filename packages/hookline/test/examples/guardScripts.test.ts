// The guards that users copy deny every spelling of what they guard, and pass what only resembles it: the rule of `if`
// and the script together, as `init`, the guide and the example have them.
import { assert, describe, it } from "@effect/vitest"
import * as PermissionRule from "@hookline/core/kit/match/PermissionRule"
import { TestProject } from "@hookline/testing"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn } from "../commands/hookline.ts"
import { files } from "../../src/commands/init/firstGuard.ts"

const root = path.resolve(import.meta.dirname, "../../../..")
const guide = readFileSync(path.join(root, "docs/first-hook.md"), "utf8")
const example = path.join(root, "examples/guarded-project/.claude")

interface Guard {
  readonly hooks: string
  readonly script: string
}

const first: Guard = { hooks: files["hooks.json"], script: files["guard.sh"] }
const ofGuide: Guard = {
  hooks: /`[^`]*hooks\.json`\n\n```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "",
  script: /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(guide)?.[1] ?? ""
}
const ofExample: Guard = {
  hooks: readFileSync(path.join(example, "settings.json"), "utf8"),
  script: readFileSync(path.join(example, "hooks/no-force-push.sh"), "utf8")
}

/** The exit code of a guard's script on a command, with programs found in a folder. */
const exitOf = ({ script }: Guard, command: string, bin = process.env["PATH"] ?? ""): number | null =>
  spawnSync("/bin/sh", ["-c", script], {
    input: `${JSON.stringify({ cwd: "/home/me/-r/-f", tool_name: "Bash", tool_input: { command } })}\n`,
    env: { PATH: bin }
  }).status

/** Checks whether a guard denies a command: its rule lets it run, and its script denies. */
const denies = (guard: Guard, command: string): boolean => {
  const rule = PermissionRule.parse(/"if": "(.*)"/.exec(guard.hooks)?.[1] ?? "")
  const call = { tool: "Bash", names: ["Bash"], input: { command }, besideExpansions: false }
  return PermissionRule.meets(rule, call) && exitOf(guard, command) === 2
}

const deletions = [
  ..."-rf,-fr,-r,-R,-Rf,-r -f,-f -r,-vfr,--recursive --force,--recursive,-f --recursive,'-rf','-r' '-f'".split(","),
  '"-rf"',
  "\\\n-rf",
  "\\\n  -r"
]
  .map((flags) => `rm ${flags} /`)
  .concat(`r""m -rf /`, "r\\m -r /")

const pushes = [
  ..."push --force,push -f,push -uf,push origin main --force,push origin -f main,push origin +main".split(","),
  ..."-C x push --force,-c a.b=c push -f,--no-pager push --force,push --force-with-lease --force".split(","),
  "push --mirror",
  "push --mirr",
  "push -4f",
  "push -uf6",
  "push '--force'",
  'push "-f"',
  "push \\\n--force",
  "push origin '+main:main'"
].map((words) => `git ${words}`)

/** Texts in which a shell runs a command. */
const around: ReadonlyArray<(command: string) => string> = [
  (command) => command,
  (command) => `${command}; ls`,
  (command) => `${command};ls`,
  (command) => `${command}&&ls`,
  (command) => `cd x && ${command} || true`,
  (command) => `ls\n${command}\nls`,
  (command) => `(${command})`,
  (command) => `sudo -u me ${command}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `echo "$(${command})"`,
  (command) => `${command} > out.txt 2>&1`,
  (command) => `bash <<'END'\n${command}\nEND`
]

for (const [name, guard, commands, harmless] of [
  [
    "of hookline init",
    first,
    [...deletions, "rm / -rf", "/bin/rm -rf /", "find . -exec rm -r {} +", "ls | xargs rm -rf"],
    [
      ..."ls,rm x,rm -f x,rm re-run -f,rm -- my-river,ls -r,grep -r rm .,echo rm -rf /,docker run --rm -it x".split(
        ","
      ),
      "git commit -m 'never run rm -rf /'",
      "find . -name '*.pyc' -print0 | xargs -0 rm",
      "ls | xargs -r rm -f"
    ]
  ],
  ...[
    ["of the guide", ofGuide],
    ["of the guarded project", ofExample]
  ].map(
    ([name, guard]) =>
      [
        name,
        guard,
        pushes,
        [
          ..."git push,git push -u origin main,git push --force-with-lease,git push origin fix-f,git status -f".split(
            ","
          ),
          ..."git push --follow-tags,git push --no-verify,echo git push --force,git push origin HEAD:x+y".split(","),
          "git commit -m 'never push --force'"
        ]
      ] as [string, Guard, ReadonlyArray<string>, ReadonlyArray<string>]
  )
] as ReadonlyArray<[string, Guard, ReadonlyArray<string>, ReadonlyArray<string>]>) {
  describe(`the guard ${name}`, () => {
    it("denies each spelling, wherever a shell runs it", () => {
      for (const command of commands)
        for (const text of rowsOf(around, 4, command.length % 4))
          assert.isTrue(denies(guard, text(command)), text(command))
    })

    it("passes what only resembles it", () => {
      for (const command of harmless) assert.isFalse(denies(guard, command), command)
    })

    it("denies where its program is missing, and breaks closed", () => {
      assert.strictEqual(exitOf(guard, "ls"), 0)
      assert.strictEqual(exitOf(guard, "ls", "/nowhere"), 2)
      assert.match(guard.hooks, /"onFailure": "(closed|block)"/)
    })
  })
}

describe("hookline init", () => {
  it.live("writes cases that its guard passes", () =>
    Effect.scoped(
      Effect.flatMap(TestProject.make({ ".hookline/.keep": "" }), (project) =>
        Effect.gen(function* () {
          yield* hooklineIn(project, ["init"])
          const { exit, stdout } = yield* hooklineIn(project, ["test"])
          assert.match(stdout, /14 cases: 14 passed, 0 failed/)
          assert.strictEqual(exit, 0)
          const checked = yield* hooklineIn(project, ["check"])
          assert.match(checked.stdout, /1 hook in 1 file; 0 problems/)
        })
      )
    )
  )
})
