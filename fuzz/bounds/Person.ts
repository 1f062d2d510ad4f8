// The user whose guards are compared: a home with hooks of every kind, each of which records how it was run.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import path from "node:path"

/** The folders of one comparison. `records` and `strays` are outside of the project and of the home. */
export interface Folders {
  readonly root: string
  readonly home: string
  readonly project: string
  /** A folder that is marked as no project, beside none that is. */
  readonly unmarked: string
  /** A folder outside of the project and of the home. */
  readonly elsewhere: string
  readonly records: string
  /** Files that code of the project writes when somebody other than the project's hooks runs it. */
  readonly strays: string
  /** The folder of the user's programs, which is on the `PATH`. */
  readonly bin: string
}

export const foldersIn = (root: string): Folders => ({
  root,
  home: `${root}/home`,
  project: `${root}/work/project`,
  unmarked: `${root}/shared/unmarked`,
  elsewhere: `${root}/elsewhere`,
  records: `${root}/records`,
  strays: `${root}/strays`,
  bin: `${root}/home/bin`
})

/**
 * Records in sh, by programs that are named in full: what the guard itself would do is not to depend on the `PATH`, which
 * is recorded. The last file is made at the end, so that a guard that was stopped has none.
 */
const shellRecorder = (records: string): string => `#!/bin/sh
into=$(/usr/bin/mktemp -d '${records}/XXXXXXXX')
printf '%s\\n' "$@" >"$into/arguments"
/bin/cat >"$into/input"
/usr/bin/env -0 >"$into/environment"
pwd -P >"$into/folder"
/usr/bin/readlink "/proc/$$/exe" >"$into/interpreter"
command -v sh git >"$into/programs"
: >"$into/end"
`

const pythonRecorder = (records: string): string => `
import os, sys, tempfile, difflib, json

def record(name, given):
    into = tempfile.mkdtemp(dir=${JSON.stringify(records)})
    def write(file, text):
        with open(os.path.join(into, file), "w", errors="surrogateescape") as out:
            out.write(text)
    write("arguments", name + "\\n")
    write("input", given)
    write("environment", "".join(key + "=" + value + "\\0" for key, value in os.environ.items()))
    write("folder", os.getcwd() + "\\n")
    write("interpreter", os.path.realpath(sys.executable) + "\\n")
    write("programs", "\\n".join(place for place in sys.path) + "\\n" + difflib.__file__ + "\\n")
    write("end", "")

def check(event):
    record("python function", json.dumps(event, sort_keys=True))

if __name__ == "__main__":
    record(sys.argv[1] if len(sys.argv) > 1 else "python script", sys.stdin.read())
`

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"] as const

const write = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, mode)
}

const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more })

const onAll = (hooks: ReadonlyArray<object>) => Object.fromEntries(events.map((event) => [event, [{ hooks }]]))

/** The names that a hostile project can know: those of the files that the guards are in. */
export const known = {
  relative: "scripts/guard.sh",
  /** The user's commands that run a file by its relative path. */
  relatives: ["scripts/guard.sh", "/bin/sh ./scripts/guard.sh || exit 1"],
  module: "guard",
  program: "record-guard"
} as const

/** Writes the home. `settings` are the user's own of Hookline. */
export const writeHome = (folders: Folders, settings: object = {}): void => {
  const { bin, home, records, strays } = folders
  for (const folder of [records, strays, folders.project]) mkdirSync(folder, { recursive: true })
  const recorder = `${home}/guards/record.sh`
  write(recorder, shellRecorder(records), 0o755)
  write(`${home}/guards/script.py`, pythonRecorder(records))
  write(`${home}/.config/amcp/guard.py`, pythonRecorder(records))
  mkdirSync(bin, { recursive: true })
  symlinkSync(recorder, `${bin}/${known.program}`)
  const inPython = `python3 "${home}/guards/script.py" 'command in Python'`
  const all = [
    command(`"${recorder}" absolute`),
    command(recorder, { args: ["exec", "form"] }),
    command(`${known.program} path`),
    command(`"${recorder}" once`, { once: true })
  ]
  write(
    `${home}/.claude/settings.json`,
    JSON.stringify({
      hooks: {
        ...onAll(all),
        PreToolUse: [
          { hooks: all },
          {
            matcher: "Bash",
            hooks: [command(inPython), ...known.relatives.map((text) => command(text))]
          }
        ]
      }
    })
  )
  write(
    `${home}/.amplifier/hooks/mine/hooks.json`,
    JSON.stringify({
      hooks: {
        PreToolUse: [{ hooks: [command(`"${recorder}" amplifier`), command(`exec "${recorder}" amplifier exec`)] }]
      }
    })
  )
  write(
    `${home}/.claude/skills/release/SKILL.md`,
    `---\nname: release\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: '"${recorder}" skill'\n---\n`
  )
  write(
    `${home}/.config/amcp/hooks.toml`,
    `[[hooks.PreToolUse.handlers]]\ntype = "command"\nname = "amcp"\ncommand = '"${recorder}" amcp'\n
[[hooks.PreToolUse.handlers]]\ntype = "python"\nname = "script"\nscript = "guard.py"\n
[[hooks.PreToolUse.handlers]]\ntype = "python"\nname = "function"\nfunction = "${known.module}.check"\n`
  )
  if (Object.keys(settings).length > 0) write(`${home}/.hookline/settings.json`, JSON.stringify(settings))
}

/** One run of a guard, as it recorded itself. */
export interface Recorded {
  readonly arguments: string
  readonly input: string
  readonly folder: string
  readonly interpreter: string
  /** What its programs or modules are found by, and the ones that were found. */
  readonly programs: string
  readonly environment: Readonly<Record<string, string>>
}

const variablesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )

/** Reads what was recorded, and removes it. A guard that was stopped within its work has recorded no end. */
export const take = ({ records }: Folders): ReadonlyArray<Recorded> => {
  const found = readdirSync(records)
    .map((name) => `${records}/${name}`)
    .filter((folder) => existsSync(`${folder}/end`))
    .map((folder) => {
      const of = (name: string): string => readFileSync(`${folder}/${name}`, "utf8")
      return {
        arguments: of("arguments"),
        // The only part of an event that is another one each time.
        input: of("input").replace(/("timestamp": ?")[^"]*/, "$1…"),
        folder: of("folder"),
        interpreter: of("interpreter"),
        programs: of("programs"),
        environment: variablesOf(of("environment"))
      }
    })
  for (const name of readdirSync(records)) rmSync(`${records}/${name}`, { recursive: true, force: true })
  return found
}
