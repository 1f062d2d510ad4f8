// Runs commands by a real shell, in a project with scripts that note their names.
import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Closure from "../../src/trust/closure.ts"

export interface Project {
  readonly home: string
  readonly root: string
  readonly place: Closure.Place
  readonly remove: () => void
}

const scripts: Readonly<Record<string, string>> = {
  "a.sh": "",
  "d/b.sh": "",
  "d/e": "",
  "bin/tool": "",
  "d/run": '"$@" || bash "$@"',
  "d/run.sh": 'bash "$@"'
}

/** Makes a project in which every script notes its name in the file that `LOG` names. */
export const make = (): Project => {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "hookline-closure-")))
  const root = path.join(home, "app")
  const write = (name: string, text: string, mode = 0o644): void => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text, { mode })
  }
  for (const [name, text] of Object.entries(scripts))
    write(name, `#!/bin/bash\necho ${name} >> "$LOG"\n${text}\n`, 0o755)
  write("a.pl", '#!/usr/bin/perl\nopen(F, ">>", $ENV{LOG}); print F "a.pl\\n"; close F;\n')
  write("m.mk", 'all:\n\t@echo m.mk >> "$$LOG"\n')
  write("name.txt", "a.sh\n")
  write("dir.txt", "d\n")
  execFileSync("git", ["init", "-q", root])
  return {
    home,
    root,
    place: { project: root, home, variables: { ROOT: root } },
    remove: () => fs.rmSync(home, { recursive: true, force: true })
  }
}

/** Runs a text. Returns the scripts that ran, which ended with their names in the log. */
export const ran = ({ home, root }: Project, text: string): ReadonlyArray<string> => {
  const log = path.join(home, "log")
  fs.writeFileSync(log, "")
  spawnSync("bash", ["-c", text], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: home, ROOT: root, LOG: log },
    timeout: 20_000,
    stdio: ["ignore", "ignore", "ignore"]
  })
  fs.rmSync(path.join(root, "z.sh"), { force: true })
  fs.rmSync(path.join(root, "d/z"), { force: true })
  return [
    ...new Set(
      fs
        .readFileSync(log, "utf8")
        .split("\n")
        .filter((name) => name !== "")
    )
  ]
}

/** Returns the scripts that ran and that the closure neither names nor leaves open. */
export const missed = (project: Project, text: string): ReadonlyArray<string> => {
  const { beyond, files, unknown } = Closure.ofText(text, project.place)
  if (beyond.length + unknown.length > 0) return []
  const named = new Set(
    files.flatMap(({ path: file }) => (fs.existsSync(file) ? [path.relative(project.root, fs.realpathSync(file))] : []))
  )
  // What a script itself runs of its arguments stands in its own text.
  const isWrapper = named.has("d/run") || named.has("d/run.sh")
  return ran(project, text).filter((name) => !named.has(name) && !(isWrapper && !text.includes(name)))
}
