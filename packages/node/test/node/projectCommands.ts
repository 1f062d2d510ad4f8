// Commands that run files of the project, and the law that each of them is found. The shell itself is the judge.
import { assert } from "@effect/vitest"
import { Discoverer } from "@hookline/core/Discoverer"
import { isOfProject } from "@hookline/schema/Hook"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"

export const settings = (commands: ReadonlyArray<object>) => ({
  json: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: commands.map((one) => ({ type: "command", ...one })) }] } }
})

export const discover = (commands: ReadonlyArray<object>, files: TestProject.Files) =>
  Effect.gen(function* () {
    const folders = yield* TestProject.make({ ...files, "~/.claude/settings.json": settings(commands) })
    const discoverer = yield* Discoverer
    return { folders, ...(yield* discoverer.discover(folders)) }
  }).pipe(Effect.provide(NodeDiscovery.layer))

/** Scripts that leave a mark where they run. */
const ran = (mark: string) => ({ script: `#!/bin/sh\n: > ${mark}\n` })
const python = { script: `#!/usr/bin/env python3\nopen("ran", "w")\n` }

export const hostile: TestProject.Files = {
  "x.sh": ran("ran"),
  guard: ran("ran"),
  "hooks/x.sh": ran('"${ROOT:-.}/ran"'),
  "hooks/x.py": python,
  "check.py": python,
  "tools/__main__.py": python,
  "package.json": { json: {} },
  // Names of programs, by which no program is found.
  python3: ran("ran"),
  timeout: ran("ran"),
  "5": ran("ran"),
  sh: ran("ran"),
  env: ran("ran")
}

export const paths = [
  "hooks/x.sh",
  "./x.sh",
  "./hooks/../hooks/x.sh",
  '"$CLAUDE_PROJECT_DIR"/hooks/x.sh',
  "${CLAUDE_PROJECT_DIR}/x.sh",
  "$PWD/x.sh",
  '"$(pwd)/hooks/x.sh"',
  "`pwd`/x.sh",
  "'hooks'/x.sh",
  "hooks/?.sh"
]

export const ways: ReadonlyArray<(path: string) => string> = [
  (path) => path,
  (path) => `sh ${path}`,
  (path) => `bash -e ${path} --strict`,
  (path) => `. ${path}`,
  (path) => `A=1 env B=2 sh ${path}`,
  (path) => `timeout 5 sh ${path}`,
  (path) => `nice -n 5 ${path}`,
  (path) => `sh -c '${path.replaceAll("'", "")}'`,
  (path) => `exec ${path}`,
  (path) => `cat ${path} | sh`,
  (path) => `sh < ${path}`,
  (path) => `true && { ${path}; }`,
  (path) => `if [ -x ${path} ]; then ${path}; fi`,
  (path) => `for f in ${path}; do sh "$f"; done`,
  (path) => `f=${path}; sh "$f"`,
  (path) => `f=${path}\nsh $f`,
  (path) => `eval sh ${path}`,
  (path) => `echo ${path} | xargs sh`,
  (path) => `out=$(sh ${path})`,
  (path) => `{ sh ${path}; } > /dev/null 2>&1`,
  (path) => `(sh ${path}) || exit 2`,
  (path) => `~/own.sh; sh ${path}`,
  (path) => `cd . && sh ${path}`,
  (path) => `find ${path} -exec sh {} \\;`,
  (path) => `python3 -c 'import subprocess; subprocess.run(["sh", "x.sh"])' # ${path}`
]

export const others = [
  "sh guard",
  "bash ./guard",
  "python3 check.py",
  "python3 -m check",
  "python3 -W ignore check.py",
  "python3 tools",
  "python3 -m tools",
  "(cd hooks && ROOT=.. sh x.sh)",
  "cd hooks && ROOT=.. ./x.sh",
  'cd "$CLAUDE_PROJECT_DIR" && sh hooks/x.sh',
  "find hooks -name x.sh -exec sh {} +",
  "python3 -c 'import runpy; runpy.run_path(\"check.py\")'",
  "python3 <<'END'\nimport runpy\nrunpy.run_path('hooks/x.py')\nEND",
  "sh <<'END'\nsh hooks/x.sh\nEND",
  "case $PWD in *) sh x.sh ;; esac",
  "while sh x.sh; do break; done"
]

/** Runs each command, and prints the numbers of those for which a script of the project ran. */
const driver =
  'for at; do sh "$HOME/$at" < /dev/null > /dev/null 2>&1; if [ -e ran ]; then echo "$at"; rm ran; fi; done'

/** Checks that each command for which a script of the project runs counts as the project's. */
export const law = (commands: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { folders, hooks } = yield* discover(
      commands.map((command) => ({ command })),
      { ...hostile, "~/own.sh": { script: "#!/bin/sh\n" } }
    )
    const found = new Set(
      hooks.filter(isOfProject).map(({ handler }) => (handler._tag === "Command" ? handler.command : ""))
    )
    for (const [at, command] of commands.entries()) writeFileSync(join(folders.home, `${at}`), command)
    const { stdout } = spawnSync("/bin/sh", ["-c", driver, "sh", ...commands.keys().map(String)], {
      cwd: folders.project,
      env: { PATH: process.env["PATH"] ?? "", HOME: folders.home, CLAUDE_PROJECT_DIR: folders.project },
      encoding: "utf8"
    })
    const ran = stdout
      .split("\n")
      .slice(0, -1)
      .map((at) => commands[Number(at)] ?? "")
    assert.deepStrictEqual(
      ran.filter((command) => !found.has(command)),
      []
    )
    // Most of them do run what they name: otherwise nothing would be shown.
    assert.isAbove(ran.length, commands.length * 0.8)
  })
