// Hooks switched off and on again, through the real file.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { all, git, place as placed } from "./plugins.ts"

const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more })

const files = {
  ".amplifier/hooks/guard/hooks.json": {
    json: {
      hooks: {
        PreToolUse: [{ hooks: [command("echo one", { name: "first-guard" }), command("echo two", { name: "other" })] }],
        Stop: [{ hooks: [command("echo three")] }]
      }
    }
  },
  ".amplifier/hooks/guide/hooks.json": {
    json: { hooks: { Stop: [{ hooks: [command("echo four", { name: "other" })] }] } }
  },
  "~/.amplifier/hooks/mine/hooks.json": { json: { hooks: { Stop: [{ hooks: [command("echo mine")] }] } } }
}

/** A place whose home has no settings but those of a test: nothing here is run. */
const place: typeof placed = (content, use) => placed(content, use, { trusted: false })

const local = (project: string) => path.join(project, ".hookline/settings.local.json")
const textOf = (file: string): string => readFileSync(file, "utf8")

interface Listed {
  readonly hooks: ReadonlyArray<{ readonly id: string; readonly enabled: boolean }>
}

const offIn = (stdout: string): ReadonlyArray<string> =>
  (JSON.parse(stdout) as Listed).hooks.flatMap(({ enabled, id }) => (enabled ? [] : [id]))

describe("hookline disable", () => {
  it.live("switches a plugin off for this person in this project, and enable brings everything back", () =>
    place(files, ({ project, run }) =>
      Effect.gen(function* () {
        const before = all(project)
        const { exit, stdout } = yield* run(["disable", "guard"])
        assert.strictEqual(exit, 0)
        assert.include(stdout, "guard is switched off by .hookline/settings.local.json:2:")
        assert.include(stdout, "\n  guard/PreToolUse/first-guard\n")
        assert.strictEqual(textOf(local(project)), `{\n  "disabled": ["guard"]\n}\n`)
        const listed = yield* run(["list"])
        assert.lengthOf(listed.stdout.match(/\(switched off by \.hookline\/settings\.local\.json:2\)/g) ?? [], 3)
        const ran = yield* run(["run", "Stop"])
        assert.notInclude(ran.stdout, "guard/Stop")
        assert.include(ran.stdout, "guide/Stop")
        const again = yield* run(["disable", "guard"])
        assert.strictEqual(again.exit, 0)
        assert.include(again.stdout, "switched off already, by .hookline/settings.local.json:2; nothing was written")
        const on = yield* run(["enable", "guard"])
        assert.strictEqual(on.exit, 0)
        assert.include(on.stdout, "guard is switched on again")
        assert.deepStrictEqual(all(project), before)
        const nothing = yield* run(["enable", "guard"])
        assert.strictEqual(nothing.exit, 0)
        assert.include(nothing.stdout, "Nothing was written")
        assert.deepStrictEqual(all(project), before)
      })
    )
  )

  it.live("keeps all else of a file to the byte", () =>
    place(files, ({ project, run }) =>
      Effect.gen(function* () {
        const text = `\uFEFF{\r\n\t"shell" : "bash",\r\n\t"disabled": [ "else" ]  }`
        writeFileSync(local(project), text)
        const off = yield* run(["disable", "first-guard"])
        assert.strictEqual(off.exit, 0, off.stderr)
        assert.strictEqual(textOf(local(project)), text.replace(`"else" ]`, `"else", "guard/PreToolUse/first-guard" ]`))
        yield* run(["enable", "first-guard"])
        assert.strictEqual(textOf(local(project)), text)
      })
    )
  )

  it.live("finds a hook by its identity, its beginning or its short name, and lists what a word may mean", () =>
    place(files, ({ project, run }) =>
      Effect.gen(function* () {
        const meant = (word: string) =>
          Effect.gen(function* () {
            const { exit, stderr, stdout } = yield* run(["disable", word, "--json"])
            yield* run(["enable", word])
            assert.isFalse(existsSync(local(project)), word)
            return exit === 0 ? (JSON.parse(stdout) as { readonly entry: string }).entry : stderr
          })
        assert.strictEqual(yield* meant("guard/PreToolUse/other"), "guard/PreToolUse/other")
        assert.match(yield* meant("guard/St"), /^guard\/Stop\/\w+$/)
        assert.strictEqual(yield* meant("first-guard"), "guard/PreToolUse/first-guard")
        assert.strictEqual(yield* meant("guid"), "guide")
        assert.match(yield* meant("gu"), /may mean any of these.*\n {2}guard\n {2}guide\n/)
        assert.match(yield* meant("other"), /may mean any.*\n {2}guard\/PreToolUse\/other\n {2}guide\/Stop\/other\n/)
        assert.match(yield* meant("first-gaurd"), /called first-gaurd\. Is one of these meant\?[^]*first-guard/)
        assert.match(yield* meant("zzzzzzzz"), /`hookline list` shows them all/)
        assert.match(yield* meant(""), /No hook or plugin is called/)
      })
    )
  )

  it.live("switches off what a skill brings, whether it is open or not", () =>
    place(
      {
        ...files,
        ".claude/skills/ops/SKILL.md":
          "---\nname: ops\ndescription: x\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo skill\n---\n"
      },
      ({ project, run }) =>
        Effect.gen(function* () {
          const off = yield* run(["disable", "skill:ops"])
          assert.strictEqual(off.exit, 0, off.stderr)
          assert.match(offIn((yield* run(["list", "--json"])).stdout).join(), /skill:ops\/Stop/)
          const on = yield* run(["enable", "skill:ops"])
          assert.strictEqual(on.exit, 0, on.stderr)
          assert.isFalse(existsSync(local(project)))
        })
    )
  )

  it.live("writes for the team or for all projects where that is said", () =>
    place(files, ({ home, project, run }) =>
      Effect.gen(function* () {
        const shared = yield* run(["disable", "guide", "--shared"])
        assert.include(shared.stdout, ".hookline/settings.json:2")
        assert.include(textOf(path.join(project, ".hookline/settings.json")), `"guide"`)
        const user = yield* run(["disable", "guard", "--user"])
        assert.strictEqual(user.exit, 0, user.stderr)
        assert.include(textOf(path.join(home, ".hookline/settings.json")), `"guard"`)
        assert.isFalse(existsSync(local(project)))
        assert.lengthOf(offIn((yield* run(["list", "--json"])).stdout), 4)
        const both = yield* run(["disable", "guard", "--user", "--shared"])
        assert.strictEqual(both.exit, 1)
      })
    )
  )

  it.live("says that a project can't switch off a person's own hook", () =>
    place(files, ({ home, project, run }) =>
      Effect.gen(function* () {
        const before = all(project)
        for (const more of [[], ["--shared"]]) {
          const { exit, stderr } = yield* run(["disable", "mine", ...more])
          assert.strictEqual(exit, 1)
          assert.include(stderr, "no project's file can switch it off: add --user")
        }
        assert.deepStrictEqual(all(project), before)
        const user = yield* run(["disable", "user:mine", "--user"])
        assert.strictEqual(user.exit, 0, user.stderr)
        assert.match(offIn((yield* run(["list", "--json"])).stdout)[0] ?? "", /^user:mine\/Stop\//)
        const on = yield* run(["enable", "user:mine", "--user"])
        assert.strictEqual(on.exit, 0, on.stderr)
        assert.isFalse(existsSync(path.join(home, ".hookline/settings.json")))
      })
    )
  )

  it.live("leaves a malformed file alone, and one that a link leads out to", () =>
    place(files, ({ beside, project, run }) =>
      Effect.gen(function* () {
        writeFileSync(local(project), `{\n "disabled": "x"}`)
        const odd = yield* run(["disable", "guard"])
        assert.strictEqual(odd.exit, 1)
        assert.match(odd.stderr, /settings\.local\.json:2:14: "disabled" is a list; here is a string/)
        writeFileSync(local(project), "{ no")
        const broken = yield* run(["disable", "guard"])
        assert.match(broken.stderr, /settings\.local\.json:1:\d+: This is no valid JSON/)
        assert.strictEqual(textOf(local(project)), "{ no")
        const other = path.join(beside, "linked")
        mkdirSync(path.join(beside, "away"))
        mkdirSync(path.join(other, ".amplifier/hooks/guard"), { recursive: true })
        writeFileSync(
          path.join(other, ".amplifier/hooks/guard/hooks.json"),
          JSON.stringify(files[".amplifier/hooks/guard/hooks.json"].json)
        )
        symlinkSync(path.join(beside, "away"), path.join(other, ".hookline"))
        const linked = yield* run(["disable", "guard", "--project", other])
        assert.strictEqual(linked.exit, 1)
        assert.deepStrictEqual(all(path.join(beside, "away")), [])
      })
    )
  )

  it.live("keeps comments, and the line counts beside them", () =>
    place(files, ({ project, run }) =>
      Effect.gen(function* () {
        writeFileSync(local(project), `{\n  // mine\n  "shell": "sh"\n}`)
        const { exit, stderr } = yield* run(["disable", "guard"])
        assert.deepStrictEqual([exit, stderr], [0, ""])
        assert.strictEqual(textOf(local(project)), `{\n  // mine\n  "shell": "sh",\n  "disabled": ["guard"]\n}`)
      })
    )
  )

  it.live("says what runs all the same where the environment has a list of its own", () =>
    place(files, ({ run }) =>
      Effect.gen(function* () {
        const env = { HOOKLINE_DISABLED: "guide" }
        const { exit, stderr } = yield* run(["disable", "guard"], { env })
        assert.strictEqual(exit, 1)
        assert.match(stderr, /these run all the same, since HOOKLINE_DISABLED .*\n {2}guard\//)
      })
    )
  )

  it.live("says that git would take a person's own file, and leaves that to them", () =>
    place(files, ({ project, run }) =>
      Effect.gen(function* () {
        const none = yield* run(["disable", "guide"])
        assert.notInclude(none.stdout, "git")
        git(project, "init", "--quiet")
        const open = yield* run(["disable", "guard"])
        assert.include(open.stdout, "settings.local.json is yours alone, and git does not ignore it")
        assert.isFalse(existsSync(path.join(project, ".gitignore")))
        yield* run(["enable", "guard"])
        writeFileSync(path.join(project, ".gitignore"), "*.local.json\n")
        const ignored = yield* run(["disable", "guard"])
        assert.notInclude(ignored.stdout, "git does not")
      })
    )
  )
})

describe("the scope of hookline disable and enable", () => {
  it.live("has the names that attach and migrate have, beside flags of its own", () =>
    place(files, ({ home, project, run }) =>
      Effect.gen(function* () {
        for (const [scope, file] of [
          ["project", path.join(project, ".hookline/settings.json")],
          ["user", path.join(home, ".hookline/settings.json")],
          ["local", local(project)]
        ] as const) {
          const off = yield* run(["disable", "guard", "--scope", scope])
          assert.strictEqual(off.exit, 0, off.stderr)
          assert.include(textOf(file), `"guard"`)
          const on = yield* run(["enable", "guard", "--scope", scope])
          assert.strictEqual(on.exit, 0, on.stderr)
          assert.isFalse(existsSync(file) && textOf(file).includes(`"guard"`))
        }
        const same = yield* run(["disable", "guard", "--scope", "user", "--user"])
        assert.strictEqual(same.exit, 0, same.stderr)
        const other = yield* run(["disable", "guard", "--scope", "user", "--shared"])
        assert.match(other.stderr, /--scope, --shared and --user name different settings: give one of them/)
      })
    )
  )
})

describe("hookline enable", () => {
  it.live("finds the line in a file that it may not write, and says how it may", () =>
    place(
      {
        ...files,
        ".hookline/settings.json": `{\n  "disabled": [\n    "guide"\n  ]\n}\n`,
        "~/.hookline/settings.json": `{"disabled": ["guard"]}`
      },
      ({ home, project, run }) =>
        Effect.gen(function* () {
          const shared = yield* run(["enable", "guide"])
          assert.strictEqual(shared.exit, 1)
          assert.match(shared.stderr, /\.hookline\/settings\.json:3, by guide: use --shared/)
          const user = yield* run(["enable", "guard"])
          assert.match(user.stderr, /home\/\.hookline\/settings\.json:1, by guard: use --user/)
          // A line for the whole plugin is not taken out for one of its hooks.
          const one = yield* run(["enable", "first-guard", "--user"])
          assert.strictEqual(one.exit, 1)
          assert.match(one.stderr, /by guard, which means others, too: hookline enable guard --user/)
          const written = yield* run(["enable", "guide", "--shared"])
          assert.strictEqual(written.exit, 0, written.stderr)
          assert.isFalse(existsSync(path.join(project, ".hookline/settings.json")))
          yield* run(["enable", "guard", "--user"])
          assert.deepStrictEqual(offIn((yield* run(["list", "--json"])).stdout), [])
          assert.strictEqual(textOf(path.join(home, ".hookline/settings.json")), "{}")
        })
    )
  )

  it.live("says what else keeps a hook from running", () =>
    place(
      {
        ...files,
        ".amplifier/hooks/still/hooks.json": {
          json: { hooks: { Stop: [{ hooks: [command("echo x", { enabled: false })] }] } }
        }
      },
      ({ run }) =>
        Effect.gen(function* () {
          const still = yield* run(["enable", "still"])
          assert.strictEqual(still.exit, 1)
          assert.match(
            still.stderr,
            /these are off all the same:\n {2}still\/Stop\/\w+: it is switched off by .*hooks\.json:\d+/
          )
          const env = { HOOKLINE_DISABLED: "guard" }
          const outside = yield* run(["enable", "guard"], { env })
          assert.match(outside.stderr, /HOOKLINE_DISABLED in the environment, by guard: take it out there/)
          yield* run(["disable", "guard/PreToolUse/other"])
          const part = yield* run(["enable", "guard"])
          assert.strictEqual(part.exit, 1)
          assert.match(
            part.stderr,
            /guard\/PreToolUse\/other: it is switched off by \.hookline\/settings\.local\.json:2/
          )
        })
    )
  )

  it.live("takes out a line for what is there no more", () =>
    place({ ...files, ".hookline/settings.local.json": `{"disabled": ["gone", "guard"]}` }, ({ project, run }) =>
      Effect.gen(function* () {
        const { exit } = yield* run(["enable", "gone"])
        assert.strictEqual(exit, 0)
        assert.strictEqual(textOf(local(project)), `{"disabled": [ "guard"]}`)
      })
    )
  )
})
